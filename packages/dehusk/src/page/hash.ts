/**
 * The keyed hash of texts, and the normal form of text.
 *
 * HalfSipHash-1-3 with 64 bits of output (Aumasson and Bernstein, 2012; the 32-bit member of the family, which Linux
 * uses for its hash tables) over the UTF-16 units of the normal form, two units a word. It is made against flooding:
 * who does not know the key cannot craft what collides. Only 32-bit additions, rotations and exclusive-or, so it runs
 * well in JavaScript; a sponge over 64-bit words (xxhash in WebAssembly) would need every text copied out of the string
 * first.
 *
 * Normal form: HTML white space (tab, line feed, form feed, carriage return, space) collapsed to one space and
 * trimmed; NUL dropped, as the tree construction stage does. Case and digits are kept.
 */
import { knownTags, type NameTable } from './names.ts';
import { isSpace } from './page.ts';

/** 64 bits: drawn once by whoever keeps state, so that hashes of one store cannot be foreseen. */
export type HashKey = readonly [number, number];

export class HalfSip {
  hashHigh = 0;
  hashLow = 0;
  #v0 = 0;
  #v1 = 0;
  #v2 = 0;
  #v3 = 0;
  readonly #one = new Int32Array(1);

  begin([key0, key1]: HashKey): void {
    this.#v0 = key0 | 0;
    this.#v1 = (key1 | 0) ^ 0xee;
    this.#v2 = 0x6c796765 ^ key0;
    this.#v3 = 0x74656462 ^ key1;
  }

  take(word: number): void {
    this.#one[0] = word;
    this.takeAll(this.#one, 1);
  }

  /** One round for each of the first `count` words; the loop keeps its state in local variables. */
  takeAll(words: Int32Array, count: number): void {
    let v0 = this.#v0;
    let v1 = this.#v1;
    let v2 = this.#v2;
    let v3 = this.#v3;
    for (let i = 0; i < count; i++) {
      const word = words[i]!;
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
    this.#v0 = v0;
    this.#v1 = v1;
    this.#v2 = v2;
    this.#v3 = v3;
  }

  /** Leaves the hash in `hashHigh` and `hashLow`. A round without a word is one with the word 0. */
  finish(): void {
    this.#v2 ^= 0xee;
    this.takeAll(threeZeros, 3);
    this.hashLow = (this.#v1 ^ this.#v3) >>> 0;
    this.#v1 ^= 0xdd;
    this.takeAll(threeZeros, 3);
    this.hashHigh = (this.#v1 ^ this.#v3) >>> 0;
  }
}

const threeZeros = new Int32Array(3);

/** Words of a text that wait to be hashed, together: one buffer for everybody, because scanning is synchronous. */
const waiting = new Int32Array(256);

/** A scanned text: its hash and length are left here, because two results without an allocation need a place. */
export class TextScan {
  hashHigh = 0;
  hashLow = 0;
  /** Code points of the normal form; 0 means blank. */
  chars = 0;
  readonly #sip = new HalfSip();
  readonly #key: HashKey;

  constructor(key: HashKey) {
    this.#key = key;
  }

  /**
   * Scans `source[start, end)`. Returns false, with nothing valid, if `stopAtReference` is set and the range has a
   * character reference: then the caller decodes it first.
   */
  scan(source: string, start: number, end: number, stopAtReference: boolean): boolean {
    const sip = this.#sip;
    sip.begin(this.#key);
    let waits = 0;
    let units = 0;
    let pairs = 0;
    let word = 0;
    let previous = 0;
    let pendingSpace = false;
    for (let i = start; i < end; i++) {
      let unit = source.charCodeAt(i);
      if (unit <= 0x26) {
        if (isSpace(unit)) {
          pendingSpace = units > 0;
          continue;
        }
        if (unit === 0) continue;
        if (unit === 0x26 && stopAtReference) return false;
      }
      if (pendingSpace) {
        // The collapsed space goes first; step back so that this unit comes again.
        pendingSpace = false;
        unit = 0x20;
        i--;
      } else if ((unit & 0xfc00) === 0xdc00 && (previous & 0xfc00) === 0xd800) {
        pairs++;
      }
      previous = unit;
      if ((units++ & 1) === 0) {
        word = unit;
        continue;
      }
      waiting[waits++] = word | (unit << 16);
      if (waits === waiting.length) {
        sip.takeAll(waiting, waits);
        waits = 0;
      }
    }
    this.chars = units - pairs;
    if (units === 0) return true;
    sip.takeAll(waiting, waits);
    this.#finish(units, word);
    return true;
  }

  /**
   * Hashes names as `scan` would with a space between them and each run of digits as one 0. A page has a hundred lists
   * of classes: to join and to search them takes three times as long.
   */
  scanNames(names: readonly string[]): void {
    this.#sip.begin(this.#key);
    let units = 0;
    let word = 0;
    for (let n = 0; n < names.length; n++) {
      const name = names[n]!;
      let previous = 0;
      // A space before each but the first.
      for (let i = n === 0 ? 0 : -1; i < name.length; i++) {
        let unit = i < 0 ? 0x20 : name.charCodeAt(i);
        if (unit >= 0x30 && unit <= 0x39) unit = 0x30;
        const isRun = unit === 0x30 && previous === 0x30;
        previous = unit;
        if (isRun || unit === 0) continue;
        if ((units++ & 1) === 0) word = unit;
        else this.#sip.take(word | (unit << 16));
      }
    }
    this.#finish(units, word);
  }

  #finish(units: number, word: number): void {
    const sip = this.#sip;
    // The last word: a left-over unit, and on top the length in bytes, as SipHash has it.
    sip.take(((units & 1) === 1 ? word : 0) | (units << 25));
    sip.finish();
    this.hashLow = sip.hashLow;
    this.hashHigh = sip.hashHigh;
  }
}

interface NamesHash {
  readonly high: number;
  readonly low: number;
}

/** The hashes of one key. Those of known tag names are made once per key instead of once per page. */
export class Hasher {
  readonly scan: TextScan;
  readonly key: HashKey;
  readonly #ofLists = new WeakMap<readonly string[], NamesHash>();
  readonly #knownHigh: Uint32Array;
  readonly #knownLow: Uint32Array;

  constructor(key: HashKey) {
    this.key = key;
    this.scan = new TextScan(key);
    this.#knownHigh = new Uint32Array(knownTags.names.length);
    this.#knownLow = new Uint32Array(knownTags.names.length);
    for (const [tag, name] of knownTags.names.entries())
      this.#hashName(name, tag, this.#knownHigh, this.#knownLow);
  }

  /** Hashes of all tag names of a page, indexed by tag. */
  tagHashes(tags: NameTable): { readonly high: Uint32Array; readonly low: Uint32Array } {
    const knownCount = knownTags.names.length;
    if (tags.size === knownCount) return { high: this.#knownHigh, low: this.#knownLow };
    const high = new Uint32Array(tags.size);
    const low = new Uint32Array(tags.size);
    high.set(this.#knownHigh);
    low.set(this.#knownLow);
    for (let tag = knownCount; tag < tags.size; tag++) this.#hashName(tags.name(tag), tag, high, low);
    return { high, low };
  }

  /** Of a list of names (`scanNames`): pages of a site share many. */
  namesHash(names: readonly string[]): NamesHash {
    const known = this.#ofLists.get(names);
    if (known !== undefined) return known;
    this.scan.scanNames(names);
    const { hashHigh: high, hashLow: low } = this.scan;
    const hash = { high, low };
    this.#ofLists.set(names, hash);
    return hash;
  }

  #hashName(name: string, tag: number, high: Uint32Array, low: Uint32Array): void {
    this.scan.scan(name, 0, name.length, false);
    high[tag] = this.scan.hashHigh;
    low[tag] = this.scan.hashLow;
  }
}

let lastHasher: Hasher | undefined;

/** The hasher of a key, which is nearly always the one asked for before. */
export function hasherFor(key: HashKey): Hasher {
  const isLast = lastHasher?.key[0] === key[0] && lastHasher.key[1] === key[1];
  if (!isLast) lastHasher = new Hasher(key);
  return lastHasher!;
}
