/**
 * A file that is written at its end, and known by its digest: who goes on with it later learns whether it still is what
 * was written. Small writes are gathered, because a page has some kilobytes.
 */
import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { DehuskError, systemReason } from '../../errors.ts';

/** How much of a file was written. */
export interface WrittenMark {
  readonly bytes: number;
  /** SHA-256 in hex; empty where nobody asked for it. */
  readonly digest: string;
}

export interface AppendedFile {
  /** All that was appended and kept. */
  readonly sizeBytes: number;
  /** Fulfilled when the bytes are taken, so that a slow disk slows the run and memory stays flat. Most are at once. */
  append(bytes: Uint8Array): void | Promise<void>;
  /** All that was appended is on disk, and the name of the file too. */
  sync(): Promise<WrittenMark>;
  /** The bytes at a place; throws where the file has not so many. */
  read(at: number, length: number): Promise<Buffer>;
  /** Writes what is gathered, unless writing has failed before. */
  close(): Promise<void>;
}

export interface AppendOptions {
  /** What is there and stays; what is behind it is cut off. */
  readonly kept?: WrittenMark | undefined;
  /** The file that has what is kept, where it is another: it is copied. */
  readonly keptIn?: string | undefined;
  /** Somebody will go on with the file: its digest is known. */
  readonly isDigested: boolean;
  /** Said in errors, where the name is one that nobody knows. */
  readonly calledAs?: string;
}

/** Of so many, one write: each wakes another thread, and that one the main thread. */
export const gatheredBytes: number = 256 * 1024;
const copiedBytes = 1024 * 1024;

/** Throws OUTPUT_UNWRITABLE; OUTPUT_SHORTER and OUTPUT_CHANGED if what should be kept is not there. */
export async function openAppended(file: string, options: AppendOptions): Promise<AppendedFile> {
  const { kept, keptIn, isDigested, calledAs = file } = options;
  const keepsOwn = kept !== undefined && keptIn === undefined;
  const handle = await orWriteError(openToAppend(file, keepsOwn, kept), calledAs);
  try {
    const hash = kept === undefined ? undefined : await takeKept(handle, file, { kept, keptIn });
    if (keepsOwn) await orWriteError(handle.truncate(kept.bytes), calledAs);
    const position = kept?.bytes ?? 0;
    const digest = isDigested ? (hash ?? createHash('sha256')) : undefined;
    return new GatheringFile({ handle, file, calledAs, position, hash: digest });
  } catch (error) {
    await handle.close().catch(() => undefined);
    if (keptIn !== undefined) await rm(file, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function openToAppend(file: string, keepsOwn: boolean, kept?: WrittenMark): Promise<FileHandle> {
  try {
    return await open(file, keepsOwn ? 'r+' : 'w+');
  } catch (error) {
    if (keepsOwn && (error as NodeJS.ErrnoException).code === 'ENOENT') throw shorter(file, 0, kept!);
    throw error;
  }
}

/** Reads what is kept, and copies it if it lies elsewhere. Returns the digest so far. */
async function takeKept(
  handle: FileHandle,
  file: string,
  { kept, keptIn }: { readonly kept: WrittenMark; readonly keptIn: string | undefined },
): Promise<Hash> {
  const hash = createHash('sha256');
  const name = keptIn ?? file;
  const source = keptIn === undefined ? handle : await orWriteError(open(keptIn, 'r'), keptIn);
  try {
    const bytes = Buffer.alloc(copiedBytes);
    for (let at = 0; at < kept.bytes; ) {
      const wanted = Math.min(copiedBytes, kept.bytes - at);
      const { bytesRead } = await orWriteError(source.read(bytes, 0, wanted, at), name);
      if (bytesRead === 0) throw shorter(name, at, kept);
      const found = bytes.subarray(0, bytesRead);
      hash.update(found);
      if (source !== handle) await orWriteError(writeAll(handle, found, at), file);
      at += bytesRead;
    }
    if (hash.copy().digest('hex') !== kept.digest) throw new DehuskError('OUTPUT_CHANGED', { file: name });
    return hash;
  } finally {
    if (source !== handle) await source.close().catch(() => undefined);
  }
}

function shorter(file: string, sizeBytes: number, { bytes }: WrittenMark): DehuskError {
  return new DehuskError('OUTPUT_SHORTER', { file, sizeBytes, expectedBytes: bytes });
}

/** What a file is known by. */
export async function digestFile(file: string): Promise<WrittenMark> {
  const handle = await open(file, 'r');
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.alloc(copiedBytes);
    for (let bytes = 0; ; ) {
      const { bytesRead } = await handle.read(chunk, 0, copiedBytes, bytes);
      if (bytesRead === 0) return { bytes, digest: hash.digest('hex') };
      hash.update(chunk.subarray(0, bytesRead));
      bytes += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

interface OpenFile {
  readonly handle: FileHandle;
  readonly file: string;
  readonly calledAs: string;
  readonly position: number;
  readonly hash: Hash | undefined;
}

class GatheringFile implements AppendedFile {
  readonly #open: OpenFile;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #position: number;
  #hasName = false;
  #failure: unknown;

  constructor(opened: OpenFile) {
    this.#open = opened;
    this.#position = opened.position;
  }

  get sizeBytes(): number {
    return this.#position + this.#gatheredBytes;
  }

  append(bytes: Uint8Array): void | Promise<void> {
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    if (this.#gatheredBytes >= gatheredBytes) return this.#flush();
  }

  async sync(): Promise<WrittenMark> {
    const { handle, file, hash } = this.#open;
    await this.#flush();
    await this.#tried(handle.datasync());
    if (!this.#hasName) await this.#tried(syncFolder(path.dirname(file)));
    this.#hasName = true;
    return { bytes: this.#position, digest: hash?.copy().digest('hex') ?? '' };
  }

  async read(at: number, length: number): Promise<Buffer> {
    const { handle, file } = this.#open;
    await this.#flush();
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#tried(handle.read(bytes, done, length - done, at + done));
      if (bytesRead === 0) throw new DehuskError('OUTPUT_CHANGED', { file });
      done += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    const { handle } = this.#open;
    try {
      if (this.#failure === undefined) await this.#flush();
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
    await this.#tried(handle.close());
  }

  async #flush(): Promise<void> {
    // What is lost is lost: nothing may be written behind the gap, and no position told that lies behind it.
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#gatheredBytes === 0) return;
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#open.hash?.update(bytes);
    await this.#tried(writeAll(this.#open.handle, bytes, this.#position));
    this.#position += bytes.length;
  }

  async #tried<Value>(done: Promise<Value>): Promise<Value> {
    try {
      return await orWriteError(done, this.#open.calledAs);
    } catch (error) {
      this.#failure ??= error;
      throw error;
    }
  }
}

/** A file that is open, or what stands for one: it takes what it can, and says how much that was. */
interface ByteTaker {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    place: number | null,
  ): Promise<{ readonly bytesWritten: number }>;
}

/** All of it: a call may write less than it is asked for. A device has no places. */
export async function writeAll(handle: ByteTaker, bytes: Uint8Array, place: number | null): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const to = place === null ? null : place + at;
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, to);
    at += bytesWritten;
  }
}

/** A folder that may be written to but not read, or whose file system knows no such call. */
const unsyncable: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EPERM',
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
]);

/** The names in a folder are on disk, where that can be asked for. Windows cannot do that, and does not need it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!unsyncable.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}

/** What is asked of a file or folder; undefined where there is none. That it could not be looked at is an error. */
export async function ifThere<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whoever read our output has gone (`| head -1`): not a failure, but the end. */
export class ClosedPipe extends Error {}

/** What a failed write means to the user. */
export function writeError(error: unknown, file: string): Error {
  if (error instanceof DehuskError) return error;
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return new ClosedPipe();
  const reason = systemReason(error, { ENOENT: 'its folder does not exist' });
  return new DehuskError('OUTPUT_UNWRITABLE', { file, reason }, { cause: error });
}

/** What was to be written, or the user's word for why it was not. */
export async function orWriteError<Value>(done: Promise<Value>, file: string): Promise<Value> {
  try {
    return await done;
  } catch (error) {
    throw writeError(error, file);
  }
}
