/**
 * A store in one SQLite file, by libsql: one transaction a commit, journals appended, snapshots replaced. Everything
 * that is read back carries a checksum, because SQLite itself does not notice a flipped bit inside a value.
 */
import { existsSync } from 'node:fs';
import { crc32 } from '@exodus/bytes/crc.js';
import type Database from 'libsql';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import {
  closeExclusive,
  type FileKind,
  hasTables,
  openExclusive,
  openFile,
  startLog,
  translateErrors,
} from './sqlite-file.ts';
import {
  type Commit,
  drawHashKey,
  type RunPosition,
  type SiteChange,
  type SiteFacts,
  type SiteState,
  type Store,
  type StoreReader,
} from './store.ts';

/** `dhsk` */
const APPLICATION_ID = 0x6468736b;
/** 1 was that of version 0.1, whose sites did not remember their pages. */
const SCHEMA_VERSION = 2;

/** The tables of sites and runs; an index has them too. */
export const siteTables: string = `
  CREATE TABLE site (site TEXT PRIMARY KEY, facts TEXT NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE snapshot (site TEXT PRIMARY KEY, state BLOB NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE journal (
    site TEXT NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (site, number)
  ) WITHOUT ROWID;
  CREATE TABLE run (run TEXT PRIMARY KEY, position TEXT NOT NULL, crc INTEGER NOT NULL) WITHOUT ROWID;
`;

const stateFile: FileKind = {
  applicationId: APPLICATION_ID,
  schemaVersion: SCHEMA_VERSION,
  schema: `
    CREATE TABLE store (id INTEGER PRIMARY KEY CHECK (id = 1), facts TEXT NOT NULL, crc INTEGER NOT NULL);
    ${siteTables}
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${SCHEMA_VERSION};
  `,
  table: 'store',
  faults: {
    foreign: (file, reason) => new DehuskError('STATE_FOREIGN', { file, reason }),
    older: (file) => new DehuskError('STATE_OLDER', { file }),
    newer: (_, found) => new DehuskError('STATE_NEWER', { found, known: SCHEMA_VERSION }),
    cutShort: (file) => new DehuskError('STATE_DAMAGED', { reason: `${file} is cut short` }),
    damaged: (file, cause) =>
      new DehuskError('STATE_DAMAGED', { reason: `${file}: ${cause.message}` }, { cause }),
    inUse: (file, cause) => new DehuskError('STATE_IN_USE', { file }, { cause }),
    unusable: (file, cause) =>
      new DehuskError('STATE_UNWRITABLE', { file, reason: cause.message }, { cause }),
  },
};

export interface SqliteStoreOptions {
  /** For a file that is yet to be made; an existing one keeps its own. */
  readonly hashKey?: HashKey;
}

/**
 * Opens or makes the file. Throws STATE_FOREIGN, STATE_OLDER, STATE_NEWER, STATE_DAMAGED or STATE_IN_USE, and leaves
 * it as it was.
 */
export function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Store {
  const database = openExclusive(file, stateFile, (opened, isNew) => {
    if (isNew) startLog(opened);
  });
  const translated: Translated = (action) => translateErrors(file, stateFile.faults, action);
  const tables = new SiteTables(database, file, translated);
  let hasLog = false;
  try {
    const hashKey = readHashKey(tables) ?? writeHashKey(tables, options.hashKey ?? drawHashKey());
    return {
      hashKey,
      ...readerOf(tables),
      commit: async (commit) => {
        translated(() => {
          if (!hasLog) startLog(database);
          hasLog = true;
          tables.inTransaction(() => tables.write(commit));
        });
      },
      [Symbol.asyncDispose]: async () => closeExclusive(database),
    };
  } catch (error) {
    closeExclusive(database);
    throw error;
  }
}

/** Milliseconds: for another reader that takes in what a killed run has left. */
const PATIENCE = 'PRAGMA busy_timeout = 500';

/**
 * Opens a file that is there, to look at it, by any number of readers at a time. Throws STATE_NOT_FOUND,
 * STATE_FOREIGN, STATE_OLDER, STATE_NEWER, STATE_DAMAGED, STATE_UNWRITABLE for what is no file or, while a run writes
 * it, STATE_IN_USE.
 */
export function readSqliteStore(file: string): StoreReader {
  if (!existsSync(file)) throw new DehuskError('STATE_NOT_FOUND', { file });
  if (existsSync(`${file}-wal`)) takeInLog(file);
  // A first run that was killed may have left no table, or none of what is written first.
  const empty = (): DehuskError => stateFile.faults.foreign(file, 'it is empty');
  const database = openFile(file, stateFile, (opened, isNew) => {
    opened.exec(PATIENCE);
    if (isNew && !hasTables(opened, stateFile)) throw empty();
    opened.exec('PRAGMA query_only = ON');
  });
  const tables = new SiteTables(database, file, (action) => translateErrors(file, stateFile.faults, action));
  try {
    const hashKey = readHashKey(tables);
    if (hashKey === undefined) throw empty();
    return { hashKey, ...readerOf(tables), [Symbol.asyncDispose]: async () => void database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What a killed run has left in the log: who reads it there holds a lock longer than the reading lasts. */
function takeInLog(file: string): void {
  try {
    closeExclusive(openExclusive(file, stateFile, () => undefined));
  } catch (error) {
    // A run is writing, or another reader does the same: who opens the file next will know.
    if (!(error instanceof DehuskError) || error.code !== 'STATE_IN_USE') throw error;
  }
}

function readHashKey(tables: SiteTables): HashKey | undefined {
  const facts = tables.text(1, 'SELECT facts AS text, crc FROM store WHERE id = ?');
  return facts === undefined ? undefined : (JSON.parse(facts) as { hashKey: HashKey }).hashKey;
}

function writeHashKey(tables: SiteTables, hashKey: HashKey): HashKey {
  const facts = JSON.stringify({ hashKey });
  tables.run('INSERT INTO store VALUES (1, ?, ?)', facts, checksum('1', facts));
  return hashKey;
}

function readerOf(tables: SiteTables): Omit<StoreReader, 'hashKey' | typeof Symbol.asyncDispose> {
  return {
    loadSite: async (site) => tables.loadSite(site),
    sites: async function* () {
      yield* tables.sites();
    },
    loadPosition: async (run) => tables.loadPosition(run),
  };
}

interface TextRow {
  readonly text: string;
  readonly crc: number;
}

interface BlobRow {
  /** libsql's `all` gives blobs as buffers, its `get` as byte arrays. */
  readonly blob: ArrayBuffer;
  readonly crc: number;
}

interface SiteRow {
  readonly site: string;
  readonly facts: string;
  readonly crc: number;
  readonly size: number;
}

const encoder = new TextEncoder();

/** Of a value under its name, so that a value in another's place is noticed too. */
function checksum(name: string, value: string | Uint8Array): number {
  const sum = crc32(typeof value === 'string' ? encoder.encode(value) : value);
  return (sum ^ Math.imul(crc32(encoder.encode(name)), 0x9e3779b1)) >>> 0;
}

type Translated = <Result>(action: () => Result) => Result;

/** Sites and runs in a file of ours, every checksum looked at. */
export class SiteTables {
  readonly #database: Database.Database;
  readonly #file: string;
  readonly #translated: Translated;
  readonly #statements = new Map<string, Database.Statement>();

  /** `translated` puts what SQLite says into the words of the file. */
  constructor(database: Database.Database, file: string, translated: Translated) {
    this.#database = database;
    this.#file = file;
    this.#translated = translated;
  }

  /** All of it as it was at one moment: between two readings a run may have begun and ended. */
  loadSite(site: string): SiteState | undefined {
    return this.#translated(() => {
      const isAlone = !this.#database.inTransaction;
      if (isAlone) this.#database.exec('BEGIN');
      try {
        const facts = this.text(site, 'SELECT facts AS text, crc FROM site WHERE site = ?');
        if (facts === undefined) return undefined;
        return {
          snapshot: this.#blobs(site, 'SELECT state AS blob, crc FROM snapshot WHERE site = ?')[0],
          journals: this.#blobs(
            site,
            'SELECT entry AS blob, crc FROM journal WHERE site = ? ORDER BY number',
          ),
          facts: JSON.parse(facts) as SiteFacts,
        };
      } finally {
        if (isAlone) this.#database.exec('COMMIT');
      }
    });
  }

  *sites(): Generator<{ site: string; facts: SiteFacts; sizeBytes: number }> {
    const rows = this.#translated(
      () =>
        this.#prepare(
          `SELECT site, facts, crc,
             coalesce((SELECT length(state) FROM snapshot WHERE snapshot.site = site.site), 0) +
             coalesce((SELECT sum(length(entry)) FROM journal WHERE journal.site = site.site), 0) AS size
           FROM site ORDER BY site`,
        ).all() as SiteRow[],
    );
    for (const { site, facts, crc, size } of rows) {
      this.#check(crc === checksum(site, facts), site);
      yield { site, facts: JSON.parse(facts) as SiteFacts, sizeBytes: size };
    }
  }

  loadPosition(run: string): RunPosition | undefined {
    const position = this.text(run, 'SELECT position AS text, crc FROM run WHERE run = ?');
    return position === undefined ? undefined : (JSON.parse(position) as RunPosition);
  }

  /** Inside a transaction. */
  write({ run, position, sites }: Commit): void {
    this.writeSites(sites);
    const spelled = JSON.stringify(position);
    this.run('INSERT OR REPLACE INTO run VALUES (?, ?, ?)', run, spelled, checksum(run, spelled));
  }

  /** Inside a transaction. */
  writeSites(sites: Commit['sites']): void {
    for (const [site, change] of sites) this.#writeSite(site, change);
  }

  /** All of it, or nothing. */
  inTransaction(action: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      action();
      this.#database.exec('COMMIT');
    } catch (error) {
      // Where the disk is at fault SQLite has done so itself, and there is nothing to roll back.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** The one text of this name. */
  text(name: string | number, sql: string): string | undefined {
    return this.#translated(() => {
      const row = this.#prepare(sql).get(name) as TextRow | undefined;
      if (row !== undefined) this.#check(row.crc === checksum(String(name), row.text), name);
      return row?.text;
    });
  }

  run(sql: string, ...values: unknown[]): void {
    const bound = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
    this.#translated(() => this.#prepare(sql).run(...bound));
  }

  #writeSite(site: string, { snapshot, journal, facts }: SiteChange): void {
    const spelled = JSON.stringify(facts);
    this.run('INSERT OR REPLACE INTO site VALUES (?, ?, ?)', site, spelled, checksum(site, spelled));
    if (snapshot !== undefined) {
      this.run('INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)', site, snapshot, checksum(site, snapshot));
      this.run('DELETE FROM journal WHERE site = ?', site);
    }
    if (journal.length === 0) return;
    this.run(
      'INSERT INTO journal SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM journal WHERE site = ?',
      ...[site, journal, checksum(site, journal), site],
    );
  }

  #blobs(name: string, sql: string): Uint8Array[] {
    const rows = this.#prepare(sql).all(name) as BlobRow[];
    return rows.map(({ blob, crc }) => {
      const bytes = new Uint8Array(blob);
      this.#check(crc === checksum(name, bytes), name);
      return bytes;
    });
  }

  #check(isRight: boolean, name: string | number): void {
    if (isRight) return;
    throw new DehuskError('STATE_DAMAGED', { reason: `${this.#file}: a checksum of ${name} is wrong` });
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}
