/** A store in one SQLite file, by libsql: one transaction a commit, journals appended, snapshots replaced. */
import { crc32 } from '@exodus/bytes/crc.js';
import type Database from 'libsql';
import { DehuskError } from '../../errors.ts';
import type { HashKey } from '../../page/text-hash.ts';
import { closeExclusive, openExclusive, startLog } from '../../sqlite/open-file.ts';
import { translateErrors } from '../../sqlite/translate-errors.ts';
import { drawHashKey } from '../memory.ts';
import type { Commit, RunPosition, SiteChange, SiteFacts, SiteState, Store } from '../store.ts';
import { stateFile } from './state-file.ts';

export interface SqliteStoreOptions {
  /** For a file that is yet to be made; an existing one keeps its own. */
  readonly hashKey?: HashKey;
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

/** Opens or makes the file. Throws STATE_FOREIGN, STATE_NEWER, STATE_DAMAGED or STATE_IN_USE, and leaves it as it was. */
export function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Store {
  return new SqliteStore(file, options);
}

const encoder = new TextEncoder();

/** Of a value under its name, so that a value in another's place is noticed too. */
function checksum(name: string, value: string | Uint8Array): number {
  const sum = crc32(typeof value === 'string' ? encoder.encode(value) : value);
  return (sum ^ Math.imul(crc32(encoder.encode(name)), 0x9e3779b1)) >>> 0;
}

class SqliteStore implements Store {
  readonly hashKey: HashKey;
  readonly #file: string;
  readonly #database: Database.Database;
  #hasLog = false;

  constructor(file: string, options: SqliteStoreOptions) {
    this.#file = file;
    this.#database = openExclusive(file, stateFile, (database, isNew) => {
      if (isNew) startLog(database);
    });
    try {
      this.hashKey = this.#readHashKey() ?? this.#writeHashKey(options.hashKey ?? drawHashKey());
    } catch (error) {
      closeExclusive(this.#database);
      throw error;
    }
  }

  async loadSite(site: string): Promise<SiteState | undefined> {
    return this.#translated(() => {
      const facts = this.#text(site, 'SELECT facts AS text, crc FROM site WHERE site = ?');
      if (facts === undefined) return undefined;
      return {
        snapshot: this.#blobs(site, 'SELECT state AS blob, crc FROM snapshot WHERE site = ?')[0],
        journals: this.#blobs(site, 'SELECT entry AS blob, crc FROM journal WHERE site = ? ORDER BY number'),
        facts: JSON.parse(facts) as SiteFacts,
      };
    });
  }

  async *sites(): AsyncGenerator<{ site: string; facts: SiteFacts; sizeBytes: number }> {
    const rows = this.#translated(() =>
      this.#all<{ site: string; facts: string; crc: number; size: number }>(
        `SELECT site, facts, crc,
           coalesce((SELECT length(state) FROM snapshot WHERE snapshot.site = site.site), 0) +
           coalesce((SELECT sum(length(entry)) FROM journal WHERE journal.site = site.site), 0) AS size
         FROM site ORDER BY site`,
      ),
    );
    for (const { site, facts, crc, size } of rows) {
      this.#check(crc === checksum(site, facts), site);
      yield { site, facts: JSON.parse(facts) as SiteFacts, sizeBytes: size };
    }
  }

  async loadPosition(run: string): Promise<RunPosition | undefined> {
    return this.#translated(() => {
      const position = this.#text(run, 'SELECT position AS text, crc FROM run WHERE run = ?');
      return position === undefined ? undefined : (JSON.parse(position) as RunPosition);
    });
  }

  async commit({ run, position, sites }: Commit): Promise<void> {
    this.#translated(() => {
      if (!this.#hasLog) startLog(this.#database);
      this.#hasLog = true;
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        for (const [site, change] of sites) this.#writeSite(site, change);
        const spelled = JSON.stringify(position);
        this.#run('INSERT OR REPLACE INTO run VALUES (?, ?, ?)', run, spelled, checksum(run, spelled));
        this.#database.exec('COMMIT');
      } catch (error) {
        this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    closeExclusive(this.#database);
  }

  #writeSite(site: string, { snapshot, journal, facts }: SiteChange): void {
    const spelled = JSON.stringify(facts);
    this.#run('INSERT OR REPLACE INTO site VALUES (?, ?, ?)', site, spelled, checksum(site, spelled));
    if (snapshot !== undefined) {
      this.#run('INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)', site, snapshot, checksum(site, snapshot));
      this.#run('DELETE FROM journal WHERE site = ?', site);
    }
    if (journal.length === 0) return;
    this.#run(
      'INSERT INTO journal SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM journal WHERE site = ?',
      ...[site, journal, checksum(site, journal), site],
    );
  }

  #readHashKey(): HashKey | undefined {
    return this.#translated(() => {
      const facts = this.#text(1, 'SELECT facts AS text, crc FROM store WHERE id = ?');
      return facts === undefined ? undefined : (JSON.parse(facts) as { hashKey: HashKey }).hashKey;
    });
  }

  #writeHashKey(hashKey: HashKey): HashKey {
    const facts = JSON.stringify({ hashKey });
    this.#translated(() => this.#run('INSERT INTO store VALUES (1, ?, ?)', facts, checksum('1', facts)));
    return hashKey;
  }

  /** The one text of this name, its checksum looked at. */
  #text(name: string | number, sql: string): string | undefined {
    const row = this.#database.prepare(sql).get(name) as TextRow | undefined;
    if (row !== undefined) this.#check(row.crc === checksum(String(name), row.text), name);
    return row?.text;
  }

  #blobs(name: string, sql: string): Uint8Array[] {
    const rows = this.#database.prepare(sql).all(name) as BlobRow[];
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

  #all<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.#database.prepare(sql).all(...values) as Row[];
  }

  #run(sql: string, ...values: unknown[]): void {
    this.#database
      .prepare(sql)
      .run(...values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)));
  }

  #translated<Result>(action: () => Result): Result {
    return translateErrors(this.#file, stateFile.faults, action);
  }
}
