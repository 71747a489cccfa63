/** A state file that is only looked at: any number of readers at a time, and nothing is written. */
import type Database from 'libsql';
import type { HashKey } from '../../page/text-hash.ts';
import { hasTables, openFile } from '../../sqlite/open-file.ts';
import type { RunPosition, SiteFacts, SiteState, StoreReader } from '../store.ts';
import { stateFile } from './state-file.ts';
import { StateReader } from './state-reader.ts';

/**
 * Opens a file that is there. What a killed run left in the log is taken in. Throws STATE_FOREIGN, STATE_NEWER,
 * STATE_DAMAGED or, while a run writes it, STATE_IN_USE.
 */
export function readSqliteStore(file: string): StoreReader {
  return new ReadOnlyStore(file);
}

class ReadOnlyStore implements StoreReader {
  readonly hashKey: HashKey;
  readonly #database: Database.Database;
  readonly #reader: StateReader;

  constructor(file: string) {
    let hashKey: HashKey | undefined;
    this.#database = openFile(file, stateFile, (database, isNew) => {
      if (!isNew || hasTables(database, stateFile)) hashKey = new StateReader(file, database).hashKey();
      // A first run that was killed before it wrote anything.
      if (hashKey === undefined) throw stateFile.faults.foreign(file, 'it is empty');
      database.exec('PRAGMA query_only = ON');
    });
    this.hashKey = hashKey!;
    this.#reader = new StateReader(file, this.#database);
  }

  async loadSite(site: string): Promise<SiteState | undefined> {
    return this.#reader.site(site);
  }

  async *sites(): AsyncGenerator<{ site: string; facts: SiteFacts; sizeBytes: number }> {
    yield* this.#reader.sites();
  }

  async loadPosition(run: string): Promise<RunPosition | undefined> {
    return this.#reader.position(run);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#database.close();
  }
}
