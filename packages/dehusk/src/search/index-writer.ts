/**
 * Writes an index. What is put into it, what a method has learned of the sites and how far the run has come become
 * durable together, in one `commit`, or not at all: a run that is killed at any point goes on as if nothing had
 * happened.
 */
import type Database from 'libsql';
import { closeExclusive } from '../engine/sqlite/open-file.ts';
import type { HashKey } from '../page/text-hash.ts';
import { openToWrite, translated } from './file/open-index-file.ts';
import { WORDS_VERSION } from './file/schema.ts';
import type { IndexEntry } from './index-entry.ts';
import {
  checkSetting,
  type IndexFacts,
  type IndexSetting,
  type IndexTotals,
  noTotals,
  readFacts,
  writeFacts,
} from './index-facts.ts';
import { PageRows, sum } from './page-rows.ts';

export interface IndexWriterOptions {
  /** What the index is built with; for one that is there, what it must have been built with. */
  readonly setting: IndexSetting;
  /** For a file that is yet to be made; an existing one keeps its own. */
  readonly hashKey: HashKey;
}

/** How far a run has come. */
export interface IndexPosition {
  /** Items of the input, pages and failures alike, that are done. */
  readonly itemCount: number;
  readonly finished: boolean;
  /** Counts for the summary of a run that goes on. */
  readonly tally: Readonly<Record<string, number>>;
}

export interface IndexCommit {
  readonly entries: Iterable<IndexEntry>;
  /** What a method carries to the next batch, by site. */
  readonly sites?: ReadonlyMap<string, Uint8Array>;
  /** Of a run that can be taken up again. */
  readonly run?: { readonly name: string; readonly position: IndexPosition };
}

export interface IndexWriter extends Disposable {
  readonly hashKey: HashKey;
  readonly totals: IndexTotals;
  siteState(site: string): Uint8Array | undefined;
  position(run: string): IndexPosition | undefined;
  commit(commit: IndexCommit): void;
}

/** Opens or makes the file. Throws INDEX_FOREIGN, INDEX_NEWER, INDEX_IN_USE … and leaves it as it was. */
export function openIndexWriter(file: string, options: IndexWriterOptions): IndexWriter {
  return new SqliteIndexWriter(file, options);
}

class SqliteIndexWriter implements IndexWriter {
  readonly #file: string;
  readonly #database: Database.Database;
  readonly #rows: PageRows;
  #facts: IndexFacts;

  constructor(file: string, { setting, hashKey }: IndexWriterOptions) {
    this.#file = file;
    this.#database = openToWrite(file);
    this.#rows = new PageRows(this.#database);
    try {
      const known = translated(file, () => readFacts(this.#database, file));
      if (known !== undefined) checkSetting(file, known.setting, setting);
      this.#facts = known ?? { wordsVersion: WORDS_VERSION, hashKey, setting, totals: noTotals };
      if (known === undefined) translated(file, () => writeFacts(this.#database, this.#facts));
    } catch (error) {
      closeExclusive(this.#database);
      throw error;
    }
  }

  get hashKey(): HashKey {
    return this.#facts.hashKey;
  }

  get totals(): IndexTotals {
    return this.#facts.totals;
  }

  siteState(site: string): Uint8Array | undefined {
    return translated(this.#file, () => {
      const rows = this.#database.prepare('SELECT state FROM site WHERE site = ?').all(site);
      // libsql's `all` gives blobs as buffers of their own, its `get` as windows on others.
      const state = (rows[0] as { readonly state: ArrayBuffer } | undefined)?.state;
      return state && new Uint8Array(state);
    });
  }

  position(run: string): IndexPosition | undefined {
    return translated(this.#file, () => {
      const row = this.#database.prepare('SELECT position FROM run WHERE run = ?').get(run);
      const spelled = (row as { readonly position: string } | undefined)?.position;
      return spelled === undefined ? undefined : (JSON.parse(spelled) as IndexPosition);
    });
  }

  commit(commit: IndexCommit): void {
    translated(this.#file, () => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const facts = this.#write(commit);
        this.#database.exec('COMMIT');
        this.#facts = facts;
      } catch (error) {
        this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  #write({ entries, sites = new Map(), run }: IndexCommit): IndexFacts {
    let { totals } = this.#facts;
    for (const entry of entries) totals = sum(totals, this.#rows.put(entry));
    const putSite = this.#database.prepare('INSERT OR REPLACE INTO site VALUES (?, ?)');
    for (const [site, state] of sites) putSite.run(site, Buffer.from(state));
    if (run !== undefined)
      this.#database
        .prepare('INSERT OR REPLACE INTO run VALUES (?, ?)')
        .run(run.name, JSON.stringify(run.position));
    const facts = { ...this.#facts, totals };
    writeFacts(this.#database, facts);
    return facts;
  }

  [Symbol.dispose](): void {
    translated(this.#file, () => closeExclusive(this.#database));
  }
}
