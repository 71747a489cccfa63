/** Opens the file of an index, to write or to read; what SQLite says of it is put into our words. */
import { existsSync } from 'node:fs';
import Database from 'libsql';
import { DehuskError } from '../../errors.ts';
import { foreign, isNewIndex } from './check-header.ts';
import { schema } from './schema.ts';

/** In KiB, negative as SQLite wants it: postings of common words are read again and again. */
const CACHE = 'PRAGMA cache_size = -65536';

/** Opens the file, or makes it. Nobody else can use it until it is closed. */
export function openToWrite(file: string): Database.Database {
  const isNew = isNewIndex(file);
  return translated(file, () => {
    const database = new Database(file);
    try {
      database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; ${CACHE}`);
      database.exec('PRAGMA journal_mode = WAL');
      database.exec('BEGIN IMMEDIATE');
      if (isNew && !hasTables(database)) makeTables(database, file);
      database.exec('COMMIT');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Opens a file that is there. What a killed run left in the log is taken in. */
export function openToRead(file: string): Database.Database {
  if (!existsSync(file)) throw new DehuskError('INDEX_NOT_FOUND', { file });
  const isNew = isNewIndex(file);
  return translated(file, () => {
    const database = new Database(file);
    try {
      database.exec(CACHE);
      // A run that was killed before its tables were made has left an empty index.
      if (isNew && !hasTables(database)) throw foreign(file, 'it is empty');
      database.exec('PRAGMA query_only = ON');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * libsql closes a file only when its last statement is garbage, so the lock is let go by hand: by leaving the log,
 * which puts everything into the one file, then the exclusive mode, which takes effect with the next look.
 */
export function closeWritten(database: Database.Database): void {
  database.exec('PRAGMA journal_mode = DELETE');
  database.exec('PRAGMA locking_mode = NORMAL');
  hasTables(database);
  database.close();
}

function hasTables(database: Database.Database): boolean {
  return database.prepare("SELECT name FROM sqlite_master WHERE name = 'facts'").get() !== undefined;
}

/** What has tables of others is theirs, although its header says nothing yet because that is still in its log. */
function makeTables(database: Database.Database, file: string): void {
  if (database.prepare('SELECT name FROM sqlite_master').get() !== undefined)
    throw foreign(file, 'it belongs to another program');
  database.exec(schema);
}

export function translated<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    const { code = '', message } = error as { readonly code?: string; readonly message: string };
    if (code.startsWith('SQLITE_BUSY') || /database is locked/.test(message))
      throw new DehuskError('INDEX_IN_USE', { file }, { cause: error });
    if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code) || /malformed|not a database/.test(message))
      throw new DehuskError('INDEX_DAMAGED', { file, reason: message }, { cause: error });
    throw new DehuskError('INDEX_UNUSABLE', { file, reason: message }, { cause: error });
  }
}
