/** The keyed hashes of one store, with the hashes of known tag names made once per key instead of once per page. */
import type { NameTable } from './name-table.ts';
import { knownTags } from './tags.ts';
import { type HashKey, TextScan } from './text-hash.ts';

export class Hasher {
  readonly scan: TextScan;
  readonly key: HashKey;
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
    const known = knownTags.names.length;
    if (tags.size === known) return { high: this.#knownHigh, low: this.#knownLow };
    const high = new Uint32Array(tags.size);
    const low = new Uint32Array(tags.size);
    high.set(this.#knownHigh);
    low.set(this.#knownLow);
    for (let tag = known; tag < tags.size; tag++) this.#hashName(tags.name(tag), tag, high, low);
    return { high, low };
  }

  #hashName(name: string, tag: number, high: Uint32Array, low: Uint32Array): void {
    this.scan.scan(name, 0, name.length, false);
    high[tag] = this.scan.hashHigh;
    low[tag] = this.scan.hashLow;
  }
}
