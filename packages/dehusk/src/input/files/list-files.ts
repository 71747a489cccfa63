/** From what the user named (files, folders, patterns, `-`) to files, in an order that every run repeats. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { DehuskError } from '../../errors.ts';
import { formatOfName } from '../format.ts';
import { walkFolder } from './walk-folder.ts';

export interface InputFile {
  /** As the user named it; below a folder, the folder's name and the path in it. */
  readonly file: string;
  /** Base name of the folder that was named, or of the fixed part of a pattern. */
  readonly root?: string;
  /** Path in that folder, with forward slashes. */
  readonly path?: string;
}

/** The files of one input; throws INPUT_NOT_FOUND, INPUT_NO_MATCH or INPUT_UNREADABLE. */
export async function listFiles(input: string): Promise<readonly InputFile[]> {
  if (input === '-') return [{ file: '-' }];
  const found = await statOf(input);
  if (found?.isDirectory()) return listFolder(input);
  if (found) return [{ file: input }];
  if (isDynamicPattern(input)) return listPattern(input);
  throw new DehuskError('INPUT_NOT_FOUND', { file: input });
}

/** Undefined where there is nothing of that name. */
async function statOf(file: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new DehuskError('INPUT_UNREADABLE', { file, reason: message }, { cause: error });
  }
}

async function listFolder(folder: string): Promise<InputFile[]> {
  const { files, closed } = await walkFolder(folder);
  const pages = files.filter((found) => formatOfName(found) !== undefined);
  return asFiles([...pages, ...closed], { folder, named: folder });
}

/**
 * A pattern with an ending of its own (`*.php`) is taken at its word; an open one (`site/*`) finds known endings. Unlike
 * a folder, a pattern goes through linked folders, once.
 */
async function listPattern(pattern: string): Promise<InputFile[]> {
  const parts = toSlashes(pattern).split('/');
  const fixed = parts.findIndex((part) => isDynamicPattern(part));
  const folder = parts.slice(0, fixed).join('/') || (pattern.startsWith('/') ? '/' : '');
  const options = { cwd: path.resolve(folder), caseSensitiveMatch: false, expandDirectories: false };
  const paths = await glob(parts.slice(fixed).join('/'), options);
  const open = /[*)]$/.test(pattern);
  return asFiles(
    paths.filter((found) => !open || formatOfName(found) !== undefined),
    { folder, named: pattern },
  );
}

function asFiles(
  paths: readonly string[],
  { folder, named }: { folder: string; named: string },
): InputFile[] {
  if (paths.length === 0) throw new DehuskError('INPUT_NO_MATCH', { pattern: named });
  const root = path.basename(path.resolve(folder));
  const inOrder = paths.map(toSlashes).sort(byCodeUnits);
  return inOrder.map((found) => ({ file: path.join(folder, found), root, path: found }));
}

/** Not by locale: the order must be the same on every machine. */
function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function toSlashes(name: string): string {
  return path.sep === '\\' ? name.replaceAll('\\', '/') : name;
}
