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
