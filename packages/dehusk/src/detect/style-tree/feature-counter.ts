/**
 * The mean entropy of the features of one leaf over the m pages that have it.
 *
 *     H(a) = −Σ q_j log_m q_j                    q_j: the part of the occurrences of feature a that is on page j
 *          = (ln C − Σ c_j ln c_j / C) / ln m    c_j: its occurrences on page j, C: on all pages
 *
 * The second form needs two sums a feature and no list of pages. A feature that is on all m pages equally often has
 * 1, one that is on a single page has 0.
 */
export class FeatureCounter {
  /** By feature: C, Σ c_j ln c_j, and c_j of the page at hand; all 0 for features that this leaf does not have. */
  #total: Float64Array = new Float64Array(1024);
  #logs: Float64Array = new Float64Array(1024);
  #onPage: Float64Array = new Float64Array(1024);
  readonly #ofLeaf: number[] = [];
  readonly #ofPage: number[] = [];

  add(feature: number): void {
    if (feature >= this.#total.length) this.#grow(feature);
    if (this.#onPage[feature]!++ === 0) this.#ofPage.push(feature);
  }

  endPage(): void {
    for (const feature of this.#ofPage) {
      const count = this.#onPage[feature]!;
      if (this.#total[feature] === 0) this.#ofLeaf.push(feature);
      this.#total[feature]! += count;
      this.#logs[feature]! += count * Math.log(count);
      this.#onPage[feature] = 0;
    }
    this.#ofPage.length = 0;
  }

  /** Ends the leaf. 0 if it had no features. */
  takeMean(pages: number): number {
    const count = this.#ofLeaf.length;
    let sum = 0;
    for (const feature of this.#ofLeaf) {
      const total = this.#total[feature]!;
      sum += Math.log(total) - this.#logs[feature]! / total;
      this.#total[feature] = 0;
      this.#logs[feature] = 0;
    }
    this.#ofLeaf.length = 0;
    return count === 0 ? 0 : sum / (count * Math.log(pages));
  }

  #grow(feature: number): void {
    const grown = (column: Float64Array): Float64Array => {
      const larger = new Float64Array(Math.max(feature + 1, column.length * 2));
      larger.set(column);
      return larger;
    };
    this.#total = grown(this.#total);
    this.#logs = grown(this.#logs);
    this.#onPage = grown(this.#onPage);
  }
}
