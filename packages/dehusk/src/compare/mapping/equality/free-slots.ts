/** Slots in a row, some of them taken: the nearest free one to either side, each in about constant time. */
export class FreeSlots {
  /** Where to look on, as far as it is known; both are one longer than the slots, for "none". */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;

  constructor(maxCount: number) {
    this.#next = new Int32Array(maxCount + 1);
    this.#previous = new Int32Array(maxCount + 1);
  }

  /** All of the first `count` slots are free. */
  reset(count: number): void {
    for (let i = 0; i <= count; i++) {
      this.#next[i] = i;
      this.#previous[i] = i;
    }
  }

  take(slot: number): void {
    this.#next[slot] = slot + 1;
    this.#previous[slot + 1] = slot;
  }

  /** The first free slot from `slot` on; the number of slots if there is none. */
  atOrAfter(slot: number): number {
    return follow(this.#next, slot);
  }

  /** The last free slot up to `slot`; −1 if there is none. */
  atOrBefore(slot: number): number {
    return follow(this.#previous, slot + 1) - 1;
  }
}

/** Each step points on to where the next one pointed: paths halve as they are walked. */
function follow(links: Int32Array, from: number): number {
  let at = from;
  while (links[at] !== at) {
    links[at] = links[links[at]!]!;
    at = links[at]!;
  }
  return at;
}
