/**
 * What the content of a page is known by again: whether another page has the same text, or nearly the same, and whether
 * this page has another one than before.
 *
 *     0   sketch   64 bits, one for each minimum: pages that share J of their word pairs have (1 + J) / 2 of them in common
 *     8   bands    4 × 16 bits, each of three minima: pages that are alike share one of them nearly always
 *    16   content  64 bits of the text
 *    24   template 32 bits of the text that was judged template
 *    28   metadata 32 bits of what the page says of itself
 *    32   page     32 bits of all texts of the page, whatever was judged template
 *
 * Minima: MinHash (Broder 1997) over pairs of neighbouring words, by one hash for all (Li, Owen, Zhang, NIPS 2012): it
 * says by its upper bits which of 64 minima it counts for. One that no pair counts for borrows from another (Shrivastava,
 * ICML 2017). Of a minimum one bit is kept (Li, König, WWW 2010). No key is in it: the same pages are alike in every run.
 */
import type { Page } from '../page/page.ts';
import { WordScanner } from '../page/words/tokenise.ts';

const PRINT_BYTES = 36;
const CONTENT_START = 16;
/** What is needed to find pages that are alike. */
export const SKETCH_BYTES = 24;
/** What is needed to tell what has changed. */
export const RECORD_BYTES: number = PRINT_BYTES - CONTENT_START;
export const BANDS = 4;
const MINIMA = 64;
const ROWS_PER_BAND = 3;

/** Texts of fewer words have too few pairs to tell alike from different: they are alike if they are the same. */
const MIN_WORDS = 24;

export interface PrintedPage {
  readonly text: string;
  readonly templateText: string;
  /** As JSON: what of the metadata the page says. */
  readonly metadata: string;
  /** Of `hashOfTexts`. */
  readonly textsHash: number;
  /** Pages of different sites are never alike; undefined where they may be. */
  readonly site: string | undefined;
}

const scanner = new WordScanner();
const minima = new Uint32Array(MINIMA);
const isTaken = new Uint8Array(MINIMA);

export function printPage({ text, templateText, metadata, textsHash, site }: PrintedPage): Uint8Array {
  const print = new Uint8Array(PRINT_BYTES);
  const words = new DataView(print.buffer);
  words.setUint32(24, hashOf(templateText, 1), true);
  words.setUint32(28, hashOf(metadata, 2), true);
  words.setUint32(32, textsHash, true);
  if (text === '') return print;
  const seed = site === undefined ? 0 : hashOf(site, 0x9747b28c);
  const high = hashOf(text, seed ^ 0x85ebca6b);
  const low = hashOf(text, seed ^ 0xc2b2ae35);
  if (takeMinima(text, seed) < MIN_WORDS) takeDigest(high, low);
  let bits = 0;
  for (let i = 0; i < MINIMA; i++) {
    bits = (bits << 1) | (minima[i]! & 1);
    if (i % 32 === 31) words.setUint32((i >> 5) * 4, bits >>> 0, true);
  }
  for (let band = 0; band < BANDS; band++) {
    let hash = band;
    for (let row = 0; row < ROWS_PER_BAND; row++) hash = mixed(hash ^ minima[band * ROWS_PER_BAND + row]!);
    words.setUint16(8 + 2 * band, hash & 0xffff, true);
  }
  words.setUint32(16, high, true);
  words.setUint32(20, low, true);
  return print;
}

/**
 * Of the texts as the page has them: lines of text would not do, because a line of which a part is left out is another
 * line. Pages of one hash key can be compared, which those of one state have.
 */
export function hashOfTexts({ segments, textHashLow }: Page): number {
  let hash = segments.length;
  for (const node of segments) hash = mixed(Math.imul(hash, 31) + textHashLow[node]!);
  return hash;
}

/** A page without content is like no other. */
export function hasContent(print: Uint8Array): boolean {
  return print.subarray(0, SKETCH_BYTES).some((byte) => byte !== 0);
}

/** Whether their texts are different ones. */
export function printsDiffer(one: Uint8Array, other: Uint8Array): boolean {
  return one.subarray(CONTENT_START, SKETCH_BYTES).some((byte, i) => byte !== other[CONTENT_START + i]);
}

/** Digests of text, template, metadata and page. */
export function recordOfPrint(print: Uint8Array): Uint8Array {
  return print.slice(CONTENT_START);
}

/** Returns how many words there are. */
function takeMinima(text: string, seed: number): number {
  minima.fill(0xffffffff);
  isTaken.fill(0);
  let count = 0;
  let before = 0;
  scanner.begin(text, 0, text.length);
  while (scanner.next()) {
    let word = seed;
    for (let i = 0; i < scanner.length; i++) word = Math.imul(word ^ scanner.units[i]!, 0x01000193);
    word = mixed(word);
    if (count++ > 0) {
      const pair = mixed(Math.imul(before, 31) ^ word);
      const minimum = pair >>> 26;
      isTaken[minimum] = 1;
      const value = mixed(pair ^ 0x27d4eb2f);
      if (value < minima[minimum]!) minima[minimum] = value;
    }
    before = word;
  }
  if (count > 1) fillEmpty();
  return count;
}

function fillEmpty(): void {
  for (let i = 0; i < MINIMA; i++) {
    if (isTaken[i] === 1) continue;
    let from = i;
    for (let attempt = 1; isTaken[from] === 0; attempt++)
      from = mixed(Math.imul(i + 1, 0x9e3779b1) + attempt) >>> 26;
    minima[i] = minima[from]!;
  }
}

function takeDigest(high: number, low: number): void {
  for (let i = 0; i < MINIMA; i++) minima[i] = mixed(high + Math.imul(i + 1, low | 1));
}

function hashOf(text: string, seed: number): number {
  let hash = seed ^ text.length;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995) ^ (hash >>> 15);
  return mixed(hash);
}

/** The end of MurmurHash3: each bit of the result depends on each of the input. */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
