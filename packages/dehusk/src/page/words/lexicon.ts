/**
 * Words ↔ numbers, in the order in which words are first met: 0, 1, 2 … The units of all words stand in one column,
 * and open addressing finds them, so that no string is made of a word until somebody asks for it.
 */
import type { HashKey } from '../hash.ts';
import { MAX_WORD_UNITS } from './tokenise.ts';

const MAX_LOAD = 0.5;

export class Lexicon {
  /** How many words there are. */
  size = 0;
  #units = new Uint16Array(4096);
  /** Where each word begins in `#units`; one entry more than there are words. */
  #starts = new Int32Array(1025);
  #hashes = new Int32Array(1024);
  /** Number of the word + 1, 0 = free. */
  #slots = new Int32Array(2048);
  readonly #strings: string[] = [];
  readonly #spelling = new Uint16Array(MAX_WORD_UNITS);
  readonly #seed: number;
  readonly #factor: number;

  /** The key keeps who writes pages from choosing words that share a slot; numbers do not depend on it. */
  constructor(key: HashKey = [0, 0]) {
    this.#seed = key[0] ^ 0x6c796765;
    this.#factor = (key[1] ^ 0x9e3779b1) | 1;
  }

  /** Bytes of everything that grows, but for strings. */
  get sizeBytes(): number {
    return [this.#units, this.#starts, this.#hashes, this.#slots].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }

  /** The number of the word `units[0 … length - 1]`, as a scanner has it; a new one if need be. */
  intern(units: Uint16Array, length: number): number {
    const hash = this.#hash(units, length);
    const slot = this.#slotOf(units, length, hash);
    const number = this.#slots[slot]! - 1;
    if (number !== -1) return number;
    this.#slots[slot] = this.size + 1;
    return this.#add(units, length, hash);
  }

  /** The number of a folded word, or -1. */
  find(word: string): number {
    const { length } = word;
    if (length > MAX_WORD_UNITS) return -1;
    for (let i = 0; i < length; i++) this.#spelling[i] = word.charCodeAt(i);
    return this.#slots[this.#slotOf(this.#spelling, length, this.#hash(this.#spelling, length))]! - 1;
  }

  /** The word of a number. */
  word(number: number): string {
    const cached = this.#strings[number];
    if (cached !== undefined) return cached;
    const made = String.fromCharCode(...this.#units.subarray(this.#starts[number], this.#starts[number + 1]));
    this.#strings[number] = made;
    return made;
  }

  /** The words of these numbers, with a space between each two. */
  spell(numbers: Uint32Array): string {
    return Array.from(numbers, (number) => this.word(number)).join(' ');
  }

  #hash(units: Uint16Array, length: number): number {
    let hash = this.#seed;
    for (let i = 0; i < length; i++) {
      hash = Math.imul(hash ^ units[i]!, this.#factor);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  /** The slot of the word, or the free one where it would go. */
  #slotOf(units: Uint16Array, length: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = firstSlot(hash) & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (number === -1 || (this.#hashes[number] === hash && this.#isWord(number, units, length)))
        return slot;
    }
  }

  #isWord(number: number, units: Uint16Array, length: number): boolean {
    const start = this.#starts[number]!;
    if (this.#starts[number + 1]! - start !== length) return false;
    for (let i = 0; i < length; i++) if (this.#units[start + i] !== units[i]) return false;
    return true;
  }

  #add(units: Uint16Array, length: number, hash: number): number {
    const number = this.size++;
    const start = this.#starts[number]!;
    this.#units = grown(this.#units, start + length);
    this.#starts = grown(this.#starts, number + 2);
    this.#hashes = grown(this.#hashes, number + 1);
    for (let i = 0; i < length; i++) this.#units[start + i] = units[i]!;
    this.#starts[number + 1] = start + length;
    this.#hashes[number] = hash;
    if (this.size > this.#slots.length * MAX_LOAD) this.#rehash();
    return number;
  }

  #rehash(): void {
    const mask = this.#slots.length * 2 - 1;
    this.#slots = new Int32Array(mask + 1);
    for (let number = 0; number < this.size; number++) {
      let slot = firstSlot(this.#hashes[number]!) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function firstSlot(hash: number): number {
  return hash ^ (hash >>> 13);
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** The column itself if it has room for `size` entries, else a copy at least twice as long: constant per entry. */
export function grown<T extends Column>(column: T, size: number): T {
  if (size <= column.length) return column;
  const longer = new (column.constructor as new (length: number) => T)(Math.max(size, column.length * 2));
  longer.set(column);
  return longer;
}
