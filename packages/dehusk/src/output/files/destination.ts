/** Where the output of a run goes, and in what it is wrapped. */
import { statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { DehuskError } from '../../errors.ts';

/** In the order of the help. */
export const containers = ['jsonl', 'jsonl.gz', 'warc', 'warc.gz', 'folder'] as const;
export type Container = (typeof containers)[number];

export interface Destination {
  readonly container: Container;
  /** Undefined for standard output. */
  readonly path: string | undefined;
}

/** By the name: a folder ends in `/` or is there already. Undefined where it cannot be told. */
export function containerOf(path: string): Container | undefined {
  if (/[/\\]$/.test(path)) return 'folder';
  const name = path.toLowerCase();
  return containers.find((container) => name.endsWith(`.${container}`)) ?? containerOfFound(path);
}

/** A folder, or a device or pipe (`/dev/null`), whose name says nothing and cannot be chosen. */
function containerOfFound(path: string): Container | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return 'folder';
  return found === undefined || found.isFile() ? undefined : 'jsonl';
}

/**
 * Refuses an output that would write over what is read: the same file, or a folder that holds an input. The second
 * also catches the output of an earlier run that lies in the folder to be read.
 */
export async function guardInputs(
  destination: Destination,
  inputs: readonly { readonly file: string }[],
): Promise<void> {
  if (destination.path === undefined) return;
  const output = await realName(destination.path);
  for (const { file } of inputs) {
    if (file === '-') continue;
    const input = await realName(file);
    const isInside = destination.container === 'folder' && input.startsWith(output + path.sep);
    if (input !== output && !isInside) continue;
    throw new DehuskError('USAGE_OUTPUT_IS_INPUT', { output: destination.path, file });
  }
}

/** Links resolved, as far as the file is there. */
async function realName(file: string): Promise<string> {
  return realpath(file).catch(() => path.resolve(file));
}
