/**
 * Interning of tag and attribute names: a range of the source → a small number.
 *
 * Names that HTML knows have the same number on every page and are found without making a string. Names that a
 * page invents (`data-…`, custom elements) get numbers of that page only, so nothing grows with the crawl; to
 * compare those across pages, compare names or path hashes, never numbers.
 */
import { DehuskError } from '../errors.ts';

/** Ids are kept in 16 bits. No honest page comes near: the largest seen in practice had a few hundred names. */
const MAX_NAMES = 60_000;

export interface KnownNames {
  readonly names: readonly string[];
  readonly idByName: ReadonlyMap<string, number>;
  /** Open addressing, `id + 1` per slot, 0 = free; the size is a power of two. */
  readonly slots: Uint16Array;
}

export function createKnownNames(names: readonly string[]): KnownNames {
  // Four slots a name keep the probes short: an unknown name usually ends at its first slot.
  const slots = new Uint16Array(2 ** Math.ceil(Math.log2(names.length * 4)));
  for (const [id, name] of names.entries()) {
    let slot = foldedHash(name, 0, name.length) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = id + 1;
  }
  return { names, idByName: new Map(names.map((name, id) => [name, id])), slots };
}

/** The names of one page: the known ones and the page's own. */
export class NameTable {
  readonly #known: KnownNames;
  readonly #ownNames: string[] = [];
  readonly #ownIds = new Map<string, number>();

  constructor(known: KnownNames) {
    this.#known = known;
  }

  get size(): number {
    return this.#known.names.length + this.#ownNames.length;
  }

  name(id: number): string {
    const knownCount = this.#known.names.length;
    return (id < knownCount ? this.#known.names[id] : this.#ownNames[id - knownCount]) ?? '';
  }

  /** The id of a name, or -1 if the page does not use it. */
  find(name: string): number {
    return this.#known.idByName.get(name) ?? this.#ownIds.get(name) ?? -1;
  }

  /** The id of `source.slice(start, end)` in lower case. */
  intern(source: string, start: number, end: number): number {
    const { names, slots } = this.#known;
    const mask = slots.length - 1;
    let slot = foldedHash(source, start, end) & mask;
    for (;;) {
      const entry = slots[slot]!;
      if (entry === 0) return this.#internOwn(source, start, end);
      if (equalsFolded(names[entry - 1]!, source, start, end)) return entry - 1;
      slot = (slot + 1) & mask;
    }
  }

  #internOwn(source: string, start: number, end: number): number {
    const name = lowerCaseAscii(source.slice(start, end));
    const found = this.#ownIds.get(name);
    if (found !== undefined) return found;
    if (this.#ownNames.length >= MAX_NAMES)
      throw new DehuskError('PAGE_TOO_MANY_NAMES', { limit: MAX_NAMES });
    const id = this.size;
    this.#ownNames.push(name);
    this.#ownIds.set(name, id);
    return id;
  }
}

function lowerCaseAscii(name: string): string {
  // `toLowerCase` alone would also fold non-ASCII letters, which HTML keeps.
  return /[^\0-\x7f]/.test(name) ? name.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : name.toLowerCase();
}

function foldedHash(source: string, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (source.charCodeAt(i) | 0x20)) | 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

function equalsFolded(name: string, source: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) {
    const unit = source.charCodeAt(start + i);
    const folded = unit >= 65 && unit <= 90 ? unit + 32 : unit;
    if (folded !== name.charCodeAt(i)) return false;
  }
  return true;
}
