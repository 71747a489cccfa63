/**
 * Rows, each with its best offer so far: a heap in the order in which pairs are chosen (A28): the highest probability
 * first, then the smallest shift, then the first row.
 */
export class RowQueue {
  readonly #probability: Float64Array;
  readonly #shift: Int32Array;
  readonly #heap: Int32Array;
  #size = 0;

  constructor(maxRows: number) {
    this.#probability = new Float64Array(maxRows);
    this.#shift = new Int32Array(maxRows);
    this.#heap = new Int32Array(maxRows);
  }

  get size(): number {
    return this.#size;
  }

  get top(): number {
    return this.#heap[0]!;
  }

  clear(): void {
    this.#size = 0;
  }

  push(row: number, probability: number, shift: number): void {
    this.#probability[row] = probability;
    this.#shift[row] = shift;
    let slot = this.#size++;
    const heap = this.#heap;
    for (
      let above = (slot - 1) >> 1;
      slot > 0 && this.#isBefore(row, heap[above]!);
      above = (slot - 1) >> 1
    ) {
      heap[slot] = heap[above]!;
      slot = above;
    }
    heap[slot] = row;
  }

  pop(): void {
    const last = this.#heap[--this.#size]!;
    if (this.#size > 0) this.#sink(last);
  }

  /** The top row's best offer is gone, and this, which cannot be better, is its next. */
  lower(probability: number, shift: number): void {
    const row = this.top;
    this.#probability[row] = probability;
    this.#shift[row] = shift;
    this.#sink(row);
  }

  #sink(row: number): void {
    const heap = this.#heap;
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!this.#isBefore(heap[child]!, row)) break;
      heap[slot] = heap[child]!;
      slot = child;
    }
    heap[slot] = row;
  }

  #isBefore(a: number, b: number): boolean {
    const more = this.#probability[a]! - this.#probability[b]!;
    if (more !== 0) return more > 0;
    const nearer = this.#shift[b]! - this.#shift[a]!;
    return nearer !== 0 ? nearer > 0 : a < b;
  }
}
