/**
 * Where output bytes go. A file grows under the name `FILE.partial` and takes its own name when the run has come to
 * its end: a file called `clean.jsonl` is whole, an older one stays until then, and what an interrupted run has
 * written is not lost.
 */
import { constants } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, stat } from 'node:fs/promises';
import { writeError } from './write-error.ts';

export interface ByteTarget {
  /** Fulfilled when the bytes are taken, so that a slow reader slows the run and memory stays flat. */
  write(bytes: Uint8Array): Promise<void>;
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
  return { write, finish: async () => undefined, stop: async () => undefined };
}

export async function openFileTarget(file: string): Promise<ByteTarget> {
  try {
    const { name, written } = await namesOf(file);
    return fileTarget(await open(written, 'w'), name, written);
  } catch (error) {
    throw writeError(error, file);
  }
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

function fileTarget(handle: FileHandle, name: string, written: string): ByteTarget {
  let gathered: Uint8Array[] = [];
  let size = 0;

  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(gathered);
    gathered = [];
    size = 0;
    if (bytes.length > 0) await orWriteError(handle.appendFile(bytes), name);
  };

  return {
    write: async (bytes) => {
      gathered.push(bytes);
      size += bytes.length;
      if (size >= gatheredBytes) await flush();
    },
    finish: async () => {
      await flush();
      await orWriteError(handle.close(), name);
      if (written !== name) await orWriteError(rename(written, name), name);
    },
    stop: async () => {
      await flush().finally(() => handle.close());
      return written === name ? undefined : written;
    },
  };
}

async function orWriteError(done: Promise<void>, name: string): Promise<void> {
  try {
    await done;
  } catch (error) {
    throw writeError(error, name);
  }
}
