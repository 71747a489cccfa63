/**
 * The dominant matches of two sequences (Definition 9 as corrected in H6): a match (i, j) of equal labels with
 * L(i, j) = k is dominant if no other match of that k has i' ≤ i and j' ≤ j. They are enough to find a longest common
 * subsequence.
 *
 * By rows and thresholds (H8; Rick's algorithm gives the same set): TH[k] is the smallest j that ends a common
 * subsequence of length k with the rows so far. In row i, the first occurrence of its label behind TH[k − 1] is a
 * dominant k-match if it is below TH[k], which it then becomes. Only occurrences are visited, one for each interval
 * between thresholds.
 */
import { DehuskError } from '../../../errors.ts';
import type { StepBudget } from '../step-budget.ts';
import type { Occurrences } from './occurrences.ts';
import type { Sequence } from './sequences.ts';

/** Matches held at one time: 100 MB. No pair of the corpus comes to it, of pages up to 40,000 nodes. */
const MAX_MATCHES = 2 ** 23;

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
