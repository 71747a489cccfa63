/**
 * On how many of the recent pages of a site each segment stood. A page counts 1 when it is new and less with every
 * page after it, so that what is gone from the site is forgotten and what is new on all pages is soon known.
 *
 *     slot   hash     count   last
 *     0      9f32…    38.2    1048    a menu item, on every page: no count is above `memoryPages`
 *     1      77b0…    1       1047    a sentence, seen once: dropped when it has faded below a half
 *     2      -        0       -       free
 *
 * Open addressing with linear probing, 10 bytes a slot. A hash has 32 bits: among ten thousand segments of a site one
 * in 400,000 new ones is taken for another, and costs one verdict. Slots are never freed one by one: the table is
 * written anew when it is full, without what has faded.
 */
export interface FadingTableOptions {
  /** A page that is this old counts a third. */
  readonly memoryPages: number;
  /** False for learning a whole input before judging it: then nothing fades. */
  readonly forgetting: boolean;
  /** Most segments kept of one site; those seen on the fewest pages go first. */
  readonly maxSegments: number;
}

/** Everything of a table that is no option. */
export interface FadingTableState {
  readonly pageNumber: number;
  readonly pages: number;
  readonly used: number;
  readonly hash: Uint32Array;
  readonly count: Float32Array;
  readonly last: Uint16Array;
}

export const FADING_SLOT_BYTES = 10;
/** Faded below this a segment is dropped: one seen once, after 28 pages with a memory of 40. */
const DROPPED_BELOW = 0.5;
const MIN_CAPACITY = 256;
const MAX_LOAD = 0.8;
/** Of a table written anew, so that it is not full again at once. */
const NEW_LOAD = 0.6;
/** `last` has 16 bits, so nothing may get older than that: twice as often is often enough. */
const REWRITE_EVERY = 2 ** 14;

export class FadingTable {
  readonly #maxSegments: number;
  /** What a page counts after so many others; beyond the end it counts nothing. */
  readonly #fading: Float64Array | undefined;
  #state: { -readonly [Name in keyof FadingTableState]: FadingTableState[Name] };

  constructor(options: FadingTableOptions, saved?: FadingTableState) {
    this.#maxSegments = options.maxSegments;
    this.#fading = options.forgetting ? fadingOf(options.memoryPages) : undefined;
    this.#state = saved === undefined ? emptyState(MIN_CAPACITY) : { ...saved };
  }

  get state(): FadingTableState {
    return this.#state;
  }

  /** How many pages were learned. */
  get pageNumber(): number {
    return this.#state.pageNumber;
  }

  /** The same with older ones counting less: what counts are to be compared with. */
  get pages(): number {
    return this.#state.pages;
  }

  get segmentCount(): number {
    return this.#state.used;
  }

  get sizeBytes(): number {
    return this.#state.hash.length * FADING_SLOT_BYTES;
  }

  /** What the page of this number counts now; 0 stands for no page. */
  weightOf(pageNumber: number): number {
    return pageNumber === 0 ? 0 : this.#faded(this.#state.pageNumber - pageNumber);
  }

  /** On how many pages a segment stood, faded. */
  find(hash: number): number {
    return this.#countAt(this.#slotOf(hash));
  }

  /** The page that is learned now. `own`: what it counted until now, if it was learned before. */
  beginPage(own: number): void {
    const state = this.#state;
    state.pages = (state.pages - own) * this.#faded(1) + 1;
    state.pageNumber++;
    if (state.pageNumber % REWRITE_EVERY === 0) this.#rewrite();
  }

  /** Counts the segment on the page that is learned now, once; says on how many pages it stands. */
  touch(hash: number, own: number): number {
    const { last, pageNumber } = this.#state;
    const slot = this.#slotOf(hash);
    const before = this.#countAt(slot);
    if (before > 0 && last[slot] === (pageNumber & 0xffff)) return before;
    // Rounded as it is stored, so that whoever asks again hears the same.
    const now = Math.fround(Math.max(0, before - own * this.#faded(1)) + 1);
    this.#put(slot, hash, now);
    return now;
  }

  /** As if so many pages had been learned that all have these segments and nothing else in common. */
  seed(hashes: Uint32Array, pages: number): void {
    this.#state.pages += pages;
    for (const hash of hashes) {
      const slot = this.#slotOf(hash);
      if (this.#countAt(slot) < pages) this.#put(slot, hash, pages);
    }
  }

  #put(slot: number, hash: number, now: number): void {
    const state = this.#state;
    const isNew = state.count[slot] === 0;
    state.hash[slot] = hash;
    state.count[slot] = now;
    state.last[slot] = state.pageNumber & 0xffff;
    if (isNew && ++state.used > MAX_LOAD * state.hash.length) this.#rewrite();
  }

  #faded(age: number): number {
    return this.#fading === undefined ? 1 : (this.#fading[age] ?? 0);
  }

  #countAt(slot: number): number {
    const { count, last, pageNumber } = this.#state;
    const raw = count[slot]!;
    return raw === 0 ? 0 : raw * this.#faded((pageNumber - last[slot]!) & 0xffff);
  }

  /** The slot of a segment, or the free one where it belongs. */
  #slotOf(hash: number): number {
    const { hash: hashes, count } = this.#state;
    let slot = homeOf(hash, hashes.length);
    while (count[slot] !== 0 && hashes[slot] !== hash) slot = slot + 1 === hashes.length ? 0 : slot + 1;
    return slot;
  }

  /** Writes the table anew without what has faded. */
  #rewrite(): void {
    const before = this.#state;
    const kept = this.#slotsToKeep();
    const capacity = Math.max(MIN_CAPACITY, Math.ceil(kept.length / NEW_LOAD));
    const { pageNumber, pages } = before;
    this.#state = { ...emptyState(capacity), pageNumber, pages, used: kept.length };
    for (const slot of kept) {
      const to = this.#slotOf(before.hash[slot]!);
      this.#state.hash[to] = before.hash[slot]!;
      this.#state.count[to] = before.count[slot]!;
      this.#state.last[to] = before.last[slot]!;
    }
  }

  #slotsToKeep(): readonly number[] {
    const slots = this.#state.hash.keys();
    let kept = [...slots].filter((slot) => this.#countAt(slot) >= DROPPED_BELOW);
    for (let least = 2 * DROPPED_BELOW; kept.length > this.#maxSegments; least *= 2) {
      kept = kept.filter((slot) => this.#countAt(slot) > least);
    }
    return kept;
  }
}

function emptyState(capacity: number): FadingTableState {
  return {
    pageNumber: 0,
    pages: 0,
    used: 0,
    hash: new Uint32Array(capacity),
    count: new Float32Array(capacity),
    last: new Uint16Array(capacity),
  };
}

/** Any capacity will do, so that a table is never twice as large as it must be. */
function homeOf(hash: number, capacity: number): number {
  return Math.floor((hash * capacity) / 2 ** 32);
}

/** By multiplication, which is the same everywhere; powers are not. Until even the largest count is dropped. */
function fadingOf(memoryPages: number): Float64Array {
  const kept = 1 - 1 / memoryPages;
  const weights: number[] = [];
  for (let weight = 1; weight * memoryPages >= DROPPED_BELOW / 2; weight *= kept) weights.push(weight);
  return Float64Array.from(weights);
}
