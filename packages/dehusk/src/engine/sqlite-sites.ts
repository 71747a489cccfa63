/**
 * Sites and runs as tables of a SQLite file: of a state, and of an index. Nothing that is read is believed: SQLite
 * itself does not notice a flipped bit inside a value, nor a row that is gone.
 *
 *     store      its key, and what all rows of `site` and `run` come to
 *     site       facts · digest of its snapshot · digest of this row
 *     snapshot   what was learned, the journals behind it; `site-state.ts` has the bytes, and the chain over its pages
 *     journal
 *     run        how far it has come · digest of this row
 *     page_fact  of states: what is remembered of single pages · digest of this row
 *
 * A site's row has the digest of its last page, so what is missing of the site is noticed when it is read. The sums in
 * `store` are over the digests of all rows, and change with each commit by what the commit changes: so a row that is
 * gone, or is of another commit, is noticed when the file is opened, at a third of a microsecond a site. That a row is
 * found under its name is looked at once, when a site is asked for that is not there.
 *
 * libsql ends the process when it meets a text that is no UTF-8. So texts are read as bytes.
 */
import type Database from 'libsql';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import { digestOfRow } from './digest.ts';
import { inTransaction } from './sqlite-file.ts';
import {
  bytesOf,
  changeSums,
  factDigest,
  NO_SNAPSHOT,
  noRows,
  numberOf,
  type Row,
  type RowChange,
  type RowSums,
  runDigest,
  type StoreFacts,
  sameSums,
  siteColumns,
  siteDigest,
  snapshotDigest,
  storeDigest,
  storeFacts,
  textOf,
  WORD,
} from './sqlite-rows.ts';
import {
  type Commit,
  checkFollows,
  type FactChanges,
  type PageFacts,
  type RunPosition,
  type RunProgress,
  type SiteChange,
  type SiteFacts,
  type SiteState,
} from './store.ts';

export interface StoredSite {
  readonly site: string;
  readonly facts: SiteFacts;
  readonly sizeBytes: number;
}

const factColumns = 'CAST(value AS BLOB) AS value, CAST(digest AS INTEGER) AS digest';

/** Rows that are read at a time. */
const CHUNK = 500;

/** Puts what SQLite says into the words of a file. */
export type Translated = <Result>(action: () => Result) => Result;

export class SiteTables {
  readonly hashKey: HashKey;
  readonly #database: Database.Database;
  readonly #file: string;
  readonly #translated: Translated;
  readonly #statements = new Map<string, Database.Statement>();
  /** As it was read or written last. */
  #store: StoreFacts;
  /** Rows are known to be under their names. */
  #isSearched = false;
  /** The facts of pages are known to be all there. */
  #hasSummedFacts = false;
  /** That all are there is looked at once, when the first is asked for: a million take a third of a second. */
  readonly pageFacts: PageFacts = {
    get: (name) =>
      this.#atOneMoment(() => {
        this.#sumFacts();
        const row = this.#get(`SELECT ${factColumns} FROM page_fact WHERE name = ?`, name);
        return row && this.#fact(name, row);
      }),
    list: (prefix) => this.#listFacts(prefix),
  };

  /** For a file whose tables were made just now. */
  static fill(database: Database.Database, hashKey: HashKey): void {
    const facts = JSON.stringify({ hashKey, commits: 0, sites: noRows, runs: noRows } satisfies StoreFacts);
    database.prepare('INSERT INTO store VALUES (1, ?, ?)').run(facts, storeDigest(facts, hashKey));
  }

  /** Throws STATE_DAMAGED for a file that lacks rows, or has some of another commit. */
  constructor(database: Database.Database, file: string, translated: Translated) {
    this.#database = database;
    this.#file = file;
    this.#translated = translated;
    this.#store = this.#atOneMoment(() => {
      const store = this.#readStore();
      this.#check(
        sameSums(this.#sums('site'), store.sites),
        'sites are missing, or not those of its last commit',
      );
      this.#check(
        sameSums(this.#sums('run'), store.runs),
        'runs are missing, or not those of its last commit',
      );
      for (const { run, position, digest } of this.#runRows())
        this.#check(digest === runDigest(run, position, store.hashKey), `what it says of a run is damaged`);
      return store;
    });
    this.hashKey = this.#store.hashKey;
  }

  /** All of it as it was at one moment: between two readings a run may have begun and ended. */
  loadSite(site: string): SiteState | undefined {
    return this.#atOneMoment(() => {
      const row = this.#row(site);
      if (row === undefined) {
        this.#searchSites();
        return undefined;
      }
      return {
        facts: row.facts,
        snapshot: this.#snapshot(site, row.snapshot),
        journals: this.#journals(site),
      };
    });
  }

  *sites(): Generator<StoredSite> {
    for (let after: string | undefined; ; ) {
      const rows = this.#translated(() => this.#siteRows(after));
      for (const { name, facts, snapshot, digest, size } of rows) {
        this.#check(
          digest === siteDigest(name, facts, snapshot, this.hashKey),
          `the facts of ${name} are damaged`,
        );
        yield { site: name, facts: JSON.parse(facts) as SiteFacts, sizeBytes: size };
      }
      if (rows.length < CHUNK) return;
      after = rows.at(-1)!.name;
    }
  }

  loadPosition(run: string): RunPosition | undefined {
    return this.#atOneMoment(() => {
      const row = this.#get(
        'SELECT CAST(position AS BLOB) AS position, CAST(digest AS INTEGER) AS digest FROM run WHERE run = ?',
        run,
      );
      return row && this.#position(run, textOf(row.position), row.digest);
    });
  }

  /** Those whose names begin so. */
  *runs(prefix: string): Generator<{ readonly run: string; readonly position: RunPosition }> {
    const rows = this.#translated(() => [...this.#runRows()]);
    for (const { run, position, digest } of rows)
      if (run.startsWith(prefix)) yield { run, position: this.#position(run, position, digest) };
  }

  *#listFacts(prefix: string): Generator<{ readonly name: string; readonly bytes: Uint8Array }> {
    this.#atOneMoment(() => this.#sumFacts());
    for (let after = prefix; ; ) {
      const rows = this.#translated(
        () =>
          this.#prepare(
            `SELECT CAST(name AS BLOB) AS name, ${factColumns} FROM page_fact WHERE name > ? ORDER BY name LIMIT ${CHUNK}`,
          ).all(after) as Row[],
      );
      for (const row of rows) {
        after = textOf(row.name);
        if (!after.startsWith(prefix)) return;
        yield { name: after, bytes: this.#fact(after, row) };
      }
      if (rows.length < CHUNK) return;
    }
  }

  #fact(name: string, row: Row): Uint8Array {
    const value = bytesOf(row.value);
    this.#check(row.digest === factDigest(name, value, this.hashKey), 'what it knows of pages is damaged');
    return value;
  }

  #sumFacts(): void {
    if (this.#hasSummedFacts) return;
    this.#check(
      sameSums(this.#sums('page_fact'), this.#store.facts ?? noRows),
      'pages are missing, or not those of its last commit',
    );
    this.#hasSummedFacts = true;
  }

  #writeFacts(facts: FactChanges): RowSums {
    let sums = this.#store.facts ?? noRows;
    for (const [name, value] of facts) {
      const before = this.#digestBefore(
        'SELECT CAST(digest AS INTEGER) AS digest FROM page_fact WHERE name = ?',
        name,
      );
      const digest = value && factDigest(name, value, this.hashKey);
      if (value === undefined) this.#run('DELETE FROM page_fact WHERE name = ?', name);
      else this.#run('INSERT OR REPLACE INTO page_fact VALUES (?, ?, ?)', name, value, digest!);
      sums = changeSums(sums, { before, digest });
    }
    return sums;
  }

  /** All of it or nothing; `more` is written with it. Throws STATE_OVERTAKEN and STATE_IN_USE. */
  commit({ progress, sites, facts }: Commit, more: () => void = () => undefined): void {
    this.#translated(() => {
      const store = inTransaction(this.#database, 'BEGIN IMMEDIATE', () => {
        // Nobody else can have written. Where somebody has all the same, nothing is mixed.
        if (JSON.stringify(this.#readStore()) !== JSON.stringify(this.#store))
          throw new DehuskError('STATE_IN_USE', { file: this.#file });
        let { sites: siteSums, runs: runSums } = this.#store;
        if (progress !== undefined) runSums = changeSums(runSums, this.#writePosition(progress));
        for (const [site, change] of sites) siteSums = changeSums(siteSums, this.#writeSite(site, change));
        more();
        const factSums = facts !== undefined && facts.size > 0 && { facts: this.#writeFacts(facts) };
        return this.#writeStore({ ...this.#store, sites: siteSums, runs: runSums, ...factSums });
      });
      this.#store = store;
    });
  }

  #writePosition(progress: RunProgress): RowChange {
    const { run, position } = progress;
    checkFollows(progress, this.loadPosition(run));
    const spelled = JSON.stringify(position);
    const before = this.#digestBefore('SELECT CAST(digest AS INTEGER) AS digest FROM run WHERE run = ?', run);
    const digest = runDigest(run, spelled, this.hashKey);
    this.#run('INSERT OR REPLACE INTO run VALUES (?, ?, ?)', run, spelled, digest);
    return { before, digest };
  }

  #writeSite(site: string, { snapshot, journal, facts }: SiteChange): RowChange {
    const row = this.#get(
      'SELECT CAST(snapshot AS INTEGER) AS snapshot, CAST(digest AS INTEGER) AS digest FROM site WHERE site = ?',
      site,
    );
    const before = row && numberOf(row.digest);
    const held = row === undefined ? NO_SNAPSHOT : numberOf(row.snapshot);
    const kept = snapshot === undefined ? held : snapshotDigest(site, snapshot, this.hashKey);
    const spelled = JSON.stringify(facts);
    const digest = siteDigest(site, spelled, kept, this.hashKey);
    this.#run('INSERT OR REPLACE INTO site VALUES (?, ?, ?, ?)', site, spelled, kept, digest);
    if (snapshot !== undefined) {
      this.#run('INSERT OR REPLACE INTO snapshot VALUES (?, ?)', site, snapshot);
      this.#run('DELETE FROM journal WHERE site = ?', site);
    }
    if (journal.length > 0)
      this.#run(
        'INSERT INTO journal SELECT ?, coalesce(max(number), 0) + 1, ? FROM journal WHERE site = ?',
        ...[site, journal, site],
      );
    return { before, digest };
  }

  #writeStore(facts: StoreFacts): StoreFacts {
    const store = { ...facts, commits: facts.commits + 1 };
    const spelled = JSON.stringify(store);
    this.#run('UPDATE store SET facts = ?, digest = ?', spelled, storeDigest(spelled, this.hashKey));
    return store;
  }

  #readStore(): StoreFacts {
    const row = this.#get(
      'SELECT CAST(facts AS BLOB) AS facts, CAST(digest AS INTEGER) AS digest FROM store WHERE id = ?',
      1,
    );
    this.#check(row !== undefined, 'its key is gone');
    const facts = textOf(row!.facts);
    const store = storeFacts(facts);
    this.#check(
      store !== undefined && row!.digest === storeDigest(facts, store.hashKey),
      'its key is damaged',
    );
    return store!;
  }

  #row(site: string): { readonly facts: SiteFacts; readonly snapshot: number } | undefined {
    const row = this.#get(`SELECT ${siteColumns} FROM site WHERE site = ?`, site);
    if (row === undefined) return undefined;
    const [facts, snapshot] = [textOf(row.facts), numberOf(row.snapshot)];
    this.#check(
      row.digest === siteDigest(site, facts, snapshot, this.hashKey),
      `the facts of ${site} are damaged`,
    );
    return { facts: JSON.parse(facts) as SiteFacts, snapshot };
  }

  #snapshot(site: string, digest: number): Uint8Array | undefined {
    if (digest === NO_SNAPSHOT) return undefined;
    const row = this.#get('SELECT CAST(state AS BLOB) AS state FROM snapshot WHERE site = ?', site);
    this.#check(row !== undefined, `the snapshot of ${site} is gone`);
    const state = bytesOf(row!.state);
    this.#check(digest === snapshotDigest(site, state, this.hashKey), `the snapshot of ${site} is damaged`);
    return state;
  }

  /** Whether they follow each other is seen when they are read. */
  #journals(site: string): readonly Uint8Array[] {
    const rows = this.#prepare(
      'SELECT CAST(entries AS BLOB) AS entries FROM journal WHERE site = ? ORDER BY number',
    ).all(site) as Row[];
    return rows.map(({ entries }) => bytesOf(entries));
  }

  #siteRows(after: string | undefined): readonly SiteRow[] {
    const select = `SELECT CAST(site AS BLOB) AS name, ${siteColumns},
         coalesce((SELECT length(state) FROM snapshot WHERE snapshot.site = site.site), 0) +
         coalesce((SELECT sum(length(entries)) FROM journal WHERE journal.site = site.site), 0) AS size
       FROM site`;
    const rows = (
      after === undefined
        ? this.#prepare(`${select} ORDER BY site LIMIT ${CHUNK}`).all()
        : this.#prepare(`${select} WHERE site > ? ORDER BY site LIMIT ${CHUNK}`).all(after)
    ) as Row[];
    return rows.map(({ name, facts, snapshot, digest, size }) => ({
      name: textOf(name),
      facts: textOf(facts),
      snapshot: numberOf(snapshot),
      digest: numberOf(digest),
      size: numberOf(size),
    }));
  }

  *#runRows(): Generator<{ readonly run: string; readonly position: string; readonly digest: number }> {
    const rows = this.#prepare(
      `SELECT CAST(run AS BLOB) AS run, CAST(position AS BLOB) AS position, CAST(digest AS INTEGER) AS digest
       FROM run ORDER BY run`,
    ).all() as Row[];
    for (const { run, position, digest } of rows)
      yield { run: textOf(run), position: textOf(position), digest: numberOf(digest) };
  }

  #position(run: string, position: string, digest: unknown): RunPosition {
    this.#check(digest === runDigest(run, position, this.hashKey), 'what it says of a run is damaged');
    return JSON.parse(position) as RunPosition;
  }

  /** By the digests that stand in the rows. */
  #sums(table: 'site' | 'run' | 'page_fact'): RowSums {
    const row = this.#prepare(
      `SELECT count(*) AS count, coalesce(sum(CAST(digest AS INTEGER) >> 32), 0) % ${WORD} AS high,
         coalesce(sum(CAST(digest AS INTEGER) & ${WORD - 1}), 0) % ${WORD} AS low FROM ${table}`,
    ).get() as Row;
    return { count: numberOf(row.count), high: numberOf(row.high), low: numberOf(row.low) };
  }

  /**
   * A site that is not found may be there under a name that is damaged, or out of order: then it would be taken for a
   * new one. All rows are looked at, once.
   */
  #searchSites(): void {
    if (this.#isSearched) return;
    let before: Buffer | undefined;
    const rows = this.#prepare(
      `SELECT CAST(site AS BLOB) AS name, ${siteColumns} FROM site ORDER BY site`,
    ).iterate() as Iterable<Row>;
    for (const row of rows) {
      const name = Buffer.from(bytesOf(row.name));
      const facts = bytesOf(row.facts);
      this.#check(
        row.digest === digestOfRow(['site', name, facts, String(row.snapshot)], this.hashKey) &&
          (before === undefined || Buffer.compare(before, name) < 0),
        'the facts of a site are damaged',
      );
      before = name;
    }
    this.#isSearched = true;
  }

  #digestBefore(sql: string, name: string): number | undefined {
    const row = this.#get(sql, name);
    return row && numberOf(row.digest);
  }

  #atOneMoment<Result>(action: () => Result): Result {
    return this.#translated(() => inTransaction(this.#database, 'BEGIN', action));
  }

  #get(sql: string, name: string | number): Row | undefined {
    return this.#prepare(sql).get(name) as Row | undefined;
  }

  #run(sql: string, ...values: readonly (string | number | Uint8Array)[]): void {
    const bound = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
    this.#prepare(sql).run(...bound);
  }

  #check(isRight: boolean, reason: string): void {
    if (!isRight) throw new DehuskError('STATE_DAMAGED', { reason: `${this.#file}: ${reason}` });
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

interface SiteRow {
  readonly name: string;
  readonly facts: string;
  readonly snapshot: number;
  readonly digest: number;
  readonly size: number;
}
