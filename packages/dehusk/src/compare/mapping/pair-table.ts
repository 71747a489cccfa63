/**
 * Two structures whose keys are pairs of numbers: a table that numbers pairs and forgets none, and a cache of values
 * that may forget some.
 */

/**
 * Numbers for pairs of numbers, in the order in which the pairs are first met: 0, 1, 2 …
 *
 * Open addressing over flat columns. How many pairs may come is known beforehand (a page cannot grow), so the
 * table never does either. The seed is a keyed hash of the page's: who writes pages cannot choose pairs that
 * share a slot.
 */
export class PairTable {
  count = 0;
  readonly #first: Int32Array;
  readonly #second: Int32Array;
  /** Number + 1, 0 = free; at most half of the slots are taken. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #seed: number;

  constructor(maxPairs: number, seed: number) {
    this.#first = new Int32Array(maxPairs);
    this.#second = new Int32Array(maxPairs);
    const slots = 2 ** Math.ceil(Math.log2(maxPairs * 2 + 1));
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
    this.#seed = seed;
  }

  /** The number of a pair of 32-bit integers. */
  intern(first: number, second: number): number {
    let mixed = Math.imul(first ^ this.#seed, 0x9e3779b1);
    mixed = Math.imul((mixed ^ (mixed >>> 15)) + second, 0x85ebca6b);
    for (let slot = (mixed ^ (mixed >>> 13)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const number = this.#slots[slot]! - 1;
      if (number === -1) return this.#add(first, second, slot);
      if (this.#first[number] === first && this.#second[number] === second) return number;
    }
  }

  #add(first: number, second: number, slot: number): number {
    const number = this.count++;
    this.#first[number] = first;
    this.#second[number] = second;
    this.#slots[slot] = number + 1;
    return number;
  }
}

/** 48 MB. A quarter of it made the pairs of two tables of 470 rows be computed three times over. */
const MAX_SLOTS = 2 ** 22;

/**
 * Values of pairs of numbers. Direct-mapped: a pair drives out another that has its slot. It grows with what is put
 * in, up to a bound; a value that was lost is computed again.
 */
export class PairCache {
  #first = new Int32Array(256);
  #second = new Int32Array(256);
  #value = new Int32Array(256);
  #taken = 0;

  /** The value, or 0 if it is not there (any more); values are positive. */
  get(first: number, second: number): number {
    const slot = this.#slot(first, second);
    return this.#first[slot] === first && this.#second[slot] === second ? this.#value[slot]! : 0;
  }

  set(first: number, second: number, value: number): void {
    if (this.#taken * 2 > this.#value.length && this.#value.length < MAX_SLOTS) this.#grow();
    this.#put(first, second, value);
  }

  #put(first: number, second: number, value: number): void {
    const slot = this.#slot(first, second);
    if (this.#value[slot] === 0) this.#taken++;
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#value[slot] = value;
  }

  #grow(): void {
    const before = [this.#first, this.#second, this.#value] as const;
    const size = this.#value.length * 4;
    this.#first = new Int32Array(size);
    this.#second = new Int32Array(size);
    this.#value = new Int32Array(size);
    this.#taken = 0;
    for (const [slot, value] of before[2].entries()) {
      if (value !== 0) this.#put(before[0][slot]!, before[1][slot]!, value);
    }
  }

  #slot(first: number, second: number): number {
    const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (this.#value.length - 1);
  }
}
