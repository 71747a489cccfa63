import { HalfSip } from './half-sip.ts';
import { knownTags, type NameTable } from './names.ts';
import { type Page, TEXT } from './page.ts';

/**
 * The two keyed hashes of the page model, and the normal form of text.
 *
 * Text: HalfSipHash-1-3 (`half-sip.ts`) over the UTF-16 units of the normal form, two units a word. Only 32-bit
 * additions, rotations and exclusive-or, so it runs well in JavaScript; a sponge over 64-bit words (xxhash in
 * WebAssembly) would need every text copied out of the string first.
 *
 * Normal form: HTML white space (tab, line feed, form feed, carriage return, space) collapsed to one space and
 * trimmed; NUL dropped, as the tree construction stage does. Case and digits are kept.
 *
 * Path: each step mixes the hash of the tag's name into the parent's path hash. Names are hashed with the key, so
 * the mix works on numbers unknown to the page's author.
 */

/** 64 bits: drawn once by whoever keeps state, so that hashes of one store cannot be foreseen. */
export type HashKey = readonly [number, number];

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
    let { v0, v1, v2, v3 } = sip;
    let units = 0;
    let pairs = 0;
    let word = 0;
    let previous = 0;
    let pendingSpace = false;
    for (let i = start; i < end; i++) {
      let unit = source.charCodeAt(i);
      if (unit <= 0x26) {
        if (
          unit === 0x20 ||
          (unit <= 0x0d && (unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c))
        ) {
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
      word |= unit << 16;
      // One round (as in `HalfSip`), written out so that the loop keeps its state in local variables.
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
    this.chars = units - pairs;
    if (units === 0) return true;
    sip.v0 = v0;
    sip.v1 = v1;
    sip.v2 = v2;
    sip.v3 = v3;
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

// Paths

/** One step of the path hash, high half. */
export function pathStepHigh(parentHigh: number, nameHigh: number): number {
  const mixed = Math.imul(parentHigh ^ nameHigh, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** One step of the path hash, low half; `high` is the new high half, so that the lanes do not stay apart. */
export function pathStepLow(parentLow: number, nameLow: number, high: number): number {
  const mixed = Math.imul(parentLow ^ nameLow ^ ((high << 13) | (high >>> 19)), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/** Fills the node table's own column: the path of tag names. Parents come before their children. */
export function addPathHashes(
  columns: Pick<Page, 'tag' | 'parent' | 'pathHashHigh' | 'pathHashLow'>,
  names: { readonly high: Uint32Array; readonly low: Uint32Array },
): void {
  const { tag, parent, pathHashHigh, pathHashLow } = columns;
  for (let node = 0; node < tag.length; node++) {
    const above = parent[node]!;
    const high = above === -1 ? 0 : pathHashHigh[above]!;
    const low = above === -1 ? 0 : pathHashLow[above]!;
    const own = tag[node]!;
    const nextHigh = own === TEXT ? high : pathStepHigh(high, names.high[own]!);
    pathHashHigh[node] = nextHigh;
    pathHashLow[node] = own === TEXT ? low : pathStepLow(low, names.low[own]!, nextHigh);
  }
}

/**
 * What makes two paths the same. The node table has the hash of the tag names; adding classes tells a sidebar from
 * an article, adding positions tells one list item from the next.
 */
export const pathIdentities = ['tags', 'tags+class', 'tags+index'] as const;
export type PathIdentity = (typeof pathIdentities)[number];

export interface PathHashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** Makes the function that hashes the paths of a page, node by node; a text node has its parent's. */
export function createPathHashes(identity: PathIdentity, key: HashKey): (page: Page) => PathHashes {
  if (identity === 'tags') return (page) => ({ high: page.pathHashHigh, low: page.pathHashLow });
  const hasher = new Hasher(key);
  return (page) => (identity === 'tags+class' ? withClasses(page, hasher) : withPositions(page));
}

/** Each step of the tag path is followed by a step with the element's classes. */
function withClasses(page: Page, { scan }: Hasher): PathHashes {
  const lists = page.classLists.map((names) => {
    const spelled = names.join(' ');
    scan.scan(spelled, 0, spelled.length, false);
    return { high: names.length === 0 ? 0 : scan.hashHigh, low: names.length === 0 ? 0 : scan.hashLow };
  });
  return extendPaths(page, (node) => lists[page.classList[node]!]!);
}

/** The position among the siblings of the same tag, from 1. */
function withPositions(page: Page): PathHashes {
  const counts = new Map<number, number>();
  return extendPaths(page, (node) => {
    const siblings = page.parent[node]! * 2 ** 16 + page.tag[node]!;
    const position = (counts.get(siblings) ?? 0) + 1;
    counts.set(siblings, position);
    return { high: position, low: Math.imul(position, 0x9e3779b1) >>> 0 };
  });
}

function extendPaths(
  page: Page,
  own: (node: number) => { readonly high: number; readonly low: number },
): PathHashes {
  const { nodeCount, parent, tag, pathHashHigh, pathHashLow } = page;
  const high = new Uint32Array(nodeCount);
  const low = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const above = parent[node]!;
    if (tag[node] === TEXT) {
      high[node] = high[above]!;
      low[node] = low[above]!;
      continue;
    }
    // What the ancestors added, this element's tag path, and what it adds itself.
    const { high: ownHigh, low: ownLow } = own(node);
    const soFarHigh = pathStepHigh(above < 0 ? 0 : high[above]!, pathHashHigh[node]!);
    const soFarLow = pathStepLow(above < 0 ? 0 : low[above]!, pathHashLow[node]!, soFarHigh);
    high[node] = pathStepHigh(soFarHigh, ownHigh);
    low[node] = pathStepLow(soFarLow, ownLow, high[node]!);
  }
  return { high, low };
}
