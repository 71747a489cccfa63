/**
 * The exact top-down mapping by equality probability (Alarte 2014, chapter 3; A18 to A29): from the roots down,
 * children of corresponding nodes are paired by best match. How probably two nodes are the same one is told by id,
 * classes, attribute names, number of children and position (`equality/probability.ts`), text nodes by their text.
 *
 * Unlike the other mappings it looks at no more than one level at a time: a pair that looks well is kept, whatever
 * is below. Where two corresponding subtrees are the same in all that is compared, they are mapped node by node; that
 * is what level by level would give, since each node is most like the one of its own kind at its own position. Cost: close
 * to linear in the pages; wide nodes are compared by kinds of children, not child by child (`equality/kind-offers.ts`).
 */
import { DehuskError } from '../../errors.ts';
import { type Page, tagName } from '../../page/page.ts';
import { GreedyMatcher } from './equality/greedy-matcher.ts';
import { type KindLists, KindOffers } from './equality/kind-offers.ts';
import { Kinds } from './equality/kinds.ts';
import { type EqualityOptions, Likeness, resolveEqualityOptions } from './equality/probability.ts';
import { createTree, mapIdentical, type Tree } from './labelled-trees.ts';
import { type Mapping, StepBudget } from './mapping.ts';
import { PairTable } from './pair-table.ts';

/** Both pages must have been parsed with one hash key. The labels of other mappings play no part. */
export function mapEquality(key: Page, other: Page, options: EqualityOptions = {}): Mapping {
  const pairs = new Int32Array(key.nodeCount).fill(-1);
  // Roots have no position among siblings: that their tags are the same is enough (A19).
  if (tagName(key, 0) !== tagName(other, 0)) return { other: pairs, size: 0 };
  if (key.pathHashLow[0] !== other.pathHashLow[0]) throw new DehuskError('MAPPING_HASH_KEYS', {});
  const budget = new StepBudget(options.maxSteps);
  const resolved = resolveEqualityOptions(options);
  const kinds = new Kinds(key, other, { text: resolved.text, media: resolved.media, budget });
  const likeness = new Likeness(kinds, resolved);
  const classes = new PairTable(2 * (key.nodeCount + other.nodeCount), key.pathHashLow[0]!);
  const trees: Trees = {
    key: createTree(key, kinds.ofKey, classes),
    other: createTree(other, kinds.ofOther, classes),
    mayMapIdentical: likeness.isAlwaysEnough,
  };
  return { other: pairs, size: mapPairs(trees, pairs, new ChildMatcher(trees, likeness, budget)) };
}

interface Trees {
  readonly key: Tree;
  readonly other: Tree;
  /** Whether no node of two subtrees that are the same would be left out. */
  readonly mayMapIdentical: boolean;
}

function mapPairs({ key, other, mayMapIdentical }: Trees, pairs: Int32Array, matcher: ChildMatcher): number {
  // Pairs whose children are still to be matched: key, other, key, other …
  const pending = [0, 0];
  const take = (keyNode: number, otherNode: number): void => {
    pending.push(keyNode, otherNode);
  };
  let size = 0;
  while (pending.length > 0) {
    const otherNode = pending.pop()!;
    const keyNode = pending.pop()!;
    if (mayMapIdentical && key.subtreeClass[keyNode] === other.subtreeClass[otherNode]) {
      size += mapIdentical(key, pairs, keyNode, otherNode);
      continue;
    }
    pairs[keyNode] = otherNode;
    size++;
    matcher.match(keyNode, otherNode, take);
  }
  return size;
}

type TakePair = (first: number, second: number) => void;

/**
 * Which children of two corresponding nodes correspond. Children of one kind at one position are settled first, from
 * the front and, where both nodes have as many children, from the back; the rest is left to the greedy matcher.
 *
 * That gives what the greedy matcher alone would: no node is more like another than one of its own kind, and no
 * position better than its own, so a pair (i, i) of one kind goes before every other pair with either of its nodes. A
 * pair that crosses one of a run from the front or the back has a node of the run, which goes before it with its own.
 */
class ChildMatcher {
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

  /** A position where both have one kind: the two correspond, or neither has a counterpart. */
  #settle(position: number, take: TakePair): void {
    if (this.#likeness.isEnough(this.#rows[position]!)) take(position, position);
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
