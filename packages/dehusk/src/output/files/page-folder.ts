/**
 * One file per page in a folder. A file appears whole: it is written in `FOLDER/.partial/`, and gets its name when all
 * of it is on disk. That folder goes when the run has come to its end. Until then it says whose run it is, as the name
 * `FILE.partial` does for a single file.
 *
 * Nothing is written through a link inside the folder: a link that was there before, or was put there meanwhile, must
 * not lead a page's file elsewhere.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DehuskError } from '../../errors.ts';
import {
  ifThere,
  orWriteError,
  syncFolder,
  type WrittenMark,
  writeAll,
  writeError,
} from './appended-file.ts';

export interface PageFolder {
  /** `name` with forward slashes, from `PageFileNames`. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** All files have their names, and are on disk. The digest tells whose run it is. */
  sync(): Promise<WrittenMark>;
  /** The run came to its end. */
  finish(): Promise<void>;
  /** It ends early. */
  stop(): Promise<void>;
}

export const unfinished = '.partial';
const runFile = 'run';

/** So many files wait for the disk at a time. Each waits some milliseconds, together they wait hardly longer. */
const WAITING_FILES = 32;

/**
 * Makes the folder, with those above it. `kept` is the run that goes on: throws OUTPUT_CHANGED if another has written
 * here since, or the folder is gone. `isKept`: files on its shelf that it needs.
 */
export async function openPageFolder(
  folder: string,
  kept?: string,
  isKept: (name: string) => boolean = () => false,
): Promise<PageFolder> {
  const shelf = path.join(folder, unfinished);
  if (kept !== undefined && (await runOf(folder)) !== kept)
    throw new DehuskError('OUTPUT_CHANGED', { file: folder });
  const opened = new OpenFolder(folder);
  return orWriteError(
    (async () => {
      await opened.makeRoot();
      await clearShelf(shelf, kept === undefined ? () => false : isKept);
      const run = kept ?? randomUUID();
      if (kept === undefined) await nameRun(shelf, run);
      // Before any page has its name: what says that the run is not done must not be lost before its pages are.
      await opened.syncFolders();
      return opened.asRun(run);
    })(),
    folder,
  );
}

/** For a run that is done: takes away what says that it is not. */
export async function finishFolder(folder: string, { digest }: WrittenMark): Promise<void> {
  if (!(await isUnfinishedFolder(folder))) return;
  const run = await runOf(folder);
  // Stopped while it was taken away, it may not say any more whose it was.
  if (run === digest || run === undefined) await orWriteError(removeShelf(folder), folder);
}

/** Whether a run was interrupted here. */
export async function isUnfinishedFolder(folder: string): Promise<boolean> {
  return (await orWriteError(ifThere(stat(path.join(folder, unfinished))), folder)) !== undefined;
}

/** Whose run it is; undefined where nothing says so. */
export async function runOf(folder: string): Promise<string | undefined> {
  const text = await orWriteError(ifThere(readFile(path.join(folder, unfinished, runFile), 'utf8')), folder);
  return text?.trim();
}

/**
 * Files that an interrupted run has left there have no pages that count. The shelf itself stays, and who it is of: if the
 * power went while neither is there, files with names would be left of which nobody knows that their run is not done.
 */
async function clearShelf(shelf: string, isKept: (name: string) => boolean): Promise<void> {
  const found = await ifThere(lstat(shelf));
  if (found !== undefined && !found.isDirectory()) await rm(shelf);
  if (!found?.isDirectory()) await mkdir(shelf);
  for (const name of await readdir(shelf))
    if (name !== runFile && !isKept(name)) await rm(path.join(shelf, name), { recursive: true, force: true });
}

/** At once: the run before it is named until this one is. */
async function nameRun(shelf: string, run: string): Promise<void> {
  const written = path.join(shelf, `${runFile}.new`);
  await writeNew(written, `${run}\n`);
  await rename(written, path.join(shelf, runFile));
}

/** With those above it; returns the highest that was made. Node's own way says of any failure that nothing is there. */
async function makeFolders(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder);
    return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return undefined;
    const above = path.dirname(folder);
    if (code !== 'ENOENT' || above === folder) throw error;
    const first = await makeFolders(above);
    await mkdir(folder);
    return first ?? folder;
  }
}

export async function removeShelf(folder: string): Promise<void> {
  await rm(path.join(folder, unfinished), { recursive: true, force: true });
  await syncFolder(folder);
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** A file whose bytes are written, and which has not its name yet. */
interface WaitingFile {
  readonly written: string;
  readonly name: string;
  /** Its failure, if it cannot be brought to disk. */
  readonly done: Promise<unknown>;
}

class OpenFolder {
  readonly #folder: string;
  readonly #made = new Set<string>();
  /** Folders that have new names in them. */
  readonly #changed = new Set<string>();
  readonly #waiting: WaitingFile[] = [];
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async makeRoot(): Promise<void> {
    const root = path.resolve(this.#folder);
    const first = (await makeFolders(root)) ?? root;
    // A folder is on disk when those above it are: also where a run made it that was killed before it got so far.
    const highest = path.dirname(path.resolve(first));
    for (let each = root; each.length > highest.length; each = path.dirname(each)) this.#changed.add(each);
    this.#changed.add(highest);
    this.#changed.add(path.join(root, unfinished));
  }

  asRun(run: string): PageFolder {
    return {
      write: (name, bytes) => this.#write(name, bytes),
      sync: async () => {
        await this.#settle();
        await this.syncFolders();
        return { bytes: 0, digest: run };
      },
      finish: async () => {
        await this.#settle();
        await this.syncFolders();
        await orWriteError(removeShelf(this.#folder), this.#folder);
      },
      stop: async () => {
        // Files without a name count for nothing; their handles are closed all the same.
        await Promise.all(this.#waiting.map(({ done }) => done));
      },
    };
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const segments = name.split('/');
    for (let depth = 1; depth < segments.length; depth++) {
      const below = path.join(this.#folder, ...segments.slice(0, depth));
      if (!this.#made.has(below)) await this.#makeFolder(below);
      this.#made.add(below);
    }
    const file = path.join(this.#folder, ...segments);
    const written = path.join(this.#folder, unfinished, String(this.#count++));
    const handle = await orWriteError(open(written, 'w'), file);
    try {
      await orWriteError(writeAll(handle, bytes, 0), file);
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
    this.#waiting.push({ written, name: file, done: this.#bringToDisk(handle) });
    await this.#settle(WAITING_FILES);
  }

  /** Begins at once, beside the work on the next pages. Never rejects: whoever gives the name looks at it. */
  async #bringToDisk(handle: FileHandle): Promise<unknown> {
    try {
      await handle.datasync();
      return undefined;
    } catch (error) {
      return error;
    } finally {
      await handle.close().catch(() => undefined);
    }
  }

  /** The files that wait get their names, but for the last few. */
  async #settle(fewCount = 0): Promise<void> {
    while (this.#waiting.length > fewCount) {
      const { written, name, done } = this.#waiting.shift()!;
      const failure = await done;
      if (failure !== undefined) throw writeError(failure, name);
      await orWriteError(rename(written, name), name);
      this.#changed.add(path.dirname(name));
    }
  }

  async syncFolders(): Promise<void> {
    const folders = [...this.#changed];
    this.#changed.clear();
    for (let at = 0; at < folders.length; at += WAITING_FILES) {
      const some = folders.slice(at, at + WAITING_FILES);
      await Promise.all(some.map((folder) => orWriteError(syncFolder(folder), folder)));
    }
  }

  async #makeFolder(folder: string): Promise<void> {
    this.#changed.add(path.dirname(folder));
    try {
      await mkdir(folder);
    } catch (error) {
      const found = await lstat(folder).catch(() => undefined);
      if (found?.isDirectory()) return;
      if (found?.isSymbolicLink()) throw new DehuskError('OUTPUT_LINK', { file: folder });
      throw writeError(error, folder);
    }
  }
}
