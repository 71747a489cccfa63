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
import { ContributorChains, NO_CHAIN } from './contributor-chains.ts';
import { ExpiryRing } from './expiry-ring.ts';
import { lifetimes } from './lifetimes.ts';
import { SLOT_BYTES, Slots } from './slots.ts';

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

/** Everything of a table that is no option; what `table-bytes.ts` writes and reads. */
export interface SegmentTableState {
  pageNumber: number;
  templateVersion: number;
  /** Segments that are alive, and those of them that are template. */
  size: number;
  templateSize: number;
  /** Pages that are through: what expired with them is gone. */
  settledPage: number;
  sweepAt: number;
  slots: Slots;
  chains: ContributorChains;
  readonly expiring: ExpiryRing;
  readonly templateExpiring: ExpiryRing;
}

export interface SegmentEntry {
  readonly high: number;
  readonly low: number;
  readonly df: number;
  readonly last: number;
}

const MIN_CAPACITY = 256;
/** Fullest the slots get before they grow: linear probing stays short. */
const MAX_LOAD = 0.7;
/** A page clears this share of the slots: an expired one waits 32 pages at most, a sixth of the longest life. */
const SWEEP_SHARE = 32;
const MIN_SWEEP = 64;
/** What `maxSegments` evicts at once, so that evicting costs little per segment. */
const EVICTED_SHARE = 0.25;

export class SegmentTable {
  readonly options: SegmentTableOptions;
  readonly #state: SegmentTableState;
  readonly #lives: Int32Array;
  #contributor = 0;
  #templateChanged = false;

  constructor(options: SegmentTableOptions, state?: SegmentTableState) {
    this.options = options;
    this.#lives = lifetimes(options.firstLifePages, options.lifeGrowth);
    this.#state = state ?? emptyState(this.#lives.at(-1)!);
  }

  get state(): Readonly<SegmentTableState> {
    return this.#state;
  }

  /** Pages begun so far. */
  get pageNumber(): number {
    return this.#state.pageNumber;
  }

  /** Segments that are alive. */
  get size(): number {
    return this.#state.size;
  }

  /** Of those, the ones that are template. */
  get templateSize(): number {
    return this.#state.templateSize;
  }

  /** Pages that changed the set of template segments. */
  get templateVersion(): number {
    return this.#state.templateVersion;
  }

  /** Bytes of everything that grows. */
  get sizeBytes(): number {
    return this.#state.slots.capacity * SLOT_BYTES + this.#state.chains.sizeBytes;
  }

  /** A page begins; `contributor` is its identity, for telling a page that comes again. */
  beginPage(contributor: number): void {
    this.#state.pageNumber++;
    this.#contributor = contributor >>> 0;
    this.#templateChanged = false;
  }

  /** The segment stands on the current page. Returns its count, this page included. */
  touch(high: number, low: number): number {
    const { slots, pageNumber } = this.#state;
    const slot = slots.find(high, low);
    if (slot < 0) return this.#insert(~slot, high, low);
    // W3: a segment counts once per page, however often it stands there.
    if (slots.last[slot] === pageNumber) return slots.df[slot]!;
    if (this.#isExpired(slot)) return this.#restart(slot);
    this.#countExpiry(slot, -1);
    this.#raise(slot);
    slots.last[slot] = pageNumber;
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
    const { slots, chains } = this.#state;
    const slot = slots.find(high, low);
    this.#countExpiry(slot, -1);
    chains.release(slots.chain[slot]!);
    slots.chain[slot] = NO_CHAIN;
    slots.df[slot] = this.options.templatePages;
    this.#countExpiry(slot, 1);
    this.#state.templateSize++;
    this.#templateChanged = true;
  }

  /** The count of a segment, 0 if the table does not know it. */
  find(high: number, low: number): number {
    const { slots } = this.#state;
    const slot = slots.find(high, low);
    return slot < 0 || this.#isExpired(slot) ? 0 : slots.df[slot]!;
  }

  /** The page is through: W12, what has stayed away for its life is forgotten. Returns how many were. */
  endPage(): number {
    const state = this.#state;
    state.settledPage = state.pageNumber;
    const expired = this.options.forgetting ? state.expiring.take(state.pageNumber) : 0;
    const template = this.options.forgetting ? state.templateExpiring.take(state.pageNumber) : 0;
    state.size -= expired;
    state.templateSize -= template;
    if (this.options.forgetting) this.#sweep();
    if (this.#templateChanged || template > 0) state.templateVersion++;
    return expired;
  }

  /** Every living segment, in no particular order. */
  *entries(): Generator<SegmentEntry> {
    const { slots } = this.#state;
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
    const { pageNumber, size, templateSize, templateVersion } = this.#state;
    return [pageNumber, size, templateSize, templateVersion, sum >>> 0, mixed >>> 0].join('-');
  }

  // Counting

  #insert(slot: number, high: number, low: number): number {
    const { slots, size } = this.#state;
    if (slots.occupied + 1 > slots.capacity * MAX_LOAD || size >= this.options.maxSegments) {
      this.#makeRoom();
      return this.#insert(~this.#state.slots.find(high, low), high, low);
    }
    slots.take(slot, high, low);
    return this.#begin(slot);
  }

  /** W13: a segment that comes back after it was forgotten starts again. */
  #restart(slot: number): number {
    const { slots, chains } = this.#state;
    chains.release(slots.chain[slot]!);
    slots.chain[slot] = NO_CHAIN;
    return this.#begin(slot);
  }

  #begin(slot: number): number {
    const { slots, pageNumber } = this.#state;
    this.#state.size++;
    slots.df[slot] = 0;
    this.#raise(slot);
    slots.last[slot] = pageNumber;
    this.#countExpiry(slot, 1);
    return 1;
  }

  /** One page more, unless it is a page that has counted already (W4). */
  #raise(slot: number): void {
    const { slots, chains } = this.#state;
    const { rememberUntil, templatePages } = this.options;
    const df = slots.df[slot]! + 1;
    if (df <= rememberUntil) {
      const chain = slots.chain[slot]!;
      if (chains.includes(chain, this.#contributor)) return;
      if (df < rememberUntil) slots.chain[slot] = chains.add(chain, this.#contributor);
      else {
        chains.release(chain);
        slots.chain[slot] = NO_CHAIN;
      }
    }
    slots.df[slot] = df;
    if (df !== templatePages) return;
    this.#state.templateSize++;
    this.#templateChanged = true;
  }

  // Forgetting

  #life(slot: number): number {
    return this.#lives[Math.min(this.#state.slots.df[slot]!, this.#lives.length - 1)]!;
  }

  #isExpired(slot: number): boolean {
    const { settledPage, slots } = this.#state;
    return this.options.forgetting && settledPage - slots.last[slot]! >= this.#life(slot);
  }

  #isAlive(slot: number): boolean {
    return this.#state.slots.df[slot] !== 0 && !this.#isExpired(slot);
  }

  #countExpiry(slot: number, by: number): void {
    if (!this.options.forgetting) return;
    const { slots, expiring, templateExpiring } = this.#state;
    const page = slots.last[slot]! + this.#life(slot);
    expiring.add(page, by);
    if (slots.df[slot]! >= this.options.templatePages) templateExpiring.add(page, by);
  }

  /** Clears the expired among the next slots. */
  #sweep(): void {
    const state = this.#state;
    const { slots, chains } = state;
    const count = Math.max(MIN_SWEEP, Math.ceil(slots.capacity / SWEEP_SHARE));
    for (let i = 0; i < count; i++) {
      const slot = state.sweepAt;
      if (slots.df[slot] !== 0 && this.#isExpired(slot)) {
        // Another slot may come into its place: look at it again.
        chains.release(slots.chain[slot]!);
        slots.free(slot);
      } else state.sweepAt = (slot + 1) & (slots.capacity - 1);
    }
    if (slots.capacity > MIN_CAPACITY && slots.occupied < slots.capacity / 8)
      this.#rehash(slots.capacity / 2);
  }

  // Room

  #makeRoom(): void {
    const { size, slots } = this.#state;
    if (size >= this.options.maxSegments) this.#evict();
    else this.#rehash(size > (slots.capacity * MAX_LOAD) / 2 ? slots.capacity * 2 : slots.capacity);
  }

  /**
   * Forgets the rarest. Segments of the same count and last page go together, so what is left does not depend on
   * the order of the slots, which depends on the key of the hashes.
   */
  #evict(): void {
    const { slots } = this.#state;
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
    const { slots } = this.#state;
    return Math.min(slots.df[slot]!, 2 ** 20) * 2 ** 32 + slots.last[slot]!;
  }

  /** Leaves a gap that only the rehash that follows closes. */
  #forget(slot: number): void {
    const { slots, chains } = this.#state;
    this.#countExpiry(slot, -1);
    this.#state.size--;
    if (slots.df[slot]! >= this.options.templatePages) {
      this.#state.templateSize--;
      this.#templateChanged = true;
    }
    chains.release(slots.chain[slot]!);
    slots.df[slot] = 0;
  }

  /** Into slots of this capacity, without the expired; the chains lose their free places on the way. */
  #rehash(capacity: number): void {
    const { slots, chains } = this.#state;
    const nextSlots = new Slots(capacity);
    const nextChains = new ContributorChains();
    for (let slot = 0; slot < slots.capacity; slot++) {
      if (!this.#isAlive(slot)) continue;
      slots.chain[slot] = nextChains.adopt(chains, slots.chain[slot]!);
      nextSlots.adopt(slots, slot);
    }
    this.#state.slots = nextSlots;
    this.#state.chains = nextChains;
    this.#state.sweepAt = 0;
  }
}

function emptyState(longestLifePages: number): SegmentTableState {
  return {
    pageNumber: 0,
    templateVersion: 0,
    size: 0,
    templateSize: 0,
    settledPage: 0,
    sweepAt: 0,
    slots: new Slots(MIN_CAPACITY),
    chains: new ContributorChains(),
    expiring: new ExpiryRing(longestLifePages),
    templateExpiring: new ExpiryRing(longestLifePages),
  };
}
