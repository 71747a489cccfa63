/**
 * The best column for a row, found by kinds instead of one by one. Among columns of one kind only the place counts,
 * and the further off to one side the worse: the best is the nearest at or behind the row's own place, or the nearest
 * before it. So a row asks once per kind that its own kind is like, the most alike first, until no kind can do better.
 */
import type { StepBudget } from '../step-budget.ts';
import { FreeSlots } from './free-slots.ts';
import type { Offers } from './greedy-matcher.ts';
import { KindGroups } from './kind-groups.ts';
import type { Likeness } from './likeness.ts';
import { offRange } from './probability.ts';

/** What asking a kind costs, and comparing two kinds, in nodes looked at. */
const ASK_STEPS = 30;
const COMPARE_STEPS = 30;

/** Two lists of siblings, each node by its kind; what is before `first` or from the ends on is settled. */
export interface KindLists {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly first: number;
  readonly rowEnd: number;
  readonly columnEnd: number;
}

interface AlikeGroup {
  readonly group: number;
  readonly likeness: number;
}

export class KindOffers implements Offers {
  column = 0;
  probability = 0;
  #shift = 0;
  readonly #likeness: Likeness;
  readonly #budget: StepBudget;
  readonly #groups: KindGroups;
  readonly #groupsByTag = new Map<number, number[]>();
  readonly #alike = new Map<number, readonly AlikeGroup[]>();
  readonly #free: FreeSlots;
  readonly #maxCompared: number;
  #compared = 0;
  #lists!: KindLists;

  constructor(likeness: Likeness, maxColumns: number, budget: StepBudget) {
    this.#likeness = likeness;
    this.#budget = budget;
    this.#groups = new KindGroups(likeness.kinds.count, maxColumns);
    this.#free = new FreeSlots(maxColumns);
    this.#maxCompared = likeness.options.maxCompared ** 2;
  }

  reset(lists: KindLists): void {
    const { kinds } = this.#likeness;
    this.#lists = lists;
    this.#compared = 0;
    this.#groups.build(lists.columns, lists.first, lists.columnEnd);
    this.#free.reset(lists.columnEnd - lists.first);
    this.#alike.clear();
    this.#groupsByTag.clear();
    for (let group = 0; group < this.#groups.count; group++) {
      const kind = this.#groups.kind[group]!;
      if (kinds.isAlone(kind)) continue;
      const tag = kinds.tag[kind]!;
      const ofTag = this.#groupsByTag.get(tag);
      if (ofTag === undefined) this.#groupsByTag.set(tag, [group]);
      else ofTag.push(group);
    }
  }

  find(row: number, firstColumn: number, columnEnd: number): boolean {
    this.probability = this.#likeness.threshold;
    this.#shift = -1;
    let asked = 0;
    for (const { group, likeness } of this.#alikeGroups(this.#lists.rows[row]!)) {
      if (this.#likeness.at(likeness, 1) < this.probability) break;
      asked++;
      const behind = this.#columnAtOrBehind(group, Math.max(row, firstColumn));
      if (behind !== -1 && behind < columnEnd) this.#offer(row, behind, likeness);
      const before = this.#columnBefore(group, Math.min(row, columnEnd));
      if (before >= firstColumn) this.#offer(row, before, likeness);
    }
    this.#budget.spend(ASK_STEPS * (asked + 1));
    return this.#shift !== -1;
  }

  take(column: number): void {
    this.#free.take(this.#groups.slot[column]!);
  }

  /** A28, for one row: the higher probability, then the smaller shift, then the first column. */
  #offer(row: number, column: number, likeness: number): void {
    const { rowCount, columnCount } = this.#lists;
    const off = offRange(column - row, columnCount - rowCount);
    const probability = this.#likeness.at(likeness, 1 - off / Math.min(rowCount, columnCount));
    const shift = Math.abs(column - row);
    if (probability < this.probability) return;
    if (probability === this.probability) {
      if (this.#shift === -1 || shift > this.#shift) return;
      if (shift === this.#shift && column > this.column) return;
    }
    this.probability = probability;
    this.#shift = shift;
    this.column = column;
  }

  #columnAtOrBehind(group: number, column: number): number {
    const slot = this.#free.atOrAfter(this.#groups.slotAtOrAfter(group, column));
    return slot < this.#groups.start[group + 1]! ? this.#groups.column[slot]! : -1;
  }

  #columnBefore(group: number, column: number): number {
    const slot = this.#free.atOrBefore(this.#groups.slotAtOrAfter(group, column) - 1);
    return slot >= this.#groups.start[group]! ? this.#groups.column[slot]! : -1;
  }

  /** The groups that nodes of a kind can correspond to, the most alike first; beyond the cap, not all (A29). */
  #alikeGroups(kind: number): readonly AlikeGroup[] {
    const known = this.#alike.get(kind);
    if (known !== undefined) return known;
    const alike: AlikeGroup[] = [];
    for (const group of this.#comparableGroups(kind)) {
      const likeness = this.#likeness.of(kind, this.#groups.kind[group]!);
      if (this.#likeness.at(likeness, 1) > this.#likeness.threshold) alike.push({ group, likeness });
    }
    alike.sort((a, b) => b.likeness - a.likeness);
    const rows = this.#lists.rowEnd - this.#lists.first;
    alike.splice(Math.max(1, Math.floor(this.#maxCompared / rows)));
    this.#alike.set(kind, alike);
    return alike;
  }

  #comparableGroups(kind: number): readonly number[] {
    const { kinds } = this.#likeness;
    const ofTag = kinds.isAlone(kind) ? undefined : this.#groupsByTag.get(kinds.tag[kind]!);
    if (ofTag !== undefined && this.#compared + ofTag.length <= this.#maxCompared) {
      this.#compared += ofTag.length;
      this.#budget.spend(COMPARE_STEPS * ofTag.length);
      return ofTag;
    }
    const own = this.#groups.groupOf(kind);
    return own === -1 ? [] : [own];
  }
}
