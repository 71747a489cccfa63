/**
 * Where output bytes go. A file grows under the name `FILE.partial` and takes its own name when the run has come to
 * its end: a file called `clean.jsonl` is whole, an older one stays until then, and what an interrupted run has
 * written is not lost.
 */
import { constants } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { DehuskError } from '../../errors.ts';

export interface ByteTarget {
  /** Fulfilled when the bytes are taken, so that a slow reader slows the run and memory stays flat. */
  write(bytes: Uint8Array): Promise<void>;
  /** All that was written is on disk; returns how much that is. */
  sync(): Promise<number>;
  /** The run came to its end. */
  finish(): Promise<void>;
  /** The run ends early: keeps what is there, and returns the name it is kept under, if it is another. */
  stop(): Promise<string | undefined>;
}

/** Small writes to a file are gathered: a page has some kilobytes. */
const gatheredBytes = 64 * 1024;

export function stdoutTarget(): ByteTarget {
  const { stdout } = process;
  // The write that failed is told by its callback; without a listener the event would end the process.
  stdout.on('error', () => undefined);
  const write = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      stdout.write(bytes, (error) => (error ? reject(writeError(error, 'standard output')) : resolve()));
    });
  return { write, sync: async () => 0, finish: async () => undefined, stop: async () => undefined };
}

/** `keptBytes` of what an earlier run wrote are kept, and what is behind them is cut off. */
export async function openFileTarget(file: string, keptBytes: number): Promise<ByteTarget> {
  try {
    const { name, written } = await namesOf(file);
    if (keptBytes > 0) await checkLength(written, keptBytes);
    const handle = await open(written, keptBytes === 0 ? 'w' : 'r+');
    // A new file is empty, and a device cannot be cut.
    if (keptBytes > 0) await handle.truncate(keptBytes);
    return fileTarget(handle, name, written, keptBytes);
  } catch (error) {
    throw writeError(error, file);
  }
}

/**
 * Gives a finished file its name, where the run was killed in the moment before. What has another length is of
 * another run that was interrupted, and must not take the place of what is finished.
 */
export async function finishFile(file: string, sizeBytes: number): Promise<void> {
  try {
    const { name, written } = await namesOf(file);
    const isLeft = written !== name && (await lengthOf(written)) === sizeBytes;
    if (isLeft) await rename(written, name);
  } catch (error) {
    throw writeError(error, file);
  }
}

async function checkLength(file: string, expectedBytes: number): Promise<void> {
  const sizeBytes = (await lengthOf(file)) ?? 0;
  if (sizeBytes < expectedBytes) throw new DehuskError('OUTPUT_SHORTER', { file, sizeBytes, expectedBytes });
}

async function lengthOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.size;
}

/** The name at the end, and the name until then: the same for a device or pipe, which cannot be replaced. */
async function namesOf(file: string): Promise<{ readonly name: string; readonly written: string }> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return { name: file, written: `${file}.partial` };
  if (!found.isFile()) return { name: file, written: file };
  // A link keeps pointing at the file, and a file that is protected stays as it is.
  const name = await realpath(file);
  await access(name, constants.W_OK);
  return { name, written: `${name}.partial` };
}

function fileTarget(handle: FileHandle, name: string, written: string, keptBytes: number): ByteTarget {
  let gathered: Uint8Array[] = [];
  let size = 0;
  let position = keptBytes;
  const isDevice = written === name;

  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(gathered);
    gathered = [];
    size = 0;
    for (let at = 0; at < bytes.length; ) {
      // A device has no positions.
      const place = isDevice ? null : position;
      const { bytesWritten } = await orWriteError(handle.write(bytes, at, bytes.length - at, place), name);
      at += bytesWritten;
      position += bytesWritten;
    }
  };

  return {
    write: async (bytes) => {
      gathered.push(bytes);
      size += bytes.length;
      if (size >= gatheredBytes) await flush();
    },
    sync: async () => {
      await flush();
      if (!isDevice) await orWriteError(handle.datasync(), name);
      return position;
    },
    finish: async () => {
      await flush();
      await orWriteError(handle.close(), name);
      if (!isDevice) await orWriteError(rename(written, name), name);
    },
    stop: async () => {
      await flush().finally(() => handle.close());
      return isDevice ? undefined : written;
    },
  };
}

/**
 * Gzip as a row of members, each whole in itself: what was written before an interruption can be read, and more can
 * be appended later. All readers of gzip take such files; WARC asks for one member per record.
 */

const compress = promisify(gzip);

/** Text of this size loses less than 1 % by being compressed apart. */
export const memberBytes: number = 1024 * 1024;

/** Ends a member when it has `minBytes`; 1 makes a member of every write. */
export function gzipTarget(target: ByteTarget, minBytes: number): ByteTarget {
  let gathered: Uint8Array[] = [];
  let size = 0;

  const endMember = async (): Promise<void> => {
    if (size === 0) return;
    const bytes = Buffer.concat(gathered);
    gathered = [];
    size = 0;
    await target.write(await compress(bytes));
  };

  return {
    write: async (bytes) => {
      gathered.push(bytes);
      size += bytes.length;
      if (size >= minBytes) await endMember();
    },
    sync: async () => {
      await endMember();
      return target.sync();
    },
    finish: async () => {
      await endMember();
      await target.finish();
    },
    stop: async () => {
      await endMember();
      return target.stop();
    },
  };
}

/**
 * Writes all there is to write, to a file or to standard output. A reader that has gone (`| head`) has seen enough,
 * which is not said.
 */
export async function writeText(text: string, path?: string): Promise<void> {
  const target = path === undefined ? stdoutTarget() : await openFileTarget(path, 0);
  try {
    await target.write(new TextEncoder().encode(text));
    await target.finish();
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}

/** Whoever read our output has gone (`| head -1`): not a failure, but the end. */
export class ClosedPipe extends Error {}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'a file of that name is in the way',
  ENAMETOOLONG: 'the name is too long',
};

/** What a failed write means to the user. */
export function writeError(error: unknown, file: string): Error {
  if (error instanceof DehuskError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return new ClosedPipe();
  return new DehuskError('OUTPUT_UNWRITABLE', { file, reason: reasons[code] ?? message }, { cause: error });
}

/** What was to be written, or the user's word for why it was not. */
export async function orWriteError<Value>(done: Promise<Value>, file: string): Promise<Value> {
  try {
    return await done;
  } catch (error) {
    throw writeError(error, file);
  }
}
