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
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { DehuskError, systemReason } from '../errors.ts';

export interface FileKind {
  /** Kept in the header of the file: what is no file of this kind is told without opening it. */
  readonly applicationId: number;
  readonly schemaVersion: number;
  /** What makes the tables: a `CREATE` each, as SQLite keeps it. They are made together, so the first stands for all. */
  readonly schema: readonly string[];
  readonly faults: FileFaults;
}

interface FileFaults {
  foreign(file: string, reason: string): DehuskError;
  older(file: string): DehuskError;
  newer(file: string, found: number): DehuskError;
  damaged(file: string, reason: string, cause?: Error): DehuskError;
  inUse(file: string, cause?: Error): DehuskError;
  unusable(file: string, reason: string, cause: Error): DehuskError;
}

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

/**
 * Between SQLite and the files, libsql has a layer for encryption, which takes a read that failed for a good one: with
 * a disk that errs, wrong bytes would be put into the file without a word. So SQLite's own way to the files is named.
 */
export function openDatabase(file: string, mode: 'ro' | 'rwc' = 'rwc'): Database.Database {
  const way = process.platform === 'win32' ? 'win32' : 'unix';
  return new Database(`${pathToFileURL(file).href}?vfs=${way}&mode=${mode}`);
}

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
      database.exec(`${CAUTION}; PRAGMA busy_timeout = ${PATIENCE_MS}; PRAGMA synchronous = FULL`);
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
      // A run that was killed before its tables were made has left nothing.
      if (!hasTables(database, kind)) throw missingTables(database, file, kind);
      checkVersion(database, file, kind);
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
      database.exec(`${CAUTION}; PRAGMA busy_timeout = ${PATIENCE_MS}; PRAGMA synchronous = FULL`);
      putLogAway(database);
    } finally {
      database.close();
    }
  });
}

/** Another file of the same name was there each time: nobody can be so unlucky so often. */
const LOCK_ATTEMPTS = 20;

/**
 * Only one process can hold it, and the system lets go of it when that process ends. Returns what lets go. It is a lock
 * of SQLite on an empty database, because Node has none of its own. Nobody may open that file in another way: closing
 * it would let go of the lock.
 */
function takeLock(file: string, faults: FileFaults): () => void {
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

function checkNumbers(
  file: string,
  { applicationId, schemaVersion, faults }: FileKind,
  { application, version }: { readonly application: number; readonly version: number },
): void {
  if (application !== applicationId) throw faults.foreign(file, 'it belongs to another program');
  if (version > schemaVersion) throw faults.newer(file, version);
  if (version < schemaVersion) throw faults.older(file);
}

// Of the file format of SQLite: the header, and where in it these numbers stand.
const HEADER_BYTES = 100;
const SQLITE_MAGIC = 'SQLite format 3\0';
const PAGE_SIZE_AT = 16;
const VERSION_AT = 60;
const APPLICATION_AT = 68;
/** The kind of the first page: it holds the list of tables, or only the way to it. */
const PAGE_KIND_AT = 100;
const LEAF_PAGE = 13;
const MAX_PAGE_BYTES = 65_536;

/**
 * Looks at a file before SQLite does. Throws for one of another kind. True for one that says nothing of itself yet: it
 * is yet to be made, its making was cut short, or what it says is still in its log.
 */
function isUnnamed(file: string, kind: FileKind): boolean {
  if (!existsSync(file)) return true;
  const start = readStart(file, kind);
  if (start.length === 0) return true;
  if (start.subarray(0, SQLITE_MAGIC.length).toString('latin1') !== SQLITE_MAGIC)
    throw kind.faults.foreign(file, 'it is no SQLite database');
  if (start.length < HEADER_BYTES) throw kind.faults.damaged(file, 'it is cut short');
  const application = start.readUInt32BE(APPLICATION_AT);
  if (application === 0 && isBegun(file, start)) return true;
  checkNumbers(file, kind, { application, version: start.readUInt32BE(VERSION_AT) });
  checkTableList(file, kind, start);
  return false;
}

/**
 * A first run that is killed leaves an empty file, one whose tables are still in the log beside it, or a single page,
 * which has room for no table but the list of tables.
 */
function isBegun(file: string, start: Buffer): boolean {
  return existsSync(`${file}-wal`) || statSync(file).size <= start.readUInt16BE(PAGE_SIZE_AT);
}

/**
 * The list of tables never changes. libsql ends the process when SQLite hands it a text that is no UTF-8, and SQLite puts
 * names of that list into its messages: so it is looked at before. In each row: type, name, name, root, statement.
 */
function checkTableList(file: string, { schema, faults }: FileKind, start: Buffer): void {
  const pageBytes = start.readUInt16BE(PAGE_SIZE_AT) || MAX_PAGE_BYTES;
  const page = start.subarray(0, pageBytes);
  // A long list has pages of its own.
  if (page[PAGE_KIND_AT] !== LEAF_PAGE) return;
  for (const statement of schema) {
    const [, kind = '', name = ''] = /^CREATE (?:VIRTUAL )?(TABLE|INDEX) (\w+)/.exec(statement)!;
    const names = kind === 'INDEX' ? `index${name}` : `table${name}${name}`;
    const at = page.indexOf(statement);
    // Of an index the table comes between; the root is a number of four bytes at most.
    const before = page.subarray(
      Math.max(0, at - names.length - (kind === 'INDEX' ? 64 : 4)),
      Math.max(0, at),
    );
    if (at < 0 || !before.includes(names)) throw faults.damaged(file, 'its list of tables is damaged');
  }
}

/** The first page, or what there is of it. */
function readStart(file: string, { faults }: FileKind): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const start = Buffer.alloc(MAX_PAGE_BYTES);
      return start.subarray(0, readSync(descriptor, start, 0, MAX_PAGE_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw faults.unusable(file, systemReason(error), error as Error);
  }
}

/** Throws for a file that belongs to others though its header does not say so. It is not written to. */
function lookInside(file: string, kind: FileKind): void {
  if (!existsSync(file)) return;
  translateErrors(file, kind.faults, () => {
    const database = openReadOnly(file);
    try {
      if (!hasTables(database, kind) && !isEmpty(database)) throw missingTables(database, file, kind);
    } finally {
      database.close();
    }
  });
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
  if (isBusy(error)) return faults.inUse(file, error);
  if (
    /^SQLITE_(?:CORRUPT|NOTADB|MISMATCH|CONSTRAINT|RANGE)/.test(code) ||
    /malformed|not a database/.test(message)
  )
    return faults.damaged(file, 'its pages do not fit together', error);
  if (/no such (?:table|column)|has no column|values were supplied/.test(message))
    return faults.damaged(file, 'a table is not as it was made', error);
  return faults.unusable(file, reasonOf(file, error), error);
}

function isBusy(error: Error): boolean {
  const { code = '', message } = error as Error & { readonly code?: string };
  return code.startsWith('SQLITE_BUSY') || /database is locked/.test(message);
}

/** Why SQLite could not do something, without its words. */
function reasonOf(file: string, error: Error): string {
  const { code = '', message } = error as Error & { readonly code?: string };
  if (code.startsWith('SQLITE_FULL')) return systemReason({ code: 'ENOSPC' });
  // Of some of these libsql knows no name.
  if (code.startsWith('SQLITE_IOERR') || message === 'disk I/O error') return systemReason({ code: 'EIO' });
  if (code.startsWith('SQLITE_PROTOCOL')) return 'it cannot be locked';
  if (code.startsWith('SQLITE_NOMEM')) return systemReason({ code: 'ENOMEM' });
  const isOpening = code.startsWith('SQLITE_CANTOPEN') || /ConnectionFailed/.test(message);
  if (isOpening || /^SQLITE_(?:READONLY|PERM|AUTH)/.test(code)) return whyNotOpen(file);
  return systemReason(error);
}

/** SQLite says that it could not, the system says why. */
function whyNotOpen(file: string): string {
  try {
    const folder = path.dirname(path.resolve(file));
    if (existsSync(file)) {
      if (statSync(file).isDirectory()) return systemReason({ code: 'EISDIR' });
      accessSync(file, constants.R_OK | constants.W_OK);
    }
    if (!statSync(folder).isDirectory()) return systemReason({ code: 'ENOTDIR' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return systemReason(error);
  }
  return 'it cannot be opened';
}
