/** Opens databases, and keeps a file for one writer. */
import { closeSync, existsSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { type FileFaults, isBusy } from './sqlite-faults.ts';

/**
 * Between SQLite and the files, libsql has a layer for encryption, which takes a read that failed for a good one: with
 * a disk that errs, wrong bytes would be put into the file without a word. So SQLite's own way to the files is named.
 */
export function openDatabase(file: string, mode: 'ro' | 'rwc' = 'rwc'): Database.Database {
  const way = process.platform === 'win32' ? 'win32' : 'unix';
  return new Database(`${pathToFileURL(file).href}?vfs=${way}&mode=${mode}`);
}

/** Another file of the same name was there each time: nobody can be so unlucky so often. */
const LOCK_ATTEMPTS = 20;

/**
 * Only one process can hold it, and the system lets go of it when that process ends. Returns what lets go. It is a lock
 * of SQLite on an empty database, because Node has none of its own. Nobody may open that file in another way: closing
 * it would let go of the lock.
 */
export function takeLock(file: string, faults: FileFaults): () => void {
  // Whoever comes over a link must find the same one.
  const lockFile = `${existsSync(file) ? realpathSync(file) : file}-lock`;
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
    const before = identityOf(lockFile) ?? makeEmpty(lockFile);
    const lock = openDatabase(lockFile);
    try {
      lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw isBusy(error as Error) ? faults.inUse(file, error as Error) : error;
    }
    const release = (): void => {
      lock.exec('ROLLBACK');
      lock.close();
    };
    if (before !== undefined && identityOf(lockFile) === before)
      return () => {
        // While it is held: who has opened it before will find that it is gone. If it stays it harms nobody.
        orIgnored(() => rmSync(lockFile, { force: true }));
        orIgnored(release);
      };
    // The one who had it has removed it meanwhile: this lock is on a file that nobody can see.
    release();
  }
  throw faults.inUse(file);
}

/** At the end, when what is done is done, and why something failed is known already. */
function orIgnored(action: () => void): void {
  try {
    action();
  } catch {
    // Said above.
  }
}

/** Which file it is, whatever its name. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

function makeEmpty(file: string): string | undefined {
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return identityOf(file);
}
