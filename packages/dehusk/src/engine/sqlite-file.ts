/**
 * What the SQLite files of this program have in common: how they are opened, checked and closed. Whatever is wrong
 * with a file is said before it is touched, so one that is not ours stays as it was. Each kind says the same faults in
 * words of its own.
 *
 * One writes, and any number may read meanwhile: they see what was committed when they look. While a writer has
 * something to write the file has a log beside it (`-wal`, `-shm`); when it is done all is in the one file again. A
 * second writer is refused at once: the first holds a lock on another file (`-lock`), which the system lets go of when
 * its process ends, however it ends.
 */
import { existsSync } from 'node:fs';
import type Database from 'libsql';
import type { DehuskError } from '../errors.ts';
import { type FileKind, isBusy, translateErrors } from './sqlite-faults.ts';
import { checkNumbers, isUnnamed } from './sqlite-header.ts';
import { openDatabase, takeLock } from './sqlite-lock.ts';

/** A file that is open for its only writer. */
export interface WritableFile {
  readonly database: Database.Database;
  /** Before the first write, and not earlier: a file that turns out to be bad stays as it was. */
  startLog(): void;
  close(): void;
}

/** Milliseconds: for somebody who begins or ends a log, which takes one. */
const PATIENCE_MS = 5_000;
/** For readers to go, so that the log can be put away; if they stay, it stays. */
const CLOSING_PATIENCE_MS = 500;

/** What is not trusted: the file may be damaged in any way. */
const CAUTION = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON';
/** EXTRA: that the journal of a log's beginning or end is gone must be on disk, or it would undo what comes after. */
const DURABLE = 'PRAGMA synchronous = EXTRA';

/**
 * Opens a file for its only writer, or makes it with its tables and what `fill` puts into them. Throws what `FileFaults`
 * can say, and leaves the file as it was then.
 */
export function openToWrite(
  file: string,
  kind: FileKind,
  fill: (database: Database.Database) => void,
): WritableFile {
  const { faults } = kind;
  if (isUnnamed(file, kind)) lookInside(file, kind);
  return translateErrors(file, faults, () => {
    const release = takeLock(file, faults);
    let database: Database.Database | undefined;
    try {
      database = openDatabase(file);
      database.exec(`${CAUTION}; PRAGMA busy_timeout = ${PATIENCE_MS}; ${DURABLE}`);
      if (!hasTables(database, kind)) makeTables(database, { file, kind, fill });
      checkVersion(database, file, kind);
      return writable(file, kind, { database, release });
    } catch (error) {
      database?.close();
      release();
      throw error;
    }
  });
}

function writable(
  file: string,
  { faults }: FileKind,
  { database, release }: { readonly database: Database.Database; readonly release: () => void },
): WritableFile {
  let hasLog = false;
  return {
    database,
    startLog: () => {
      if (hasLog) return;
      translateErrors(file, faults, () => database.exec('PRAGMA journal_mode = WAL'));
      hasLog = true;
    },
    close: () => {
      try {
        translateErrors(file, faults, () => putLogAway(database));
      } finally {
        database.close();
        release();
      }
    },
  };
}

/** Puts everything into the one file. Where somebody is reading, as much as can be, and the log stays. */
function putLogAway(database: Database.Database): void {
  database.exec(`PRAGMA busy_timeout = ${CLOSING_PATIENCE_MS}`);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (!isBusy(error as Error)) throw error;
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }
}

/** Opens a file that is there, to look at it. It is not written to, and nothing is left beside it. */
export function openToRead(file: string, kind: FileKind): Database.Database {
  const { faults } = kind;
  if (isUnnamed(file, kind)) lookInside(file, kind);
  return translateErrors(file, faults, () => {
    const database = openReadOnly(file);
    try {
      // At one moment: a run may be making the tables just now.
      inTransaction(database, 'BEGIN', () => {
        // A run that was killed before its tables were made has left nothing.
        if (!hasTables(database, kind)) throw missingTables(database, file, kind);
        checkVersion(database, file, kind);
      });
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function openReadOnly(file: string): Database.Database {
  const open = (): Database.Database => {
    const database = openDatabase(file, 'ro');
    try {
      database.exec(`${CAUTION}; PRAGMA busy_timeout = ${PATIENCE_MS}`);
      isEmpty(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return open();
  } catch (error) {
    if (!/ROLLBACK|RECOVERY/.test((error as { readonly code?: string }).code ?? '')) throw error;
    // Somebody was killed while beginning or ending a log: what was half done is undone before anybody can read.
    const database = openDatabase(file);
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    isEmpty(database);
    database.close();
    return open();
  }
}

/** All of it as it was at one moment, or all of it written, or nothing. */
export function inTransaction<Result>(
  database: Database.Database,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE',
  action: () => Result,
): Result {
  // Whoever has begun one will end it.
  if (database.inTransaction) return action();
  database.exec(begin);
  try {
    const result = action();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Where the disk is at fault SQLite has done so itself, and there is nothing to roll back.
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Keeps others from writing a file, whatever is done with it meanwhile. Returns what lets go. */
export function holdLock(file: string, { faults }: FileKind): () => void {
  return translateErrors(file, faults, () => takeLock(file, faults));
}

/** Puts what is in the log of a file into it, as whoever writes it next would do. For the one who holds the lock. */
export function takeInLog(file: string, { faults }: FileKind): void {
  translateErrors(file, faults, () => {
    const database = openDatabase(file);
    try {
      database.exec(`${CAUTION}; PRAGMA busy_timeout = ${PATIENCE_MS}; ${DURABLE}`);
      putLogAway(database);
    } finally {
      database.close();
    }
  });
}

/** What has tables of others is theirs, although its header says nothing yet. */
function makeTables(
  database: Database.Database,
  {
    file,
    kind,
    fill,
  }: { readonly file: string; readonly kind: FileKind; readonly fill: (database: Database.Database) => void },
): void {
  if (!isEmpty(database) || pageCount(database) > 1) throw missingTables(database, file, kind);
  inTransaction(database, 'BEGIN IMMEDIATE', () => {
    for (const statement of kind.schema) database.exec(statement);
    database.exec(
      `PRAGMA application_id = ${kind.applicationId}; PRAGMA user_version = ${kind.schemaVersion}`,
    );
    fill(database);
  });
}

function hasTables(database: Database.Database, { schema }: FileKind): boolean {
  const [, name] = /CREATE TABLE (\w+)/.exec(schema[0]!)!;
  return database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(name!) !== undefined;
}

/** Why a file has no tables of ours. One that has pages but no tables has lost them. */
function missingTables(database: Database.Database, file: string, { faults }: FileKind): DehuskError {
  if (!isEmpty(database)) return faults.foreign(file, 'it belongs to another program');
  return pageCount(database) > 1
    ? faults.damaged(file, 'its tables are gone')
    : faults.foreign(file, 'it is empty');
}

function pageCount(database: Database.Database): number {
  return readNumber(database, 'page_count');
}

function readNumber(database: Database.Database, pragma: string): number {
  const [value] = Object.values(database.prepare(`PRAGMA ${pragma}`).get() as object) as [number];
  return value;
}

/** Names are not read: those of others may be anything. */
function isEmpty(database: Database.Database): boolean {
  return database.prepare('SELECT 1 FROM sqlite_master').get() === undefined;
}

/** What the header says may be older than what a log says. */
function checkVersion(database: Database.Database, file: string, kind: FileKind): void {
  const application = readNumber(database, 'application_id');
  checkNumbers(file, kind, { application, version: readNumber(database, 'user_version') });
}

/** Throws for a file that belongs to others though its header does not say so. It is not written to. */
function lookInside(file: string, kind: FileKind): void {
  if (!existsSync(file)) return;
  translateErrors(file, kind.faults, () => {
    const database = openReadOnly(file);
    try {
      inTransaction(database, 'BEGIN', () => {
        if (!hasTables(database, kind) && !isEmpty(database)) throw missingTables(database, file, kind);
      });
    } finally {
      database.close();
    }
  });
}
