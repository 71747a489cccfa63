/**
 * From what the user named (files, folders, patterns, `-`) to files, in an order that every run repeats; their sizes;
 * and their bytes.
 */
import type { Dirent } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { DehuskError, systemReason } from '../errors.ts';
import { hostPathOf } from './host-folder.ts';
import { formatOfName, type InputOptions } from './input.ts';

export interface InputFile {
  /** As the user named it; below a folder, the folder's name and the path in it. */
  readonly file: string;
  /** Base name of the folder that was named, or of the fixed part of a pattern. */
  readonly root?: string;
  /** Path in that folder, with forward slashes. */
  readonly path?: string;
  /** Host and path, where a folder is named after a host; see `Provenance`. */
  readonly hostPath?: string;
  /** Standard input, a pipe or a device: it has no second time. */
  readonly isReadOnce?: true;
}

/** What an input holds. */
export interface ListedInput {
  /** In the order in which they are read. */
  readonly files: readonly InputFile[];
  /** What is not read: how many of each ending, such as `.css`, and of what has none. */
  readonly passed: ReadonlyMap<string, number>;
}

/**
 * The files of one input; throws INPUT_NOT_FOUND, INPUT_IS_ADDRESS or INPUT_UNREADABLE, and INPUT_NO_MATCH where none is to
 * be read.
 */
export async function listInput(input: string): Promise<ListedInput> {
  const listed = await findInput(input);
  if (listed.files.length === 0) throw new DehuskError('INPUT_NO_MATCH', { pattern: input });
  return listed;
}

async function findInput(input: string): Promise<ListedInput> {
  if (input === '-') return alone({ file: '-', isReadOnce: true });
  // Of a variable of a script that is not set.
  if (input === '') throw new DehuskError('INPUT_NOT_FOUND', { file: 'its name is empty' });
  const found = await statOf(input);
  if (found?.isDirectory()) return listFolder(input);
  if (found) return alone(found.isFile() ? { file: input } : { file: input, isReadOnce: true });
  // Before patterns: a query looks like one.
  if (/^https?:\/\//i.test(input)) throw new DehuskError('INPUT_IS_ADDRESS', { address: input });
  if (isDynamicPattern(input)) return listPattern(input);
  throw new DehuskError('INPUT_NOT_FOUND', { file: input });
}

function alone(file: InputFile): ListedInput {
  return { files: [file], passed: new Map() };
}

/** What the folders and patterns among the inputs hold and is not read, counted together. */
export async function passedFiles(inputs: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const all = new Map<string, number>();
  for (const input of inputs) {
    const passed = await orNone(findInput(input).then((listed) => listed.passed));
    for (const [ending, count] of passed ?? []) all.set(ending, (all.get(ending) ?? 0) + count);
  }
  return new Map([...all].sort(([left], [right]) => byCodeUnits(left, right)));
}

/** Undefined where there is nothing of that name. */
async function statOf(file: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new DehuskError('INPUT_UNREADABLE', { file, reason: systemReason(error) }, { cause: error });
  }
}

async function listFolder(folder: string): Promise<ListedInput> {
  const { files, closed, others } = await walkFolder(folder);
  const pages = files.filter((found) => formatOfName(found) !== undefined);
  const passed = files.filter((found) => formatOfName(found) === undefined).map(endingOf);
  return { files: await asFiles([...pages, ...closed], folder), passed: counted([...passed, ...others]) };
}

/**
 * A pattern with an ending of its own (`*.php`, `*.php*`) is taken at its word; an open one (`site/*`) finds known
 * endings. Unlike a folder, a pattern goes through linked folders, once.
 */
async function listPattern(pattern: string): Promise<ListedInput> {
  const parts = toSlashes(pattern).split('/');
  const fixed = parts.findIndex((part) => isDynamicPattern(part));
  const folder = parts.slice(0, fixed).join('/') || (pattern.startsWith('/') ? '/' : '');
  const options = { cwd: path.resolve(folder), caseSensitiveMatch: false, expandDirectories: false };
  const paths = await glob(parts.slice(fixed).join('/'), options);
  const open = /[*)]$/.test(pattern) && !/\.[a-z0-9]+\*$/i.test(pattern);
  const isRead = (found: string): boolean => !open || formatOfName(found) !== undefined;
  const passed = paths.filter((found) => !isRead(found)).map(endingOf);
  return { files: await asFiles(paths.filter(isRead), folder), passed: counted(passed) };
}

async function asFiles(paths: readonly string[], folder: string): Promise<InputFile[]> {
  const root = path.basename(path.resolve(folder));
  const inOrder = paths.map(toSlashes).sort(byCodeUnits);
  const files: InputFile[] = [];
  for (const found of inOrder) {
    const hostPath = await hostPathOf(root, found);
    const place = { file: path.join(folder, found), root, path: found };
    files.push(hostPath === undefined ? place : { ...place, hostPath });
  }
  return files;
}

/** `.css`, `.js.gz`, `.php` also of `index.php?id=3`; what else a name may end in is put together. */
function endingOf(name: string): string {
  const ending = /\.[a-z0-9]{1,8}(?:\.(?:gz|zst))?$/i.exec(name.replace(/\?.*$/s, ''))?.[0];
  return ending?.toLowerCase() ?? 'no ending';
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Not by locale: the order must be the same on every machine. */
function byCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function toSlashes(name: string): string {
  return path.sep === '\\' ? name.replaceAll('\\', '/') : name;
}

interface FolderPaths {
  /** Linked files too, linked folders and hidden entries not; in no order. */
  readonly files: readonly string[];
  /** Folders that could not be looked into: whoever opens one learns why. */
  readonly closed: readonly string[];
  /** What is neither looked into nor read: `hidden`, `linked folder`, `device`; one for each. */
  readonly others: readonly string[];
}

/**
 * The paths below a folder. tinyglobby was tried for this: it either goes through linked folders, where a link upwards
 * gives every page twice, or leaves out linked files, and data sets are kept as links to files (git-annex).
 */
async function walkFolder(folder: string): Promise<FolderPaths> {
  const files: string[] = [];
  const closed: string[] = [];
  const others: string[] = [];
  const open = [''];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    const entries = await entriesOf(path.join(folder, below));
    if (!entries) closed.push(below);
    for (const entry of entries ?? []) {
      const found = path.join(below, entry.name);
      if (entry.name.startsWith('.')) others.push('hidden');
      else if (entry.isDirectory()) open.push(found);
      else if (entry.isFile() || (await isLinkedFile(entry, path.join(folder, found)))) files.push(found);
      else others.push(entry.isSymbolicLink() ? 'linked folder' : 'device');
    }
  }
  return { files, closed, others };
}

async function entriesOf(folder: string): Promise<Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** A link to nothing counts as a file: reading it reports it, leaving it out would hide it. */
async function isLinkedFile(entry: Dirent, file: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return false;
  try {
    return (await stat(file)).isFile();
  } catch {
    return true;
  }
}

/** A file that will be read. Its size is unknown for what is read once, and for what cannot be looked at. */
export interface InputSize extends InputFile {
  readonly sizeBytes?: number;
}

/**
 * All files of the inputs with their sizes, in reading order: the total of a progress bar, and what a run is compared
 * with. An input that does not exist adds nothing here; `openInputs` reports it.
 */
export async function inputSizes(inputs: readonly string[]): Promise<readonly InputSize[]> {
  const sizes: InputSize[] = [];
  for (const input of inputs) {
    const files = await orNone(findInput(input).then((listed) => listed.files));
    for (const file of files ?? []) sizes.push(await sizeOf(file));
  }
  return sizes;
}

/** Undefined where an input cannot be had: reading it will say so. */
async function orNone<Value>(listed: Promise<Value>): Promise<Value | undefined> {
  try {
    return await listed;
  } catch (error) {
    if (error instanceof DehuskError) return undefined;
    throw error;
  }
}

/** What a file has now. */
export async function sizeOf(file: InputFile): Promise<InputSize> {
  if (file.isReadOnce) return file;
  try {
    const found = await stat(file.file);
    if (!found.isFile() && !found.isDirectory()) return { ...file, isReadOnce: true };
    return { ...file, sizeBytes: found.size };
  } catch {
    // Gone or closed to us since it was listed: reading it will say so.
    return file;
  }
}

/**
 * The first read takes most page files whole. Of longer files larger and larger parts: each read wakes another thread, and
 * who wants one record of an archive should not pay for a megabyte (a third of the time that such a page took to read).
 */
const firstChunkBytes = 64 * 1024;
const chunkBytes = 1024 * 1024;

/** Streams that were read once: standard input has no second time. */
const consumed = new WeakSet<object>();

/**
 * The bytes of a file or of standard input. Opens nothing until it is iterated; throws INPUT_UNREADABLE,
 * INPUT_STDIN_CONSUMED or the signal's reason.
 */
export async function* readFileBytes(file: string, options: InputOptions): AsyncGenerator<Uint8Array> {
  yield* readChunks(file, file === '-' ? takeStdin(options) : readParts(file, 0), options);
}

/** The bytes of a file from `start` on, once more: nobody is told of them. */
export function readFileBytesFrom(
  file: string,
  start: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  return readChunks(file, readParts(file, start), signal ? { signal } : {});
}

async function* readParts(file: string, start: number): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    // A pipe has no places in it; what begins at 0 is read on.
    yield* readHandle(handle, start === 0 ? null : start);
  } finally {
    await handle.close();
  }
}

/** The bytes of an open file from a place on; without one, from where it was read to. */
export async function* readHandle(
  handle: FileHandle,
  start: number | null,
  firstBytes: number = firstChunkBytes,
): AsyncGenerator<Uint8Array> {
  let place = start;
  for (let sizeBytes = firstBytes; ; sizeBytes = Math.min(2 * sizeBytes, chunkBytes)) {
    const buffer = Buffer.allocUnsafeSlow(sizeBytes);
    const { bytesRead } = await handle.read(buffer, 0, sizeBytes, place);
    if (bytesRead === 0) return;
    if (place !== null) place += bytesRead;
    yield new Uint8Array(buffer.buffer, 0, bytesRead);
  }
}

async function* readChunks(
  file: string,
  source: AsyncIterable<Uint8Array>,
  options: Pick<InputOptions, 'signal' | 'onBytes'>,
): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await nextUnlessAborted(iterator, options.signal);
      if (next.done) return;
      options.onBytes?.(next.value.length);
      yield next.value;
    }
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new DehuskError('INPUT_UNREADABLE', { file, reason: systemReason(error) }, { cause: error });
  } finally {
    // Not waited for: after an abort the source may still be waiting for bytes that never come.
    iterator.return?.().catch(() => undefined);
  }
}

function takeStdin({ stdin = process.stdin }: InputOptions): AsyncIterable<Uint8Array> {
  if (consumed.has(stdin)) throw new DehuskError('INPUT_STDIN_CONSUMED', {});
  consumed.add(stdin);
  return stdin;
}

/** `iterator.next()`, given up at an abort; the listener goes with each step, so that a long file leaves none behind. */
function nextUnlessAborted<Value>(
  iterator: AsyncIterator<Value>,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<Value>> {
  if (!signal) return iterator.next();
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}
