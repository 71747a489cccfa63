/** Opens and closes a file of ours; whatever is wrong with it is said before it is touched. */
import Database from 'libsql';
import { isNewFile } from './check-header.ts';
import type { FileKind } from './file-kind.ts';
import { translateErrors } from './translate-errors.ts';

/** `isNew`: the file says nothing of itself yet; its tables may still be in its log. */
type Prepare = (database: Database.Database, isNew: boolean) => void;

/** Opens a file, or makes an empty one; it is closed again if `prepare` throws. */
export function openFile(file: string, kind: FileKind, prepare: Prepare): Database.Database {
  const isNew = isNewFile(file, kind);
  return translateErrors(file, kind.faults, () => {
    const database = new Database(file);
    try {
      prepare(database, isNew);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * Opens a file, or makes it with its tables. The lock of the first write is kept until `closeExclusive`, so a second
 * run fails at once; a killed one leaves none.
 */
export function openExclusive(file: string, kind: FileKind, prepare: Prepare): Database.Database {
  return openFile(file, kind, (database, isNew) => {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL');
    prepare(database, isNew);
    database.exec('BEGIN IMMEDIATE');
    if (isNew && !hasTables(database, kind)) makeTables(database, file, kind);
    database.exec('COMMIT');
  });
}

/**
 * libsql closes a file only when its last statement is garbage, so the lock is let go by hand: by leaving the log,
 * which puts everything into the one file, then the exclusive mode, which takes effect with the next look.
 */
export function closeExclusive(database: Database.Database): void {
  database.exec('PRAGMA journal_mode = DELETE');
  database.exec('PRAGMA locking_mode = NORMAL');
  isEmpty(database);
  database.close();
}

/** Marks the file, so it comes right before the first write: a file that turns out to be bad stays as it was. */
export function startLog(database: Database.Database): void {
  database.exec('PRAGMA journal_mode = WAL');
}

export function hasTables(database: Database.Database, { table }: FileKind): boolean {
  return database.prepare('SELECT name FROM sqlite_master WHERE name = ?').get(table) !== undefined;
}

/** What has tables of others is theirs, although its header says nothing yet because that is still in its log. */
function makeTables(database: Database.Database, file: string, { faults, schema }: FileKind): void {
  if (!isEmpty(database)) throw faults.foreign(file, 'it belongs to another program');
  database.exec(schema);
}

function isEmpty(database: Database.Database): boolean {
  return database.prepare('SELECT name FROM sqlite_master').get() === undefined;
}
