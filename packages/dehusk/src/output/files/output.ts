/** The output of a run: pages into a stream (standard output or one file), or into a folder. */
import { statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { DehuskError } from '../../errors.ts';
import type { RawPage } from '../../page/raw-page.ts';
import { digestFile, ifThere, orWriteError, type WrittenMark } from './appended-file.ts';
import { type EncodeOptions, fileExtension, openingBytes } from './encode.ts';
import { PageFileNames } from './page-file-names.ts';
import { finishFolder, isUnfinishedFolder, openPageFolder } from './page-folder.ts';
import {
  type ByteTarget,
  finishFile,
  gzipTarget,
  memberBytes,
  openFileTarget,
  stdoutTarget,
} from './write.ts';

/** What the output must know of a page: who it is, and where it came from. */
export interface PagePlace {
  readonly id: string;
  readonly raw: Pick<RawPage, 'url' | 'provenance'>;
}

export interface Output {
  /** Undefined where the bytes are taken at once. */
  put(page: PagePlace, bytes: Uint8Array): void | Promise<void>;
  /** A page that is not put there now: an earlier run has done it, it failed, or it is not wanted. */
  pass(page: PagePlace): void;
  /** All that was put is on disk; returns how much the output is. */
  sync(): Promise<WrittenMark>;
  finish(): Promise<void>;
  /** Keeps what is there; returns the name it is kept under, if it is not the one asked for. */
  stop(): Promise<string | undefined>;
}

export interface OutputOptions {
  readonly record: EncodeOptions;
  readonly keepDirs: boolean;
  /** Of Parquet: rows of so many bytes, as JSON, make a part file; 256 MB unless told. */
  readonly partBytes?: number | undefined;
  /** When the run began. */
  readonly date: string;
  /** What an earlier run has written and is kept. */
  readonly kept?: WrittenMark | undefined;
  /** That run had come to its end. */
  readonly isFinished: boolean;
  /** Somebody may go on with it later. */
  readonly isDurable: boolean;
}

/** Throws OUTPUT_UNWRITABLE; OUTPUT_SHORTER and OUTPUT_CHANGED where what should be kept is not there. */
export async function openOutput(destination: Destination, options: OutputOptions): Promise<Output> {
  const { container, path } = destination;
  if (container === 'folder') return folderOutput(path!, options);
  if (container === 'parquet') return parquetOutput(path!, options);
  const { kept, isFinished, isDurable } = options;
  const target =
    path === undefined
      ? stdoutTarget()
      : await openFileTarget(path, { kept, isFinished, isDigested: isDurable });
  const { write, sync, finish, stop } = container.endsWith('.gz') ? compressed(target, container) : target;
  const opening = openingBytes(container, options.date);
  if (opening !== undefined && (kept === undefined || kept.bytes === 0)) await write(opening);
  return { put: (_, bytes) => write(bytes), pass: () => undefined, sync, finish, stop };
}

/**
 * For a run that is done: gives its file the name it should have, where that was all that was missing. False if the
 * output is gone.
 */
export async function finishOutput(
  { container, path }: Destination,
  written: WrittenMark,
  options: Pick<OutputOptions, 'record' | 'partBytes'>,
): Promise<boolean> {
  if (path === undefined) return true;
  if (container === 'parquet')
    await (await import('./parquet-folder.ts')).finishParquetFolder(path, written, options);
  else if (container === 'folder') await finishFolder(path, written);
  else await finishFile(path, written);
  return (await orWriteError(ifThere(stat(path)), path)) !== undefined;
}

/** A WARC record is a gzip member of its own, so that an index can point at it. */
function compressed(target: ByteTarget, container: Destination['container']): ByteTarget {
  return gzipTarget(target, container === 'warc.gz' ? 1 : memberBytes);
}

async function folderOutput(folder: string, options: OutputOptions): Promise<Output> {
  const { record, keepDirs, kept, isFinished } = options;
  const names = new PageFileNames({ extension: fileExtension(record.format), keepDirs });
  const files = await openPageFolder(folder, isFinished ? undefined : kept?.digest);
  return {
    put: (page, bytes) => files.write(names.next(page), bytes),
    // Its name is taken all the same: the names of the pages after it depend on the input alone.
    pass: (page) => {
      names.next(page);
    },
    sync: files.sync,
    finish: files.finish,
    stop: async () => {
      await files.stop();
      return undefined;
    },
  };
}

async function parquetOutput(folder: string, options: OutputOptions): Promise<Output> {
  const { openParquetFolder } = await import('./parquet-folder.ts');
  const parts = await openParquetFolder(folder, options);
  return {
    put: (_, lines) => parts.write(lines),
    pass: () => undefined,
    sync: () => parts.sync(),
    finish: () => parts.finish(),
    stop: async () => {
      await parts.stop();
      return undefined;
    },
  };
}

/** Where the output of a run goes, and in what it is wrapped. */

/** In the order of the help. */
export const containers = ['jsonl', 'jsonl.gz', 'warc', 'warc.gz', 'parquet', 'folder'] as const;
export type Container = (typeof containers)[number];

/** Whether it holds records, and not only their content. */
export function holdsRecords(container: Container): boolean {
  return container.startsWith('jsonl') || container === 'parquet';
}

/** Whether it is a folder of files. */
export function isFolderOf(container: Container): boolean {
  return container === 'folder' || container === 'parquet';
}

export interface Destination {
  readonly container: Container;
  /** Undefined for standard output. */
  readonly path: string | undefined;
}

/** By the name: a folder ends in `/` or is there already. Undefined where it cannot be told. */
export function containerOf(path: string): Container | undefined {
  if (/\.parquet[/\\]?$/i.test(path)) return 'parquet';
  if (/[/\\]$/.test(path)) return 'folder';
  // WET files are WARC files.
  const name = path.toLowerCase().replace(/\.wet(\.gz)?$/, '.warc$1');
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
    const isInside = isFolderOf(destination.container) && input.startsWith(output + path.sep);
    if (input !== output && !isInside) continue;
    throw new DehuskError('USAGE_OUTPUT_IS_INPUT', { output: destination.path, file });
  }
}

/**
 * Refuses an output that is there already, with something in it, and that nobody has said may go. What an interrupted
 * run has left may: it is called `.partial`. `own` is what an earlier run of the same words has written.
 */
export async function guardOutput({ container, path }: Destination, own?: WrittenMark): Promise<void> {
  if (path === undefined) return;
  const isFree = isFolderOf(container) ? isFreeFolder(path, own) : isFreeFile(path, own);
  if (!(await isFree)) throw new DehuskError('USAGE_OUTPUT_EXISTS', { output: path });
}

async function isFreeFolder(folder: string, own: WrittenMark | undefined): Promise<boolean> {
  const entries = await orWriteError(ifThere(readdir(folder)), folder);
  return entries === undefined || entries.length === 0 || own !== undefined || isUnfinishedFolder(folder);
}

/** A device or a pipe holds nothing. */
async function isFreeFile(file: string, own: WrittenMark | undefined): Promise<boolean> {
  const found = await orWriteError(ifThere(stat(file)), file);
  if (found === undefined || !found.isFile() || found.size === 0) return true;
  if (found.size !== own?.bytes) return false;
  return (await orWriteError(digestFile(file), file)).digest === own.digest;
}

/** Links resolved, as far as the file is there. */
async function realName(file: string): Promise<string> {
  return realpath(file).catch(() => path.resolve(file));
}
