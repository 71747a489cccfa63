/**
 * Trees as sequences, and the matches of two sequences (Huang 2011, chapter 4, "Prüfer sequence" and "Consolidated
 * Prüfer sequence"). Positions count from 1, as in the thesis; position 0 is empty.
 *
 *     T8 = R(A(B), A(B, E))      extended       B A R B A E A R     (reading H2)
 *                                consolidated   B A B E A R         (H3)
 */

import { DehuskError } from '../../errors.ts';
import type { Tree } from './labelled-trees.ts';
import type { StepBudget } from './mapping.ts';

export interface Sequence {
  readonly length: number;
  /** Node and label at each position. */
  readonly node: Int32Array;
  readonly label: Int32Array;
}

/**
 * The extended Prüfer sequence. Each leaf has a virtual leaf below it; nodes are removed in post-order, and each
 * removal appends the parent. So a leaf comes once itself, and each node once for every child: n + leaves − 1.
 */
export function extendedSequence(tree: Tree): Sequence {
  const { parent, subtreeEnd, nodeCount } = tree;
  const node = new Int32Array(2 * nodeCount + 1);
  let length = 0;
  for (const removed of postOrder(tree)) {
    if (subtreeEnd[removed] === removed + 1) node[++length] = removed;
    if (parent[removed]! >= 0) node[++length] = parent[removed]!;
  }
  return labelled(tree, node.subarray(0, length + 1));
}

/** The consolidated Prüfer sequence: each removal appends the node itself. */
export function consolidatedSequence(tree: Tree): Sequence {
  const node = new Int32Array(tree.nodeCount + 1);
  node.set(postOrder(tree), 1);
  return labelled(tree, node);
}

function labelled(tree: Tree, node: Int32Array): Sequence {
  const label = node.map((at) => tree.label[at]!);
  label[0] = -1;
  return { length: node.length - 1, node, label };
}

function postOrder({ nodeCount, parent, subtreeEnd }: Tree): Int32Array {
  const order = new Int32Array(nodeCount);
  let count = 0;
  let open = -1;
  for (let node = 0; node < nodeCount; node++) {
    for (; open !== -1 && subtreeEnd[open]! <= node; open = parent[open]!) order[count++] = open;
    open = node;
  }
  for (; open !== -1; open = parent[open]!) order[count++] = open;
  return order;
}

/** The σ-OCC lists of a sequence: for each label the positions where it stands, ascending. */
export class Occurrences {
  /** The positions of label s are `positions[start[s]] … positions[start[s + 1] − 1]`. */
  readonly start: Int32Array;
  readonly positions: Int32Array;

  constructor({ label, length }: Sequence, labelCount: number) {
    const start = new Int32Array(labelCount + 2);
    for (let at = 1; at <= length; at++) start[label[at]! + 2]!++;
    for (let s = 2; s < start.length; s++) start[s]! += start[s - 1]!;
    this.positions = new Int32Array(length);
    // start[s + 1] runs from the beginning of s to its end, which is the beginning of s + 1.
    for (let at = 1; at <= length; at++) this.positions[start[label[at]! + 1]!++] = at;
    this.start = start;
  }

  /** The largest position of a label that is at most `limit`, or 0. */
  last(label: number, limit: number): number {
    const begin = this.start[label]!;
    const after = this.firstAfter(limit, begin, this.start[label + 1]!);
    return after === begin ? 0 : this.positions[after - 1]!;
  }

  /** The first row of `positions` in [begin, end) whose position is larger than `limit`, or `end`. */
  firstAfter(limit: number, begin: number, end: number): number {
    let low = begin;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.positions[middle]! <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Matches held at one time: 100 MB. No pair of the corpus comes to it, of pages up to 40,000 nodes. */
const MAX_MATCHES = 2 ** 23;

/**
 * The dominant matches of two sequences (Definition 9 as corrected in H6): a match (i, j) of equal labels with
 * L(i, j) = k is dominant if no other match of that k has i' ≤ i and j' ≤ j. They are enough to find a longest common
 * subsequence.
 */
export class DominantMatches {
  /** The length of a longest common subsequence. */
  levels = 0;
  count = 0;
  /** Row and column of each match, and the next of its level, in the order of rows; −1 ends a list. */
  row: Int32Array<ArrayBuffer>;
  column: Int32Array<ArrayBuffer>;
  next: Int32Array<ArrayBuffer>;
  /** First and last match of each level 1 … levels. */
  readonly first: Int32Array;
  readonly #last: Int32Array;

  constructor(maxLevels: number) {
    this.first = new Int32Array(maxLevels + 2).fill(-1);
    this.#last = new Int32Array(maxLevels + 2);
    // There is a match on each level at least, and few levels have many.
    this.row = new Int32Array(maxLevels * 2);
    this.column = new Int32Array(maxLevels * 2);
    this.next = new Int32Array(maxLevels * 2);
  }

  add(level: number, row: number, column: number): void {
    if (this.count === this.row.length) this.#grow();
    const match = this.count++;
    this.row[match] = row;
    this.column[match] = column;
    this.next[match] = -1;
    if (this.first[level] === -1) this.first[level] = match;
    else this.next[this.#last[level]!] = match;
    this.#last[level] = match;
    if (level > this.levels) this.levels = level;
  }

  #grow(): void {
    if (this.count >= MAX_MATCHES)
      throw new DehuskError('MAPPING_BUDGET', { limit: MAX_MATCHES, what: 'matches' });
    const size = Math.min(MAX_MATCHES, this.count * 2);
    this.row = extended(this.row, size);
    this.column = extended(this.column, size);
    this.next = extended(this.next, size);
  }
}

/**
 * By rows and thresholds (H8; Rick's algorithm gives the same set): TH[k] is the smallest j that ends a common
 * subsequence of length k with the rows so far. In row i, the first occurrence of its label behind TH[k − 1] is a
 * dominant k-match if it is below TH[k], which it then becomes. Only occurrences are visited, one for each interval
 * between thresholds.
 */
export function findDominantMatches(
  rows: Sequence,
  columns: { readonly length: number; readonly occurrences: Occurrences },
  budget: StepBudget,
): DominantMatches {
  const maxLevels = Math.min(rows.length, columns.length);
  const matches = new DominantMatches(maxLevels);
  const thresholds = new Int32Array(maxLevels + 2).fill(columns.length + 1);
  for (let i = 1; i <= rows.length; i++) addRow(i, rows.label[i]!, { columns, matches, thresholds, budget });
  return matches;
}

function addRow(
  row: number,
  label: number,
  {
    columns: { occurrences },
    matches,
    thresholds,
    budget,
  }: {
    readonly columns: { readonly occurrences: Occurrences };
    readonly matches: DominantMatches;
    readonly thresholds: Int32Array;
    readonly budget: StepBudget;
  },
): void {
  const { positions, start } = occurrences;
  const end = start[label + 1]!;
  let level = 0;
  let visited = 1;
  for (let at = start[label]!; at < end; visited++) {
    const column = positions[at]!;
    // Thresholds behind `level` are still those of the row before.
    level = levelOf(thresholds, level + 1, matches.levels + 1, column);
    const threshold = thresholds[level]!;
    if (column < threshold) {
      thresholds[level] = column;
      matches.add(level, row, column);
    }
    // The other occurrences up to the old threshold are no dominant matches.
    at =
      at + 1 < end && positions[at + 1]! > threshold
        ? at + 1
        : occurrences.firstAfter(threshold, at + 1, end);
  }
  // A visit is two binary searches, of about eight steps each.
  budget.spend(visited * 16);
}

/** The first level in [low, high] whose threshold is not below the column. */
function levelOf(thresholds: Int32Array, from: number, to: number, column: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (thresholds[middle]! < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

function extended(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(size);
  longer.set(column);
  return longer;
}
