/** A store in one SQLite file, by libsql: one transaction a commit, journals appended, snapshots replaced. */
import type { HashKey } from '../../../page/text-hash.ts';
import { closeExclusive, openExclusive, startLog } from '../../sqlite/open-file.ts';
import { drawHashKey } from '../memory.ts';
import type { Commit, SiteChange, Store } from '../store.ts';
import { stateFile } from './state-file.ts';
import { checksum, StateReader } from './state-reader.ts';

export interface SqliteStoreOptions {
  /** For a file that is yet to be made; an existing one keeps its own. */
  readonly hashKey?: HashKey;
}

/** Opens or makes the file. Throws STATE_FOREIGN, STATE_NEWER, STATE_DAMAGED or STATE_IN_USE, and leaves it as it was. */
export function openSqliteStore(file: string, options: SqliteStoreOptions = {}): Store {
  return new SqliteStore(file, options);
}

class SqliteStore extends StateReader implements Store {
  readonly hashKey: HashKey;
  #hasLog = false;

  constructor(file: string, options: SqliteStoreOptions) {
    const database = openExclusive(file, stateFile, (opened, isNew) => {
      if (isNew) startLog(opened);
    });
    super(file, database);
    try {
      this.hashKey = this.readHashKey() ?? this.#writeHashKey(options.hashKey ?? drawHashKey());
    } catch (error) {
      closeExclusive(database);
      throw error;
    }
  }

  async commit({ run, position, sites }: Commit): Promise<void> {
    this.translated(() => {
      if (!this.#hasLog) startLog(this.database);
      this.#hasLog = true;
      this.database.exec('BEGIN IMMEDIATE');
      try {
        for (const [site, change] of sites) this.#writeSite(site, change);
        const spelled = JSON.stringify(position);
        this.#run('INSERT OR REPLACE INTO run VALUES (?, ?, ?)', run, spelled, checksum(run, spelled));
        this.database.exec('COMMIT');
      } catch (error) {
        this.database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    closeExclusive(this.database);
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

  #writeHashKey(hashKey: HashKey): HashKey {
    const facts = JSON.stringify({ hashKey });
    this.translated(() => this.#run('INSERT INTO store VALUES (1, ?, ?)', facts, checksum('1', facts)));
    return hashKey;
  }

  #run(sql: string, ...values: unknown[]): void {
    this.database
      .prepare(sql)
      .run(...values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)));
  }
}
