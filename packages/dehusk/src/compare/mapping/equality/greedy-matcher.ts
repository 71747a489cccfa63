/**
 * The mapping of two lists of siblings by best match (Alarte 2014, Definition 3.3.1): the pair with the highest
 * probability is chosen, then the same is done with what is before it in both lists, and with what is behind it. Ties
 * are broken by A28: smallest |i − i′|, then smallest i, then smallest i′.
 *
 * That is the same as going through all pairs from the best to the worst and taking those that fit what was taken
 * before. Not all pairs are looked at: each row offers its best column, the best offer is taken, and a row whose
 * column is gone makes its next offer when its old one comes up. Offers only become worse, so none is overlooked.
 */

/** Finds the best column for a row. */
export interface Offers {
  /** Whether there is one from `firstColumn` to `columnEnd` (exclusive) that is not taken; then the next two tell. */
  find(row: number, firstColumn: number, columnEnd: number): boolean;
  readonly column: number;
  readonly probability: number;
  take(column: number): void;
}

/** Rows and columns are positions among siblings, both from `first` on. */
interface SiblingLists {
  readonly first: number;
  readonly rowEnd: number;
  readonly columnEnd: number;
}

export class GreedyMatcher {
  readonly #inOrder: boolean;
  readonly #queue: RowQueue;
  readonly #ranges: OpenRanges;
  /** The column that a row offers. */
  readonly #columnOf: Int32Array;
  readonly #isTaken: Uint8Array;

  /** `inOrder`: whether pairs must not cross. */
  constructor(maxChildren: number, inOrder: boolean) {
    this.#inOrder = inOrder;
    this.#queue = new RowQueue(maxChildren);
    this.#ranges = new OpenRanges(maxChildren);
    this.#columnOf = new Int32Array(maxChildren);
    this.#isTaken = new Uint8Array(maxChildren);
  }

  match(lists: SiblingLists, offers: Offers, take: (row: number, column: number) => void): void {
    const { first, rowEnd, columnEnd } = lists;
    const queue = this.#queue;
    this.#isTaken.fill(0, first, columnEnd);
    this.#ranges.reset([first, rowEnd], [first, columnEnd]);
    queue.clear();
    for (let row = first; row < rowEnd; row++) {
      if (this.#find(row, offers)) queue.push(row, offers.probability, Math.abs(offers.column - row));
    }
    while (queue.size > 0) {
      const row = queue.top;
      const column = this.#columnOf[row]!;
      if (this.#isOpen(row, column)) {
        queue.pop();
        this.#isTaken[column] = 1;
        offers.take(column);
        take(row, column);
        if (this.#inOrder) this.#ranges.split(row, column);
      } else if (this.#find(row, offers)) queue.lower(offers.probability, Math.abs(offers.column - row));
      else queue.pop();
    }
  }

  #find(row: number, offers: Offers): boolean {
    const found = offers.find(row, this.#ranges.firstColumn(row), this.#ranges.columnEnd(row));
    if (found) this.#columnOf[row] = offers.column;
    return found;
  }

  #isOpen(row: number, column: number): boolean {
    return (
      this.#isTaken[column] === 0 &&
      column >= this.#ranges.firstColumn(row) &&
      column < this.#ranges.columnEnd(row)
    );
  }
}

/**
 * Rows, each with its best offer so far: a heap in the order in which pairs are chosen (A28): the highest probability
 * first, then the smallest shift, then the first row.
 */
class RowQueue {
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

/**
 * What is left of two lists as pairs are chosen that must not cross: a pair parts the lists, and what is before it
 * may correspond to what is before it only. A row knows the range it is in, and a range its columns.
 */
class OpenRanges {
  readonly #rangeOf: Int32Array;
  readonly #firstRow: number[] = [];
  readonly #rowEnd: number[] = [];
  readonly #firstColumn: number[] = [];
  readonly #columnEnd: number[] = [];

  constructor(maxRows: number) {
    this.#rangeOf = new Int32Array(maxRows);
  }

  reset(rows: readonly [number, number], columns: readonly [number, number]): void {
    this.#firstRow.length = 0;
    this.#rangeOf.fill(0, rows[0], rows[1]);
    this.#add(rows, columns);
  }

  firstColumn(row: number): number {
    return this.#firstColumn[this.#rangeOf[row]!]!;
  }

  columnEnd(row: number): number {
    return this.#columnEnd[this.#rangeOf[row]!]!;
  }

  /** The larger part keeps the number, so that no row changes its range more often than a logarithm. */
  split(row: number, column: number): void {
    const range = this.#rangeOf[row]!;
    const rowEnd = this.#rowEnd[range]!;
    const columnEnd = this.#columnEnd[range]!;
    const firstRow = this.#firstRow[range]!;
    if (row - firstRow < rowEnd - row) {
      const before = this.#add([firstRow, row], [this.#firstColumn[range]!, column]);
      this.#rangeOf.fill(before, firstRow, row);
      this.#firstRow[range] = row + 1;
      this.#firstColumn[range] = column + 1;
    } else {
      const after = this.#add([row + 1, rowEnd], [column + 1, columnEnd]);
      this.#rangeOf.fill(after, row + 1, rowEnd);
      this.#rowEnd[range] = row;
      this.#columnEnd[range] = column;
    }
  }

  #add(rows: readonly [number, number], columns: readonly [number, number]): number {
    const range = this.#firstRow.length;
    this.#firstRow[range] = rows[0];
    this.#rowEnd[range] = rows[1];
    this.#firstColumn[range] = columns[0];
    this.#columnEnd[range] = columns[1];
    return range;
  }
}
