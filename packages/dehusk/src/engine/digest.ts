/**
 * 64 bits of bytes, keyed: HalfSipHash-1-3 like the texts of pages (`page/hash.ts`), over words of four bytes. Beside
 * the checksums, which find damage, digests tell what belongs together: the pages of a site in their order, the rows of
 * a table. About a gigabyte a second, so a page's lesson takes some microseconds.
 */
import { HalfSip, type HashKey } from '../page/hash.ts';

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

/** Words of bytes that wait to be hashed; little-endian on every machine. */
const words = new Int32Array(1024);

function takeWords(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = bytes.length >> 2;
  for (let from = 0; from < count; from += words.length) {
    const length = Math.min(words.length, count - from);
    for (let i = 0; i < length; i++) words[i] = view.getInt32(4 * (from + i), true);
    sip.takeAll(words, length);
  }
}
