/**
 * Where output bytes go. A file grows under the name `FILE.partial` and takes its own name when the run has come to
 * its end: a file called `clean.jsonl` is whole, an older one stays until then, and what an interrupted run has
 * written is not lost.
 */
import { constants, fdatasync, fstat, fstatSync, write } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  type AppendedFile,
  ClosedPipe,
  digestFile,
  gatheredBytes,
  ifThere,
  openAppended,
  orWriteError,
  syncFolder,
  type WrittenMark,
  writeAll,
  writeError,
} from './appended-file.ts';

export interface ByteTarget {
  /** Fulfilled when the bytes are taken, so that a slow reader slows the run and memory stays flat. Most are at once. */
  write(bytes: Uint8Array): void | Promise<void>;
  /** All that was written is on disk; returns how much that is. */
  sync(): Promise<WrittenMark>;
  /** The run came to its end. */
  finish(): Promise<void>;
  /** The run ends early: keeps what is there, and returns the name it is kept under, if it is another. */
  stop(): Promise<string | undefined>;
}

export interface FileTargetOptions {
  /** What an earlier run wrote and is kept. */
  readonly kept?: WrittenMark | undefined;
  /** It lies in the finished file, and goes into the new one first. */
  readonly isFinished?: boolean;
  /** Somebody may go on with it later. */
  readonly isDigested?: boolean;
}

/** Of what cannot be looked at again. */
const gone: WrittenMark = { bytes: 0, digest: '' };

export function stdoutTarget(): ByteTarget {
  const { stdout } = process;
  // The write that failed is told by its callback; without a listener the event would end the process.
  stdout.on('error', () => undefined);
  const stream = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      stdout.write(bytes, (error) => (error ? reject(writeError(error, 'standard output')) : resolve()));
    });
  // Node's stream onto a file takes a write for done of which the system has taken a part.
  const isFile = stdout.fd === STDOUT && isStdoutFile();
  const toFile = (bytes: Uint8Array): Promise<void> =>
    orWriteError(writeAll(stdoutFile, bytes, null), 'standard output');
  const gathered = isFile ? new GatheredWrites(toFile) : new GatheredWrites(stream, { isAwaited: true });
  const sync = async (): Promise<WrittenMark> => {
    await gathered.flush();
    await orWriteError(syncStdout(), 'standard output');
    return gone;
  };
  const end = async (): Promise<undefined> => {
    await gathered.flush();
    return undefined;
  };
  return { write: (bytes) => gathered.write(bytes), sync, finish: end, stop: end };
}

/**
 * Small writes as large ones: a call of the system takes longer than it takes to clean a small page. Where somebody reads
 * along, what was written goes out as soon as the program waits for something else: nobody waits for the next page.
 */
class GatheredWrites {
  readonly #take: (bytes: Uint8Array) => Promise<void>;
  readonly #isAwaited: boolean;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  #isDue = false;
  /** All that went out so far; fails with the first that failed. */
  #taken: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  constructor(take: (bytes: Uint8Array) => Promise<void>, { isAwaited = false } = {}) {
    this.#take = take;
    this.#isAwaited = isAwaited;
  }

  write(bytes: Uint8Array): void | Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    if (this.#gatheredBytes >= gatheredBytes) return this.flush();
    if (!this.#isAwaited || this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.flush().catch((error: unknown) => {
        this.#failure ??= { error };
      });
    });
  }

  flush(): Promise<void> {
    if (this.#gatheredBytes === 0) return this.#taken;
    const parts = this.#gathered;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#taken = this.#taken.then(() => this.#take(parts.length === 1 ? parts[0]! : Buffer.concat(parts)));
    return this.#taken;
  }
}

const STDOUT = 1;
const writeSome = promisify(write);

/** Standard output as a file that is open: nobody has a handle of it. */
const stdoutFile: Parameters<typeof writeAll>[0] = {
  write: (bytes, offset, length, place) => writeSome(STDOUT, bytes, offset, length, place),
};

function isStdoutFile(): boolean {
  try {
    return fstatSync(STDOUT).isFile();
  } catch (error) {
    throw writeError(error, 'standard output');
  }
}

/** Where the shell has opened a file for it; a pipe or a terminal has nothing to bring to disk. */
async function syncStdout(): Promise<void> {
  if ((await promisify(fstat)(STDOUT)).isFile()) await promisify(fdatasync)(STDOUT);
}

export async function openFileTarget(file: string, options: FileTargetOptions = {}): Promise<ByteTarget> {
  const { name, written } = await orWriteError(namesOf(file), file);
  if (written === name) return deviceTarget(await orWriteError(open(file, 'w'), file), name);
  const { isFinished, isDigested = false } = options;
  const kept = options.kept?.bytes === 0 ? undefined : options.kept;
  const keptIn = isFinished ? name : undefined;
  const appended = await openAppended(written, { kept, keptIn, isDigested, calledAs: file });
  return fileTarget(appended, name, written);
}

/**
 * Gives a finished file its name, where the run was stopped in the moment before. What is of another run that was
 * interrupted must not take the place of what is finished.
 */
export async function finishFile(file: string, { bytes, digest }: WrittenMark): Promise<void> {
  await orWriteError(
    (async () => {
      const { name, written } = await namesOf(file);
      if (written === name || (await ifThere(stat(written)))?.size !== bytes) return;
      if ((await digestFile(written)).digest === digest) await giveName(written, name);
    })(),
    file,
  );
}

/** The name at the end, and the name until then: the same for a device or pipe, which cannot be replaced. */
async function namesOf(file: string): Promise<{ readonly name: string; readonly written: string }> {
  const found = await ifThere(stat(file));
  if (found === undefined) return { name: file, written: `${file}.partial` };
  if (!found.isFile()) return { name: file, written: file };
  // A link keeps pointing at the file, and a file that is protected stays as it is.
  const name = await realpath(file);
  await access(name, constants.W_OK);
  return { name, written: `${name}.partial` };
}

/** Throws what is known already of why the file cannot be written: whoever writes it at the end of a long run asks first. */
export async function checkWritable(file: string): Promise<void> {
  const check = async (): Promise<void> => {
    const { name, written } = await namesOf(file);
    if (written !== name) return access(path.dirname(name), constants.W_OK);
    if ((await stat(name)).isDirectory()) await open(name, 'r+');
  };
  await orWriteError(check(), file);
}

async function giveName(written: string, name: string): Promise<void> {
  await rename(written, name);
  await syncFolder(path.dirname(name));
}

function fileTarget(appended: AppendedFile, name: string, written: string): ByteTarget {
  return {
    write: (bytes) => appended.append(bytes),
    sync: () => appended.sync(),
    finish: async () => {
      await appended.sync();
      await appended.close();
      await orWriteError(giveName(written, name), name);
    },
    stop: async () => {
      await appended.close();
      return written;
    },
  };
}

function deviceTarget(handle: FileHandle, name: string): ByteTarget {
  const close = (): Promise<void> => orWriteError(handle.close(), name);
  return {
    write: (bytes) => orWriteError(writeAll(handle, bytes, null), name),
    sync: async () => gone,
    finish: close,
    stop: async () => {
      await close();
      return undefined;
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
  const target = path === undefined ? stdoutTarget() : await openFileTarget(path);
  try {
    await target.write(new TextEncoder().encode(text));
    await target.finish();
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}
