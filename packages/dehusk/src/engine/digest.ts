/**
 * 64 bits of bytes, keyed: HalfSipHash-1-3 like the texts of pages (`page/half-sip.ts`), over words of four bytes. Beside
 * the checksums, which find damage, digests tell what belongs together: the pages of a site in their order, the rows of
 * a table. About a gigabyte a second, so a page's lesson takes some microseconds.
 */
import { HalfSip } from '../page/half-sip.ts';
import type { HashKey } from '../page/hash.ts';

/** In hex, 16 digits: it is kept in JSON. */
export type Digest = string;

/** Of nothing yet: what a chain begins with. */
export const noDigest: Digest = '0'.repeat(16);

/** What follows `previous` when `bytes` are added. */
export function digestAfter(previous: Digest, bytes: Uint8Array, key: HashKey): Digest {
  const { high, low } = hashAfter(wordsOfDigest(previous), bytes, key);
  return digestOfWords(high, low);
}

export function digestOfWords(high: number, low: number): Digest {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

export function wordsOfDigest(digest: Digest): readonly [high: number, low: number] {
  return [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8), 16)];
}

/** 52 bits of a row of a table, for columns of numbers: of its parts, each in its place. */
export function digestOfRow(parts: readonly (string | Uint8Array)[], key: HashKey): number {
  let words: readonly [number, number] = [0, 0];
  for (const part of parts) {
    const { high, low } = hashAfter(words, typeof part === 'string' ? encoder.encode(part) : part, key);
    words = [high, low];
  }
  return (words[0] & 0xfffff) * 2 ** 32 + words[1];
}

const encoder = new TextEncoder();

const sip = new HalfSip();

/** The words before the bytes make it a chain. */
function hashAfter(
  [high, low]: readonly [number, number],
  bytes: Uint8Array,
  key: HashKey,
): { readonly high: number; readonly low: number } {
  sip.begin(key);
  sip.take(high);
  sip.take(low);
  takeWords(bytes);
  // The last word: left-over bytes, and on top the length, as SipHash has it.
  let last = bytes.length << 24;
  const end = bytes.length & ~3;
  for (let i = end; i < bytes.length; i++) last |= bytes[i]! << (8 * (i - end));
  sip.take(last);
  // The length once more, because its upper bits are lost above.
  sip.take(bytes.length);
  sip.finish();
  return { high: sip.hashHigh, low: sip.hashLow };
}

/** One round (as in `HalfSip`) for each word, written out so that the loop keeps its state in local variables. */
function takeWords(bytes: Uint8Array): void {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let { v0, v1, v2, v3 } = sip;
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const word = words.getInt32(at, true);
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  sip.v0 = v0;
  sip.v1 = v1;
  sip.v2 = v2;
  sip.v3 = v3;
}
