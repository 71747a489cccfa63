/**
 * Looks through a state file, site by site, and says what is whole; or makes a new one of what is. Where SQLite cannot
 * read on, what comes before and what comes behind is still looked at.
 *
 * A site is whole if its row, its snapshot and each page of its journal are, and can be read by its method. Of one whose
 * journal is damaged the pages before the damage are kept, with what was learned from them. A run that was stopped
 * cannot go on with a state that lacks something: it is marked, and asks to be begun again.
 */
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'libsql';
import { DehuskError, damagedState } from '../errors.ts';
import { syncFolder } from '../output/files/appended-file.ts';
import type { HashKey } from '../page/hash.ts';
import { openSavedSite } from './saved-site.ts';
import { noFacts } from './site.ts';
import { intactPart, readSnapshotHead } from './site-state.ts';
import { holdLock, openToRead, takeInLog } from './sqlite-file.ts';
import {
  bytesOf,
  changeSums,
  factDigest,
  noRows,
  numberOf,
  type Row,
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
} from './sqlite-rows.ts';
import { openSqliteStore, stateFile } from './sqlite-store.ts';
import type { FactChanges, RunPosition, SiteChange, SiteFacts, SiteState } from './store.ts';

/** How a site was found. */
export interface SiteCheck {
  readonly site: string;
  /** Pages whose lessons are whole; 0 for a site of which nothing can be kept. */
  readonly pages: number;
  /** Pages that are lost; undefined where nobody knows how many there were. */
  readonly lostPages: number | undefined;
  /** Undefined where all of it is whole. */
  readonly problem: string | undefined;
}

export interface StateCheck {
  readonly sites: readonly SiteCheck[];
  /** Runs that are whole, and how many of them were stopped before their end. */
  readonly runs: number;
  readonly stoppedRuns: number;
  /** What is wrong with the file as such: it lacks rows, or its pages do not fit together. */
  readonly problems: readonly string[];
}

export function isIntact({ sites, problems }: StateCheck): boolean {
  return problems.length === 0 && sites.every(({ problem }) => problem === undefined);
}

/** Throws what `readSqliteStore` throws, but not for damage inside. */
export async function verifyState(file: string): Promise<StateCheck> {
  return inspect(file, async (state) => {
    const sites: SiteCheck[] = [];
    for await (const { check } of state.sites()) sites.push(check);
    return state.summed(sites);
  });
}

/**
 * Makes a new file of what is whole, and puts it in the place of the old one, which is kept under another name. Where
 * there is nothing to repair the file stays as it is. Throws STATE_DAMAGED where nothing is whole.
 */
export async function repairState(
  file: string,
): Promise<{ readonly check: StateCheck; readonly keptAs: string | undefined }> {
  if (!existsSync(file)) throw new DehuskError('STATE_NOT_FOUND', { file });
  const release = holdLock(file, stateFile);
  const made = `${file}.repaired`;
  try {
    const check = await verifyState(file);
    if (isIntact(check)) return { check, keptAs: undefined };
    for (const end of fileEnds) rmSync(made + end, { force: true });
    await inspect(file, (state) => copyWhole(state, made));
    return { check, keptAs: await replaceFile(file, made) };
  } finally {
    for (const end of fileEnds) rmSync(made + end, { force: true });
    release();
  }
}

/** What SQLite and we put beside a file. */
const fileEnds = ['', '-wal', '-shm', '-journal', '-lock'];

/** Sites that are written at a time. */
const CHUNK = 100;

async function copyWhole(state: StateInspector, made: string): Promise<void> {
  const { hashKey } = state;
  if (hashKey === undefined) throw state.fault('nothing of it can be read');
  await using store = openSqliteStore(made, { hashKey });
  let sites = new Map<string, SiteChange>();
  const write = async (): Promise<void> => {
    await store.commit({ sites });
    sites = new Map();
  };
  for await (const { check, whole } of state.sites()) {
    if (whole?.snapshot === undefined) continue;
    const { snapshot, journals, facts } = whole;
    sites.set(check.site, { snapshot, journal: Uint8Array.from(Buffer.concat(journals)), facts });
    if (sites.size >= CHUNK) await write();
  }
  await write();
  for (const facts of state.facts()) await store.commit({ sites, facts });
  for (const { run, position } of state.runs) {
    // What it had learned is not all there any more.
    const marked = position.finished ? position : { ...position, repaired: true as const };
    await store.commit({ progress: { run, follows: undefined, position: marked }, sites });
  }
}

/** The old file gets another name, and the new one takes its place: at any moment one of the two is there. */
async function replaceFile(file: string, made: string): Promise<string> {
  let keptAs = `${file}.damaged`;
  for (let number = 2; existsSync(keptAs); number++) keptAs = `${file}.damaged-${number}`;
  try {
    takeInLog(file, stateFile);
  } catch {
    // Too damaged for that: the log goes with it.
  }
  linkSync(file, keptAs);
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${keptAs}-wal`);
  rmSync(`${file}-shm`, { force: true });
  renameSync(made, file);
  await syncFolder(path.dirname(path.resolve(file)));
  return keptAs;
}

async function inspect<Result>(
  file: string,
  act: (state: StateInspector) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(file)) throw new DehuskError('STATE_NOT_FOUND', { file });
  const database = openToRead(file, stateFile);
  try {
    // As it is now, whoever is writing.
    database.exec('BEGIN');
    return await act(new StateInspector(database, file));
  } finally {
    // Ended by hand: libsql closes a file for good only when its statements are collected, and a run would wait for it.
    if (database.inTransaction) database.exec('ROLLBACK');
    database.close();
  }
}

interface FoundRun {
  readonly run: string;
  readonly position: RunPosition;
}

class StateInspector {
  /** Undefined where nothing tells it any more: then nothing can be told to be whole. */
  readonly hashKey: HashKey | undefined;
  /** Those that are whole. */
  readonly runs: readonly FoundRun[];
  readonly #database: Database.Database;
  readonly #file: string;
  readonly #problems: string[] = [];
  readonly #store: StoreFacts | undefined;

  constructor(database: Database.Database, file: string) {
    this.#database = database;
    this.#file = file;
    this.#store = this.#readStore();
    this.hashKey = this.#store?.hashKey ?? this.#keyOfSnapshots();
    this.runs = this.#readRuns();
  }

  fault(reason: string): DehuskError {
    return stateFile.faults.damaged(this.#file, reason);
  }

  /** With what is wrong with the file as such. */
  summed(sites: readonly SiteCheck[]): StateCheck {
    const problems = [...this.#problems];
    const siteSums = this.#sumsOf('site');
    if (this.#store !== undefined && !sameSums(siteSums, this.#store.sites))
      problems.push(lacks('site', siteSums.count, this.#store.sites.count));
    if (this.#store !== undefined && !sameSums(this.#factSums(), this.#store.facts ?? noRows))
      problems.push('what it knows of single pages is not that of its last commit');
    if (!this.#isSound()) problems.push('its pages do not fit together');
    const stoppedRuns = this.runs.filter(({ position }) => !position.finished).length;
    return { sites, runs: this.runs.length, stoppedRuns, problems };
  }

  /** As SQLite sees it: also what nobody has read, but the next one who writes would use. */
  #isSound(): boolean {
    const { rows, isCut } = this.#rowsUntilDamage('PRAGMA integrity_check(1)', []);
    return !isCut && rows.length === 1 && rows[0]!.integrity_check === 'ok';
  }

  /** What is remembered of single pages and is whole, some at a time. */
  *facts(): Generator<FactChanges> {
    let facts = new Map<string, Uint8Array>();
    for (const { name, value } of this.#wholeFacts()) {
      facts.set(name, value);
      if (facts.size < CHUNK) continue;
      yield facts;
      facts = new Map();
    }
    yield facts;
  }

  *#wholeFacts(): Generator<{ readonly name: string; readonly value: Uint8Array; readonly digest: number }> {
    const rows = this.#rows(
      `SELECT CAST(name AS BLOB) AS name, CAST(value AS BLOB) AS value, CAST(digest AS INTEGER) AS digest
       FROM page_fact ORDER BY name`,
    );
    for (const row of rows) {
      const [name, value, digest] = [textOf(row.name), bytesOf(row.value), numberOf(row.digest)];
      if (this.hashKey !== undefined && digest === factDigest(name, value, this.hashKey))
        yield { name, value, digest };
    }
  }

  #factSums(): RowSums {
    let sums = noRows;
    for (const { digest } of this.#wholeFacts()) sums = changeSums(sums, { before: undefined, digest });
    return sums;
  }

  /** `whole`: what can be kept. */
  async *sites(): AsyncGenerator<{ readonly check: SiteCheck; readonly whole?: SiteState }> {
    for (const site of this.#names()) yield await this.#checkSite(site);
  }

  async #checkSite(site: string): Promise<{ readonly check: SiteCheck; readonly whole?: SiteState }> {
    const row = this.#siteRow(site);
    const known = row?.facts.pageCount;
    try {
      const snapshot = this.#snapshot(site, row?.snapshot);
      const journals = this.#readAll(
        'SELECT CAST(entries AS BLOB) AS entries FROM journal WHERE site = ?',
        site,
      );
      const facts = row?.facts ?? noFacts;
      const whole = intactPart({ snapshot, journals, facts }, this.hashKey!);
      await openSavedSite(site, whole, this.hashKey!);
      const pages = whole.facts.pageCount;
      const lostPages = known === undefined ? undefined : Math.max(0, known - pages);
      const problem = row === undefined ? 'its counts are lost' : whyCut(whole.facts, row.facts, whole.isCut);
      return { check: { site, pages, lostPages, problem }, whole };
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      const problem = error.code === 'STATE_DAMAGED' ? String(error.facts.reason) : error.message;
      return { check: { site, pages: 0, lostPages: known, problem } };
    }
  }

  /** Of sites that have a row, and of those that have only lost it. */
  #names(): readonly string[] {
    const names = new Set<string>();
    for (const table of ['site', 'snapshot'])
      for (const { name } of this.#rows(`SELECT CAST(site AS BLOB) AS name FROM ${table} ORDER BY site`))
        names.add(textOf(name));
    return [...names].sort();
  }

  #siteRow(site: string): { readonly facts: SiteFacts; readonly snapshot: number } | undefined {
    const [row] = this.#rows(`SELECT ${siteColumns} FROM site WHERE site = ?`, site);
    if (row === undefined || this.hashKey === undefined) return undefined;
    const [facts, snapshot] = [textOf(row.facts), numberOf(row.snapshot)];
    if (row.digest !== siteDigest(site, facts, snapshot, this.hashKey)) return undefined;
    return { facts: JSON.parse(facts) as SiteFacts, snapshot };
  }

  /** Where the row is lost that has its digest, its checksums must do. */
  #snapshot(site: string, digest: number | undefined): Uint8Array {
    const [row] = this.#rows('SELECT CAST(state AS BLOB) AS state FROM snapshot WHERE site = ?', site);
    if (row === undefined) throw damagedState('its snapshot is gone');
    const state = bytesOf(row.state);
    if (digest !== undefined && digest !== snapshotDigest(site, state, this.hashKey!))
      throw damagedState('its snapshot is damaged');
    return state;
  }

  #readStore(): StoreFacts | undefined {
    const [row] = this.#rows(
      'SELECT CAST(facts AS BLOB) AS facts, CAST(digest AS INTEGER) AS digest FROM store WHERE id = 1',
    );
    const facts = textOf(row?.facts);
    const store = storeFacts(facts);
    if (store !== undefined && row?.digest === storeDigest(facts, store.hashKey)) return store;
    this.#problems.push('its key, and the list of what it has, are damaged');
    return undefined;
  }

  /** Each snapshot names it, too. */
  #keyOfSnapshots(): HashKey | undefined {
    for (const { state } of this.#rows('SELECT CAST(state AS BLOB) AS state FROM snapshot ORDER BY site')) {
      try {
        return readSnapshotHead(bytesOf(state)).hashKey;
      } catch {
        // The next one may be whole.
      }
    }
    return undefined;
  }

  #readRuns(): readonly FoundRun[] {
    const rows = this.#rows(
      `SELECT CAST(run AS BLOB) AS run, CAST(position AS BLOB) AS position, CAST(digest AS INTEGER) AS digest
       FROM run ORDER BY run`,
    );
    const found: FoundRun[] = [];
    let sums = noRows;
    for (const row of rows) {
      const [run, position] = [textOf(row.run), textOf(row.position)];
      if (this.hashKey === undefined || row.digest !== runDigest(run, position, this.hashKey)) continue;
      found.push({ run, position: JSON.parse(position) as RunPosition });
      sums = changeSums(sums, { before: undefined, digest: numberOf(row.digest) });
    }
    if (this.#store !== undefined && !sameSums(sums, this.#store.runs))
      this.#problems.push(lacks('run', found.length, this.#store.runs.count));
    else if (found.length < rows.length) this.#problems.push('there are runs that nobody has made');
    return found;
  }

  #sumsOf(table: 'site'): RowSums {
    const rows = this.#rows(`SELECT CAST(digest AS INTEGER) AS digest FROM ${table} ORDER BY ${table}`);
    return rows.reduce<RowSums>(
      (sums, { digest }) => changeSums(sums, { before: undefined, digest: numberOf(digest) }),
      noRows,
    );
  }

  #readAll(sql: string, site: string): readonly Uint8Array[] {
    return this.#rows(`${sql} ORDER BY number`, site).map(({ entries }) => bytesOf(entries));
  }

  /** As many rows as SQLite can give: those before a damaged page, and those behind it. */
  #rows(sql: string, ...values: readonly string[]): readonly Row[] {
    const { rows, isCut } = this.#rowsUntilDamage(sql, values);
    if (!isCut || !/ORDER BY \w+$/.test(sql)) return rows;
    return [...rows, ...this.#rowsUntilDamage(`${sql} DESC`, values).rows.reverse()];
  }

  #rowsUntilDamage(
    sql: string,
    values: readonly string[],
  ): { readonly rows: Row[]; readonly isCut: boolean } {
    const rows: Row[] = [];
    try {
      for (const row of this.#database.prepare(sql).iterate(...values) as Iterable<Row>) rows.push(row);
      return { rows, isCut: false };
    } catch {
      return { rows, isCut: true };
    }
  }
}

function lacks(what: 'site' | 'run', found: number, expected: number): string {
  const missing = expected - found;
  if (missing <= 0) return `its ${what}s are not those of its last commit`;
  return missing === 1 ? `a ${what} is missing` : `${missing} ${what}s are missing`;
}

/** Why not all of its journal can be kept, if so. */
function whyCut(whole: SiteFacts, facts: SiteFacts, isCut: boolean): string | undefined {
  const lost = facts.pageCount - whole.pageCount;
  if (lost > 0) {
    const pages = lost === 1 ? 'its last page is' : `its last ${lost} pages are`;
    return `${pages} ${isCut ? 'damaged' : 'missing'} in its journal`;
  }
  if (isCut) return 'its journal has something behind its last page';
  return whole.digest === facts.digest ? undefined : 'its journal is not that of its last commit';
}
