/**
 * Open addressing with linear probing over five columns in one buffer, 20 bytes a slot:
 *
 *     slot     hash high   hash low    df      last page   contributors
 *     0        9f32…       01a0…       41      48          -            a menu item, seen on 41 pages
 *     1        -           -           0       -           -            free
 *     2        77b0…       51e2…       1       47          → chain      a sentence, seen once
 *
 * The low half of the hash is the place; a count of 0 marks a free slot.
 */
import { NO_CHAIN } from './contributor-chains.ts';

export const SLOT_BYTES = 20;

export class Slots {
  readonly capacity: number;
  readonly buffer: ArrayBuffer;
  /** Slots in use. */
  occupied = 0;
  readonly hashHigh: Uint32Array;
  readonly hashLow: Uint32Array;
  readonly df: Uint32Array;
  readonly last: Uint32Array;
  readonly chain: Int32Array;

  /** `capacity` is a power of two. A buffer that was saved comes back as it was. */
  constructor(capacity: number, saved?: { readonly buffer: ArrayBuffer; readonly occupied: number }) {
    this.capacity = capacity;
    this.buffer = saved?.buffer ?? new ArrayBuffer(capacity * SLOT_BYTES);
    this.occupied = saved?.occupied ?? 0;
    this.hashHigh = new Uint32Array(this.buffer, 0, capacity);
    this.hashLow = new Uint32Array(this.buffer, capacity * 4, capacity);
    this.df = new Uint32Array(this.buffer, capacity * 8, capacity);
    this.last = new Uint32Array(this.buffer, capacity * 12, capacity);
    this.chain = new Int32Array(this.buffer, capacity * 16, capacity);
  }

  /** The slot of a segment; if it has none, the complement of the free slot where it belongs. */
  find(high: number, low: number): number {
    const { df, hashHigh, hashLow } = this;
    const mask = this.capacity - 1;
    let slot = low & mask;
    while (df[slot] !== 0) {
      if (hashLow[slot] === low && hashHigh[slot] === high) return slot;
      slot = (slot + 1) & mask;
    }
    return ~slot;
  }

  /** Takes a free slot for a segment; its count is set by the caller. */
  take(slot: number, high: number, low: number): void {
    this.hashHigh[slot] = high;
    this.hashLow[slot] = low;
    this.chain[slot] = NO_CHAIN;
    this.occupied++;
  }

  /** Frees a slot and closes the gap, so that probing needs no tombstones (Knuth, volume 3, algorithm R). */
  free(slot: number): void {
    const mask = this.capacity - 1;
    let gap = slot;
    for (let at = (gap + 1) & mask; this.df[at] !== 0; at = (at + 1) & mask) {
      const home = this.hashLow[at]! & mask;
      // It may move into the gap only if that is not before its home.
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      this.#copy(this, at, gap);
      gap = at;
    }
    this.df[gap] = 0;
    this.occupied--;
  }

  /** Puts a slot of other slots in its place here. */
  adopt(other: Slots, slot: number): void {
    this.#copy(other, slot, ~this.find(other.hashHigh[slot]!, other.hashLow[slot]!));
    this.occupied++;
  }

  #copy(from: Slots, slot: number, to: number): void {
    this.hashHigh[to] = from.hashHigh[slot]!;
    this.hashLow[to] = from.hashLow[slot]!;
    this.df[to] = from.df[slot]!;
    this.last[to] = from.last[slot]!;
    this.chain[to] = from.chain[slot]!;
  }
}
