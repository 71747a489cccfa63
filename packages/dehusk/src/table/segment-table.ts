/**
 * The text segment table of Wang et al. (2008): for each text segment of a site, on how many pages it was seen and
 * when last. It knows nothing of pages or text: a segment is a 64-bit number, a page is a 32-bit number.
 *
 * Hashes are keyed by whoever makes them, so nobody can aim at a slot. Two of n segments have the same 64 bits with
 * a probability of about n² / 2^65: 2.7e-8 for 10^6 segments.
 *
 * Time: a touch costs a few probes. Forgetting (W12) is exact and costs nothing per segment: a ring counts how many
 * segments expire with each page, an expired slot counts as free whenever it is met, and each page clears a small
 * share of the slots. Growing rehashes, which is constant per insertion when spread out.
 *
 * Space: 20 bytes a slot and 8 for each page that a young segment remembers; bounded by the longest life times the
 * new segments of a page, and by `maxSegments`: when those are reached, the segments with the lowest counts go, the
 * longest unseen first.
 */

import { bitsOf, gather, type SavedTable, scatter, slotsOf, usedSlots } from './saved-table.ts';
import { ContributorChains, ExpiryRing, lifetimes, NO_CHAIN, Slots } from './segment-slots.ts';

export interface SegmentTableOptions {
  /** Tb: pages that a segment seen once stays. */
  readonly firstLifePages: number;
  /** N: the longest life is N times the first. */
  readonly lifeGrowth: number;
  /** False: nothing is forgotten by age, only by `maxSegments`. */
  readonly forgetting: boolean;
  /** From this count on a segment is template; the table counts how often that set changes. */
  readonly templatePages: number;
  /** Until this count the pages that raised it are remembered. */
  readonly rememberUntil: number;
  readonly maxSegments: number;
  /** The key that the hashes are made with; kept so that a table is never asked with hashes of another key. */
  readonly hashKey: readonly [number, number];
}

/** Of a table, what is a number and no option. */
interface Scalars {
  pageNumber: number;
  templateVersion: number;
  /** Segments that are alive, and those of them that are template. */
  size: number;
  templateSize: number;
  /** Pages that are through: what expired with them is gone. */
  settledPage: number;
  sweepAt: number;
}

export interface SegmentEntry {
  readonly high: number;
  readonly low: number;
  readonly df: number;
  readonly last: number;
}

/** A site of which one page was met needs few. What is known does not depend on it. */
const MIN_CAPACITY = 16;
/** Fullest the slots get before they grow: linear probing stays short. */
const MAX_LOAD = 0.7;
/** A page clears this share of the slots: an expired one waits 32 pages at most, a sixth of the longest life. */
const SWEEP_SHARE = 32;
const MIN_SWEEP = 64;
/** What `maxSegments` evicts at once, so that evicting costs little per segment. */
const EVICTED_SHARE = 0.25;

export class SegmentTable {
  readonly options: SegmentTableOptions;
  readonly #lives: Int32Array;
  readonly #scalars: Scalars;
  readonly #expiring: ExpiryRing;
  readonly #templateExpiring: ExpiryRing;
  #slots: Slots;
  #chains = new ContributorChains();
  #contributor = 0;
  #templateChanged = false;

  constructor(options: SegmentTableOptions, saved?: SavedTable) {
    this.options = options;
    this.#lives = lifetimes(options.firstLifePages, options.lifeGrowth);
    const { capacity = MIN_CAPACITY, ...scalars } = saved?.facts ?? {};
    this.#scalars = { ...emptyScalars, ...scalars };
    this.#slots = new Slots(capacity);
    this.#expiring = new ExpiryRing(this.#scalars.settledPage);
    this.#templateExpiring = new ExpiryRing(this.#scalars.settledPage);
    if (saved !== undefined) this.#restore(saved.columns);
  }

  /** Pages begun so far. */
  get pageNumber(): number {
    return this.#scalars.pageNumber;
  }

  /** Segments that are alive. */
  get size(): number {
    return this.#scalars.size;
  }

  /** Of those, the ones that are template. */
  get templateSize(): number {
    return this.#scalars.templateSize;
  }

  /** Pages that changed the set of template segments. */
  get templateVersion(): number {
    return this.#scalars.templateVersion;
  }

  /** Slots in use, also by segments that have expired and wait to be cleared. */
  get occupied(): number {
    return this.#slots.occupied;
  }

  /** Bytes of slots and chains: those that segments take. */
  get segmentBytes(): number {
    return this.#slots.sizeBytes + this.#chains.sizeBytes;
  }

  /** Bytes of everything that grows. */
  get sizeBytes(): number {
    return this.segmentBytes + this.#expiring.sizeBytes + this.#templateExpiring.sizeBytes;
  }

  /** A page begins; `contributor` is its identity, for telling a page that comes again. */
  beginPage(contributor: number): void {
    this.#scalars.pageNumber++;
    this.#contributor = contributor >>> 0;
    this.#templateChanged = false;
  }

  /** The segment stands on the current page. Returns its count, this page included. */
  touch(high: number, low: number): number {
    const slots = this.#slots;
    const slot = slots.find(high, low);
    if (slot < 0) return this.#insert(high, low);
    // W3: a segment counts once per page, however often it stands there.
    if (slots.last[slot] === this.pageNumber) return slots.df[slot]!;
    if (this.#isExpired(slot)) return this.#restart(slot);
    this.#countExpiry(slot, -1);
    this.#raise(slot);
    slots.last[slot] = this.pageNumber;
    this.#countExpiry(slot, 1);
    return slots.df[slot]!;
  }

  /**
   * The segment counts as template from the current page on, whatever was seen of it; it lives and expires as others
   * with that count do. One that is known already stays as it is.
   */
  seed(high: number, low: number): void {
    if (this.find(high, low) > 0) return;
    this.touch(high, low);
    const slots = this.#slots;
    const slot = slots.find(high, low);
    this.#countExpiry(slot, -1);
    this.#chains.release(slots.chain[slot]!);
    slots.chain[slot] = NO_CHAIN;
    slots.df[slot] = this.options.templatePages;
    this.#countExpiry(slot, 1);
    this.#scalars.templateSize++;
    this.#templateChanged = true;
  }

  /** The count of a segment, 0 if the table does not know it. */
  find(high: number, low: number): number {
    const slots = this.#slots;
    const slot = slots.find(high, low);
    return slot < 0 || this.#isExpired(slot) ? 0 : slots.df[slot]!;
  }

  /** The page is through: W12, what has stayed away for its life is forgotten. Returns how many were. */
  endPage(): number {
    const scalars = this.#scalars;
    scalars.settledPage = scalars.pageNumber;
    const expired = this.options.forgetting ? this.#expiring.take(scalars.pageNumber) : 0;
    const template = this.options.forgetting ? this.#templateExpiring.take(scalars.pageNumber) : 0;
    scalars.size -= expired;
    scalars.templateSize -= template;
    if (this.options.forgetting) this.#sweep();
    if (this.#templateChanged || template > 0) scalars.templateVersion++;
    return expired;
  }

  /** Every living segment, in no particular order. */
  *entries(): Generator<SegmentEntry> {
    const slots = this.#slots;
    for (let slot = 0; slot < slots.capacity; slot++) {
      if (!this.#isAlive(slot)) continue;
      yield {
        high: slots.hashHigh[slot]!,
        low: slots.hashLow[slot]!,
        df: slots.df[slot]!,
        last: slots.last[slot]!,
      };
    }
  }

  /**
   * A fingerprint of what the table knows: equal for equal histories, whatever the key of the hashes and however the
   * slots came to lie.
   */
  digest(): string {
    let sum = 0;
    let mixed = 0;
    for (const { df, last } of this.entries()) {
      const word = Math.imul(df ^ Math.imul(last, 0x9e3779b1), 0x85ebca6b);
      sum = (sum + word) | 0;
      mixed = (mixed + Math.imul(word ^ (word >>> 13), 0xc2b2ae35)) | 0;
    }
    const { pageNumber, size, templateSize, templateVersion } = this.#scalars;
    return [pageNumber, size, templateSize, templateVersion, sum >>> 0, mixed >>> 0].join('-');
  }

  // Saving

  /** What the constructor needs to go on from here to the bit. */
  save(): SavedTable {
    const { hashHigh, hashLow, df, last, chain, capacity } = this.#slots;
    const used = usedSlots(df);
    const contributors: number[] = [];
    const contributorCounts = new Uint32Array(used.length);
    for (let i = 0; i < used.length; i++)
      contributorCounts[i] = this.#chains.list(chain[used[i]!]!, contributors);
    return {
      facts: { ...this.#scalars, capacity },
      columns: {
        used: bitsOf(used, capacity),
        hashHigh: gather(hashHigh, used),
        hashLow: gather(hashLow, used),
        df: gather(df, used),
        last: gather(last, used),
        contributorCounts,
        contributors: new Uint32Array(contributors),
      },
    };
  }

  /** When segments expire follows from the slots. */
  #restore(columns: SavedTable['columns']): void {
    const slots = this.#slots;
    const { contributors, contributorCounts } = columns;
    const used = slotsOf(columns.used!, columns.df!.length);
    slots.occupied = used.length;
    for (const name of ['hashHigh', 'hashLow', 'df', 'last'] as const)
      scatter(columns[name]!, used, slots[name]);
    let from = 0;
    for (let i = 0; i < used.length; i++) {
      const slot = used[i]!;
      const to = from + contributorCounts![i]!;
      slots.chain[slot] = NO_CHAIN;
      for (let at = to - 1; at >= from; at--)
        slots.chain[slot] = this.#chains.add(slots.chain[slot]!, contributors![at]!);
      from = to;
      if (!this.#isExpired(slot)) this.#countExpiry(slot, 1);
    }
  }

  // Counting

  #insert(high: number, low: number): number {
    while (this.#slots.occupied + 1 > this.#slots.capacity * MAX_LOAD || this.#isFull()) this.#makeRoom();
    const slot = ~this.#slots.find(high, low);
    this.#slots.take(slot, high, low);
    return this.#begin(slot);
  }

  /** W13: a segment that comes back after it was forgotten starts again. */
  #restart(slot: number): number {
    const slots = this.#slots;
    if (this.#isFull()) {
      // Its slot is lost when room is made.
      const [high, low] = [slots.hashHigh[slot]!, slots.hashLow[slot]!];
      return this.#insert(high, low);
    }
    this.#chains.release(slots.chain[slot]!);
    slots.chain[slot] = NO_CHAIN;
    return this.#begin(slot);
  }

  #isFull(): boolean {
    return this.size >= this.options.maxSegments;
  }

  #begin(slot: number): number {
    const slots = this.#slots;
    this.#scalars.size++;
    slots.df[slot] = 0;
    this.#raise(slot);
    slots.last[slot] = this.pageNumber;
    this.#countExpiry(slot, 1);
    return 1;
  }

  /** One page more, unless it is a page that has counted already (W4). */
  #raise(slot: number): void {
    const slots = this.#slots;
    const { rememberUntil, templatePages } = this.options;
    const df = slots.df[slot]! + 1;
    if (df <= rememberUntil) {
      const chain = slots.chain[slot]!;
      if (this.#chains.includes(chain, this.#contributor)) return;
      if (df < rememberUntil) slots.chain[slot] = this.#chains.add(chain, this.#contributor);
      else {
        this.#chains.release(chain);
        slots.chain[slot] = NO_CHAIN;
      }
    }
    slots.df[slot] = df;
    if (df !== templatePages) return;
    this.#scalars.templateSize++;
    this.#templateChanged = true;
  }

  // Forgetting

  #life(slot: number): number {
    return this.#lives[Math.min(this.#slots.df[slot]!, this.#lives.length - 1)]!;
  }

  #isExpired(slot: number): boolean {
    const { settledPage } = this.#scalars;
    return this.options.forgetting && settledPage - this.#slots.last[slot]! >= this.#life(slot);
  }

  #isAlive(slot: number): boolean {
    return this.#slots.df[slot] !== 0 && !this.#isExpired(slot);
  }

  #countExpiry(slot: number, by: number): void {
    if (!this.options.forgetting) return;
    const page = this.#slots.last[slot]! + this.#life(slot);
    this.#expiring.add(page, by);
    if (this.#slots.df[slot]! >= this.options.templatePages) this.#templateExpiring.add(page, by);
  }

  /** Clears the expired among the next slots. */
  #sweep(): void {
    const scalars = this.#scalars;
    const slots = this.#slots;
    const count = Math.max(MIN_SWEEP, Math.ceil(slots.capacity / SWEEP_SHARE));
    for (let i = 0; i < count; i++) {
      const slot = scalars.sweepAt;
      if (slots.df[slot] !== 0 && this.#isExpired(slot)) {
        // Another slot may come into its place: look at it again.
        this.#chains.release(slots.chain[slot]!);
        slots.free(slot);
      } else scalars.sweepAt = (slot + 1) & (slots.capacity - 1);
    }
    if (slots.capacity > MIN_CAPACITY && slots.occupied < slots.capacity / 8)
      this.#rehash(slots.capacity / 2);
  }

  // Room

  #makeRoom(): void {
    const { capacity } = this.#slots;
    if (this.#isFull()) this.#evict();
    else this.#rehash(this.size > (capacity * MAX_LOAD) / 2 ? capacity * 2 : capacity);
  }

  /**
   * Forgets the rarest. Segments of the same count and last page go together, so what is left does not depend on
   * the order of the slots, which depends on the key of the hashes.
   */
  #evict(): void {
    const slots = this.#slots;
    const ranks = new Float64Array(this.size);
    let count = 0;
    for (let slot = 0; slot < slots.capacity; slot++) {
      if (this.#isAlive(slot)) ranks[count++] = this.#rank(slot);
    }
    ranks.sort();
    const limit = ranks[Math.max(0, Math.ceil(count * EVICTED_SHARE) - 1)]!;
    for (let slot = 0; slot < slots.capacity; slot++) {
      if (this.#isAlive(slot) && this.#rank(slot) <= limit) this.#forget(slot);
    }
    this.#rehash(slots.capacity);
  }

  /** Orders by count, then by last page. */
  #rank(slot: number): number {
    const slots = this.#slots;
    return Math.min(slots.df[slot]!, 2 ** 20) * 2 ** 32 + slots.last[slot]!;
  }

  /** Leaves a gap that only the rehash that follows closes. */
  #forget(slot: number): void {
    const slots = this.#slots;
    this.#countExpiry(slot, -1);
    this.#scalars.size--;
    if (slots.df[slot]! >= this.options.templatePages) {
      this.#scalars.templateSize--;
      this.#templateChanged = true;
    }
    this.#chains.release(slots.chain[slot]!);
    slots.df[slot] = 0;
  }

  /** Into slots of this capacity, without the expired; the chains lose their free places on the way. */
  #rehash(capacity: number): void {
    const slots = this.#slots;
    const nextSlots = new Slots(capacity);
    const nextChains = new ContributorChains();
    for (let slot = 0; slot < slots.capacity; slot++) {
      if (!this.#isAlive(slot)) continue;
      slots.chain[slot] = nextChains.adopt(this.#chains, slots.chain[slot]!);
      nextSlots.adopt(slots, slot);
    }
    this.#slots = nextSlots;
    this.#chains = nextChains;
    this.#scalars.sweepAt = 0;
  }
}

const emptyScalars: Readonly<Scalars> = {
  pageNumber: 0,
  templateVersion: 0,
  size: 0,
  templateSize: 0,
  settledPage: 0,
  sweepAt: 0,
};
