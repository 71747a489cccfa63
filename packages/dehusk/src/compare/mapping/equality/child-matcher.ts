/**
 * Which children of two corresponding nodes correspond. Children of one kind at one place are settled first, from the
 * front and, where both nodes have as many children, from the back; the rest is left to the greedy matcher.
 *
 * That gives what the greedy matcher alone would: no node is more like another than one of its own kind, and no place
 * better than its own, so a pair (i, i) of one kind goes before every other pair with either of its nodes. A pair
 * that crosses one of a run from the front or the back has a node of the run, which goes before it with its own.
 */
import type { StepBudget } from '../step-budget.ts';
import type { Tree } from '../tree-pair.ts';
import { GreedyMatcher } from './greedy-matcher.ts';
import { type KindLists, KindOffers } from './kind-offers.ts';
import type { Likeness } from './likeness.ts';

type TakePair = (first: number, second: number) => void;

export class ChildMatcher {
  readonly #key: Tree;
  readonly #other: Tree;
  readonly #likeness: Likeness;
  readonly #budget: StepBudget;
  readonly #offers: KindOffers;
  readonly #matcher: GreedyMatcher;
  /** The children of the two nodes, and their kinds. */
  readonly #keyChildren: Int32Array;
  readonly #otherChildren: Int32Array;
  readonly #rows: Int32Array;
  readonly #columns: Int32Array;

  constructor(
    { key, other }: { readonly key: Tree; readonly other: Tree },
    likeness: Likeness,
    budget: StepBudget,
  ) {
    const most = likeness.kinds.children.reduce((max, count) => Math.max(max, count), 0);
    this.#key = key;
    this.#other = other;
    this.#likeness = likeness;
    this.#budget = budget;
    this.#offers = new KindOffers(likeness, most, budget);
    this.#matcher = new GreedyMatcher(most, likeness.options.activatePosition);
    this.#keyChildren = new Int32Array(most);
    this.#otherChildren = new Int32Array(most);
    this.#rows = new Int32Array(most);
    this.#columns = new Int32Array(most);
  }

  match(keyNode: number, otherNode: number, take: TakePair): void {
    const keyChildren = this.#keyChildren;
    const otherChildren = this.#otherChildren;
    const rowCount = listChildren(this.#key, keyNode, { nodes: keyChildren, kinds: this.#rows });
    const columnCount = listChildren(this.#other, otherNode, { nodes: otherChildren, kinds: this.#columns });
    this.#budget.spend(10 + 2 * (rowCount + columnCount));
    const takeAt: TakePair = (row, column) => take(keyChildren[row]!, otherChildren[column]!);
    const lists = this.#settleEnds(rowCount, columnCount, takeAt);
    if (lists.first === lists.rowEnd || lists.first === lists.columnEnd) return;
    this.#offers.reset(lists);
    this.#matcher.match(lists, this.#offers, takeAt);
  }

  #settleEnds(rowCount: number, columnCount: number, take: TakePair): KindLists {
    const rows = this.#rows;
    const columns = this.#columns;
    let first = 0;
    while (first < rowCount && first < columnCount && rows[first] === columns[first])
      this.#settle(first++, take);
    let rowEnd = rowCount;
    let columnEnd = columnCount;
    if (rowCount === columnCount) {
      while (rowEnd > first && rows[rowEnd - 1] === columns[rowEnd - 1]) this.#settle(--rowEnd, take);
      columnEnd = rowEnd;
    }
    return { rows, columns, rowCount, columnCount, first, rowEnd, columnEnd };
  }

  /** A place where both have one kind: the two correspond, or neither has a counterpart. */
  #settle(place: number, take: TakePair): void {
    if (this.#likeness.isEnough(this.#rows[place]!)) take(place, place);
  }
}

/** Returns how many there are. */
function listChildren(
  { subtreeEnd, label }: Tree,
  node: number,
  into: { readonly nodes: Int32Array; readonly kinds: Int32Array },
): number {
  let count = 0;
  for (let child = node + 1; child < subtreeEnd[node]!; child = subtreeEnd[child]!) {
    into.nodes[count] = child;
    into.kinds[count++] = label[child]!;
  }
  return count;
}
