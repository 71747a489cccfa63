/** The σ-OCC lists of a sequence: for each label the positions where it stands, ascending. */
import type { Sequence } from './sequences.ts';

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
