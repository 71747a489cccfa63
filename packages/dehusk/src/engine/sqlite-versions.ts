/**
 * Versions of pages in a SQLite file, which lies beside the state of their sites: the state can be handed on without
 * them. Like rows of a state those of pages have digests, since SQLite does not notice a flipped bit inside a value; a
 * copy is told by the checksum of its compression.
 *
 *     page   address · what is known of the page · digest of this row
 *     copy   address and number · the version, compressed
 */
import type Database from 'libsql';
import {
  type OpenVersionTables,
  openPageVersions,
  type PageVersions,
  type StoredPage,
  type VersionLimits,
  type VersionTables,
} from '../compare/versions/page-versions.ts';
import { DehuskError } from '../errors.ts';
import { digestOfRow } from './digest.ts';
import { type FileKind, translateErrors } from './sqlite-faults.ts';
import { openToWrite, type WritableFile } from './sqlite-file.ts';
import { bytesOf, type Row, textOf } from './sqlite-rows.ts';
import { stateFile } from './sqlite-store.ts';

const SCHEMA_VERSION = 1;

const versionsFile: FileKind = {
  // `dhvs`
  applicationId: 0x64687673,
  schemaVersion: SCHEMA_VERSION,
  schema: [
    'CREATE TABLE page (url TEXT PRIMARY KEY, facts TEXT NOT NULL, digest INTEGER NOT NULL) WITHOUT ROWID',
    'CREATE TABLE copy (url TEXT NOT NULL, id INTEGER NOT NULL, version BLOB NOT NULL, PRIMARY KEY (url, id)) WITHOUT ROWID',
  ],
  faults: {
    ...stateFile.faults,
    newer: (_, found) => new DehuskError('STATE_NEWER', { found, known: SCHEMA_VERSION }),
  },
};

const mebibyte = 1024 * 1024;

/** Choices: three weeks of a page that changes daily, a page of some 20 MB of markup, a small part of a disk. */
const fileLimits: VersionLimits = {
  versions: 20,
  copyBytes: 4 * mebibyte,
  totalBytes: 1024 * mebibyte,
};

/** Opens or makes the file; throws what `openSqliteStore` throws. */
export function openSqliteVersions(
  file: string,
  limits: Partial<VersionLimits> = {},
): PageVersions & AsyncDisposable {
  const opened = openToWrite(file, versionsFile, () => undefined);
  const tables = sqliteTables(file, opened);
  return {
    ...openPageVersions(tables, { ...fileLimits, ...limits }),
    [Symbol.asyncDispose]: async () => opened.close(),
  };
}

function sqliteTables(file: string, { database, startLog }: WritableFile): VersionTables {
  const open = openTables(file, database);
  /** The end of the row of changes: others must not come between what one of them reads and writes. */
  let last: Promise<unknown> = Promise.resolve();
  const translated = <Result>(action: () => Result): Result =>
    translateErrors(file, versionsFile.faults, action);
  return {
    readPage: async (url) => translated(() => open.readPage(url)),
    readCopy: async (url, id) =>
      translated(() => {
        const row = database
          .prepare('SELECT CAST(version AS BLOB) AS version FROM copy WHERE url = ? AND id = ?')
          .get(url, id) as Row | undefined;
        return row && bytesOf(row.version);
      }),
    change: (act) => {
      const change = last.then(async () => {
        try {
          startLog();
          database.exec('BEGIN IMMEDIATE');
          const value = await act(open.tables);
          database.exec('COMMIT');
          return value;
        } catch (error) {
          if (database.inTransaction) database.exec('ROLLBACK');
          return translated(() => {
            throw error;
          });
        }
      });
      last = change.catch(() => undefined);
      return change;
    },
    isFull: (error) => /^SQLITE_FULL/.test(causeCode(error)),
  };
}

function causeCode(error: unknown): string {
  return ((error as Error).cause as { readonly code?: string } | undefined)?.code ?? '';
}

function openTables(
  file: string,
  database: Database.Database,
): { readonly tables: OpenVersionTables; readPage(url: string): StoredPage | undefined } {
  const columns = 'CAST(url AS BLOB) AS url, CAST(facts AS BLOB) AS facts, CAST(digest AS INTEGER) AS digest';
  const read = ({ url, facts, digest }: Row): readonly [string, StoredPage] => {
    const [address, spelled] = [textOf(url), textOf(facts)];
    if (digest !== rowDigest(address, spelled))
      throw versionsFile.faults.damaged(file, 'what it says of a page is damaged');
    return [address, JSON.parse(spelled) as StoredPage];
  };
  const run = (sql: string, ...values: readonly (string | number | Buffer)[]): void => {
    database.prepare(sql).run(...values);
  };
  const readPage = (url: string): StoredPage | undefined => {
    const row = database.prepare(`SELECT ${columns} FROM page WHERE url = ?`).get(url) as Row | undefined;
    return row && read(row)[1];
  };
  return {
    readPage,
    tables: {
      page: async (url) => readPage(url),
      pages: async () =>
        new Map((database.prepare(`SELECT ${columns} FROM page ORDER BY url`).all() as Row[]).map(read)),
      putPage: (url, page) => {
        const facts = JSON.stringify(page);
        run('INSERT OR REPLACE INTO page VALUES (?, ?, ?)', url, facts, rowDigest(url, facts));
      },
      deletePage: (url) => run('DELETE FROM page WHERE url = ?', url),
      putCopy: (url, id, bytes) =>
        run('INSERT OR REPLACE INTO copy VALUES (?, ?, ?)', url, id, Buffer.from(bytes)),
      deleteCopy: (url, id) => run('DELETE FROM copy WHERE url = ? AND id = ?', url, id),
    },
  };
}

/** It finds damage, and keeps nobody out: any key will do. */
function rowDigest(url: string, facts: string): number {
  return digestOfRow(['page', url, facts], [0, 0]);
}
