/**
 * The order of lessons and states in their files, and which shard a site is of. Sites come by a hash of their names, so
 * that each shard is one stretch of every file, however many shards there are; lessons of a site come by date, then by
 * the name of their page. Of two captures of one page at one time the content decides, so the order never depends on
 * who has read what first.
 */
import type { PageDigest } from '../site.ts';

/** 32 bits of the name of a site: FNV-1a over its UTF-16 units, mixed as MurmurHash3 does at its end. */
export function siteHash(site: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < site.length; i++) hash = Math.imul(hash ^ site.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Hashes from `first` on, up to and without `end`. */
export interface HashRange {
  readonly first: number;
  readonly end: number;
}

export const allHashes: HashRange = { first: 0, end: 2 ** 32 };

/** The part of something that is divided: number 1 … count. */
export interface Share {
  readonly number: number;
  readonly count: number;
}

export function shardRange({ number, count }: Share): HashRange {
  return { first: Math.ceil(((number - 1) * 2 ** 32) / count), end: Math.ceil((number * 2 ** 32) / count) };
}

/** The number of the shard that a site is of. */
export function shardOf(site: string, count: number): number {
  return Math.floor((siteHash(site) * count) / 2 ** 32) + 1;
}

/** What lessons are sorted by. */
export interface LessonKey {
  readonly hash: number;
  readonly site: string;
  /** As the archive has it; empty where nobody knows. */
  readonly date: string;
  /** Identity of the page. */
  readonly id: string;
  readonly digest: PageDigest;
}

export function compareKeys(one: LessonKey, other: LessonKey): number {
  return (
    one.hash - other.hash ||
    byCodeUnits(one.site, other.site) ||
    byCodeUnits(one.date, other.date) ||
    byCodeUnits(one.id, other.id) ||
    one.digest.high - other.digest.high ||
    one.digest.low - other.digest.low
  );
}

export function compareSites(
  one: Pick<LessonKey, 'hash' | 'site'>,
  other: Pick<LessonKey, 'hash' | 'site'>,
): number {
  return one.hash - other.hash || byCodeUnits(one.site, other.site);
}

function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
