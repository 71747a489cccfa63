/**
 * The rows of sites and runs in a SQLite file: how they are made, what they come to, and how what SQLite hands over is
 * read. Damaged rows may hold anything, so nothing is taken for what it should be.
 */
import type { HashKey } from '../page/hash.ts';
import { digestOfRow } from './digest.ts';

/** One `CREATE` each, as SQLite keeps it. */
export const siteTables: readonly string[] = [
  'CREATE TABLE store (id INTEGER PRIMARY KEY CHECK (id = 1), facts TEXT NOT NULL, digest INTEGER NOT NULL)',
  'CREATE TABLE site (site TEXT PRIMARY KEY, facts TEXT NOT NULL, snapshot INTEGER NOT NULL, digest INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE TABLE snapshot (site TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID',
  'CREATE TABLE journal (site TEXT NOT NULL, number INTEGER NOT NULL, entries BLOB NOT NULL, PRIMARY KEY (site, number)) WITHOUT ROWID',
  'CREATE TABLE run (run TEXT PRIMARY KEY, position TEXT NOT NULL, digest INTEGER NOT NULL) WITHOUT ROWID',
];

/** What is remembered of single pages, where somebody asks for it. Only states have it. */
export const factTable: string =
  'CREATE TABLE page_fact (name TEXT PRIMARY KEY, value BLOB NOT NULL, digest INTEGER NOT NULL) WITHOUT ROWID';

/** What the rows of a table come to. */
export interface RowSums {
  readonly count: number;
  /** Of the upper and the lower half of their digests, each modulo 2^32. */
  readonly high: number;
  readonly low: number;
}

export interface StoreFacts {
  readonly hashKey: HashKey;
  readonly commits: number;
  readonly sites: RowSums;
  readonly runs: RowSums;
  /** Absent while there are none. */
  readonly facts?: RowSums;
}

/** The columns of a site's row that have what is said of it. */
export const siteColumns: string =
  'CAST(facts AS BLOB) AS facts, CAST(snapshot AS INTEGER) AS snapshot, CAST(digest AS INTEGER) AS digest';

export const noRows: RowSums = { count: 0, high: 0, low: 0 };
export const WORD: number = 2 ** 32;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A row as libsql gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** What a row was before, if it was there, and is now, if it still is. */
export interface RowChange {
  readonly before: number | undefined;
  readonly digest: number | undefined;
}

export function changeSums(sums: RowSums, { before, digest }: RowChange): RowSums {
  const without = before === undefined ? sums : added(sums, before, -1);
  return digest === undefined ? without : added(without, digest, 1);
}

function added({ count, high, low }: RowSums, digest: number, sign: 1 | -1): RowSums {
  const modulo = (value: number): number => ((value % WORD) + WORD) % WORD;
  return {
    count: count + sign,
    high: modulo(high + sign * Math.floor(digest / WORD)),
    low: modulo(low + sign * (digest % WORD)),
  };
}

export function sameSums(one: RowSums, other: RowSums): boolean {
  return one.count === other.count && one.high === other.high && one.low === other.low;
}

export function storeDigest(facts: string, key: HashKey): number {
  return digestOfRow(['store', facts], key);
}

export function siteDigest(site: string, facts: string, snapshot: number, key: HashKey): number {
  return digestOfRow(['site', site, facts, String(snapshot)], key);
}

/** Of a site that has none. */
export const NO_SNAPSHOT = 0;

export function snapshotDigest(site: string, state: Uint8Array, key: HashKey): number {
  return digestOfRow(['snapshot', site, state], key) || 1;
}

export function runDigest(run: string, position: string, key: HashKey): number {
  return digestOfRow(['run', run, position], key);
}

export function factDigest(name: string, value: Uint8Array, key: HashKey): number {
  return digestOfRow(['fact', name, value], key);
}

/** libsql's `all` gives bytes as buffers, its `get` as byte arrays; damaged rows may have anything. */
export function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array();
}

export function textOf(value: unknown): string {
  return decoder.decode(bytesOf(value));
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : -1;
}

/** Undefined for what is no JSON, or has no key: what it says is looked at with that key. */
export function storeFacts(text: string): StoreFacts | undefined {
  try {
    const facts = JSON.parse(text) as StoreFacts;
    return facts.hashKey.length === 2 && facts.hashKey.every(Number.isInteger) ? facts : undefined;
  } catch {
    return undefined;
  }
}
