/**
 * What the SQLite files of this program have in common: how they are opened, checked and closed. Whatever is wrong
 * with a file is said before it is touched, so one that is not ours stays as it was. Each kind says the same faults in
 * words of its own.
 */

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { DehuskError } from '../errors.ts';

export interface FileKind {
  /** Kept in the header of the file: what is no file of this kind is told without opening it. */
  readonly applicationId: number;
  readonly schemaVersion: number;
  /** Makes all tables, and writes both numbers. */
  readonly schema: string;
  /** One of the tables: they are made together, so it stands for all. */
  readonly table: string;
  readonly faults: FileFaults;
}

interface FileFaults {
  foreign(file: string, reason: string): DehuskError;
  older(file: string): DehuskError;
  newer(file: string, found: number): DehuskError;
  cutShort(file: string): DehuskError;
  damaged(file: string, cause: Error): DehuskError;
  inUse(file: string, cause: Error): DehuskError;
  unusable(file: string, cause: Error): DehuskError;
}

/** `isNew`: the file says nothing of itself yet; its tables may still be in its log. */
type Prepare = (database: Database.Database, isNew: boolean) => void;

/** Opens a file, or makes an empty one; it is closed again if `prepare` throws. */
export function openFile(file: string, kind: FileKind, prepare: Prepare): Database.Database {
  const isNew = isNewFile(file, kind);
  return translateErrors(file, kind.faults, () => {
    const database = openDatabase(file);
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
 * Between SQLite and the files, libsql has a layer for encryption, which takes a read that failed for a good one: with
 * a disk that errs, wrong bytes would be put into the file without a word. So SQLite's own way to the files is named.
 */
export function openDatabase(file: string): Database.Database {
  const way = process.platform === 'win32' ? 'win32' : 'unix';
  return new Database(`${pathToFileURL(file).href}?vfs=${way}`);
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

/** Looks at a file before SQLite does: what is no file of ours is left as it is. */

/** Of the file format of SQLite: the header, and where in it these numbers stand. */
const HEADER_BYTES = 100;
const SQLITE_MAGIC = 'SQLite format 3\0';
const PAGE_SIZE_AT = 16;
const VERSION_AT = 60;
const APPLICATION_AT = 68;

/** True for a file that is yet to be made, or whose making was cut short. Throws for one of another kind. */
function isNewFile(file: string, kind: FileKind): boolean {
  if (!existsSync(file)) return true;
  const header = readHeader(file, kind);
  if (header.length === 0) return true;
  if (header.subarray(0, SQLITE_MAGIC.length).toString('latin1') !== SQLITE_MAGIC)
    throw kind.faults.foreign(file, 'it is no SQLite database');
  if (header.length < HEADER_BYTES) throw kind.faults.cutShort(file);
  const application = header.readUInt32BE(APPLICATION_AT);
  if (application === 0 && isBegun(file, header)) return true;
  if (application !== kind.applicationId) throw kind.faults.foreign(file, 'it belongs to another program');
  const version = header.readUInt32BE(VERSION_AT);
  if (version > kind.schemaVersion) throw kind.faults.newer(file, version);
  if (version < kind.schemaVersion) throw kind.faults.older(file);
  return false;
}

/**
 * A first run that is killed leaves an empty file, one whose tables are still in the log beside it, or a single page,
 * which has room for no table but the list of tables.
 */
function isBegun(file: string, header: Buffer): boolean {
  return existsSync(`${file}-wal`) || statSync(file).size <= header.readUInt16BE(PAGE_SIZE_AT);
}

function readHeader(file: string, { faults }: FileKind): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw faults.unusable(file, error as Error);
  }
}

/** Does something with a file; what SQLite says of it is put into our words. */
export function translateErrors<Result>(file: string, faults: FileFaults, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    throw translated(file, faults, error as Error);
  }
}

/** libsql gives a code with some errors, and only the message with others. */
function translated(file: string, faults: FileFaults, error: Error): DehuskError {
  const { code = '', message } = error as Error & { readonly code?: string };
  if (code.startsWith('SQLITE_BUSY') || /database is locked/.test(message)) return faults.inUse(file, error);
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code) || /malformed|not a database/.test(message))
    return faults.damaged(file, error);
  return faults.unusable(file, error);
}
