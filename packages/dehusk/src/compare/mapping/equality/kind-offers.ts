/**
 * The best column for a row, found by kinds instead of one by one. Among columns of one kind only the position counts,
 * and the further off to one side the worse: the best is the nearest at or behind the row's own position, or the nearest
 * before it. So a row asks once per kind that its own kind is like, the most alike first, until no kind can do better.
 */
import type { StepBudget } from '../mapping.ts';
import type { Offers } from './greedy-matcher.ts';
import { type Likeness, offRange } from './probability.ts';

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
    const found = this.#alike.get(kind);
    if (found !== undefined) return found;
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

/** The columns of one comparison by kind: a group per kind, its columns side by side in rising slots. */
class KindGroups {
  count = 0;
  /** Kind of each group, and where its slots begin; the last group is followed by an end. */
  readonly kind: Int32Array;
  readonly start: Int32Array;
  /** Column in each slot, and slot of each column. */
  readonly column: Int32Array;
  readonly slot: Int32Array;
  /** Group of each kind + 1, 0 = none. */
  readonly #groupOf: Int32Array;

  constructor(kindCount: number, maxColumns: number) {
    this.kind = new Int32Array(maxColumns);
    this.start = new Int32Array(maxColumns + 1);
    this.column = new Int32Array(maxColumns);
    this.slot = new Int32Array(maxColumns);
    this.#groupOf = new Int32Array(kindCount);
  }

  /** −1 if no column is of the kind. */
  groupOf(kind: number): number {
    return this.#groupOf[kind]! - 1;
  }

  build(kinds: Int32Array, first: number, end: number): void {
    this.#clear();
    for (let column = first; column < end; column++) {
      const kind = kinds[column]!;
      if (this.#groupOf[kind] === 0) this.#add(kind);
      this.start[this.#groupOf[kind]!]!++;
    }
    for (let group = 1; group <= this.count; group++) this.start[group]! += this.start[group - 1]!;
    // Backwards, so that each group's start is where its first slot was filled.
    for (let column = end - 1; column >= first; column--) {
      const slot = --this.start[this.#groupOf[kinds[column]!]!]!;
      this.column[slot] = column;
      this.slot[column] = slot;
    }
    // Each count stood one further, where it became the end of its group, and is now the start.
    this.start.copyWithin(0, 1, this.count + 1);
    this.start[this.count] = end - first;
  }

  /** The first slot of a group whose column is at `column` or behind it; the group's end if there is none. */
  slotAtOrAfter(group: number, column: number): number {
    let low = this.start[group]!;
    let high = this.start[group + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.column[middle]! < column) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #add(kind: number): void {
    this.kind[this.count] = kind;
    this.#groupOf[kind] = ++this.count;
    this.start[this.count] = 0;
  }

  #clear(): void {
    for (let group = 0; group < this.count; group++) this.#groupOf[this.kind[group]!] = 0;
    this.count = 0;
    this.start[0] = 0;
  }
}

/** Slots in a row, some of them taken: the nearest free one to either side, each in about constant time. */
class FreeSlots {
  /** Where to look on, as far as it is known; both are one longer than the slots, for "none". */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;

  constructor(maxCount: number) {
    this.#next = new Int32Array(maxCount + 1);
    this.#previous = new Int32Array(maxCount + 1);
  }

  /** All of the first `count` slots are free. */
  reset(count: number): void {
    for (let i = 0; i <= count; i++) {
      this.#next[i] = i;
      this.#previous[i] = i;
    }
  }

  take(slot: number): void {
    this.#next[slot] = slot + 1;
    this.#previous[slot + 1] = slot;
  }

  /** The first free slot from `slot` on; the number of slots if there is none. */
  atOrAfter(slot: number): number {
    return follow(this.#next, slot);
  }

  /** The last free slot up to `slot`; −1 if there is none. */
  atOrBefore(slot: number): number {
    return follow(this.#previous, slot + 1) - 1;
  }
}

/** Each step points on to where the next one pointed: paths halve as they are walked. */
function follow(links: Int32Array, from: number): number {
  let at = from;
  while (links[at] !== at) {
    links[at] = links[links[at]!]!;
    at = links[at]!;
  }
  return at;
}
