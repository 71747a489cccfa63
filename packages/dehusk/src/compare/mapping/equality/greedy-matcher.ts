/**
 * The mapping of two lists of siblings by best match (Alarte 2014, Definition 3.3.1): the pair with the highest
 * probability is chosen, then the same is done with what is before it in both lists, and with what is behind it. Ties
 * are broken by A28: smallest |i − i′|, then smallest i, then smallest i′.
 *
 * That is the same as going through all pairs from the best to the worst and taking those that fit what was taken
 * before. Not all pairs are looked at: each row offers its best column, the best offer is taken, and a row whose
 * column is gone makes its next offer when its old one comes up. Offers only become worse, so none is overlooked.
 */
import { RowQueue } from './row-queue.ts';
import { Segments } from './segments.ts';

/** Finds the best column for a row. */
export interface Offers {
  /** Whether there is one from `firstColumn` to `columnEnd` (exclusive) that is not taken; then the next two tell. */
  find(row: number, firstColumn: number, columnEnd: number): boolean;
  readonly column: number;
  readonly probability: number;
  take(column: number): void;
}

/** Rows and columns are places among siblings, both from `first` on. */
export interface SiblingLists {
  readonly first: number;
  readonly rowEnd: number;
  readonly columnEnd: number;
}

export class GreedyMatcher {
  readonly #inOrder: boolean;
  readonly #queue: RowQueue;
  readonly #segments: Segments;
  /** The column that a row offers. */
  readonly #columnOf: Int32Array;
  readonly #isTaken: Uint8Array;

  /** `inOrder`: whether pairs must not cross. */
  constructor(maxChildren: number, inOrder: boolean) {
    this.#inOrder = inOrder;
    this.#queue = new RowQueue(maxChildren);
    this.#segments = new Segments(maxChildren);
    this.#columnOf = new Int32Array(maxChildren);
    this.#isTaken = new Uint8Array(maxChildren);
  }

  match(lists: SiblingLists, offers: Offers, take: (row: number, column: number) => void): void {
    const { first, rowEnd, columnEnd } = lists;
    const queue = this.#queue;
    this.#isTaken.fill(0, first, columnEnd);
    this.#segments.reset([first, rowEnd], [first, columnEnd]);
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
        if (this.#inOrder) this.#segments.split(row, column);
      } else if (this.#find(row, offers)) queue.lower(offers.probability, Math.abs(offers.column - row));
      else queue.pop();
    }
  }

  #find(row: number, offers: Offers): boolean {
    const found = offers.find(row, this.#segments.firstColumn(row), this.#segments.columnEnd(row));
    if (found) this.#columnOf[row] = offers.column;
    return found;
  }

  #isOpen(row: number, column: number): boolean {
    return (
      this.#isTaken[column] === 0 &&
      column >= this.#segments.firstColumn(row) &&
      column < this.#segments.columnEnd(row)
    );
  }
}
