/**
 * The pairs of children that an alignment has taken, as chains that share their beginnings: each link is one pair
 * and the link before it. A row of an alignment needs one number per cell to know all pairs of its alignment. Both
 * top-down mappings use it.
 *
 * When the room is used up, links that no cell reaches any more are dropped; what is alive stays small, because the
 * alignments of neighbouring cells soon run together.
 */
import { DehuskError } from '../../../errors.ts';
import type { StepBudget } from '../mapping.ts';

/** Links at one time, 16 bytes each with the scratch column. */
const MAX_LINKS = 2 ** 22;

export const NO_LINK = -1;

export class Chains {
  #count = 0;
  #row = new Int32Array(64);
  #column = new Int32Array(64);
  #before = new Int32Array(64);
  readonly #budget: StepBudget;

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  clear(): void {
    this.#count = 0;
  }

  add(row: number, column: number, before: number): number {
    if (this.#count === this.#row.length) this.#grow(this.#count * 2);
    const link = this.#count++;
    this.#row[link] = row;
    this.#column[link] = column;
    this.#before[link] = before;
    return link;
  }

  /** Makes room for `links` more; `cells` are the links that are in use, and are renamed. */
  reserve(links: number, cells: Int32Array): void {
    if (this.#count + links <= MAX_LINKS) return;
    this.#collect(cells);
    // Half must be free, or the next collection comes too soon.
    if (this.#count + links > MAX_LINKS / 2)
      throw new DehuskError('MAPPING_BUDGET', { limit: MAX_LINKS, what: 'links' });
  }

  /** The pairs of a chain, from the last to the first. */
  visit(link: number, pair: (row: number, column: number) => void): void {
    for (let at = link; at !== NO_LINK; at = this.#before[at]!) pair(this.#row[at]!, this.#column[at]!);
  }

  #collect(cells: Int32Array): void {
    const renamed = new Int32Array(this.#count);
    for (const cell of cells) {
      for (let at = cell; at !== NO_LINK && renamed[at] === 0; at = this.#before[at]!) renamed[at] = 1;
    }
    // A link stands behind the one before it: in ascending order, that one has its new name already.
    let kept = 0;
    for (let link = 0; link < this.#count; link++) {
      if (renamed[link] === 0) continue;
      const before = this.#before[link]!;
      this.#row[kept] = this.#row[link]!;
      this.#column[kept] = this.#column[link]!;
      this.#before[kept] = before === NO_LINK ? NO_LINK : renamed[before]!;
      renamed[link] = kept++;
    }
    for (let i = 0; i < cells.length; i++) if (cells[i] !== NO_LINK) cells[i] = renamed[cells[i]!]!;
    this.#budget.spend(this.#count);
    this.#count = kept;
  }

  #grow(size: number): void {
    this.#row = extended(this.#row, size);
    this.#column = extended(this.#column, size);
    this.#before = extended(this.#before, size);
  }
}

function extended(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(size);
  longer.set(column);
  return longer;
}
