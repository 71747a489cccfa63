/**
 * How many segments will be forgotten after each of the next pages. It makes the number of living segments exact
 * at every page although their slots are cleared bit by bit: forgetting is a subtraction, clearing is a chore.
 */
export class ExpiryRing {
  readonly counts: Int32Array;

  constructor(longestLifePages: number, counts?: Int32Array) {
    this.counts = counts ?? new Int32Array(longestLifePages + 1);
  }

  /** One more segment whose last page is `page`, this many more `by`. */
  add(page: number, by: number): void {
    this.counts[page % this.counts.length]! += by;
  }

  /** How many expire with `page`; they are counted once. */
  take(page: number): number {
    const at = page % this.counts.length;
    const count = this.counts[at]!;
    this.counts[at] = 0;
    return count;
  }
}
