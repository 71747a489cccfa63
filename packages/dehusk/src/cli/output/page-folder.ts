/**
 * One file per page in a folder. Nothing is written through a link inside the folder: a link that was there before,
 * or was put there meanwhile, must not lead a page's file elsewhere.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { DehuskError } from '../../index.ts';
import { writeError } from './write-error.ts';

export interface PageFolder {
  /** `name` with forward slashes, from `PageFileNames`. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

// Windows has no such flag, and makes links for administrators only.
const overwrite = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);

/** Makes the folder, with those above it. */
export async function openPageFolder(folder: string): Promise<PageFolder> {
  await orWriteError(folder, mkdir(folder, { recursive: true }));
  const made = new Set<string>();
  return {
    write: async (name, bytes) => {
      const segments = name.split('/');
      for (let depth = 1; depth < segments.length; depth++) {
        const below = path.join(folder, ...segments.slice(0, depth));
        if (!made.has(below)) await makeFolder(below);
        made.add(below);
      }
      await writePage(path.join(folder, ...segments), bytes);
    },
  };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const found = await lstat(folder).catch(() => undefined);
    if (found?.isDirectory()) return;
    if (found?.isSymbolicLink()) throw new DehuskError('OUTPUT_LINK', { file: folder });
    throw writeError(error, folder);
  }
}

async function writePage(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await orWriteError(file, open(file, overwrite, 0o666));
  try {
    await orWriteError(file, handle.writeFile(bytes));
  } finally {
    await handle.close();
  }
}

async function orWriteError<Value>(file: string, done: Promise<Value>): Promise<Value> {
  try {
    return await done;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ELOOP'
      ? new DehuskError('OUTPUT_LINK', { file }, { cause: error })
      : writeError(error, file);
  }
}
