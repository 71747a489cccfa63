/** Which pages were learned lately, and when: what a page has taught itself must not count as what others say. */
export class RecentPages {
  /** As many as it takes for a page to be forgotten, or not to matter among so many. */
  static readonly length: number = 256;
  /** (identity, page number) pairs, the oldest overwritten first; number 0 is a free place. */
  readonly rows: Uint32Array;
  #next: number;

  constructor(rows: Uint32Array = new Uint32Array(2 * RecentPages.length), next = 0) {
    this.rows = rows;
    this.#next = next;
  }

  /** The place that is overwritten next. */
  get next(): number {
    return this.#next;
  }

  /** The number that the page was learned under; 0 if it was not, or long ago. */
  find(identity: number): number {
    const row = this.#rowOf(identity);
    return row < 0 ? 0 : this.rows[row + 1]!;
  }

  add(identity: number, pageNumber: number): void {
    const before = this.#rowOf(identity);
    if (before >= 0) this.rows[before + 1] = 0;
    this.rows[2 * this.#next] = identity;
    this.rows[2 * this.#next + 1] = pageNumber;
    this.#next = (this.#next + 1) % RecentPages.length;
  }

  #rowOf(identity: number): number {
    for (let row = 0; row < this.rows.length; row += 2) {
      if (this.rows[row] === identity && this.rows[row + 1] !== 0) return row;
    }
    return -1;
  }
}
