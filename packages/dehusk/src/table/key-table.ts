/**
 * Numbers for keys of three 32-bit integers, in the order in which the keys are first met: 0, 1, 2 …
 *
 * Open addressing over flat columns, growing by doubling; at most half of the slots are taken. The seed keeps who
 * writes pages from choosing keys that share a slot.
 */
export class KeyTable {
  count = 0;
  #keys: Int32Array = new Int32Array(3 * MIN_KEYS);
  /** Number + 1, 0 = free. */
  #slots: Int32Array = new Int32Array(2 * MIN_KEYS);
  readonly #seed: number;

  /** No seed is needed where keys are numbers of our own making. */
  constructor(seed = 0) {
    this.#seed = seed;
  }

  get sizeBytes(): number {
    return this.#keys.byteLength + this.#slots.byteLength;
  }

  /** The number of a key; −1 if it was never met. */
  find(first: number, second: number, third: number): number {
    return this.#slots[this.#slotOf(first, second, third)]! - 1;
  }

  /** The number of a key, which is `count` of before if the key is new. */
  intern(first: number, second: number, third: number): number {
    const slot = this.#slotOf(first, second, third);
    const found = this.#slots[slot]! - 1;
    return found === -1 ? this.#add(first, second, third, slot) : found;
  }

  /** Where the key is, or where it belongs. */
  #slotOf(first: number, second: number, third: number): number {
    const keys = this.#keys;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let mixed = Math.imul(first ^ this.#seed, 0x9e3779b1);
    mixed = Math.imul((mixed ^ (mixed >>> 15)) + second, 0x85ebca6b);
    mixed = Math.imul((mixed ^ (mixed >>> 13)) + third, 0xc2b2ae35);
    for (let slot = (mixed ^ (mixed >>> 16)) & mask; ; slot = (slot + 1) & mask) {
      const at = 3 * (slots[slot]! - 1);
      if (at < 0) return slot;
      // Stored keys are signed: the same bits may come as an unsigned number.
      if (keys[at] === (first | 0) && keys[at + 1] === (second | 0) && keys[at + 2] === (third | 0))
        return slot;
    }
  }

  #add(first: number, second: number, third: number, slot: number): number {
    const number = this.count++;
    this.#keys[3 * number] = first;
    this.#keys[3 * number + 1] = second;
    this.#keys[3 * number + 2] = third;
    this.#slots[slot] = number + 1;
    if (this.count * 2 === this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const keys = this.#keys;
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#keys = new Int32Array(keys.length * 2);
    this.#keys.set(keys);
    for (let number = 0; number < this.count; number++) {
      const at = 3 * number;
      this.#slots[this.#slotOf(keys[at]!, keys[at + 1]!, keys[at + 2]!)] = number + 1;
    }
  }
}

const MIN_KEYS = 256;
