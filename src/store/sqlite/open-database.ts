/** Opens the file of a store, or makes it; whatever is wrong with it is said before it is touched. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'libsql';
import { DehuskError } from '../../errors.ts';
import { APPLICATION_ID, SCHEMA_VERSION, schema } from './schema.ts';

const HEADER_BYTES = 100;
const SQLITE_MAGIC = 'SQLite format 3\0';

export function openDatabase(file: string): Database.Database {
  const isNew = checkHeader(file);
  return translateErrors(file, () => {
    const database = new Database(file);
    try {
      // The lock of the first write is kept until the end, so a second run fails at once; a killed one leaves none.
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL');
      if (isNew) startLog(database);
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

/** What has tables of others is theirs, although its header says nothing yet because that is still in its log. */
function makeTables(database: Database.Database, file: string): void {
  const theirs = database.prepare('SELECT name FROM sqlite_master').get();
  if (theirs !== undefined) {
    throw new DehuskError('STATE_FOREIGN', { file, reason: 'it belongs to another program' });
  }
  database.exec(schema);
}

/** Before the first write, and not before: it marks the file, and a state that turns out to be bad stays as it was. */
export function startLog(database: Database.Database): void {
  database.exec('PRAGMA journal_mode = WAL');
}

/**
 * libsql closes a file only when its last statement is garbage, so the lock is let go by hand: by leaving the log,
 * which puts everything into the one file, then the exclusive mode, which takes effect with the next look.
 */
export function closeDatabase(database: Database.Database): void {
  database.exec('PRAGMA journal_mode = DELETE');
  database.exec('PRAGMA locking_mode = NORMAL');
  hasTables(database);
  database.close();
}

function hasTables(database: Database.Database): boolean {
  return database.prepare("SELECT name FROM sqlite_master WHERE name = 'store'").get() !== undefined;
}

/** True for a file that is yet to be made. */
function checkHeader(file: string): boolean {
  if (!existsSync(file)) return true;
  const header = readHeader(file);
  if (header.length === 0) return true;
  const magic = header.subarray(0, SQLITE_MAGIC.length).toString('latin1');
  if (magic !== SQLITE_MAGIC)
    throw new DehuskError('STATE_FOREIGN', { file, reason: 'it is no SQLite database' });
  if (header.length < HEADER_BYTES)
    throw new DehuskError('STATE_DAMAGED', { reason: `${file} is cut short` });
  const application = header.readUInt32BE(68);
  if (application === 0 && (isBare(file, header) || existsSync(`${file}-wal`))) return true;
  if (application !== APPLICATION_ID) {
    throw new DehuskError('STATE_FOREIGN', { file, reason: 'it belongs to another program' });
  }
  const version = header.readUInt32BE(60);
  if (version > SCHEMA_VERSION)
    throw new DehuskError('STATE_NEWER', { found: version, known: SCHEMA_VERSION });
  return false;
}

/**
 * A first run that is killed leaves an empty file, one whose tables are still in the log beside it, or this: a single
 * page, which has room for no table but the list of tables.
 */
function isBare(file: string, header: Buffer): boolean {
  return statSync(file).size <= header.readUInt16BE(16);
}

function readHeader(file: string): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new DehuskError('STATE_UNWRITABLE', { file, reason: (error as Error).message }, { cause: error });
  }
}

/** What SQLite says, in our words. */
export function translateErrors<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    const { code = '', message } = error as { readonly code?: string; readonly message: string };
    if (code.startsWith('SQLITE_BUSY') || /database is locked/.test(message)) {
      throw new DehuskError('STATE_IN_USE', { file }, { cause: error });
    }
    if (
      code.startsWith('SQLITE_CORRUPT') ||
      code.startsWith('SQLITE_NOTADB') ||
      /malformed|not a database/.test(message)
    ) {
      throw new DehuskError('STATE_DAMAGED', { reason: `${file}: ${message}` }, { cause: error });
    }
    throw new DehuskError('STATE_UNWRITABLE', { file, reason: message }, { cause: error });
  }
}
