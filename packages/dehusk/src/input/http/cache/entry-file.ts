/**
 * An entry of the cache as one file:
 *
 *   dehusk-http 1 <SHA-256 of the rest, hex>\n
 *   {"key":…,"date":…,"freshUntilMs":…,…}\n
 *   body
 *
 * The checksum stands for everything behind it, so a file that is cut, mixed or flipped reads as no entry at all.
 */
import { createHash } from 'node:crypto';
import type { CacheEntry } from './disk-cache.ts';

const magic = 'dehusk-http 1 ';
const headBytes = magic.length + 64 + 1;
const newline = 0x0a;

export function fileNameOf(key: string): string {
  return `${sha256([Buffer.from(key)])}.page`;
}

/** What a file of ours may be called; the others in the folder are none of our business. */
export const ownFileName: RegExp = /^[0-9a-f]{64}\.page$/;

export function writeEntry({ bytes, ...facts }: CacheEntry): readonly Uint8Array[] {
  const line = Buffer.from(`${JSON.stringify(facts)}\n`);
  return [Buffer.from(`${magic}${sha256([line, bytes])}\n`), line, bytes];
}

/** Undefined for whatever is not the whole entry of `key`. */
export function readEntry(file: Uint8Array, key: string): CacheEntry | undefined {
  const rest = file.subarray(headBytes);
  const head = Buffer.from(file.subarray(0, headBytes)).toString('latin1');
  if (head !== `${magic}${sha256([rest])}\n`) return undefined;
  const end = rest.indexOf(newline);
  const facts = JSON.parse(Buffer.from(rest.subarray(0, end)).toString()) as Omit<CacheEntry, 'bytes'>;
  return facts.key === key ? { ...facts, bytes: rest.subarray(end + 1) } : undefined;
}

function sha256(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
