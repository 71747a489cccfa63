/**
 * Values of pairs of subtree classes. Direct-mapped: a pair drives out another that has its slot. It grows with what
 * is put in, up to a bound; a value that was lost is computed again.
 */

/** 48 MB. A quarter of it made the pairs of two tables of 470 rows be computed three times over. */
const MAX_SLOTS = 2 ** 22;

export class PairCache {
  #first = new Int32Array(256);
  #second = new Int32Array(256);
  #value = new Int32Array(256);
  #taken = 0;

  /** The value, or 0 if it is not known (any more); values are positive. */
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
