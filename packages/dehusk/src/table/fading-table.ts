/**
 * On how many of the recent pages of a site each segment stood. A page counts 1 when it is new and less with every
 * page after it, so that what is gone from the site is forgotten and what is new on all pages is soon known.
 *
 *     slot   hash     count   last
 *     0      9f32…    38.2    1048    a menu item, on every page: no count is above `memoryPages`
 *     1      77b0…    1       1047    a sentence, seen once: dropped when it has faded below a half
 *     2      -        0       -       free
 *
 * Where a whole input is learned before it is judged, nothing that was repeated may be forgotten: then each slot also
 * keeps on how many pages of all the segment stood, and the highest count that it ever had. The menu of a section is
 * rare on the site, but was on every page while the section lasted.
 *
 * Open addressing with linear probing, 10 bytes a slot (18 with the two more columns). A hash has 32 bits: among ten
 * thousand segments of a site one in 400,000 new ones is taken for another, and costs one verdict. Slots are never
 * freed one by one: the table is written anew when it is full, without what has faded.
 */
export interface FadingTableOptions {
  /** A page that is this old counts a third. */
  readonly memoryPages: number;
  /** False for learning a whole input before judging it: then what was repeated is kept. */
  readonly forgetting: boolean;
  /** Most segments kept of one site; those seen on the fewest pages go first. */
  readonly maxSegments: number;
}

/** Everything of a table that is no option. */
export interface FadingTableState {
  /** A clock: it goes on by one with every page that is learned, and by a half-life when all is halved. */
  readonly pageNumber: number;
  /** Pages that were learned, each of them once however often it was captured. */
  readonly distinctPages: number;
  readonly pages: number;
  readonly used: number;
  readonly hash: Uint32Array;
  readonly count: Float32Array;
  readonly last: Uint16Array;
  /** Empty while forgetting. */
  readonly total: Float32Array;
  readonly peak: Float32Array;
}

/** A segment was repeated for a while if it was on five pages, and more than twice as often as on the whole site. */
const LEAST_PEAK = 5;
const PEAK_ABOVE_SHARE = 2;
/** Faded below this a segment is dropped: one seen once, after 28 pages with a memory of 40. */
const DROPPED_BELOW = 0.5;
const MIN_CAPACITY = 256;
const MAX_LOAD = 0.8;
/** Of a table written anew, so that it is not full again at once. */
const NEW_LOAD = 0.6;
/** `last` has 16 bits, so nothing may get older than that: twice as often is often enough. */
const REWRITE_EVERY = 2 ** 14;
/** Longer than any memory, and with what comes until the table is written anew still less than sixteen bits. */
const LONG_AGO = 45_000;
/** With a longer memory what has not faded would be too old for sixteen bits. */
const LONGEST_MEMORY = 4_000;

export class FadingTable {
  readonly #maxSegments: number;
  readonly #forgetting: boolean;
  /** What a page counts after so many others; beyond the end it counts nothing. */
  readonly #fading: Float64Array;
  /** After so many pages a page counts a half. */
  readonly #halfLife: number;
  #state: { -readonly [Name in keyof FadingTableState]: FadingTableState[Name] };

  constructor({ maxSegments, forgetting, memoryPages }: FadingTableOptions, saved?: FadingTableState) {
    this.#maxSegments = maxSegments;
    this.#forgetting = forgetting;
    this.#fading = fadingOf(Math.min(memoryPages, LONGEST_MEMORY));
    this.#halfLife = this.#fading.filter((weight) => weight > 0.5).length;
    this.#state = saved === undefined ? emptyState(MIN_CAPACITY, forgetting) : { ...saved };
  }

  get state(): FadingTableState {
    return this.#state;
  }

  get pageNumber(): number {
    return this.#state.pageNumber;
  }

  /** How many pages were learned, with older ones counting less: what counts are to be compared with. */
  get pages(): number {
    return this.#state.pages;
  }

  get segmentCount(): number {
    return this.#state.used;
  }

  get sizeBytes(): number {
    const { hash, count, last, total, peak } = this.#state;
    return [hash, count, last, total, peak].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** What the page of this number counts now; 0 stands for no page. */
  weightOf(pageNumber: number): number {
    return pageNumber === 0 ? 0 : this.#faded(this.#state.pageNumber - pageNumber);
  }

  /** On how many of `pages` a segment stood, without a page that counts `own`: 1 where nothing is forgotten. */
  find(hash: number, own = 0): number {
    const slot = this.#slotOf(hash);
    if (this.#forgetting) return Math.max(0, this.#countAt(slot) - own);
    const { distinctPages, pages, total, peak } = this.#state;
    const overall = shareOf(total[slot]! - own, distinctPages - own);
    const atBest = shareOf(peak[slot]! - own, pages - own);
    const wasRepeated = peak[slot]! >= LEAST_PEAK && atBest > PEAK_ABOVE_SHARE * overall;
    return (wasRepeated ? atBest : overall) * Math.max(0, pages - own);
  }

  /** The page that is learned now. `own`: what it counted until now, if it was learned before. */
  beginPage(own: number): void {
    const state = this.#state;
    state.pages = (state.pages - own) * this.#faded(1) + 1;
    state.pageNumber++;
    if (own === 0) state.distinctPages++;
    if (state.pageNumber % REWRITE_EVERY === 0) this.#rewrite();
  }

  /** As if so many pages had passed without a word that all counts are half: shares stay what they are. */
  halve(): void {
    const state = this.#state;
    const before = state.pageNumber;
    state.pages *= this.#faded(this.#halfLife);
    state.pageNumber += this.#halfLife;
    if (Math.floor(before / REWRITE_EVERY) < Math.floor(state.pageNumber / REWRITE_EVERY)) this.#rewrite();
  }

  /** Counts the segment on the page that is learned now, once; says on how many pages it stands. */
  touch(hash: number, own: number): number {
    const { last, pageNumber } = this.#state;
    const slot = this.#slotOf(hash);
    const before = this.#countAt(slot);
    if (before > 0 && last[slot] === (pageNumber & 0xffff)) return before;
    // Rounded as it is stored, so that whoever asks again hears the same.
    const now = Math.fround(Math.max(0, before - own * this.#faded(1)) + 1);
    this.#put(slot, { hash, now, more: own > 0 ? 0 : 1 });
    return now;
  }

  /** As if so many pages had been learned that all have these segments and nothing else in common. */
  seed(hashes: Uint32Array, pages: number): void {
    this.#state.pages += pages;
    for (const hash of hashes) {
      const slot = this.#slotOf(hash);
      if (this.#countAt(slot) < pages) this.#put(slot, { hash, now: pages, more: pages });
    }
  }

  /** `more`: pages that the segment was not known to be on. */
  #put(slot: number, { hash, now, more }: { hash: number; now: number; more: number }): void {
    const state = this.#state;
    const isNew = state.count[slot] === 0;
    state.hash[slot] = hash;
    state.count[slot] = now;
    state.last[slot] = state.pageNumber & 0xffff;
    if (!this.#forgetting) {
      state.total[slot]! += isNew ? Math.max(1, more) : more;
      state.peak[slot] = Math.max(state.peak[slot]!, now);
    }
    if (isNew && ++state.used > MAX_LOAD * state.hash.length) this.#rewrite();
  }

  #faded(age: number): number {
    return this.#fading[age] ?? 0;
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
    const { pageNumber, distinctPages, pages } = before;
    const empty = emptyState(capacity, this.#forgetting);
    this.#state = { ...empty, pageNumber, distinctPages, pages, used: kept.length };
    for (const slot of kept) this.#copy(before, slot, this.#slotOf(before.hash[slot]!));
  }

  #copy(before: FadingTableState, slot: number, to: number): void {
    const after = this.#state;
    after.hash[to] = before.hash[slot]!;
    after.count[to] = before.count[slot]!;
    // What is kept though it has faded would look new when sixteen bits are over.
    const isFaded = this.#faded((after.pageNumber - before.last[slot]!) & 0xffff) === 0;
    after.last[to] = isFaded ? after.pageNumber - LONG_AGO : before.last[slot]!;
    if (this.#forgetting) return;
    after.total[to] = before.total[slot]!;
    after.peak[to] = before.peak[slot]!;
  }

  #slotsToKeep(): readonly number[] {
    const slots = [...this.#state.count.keys()].filter((slot) => this.#state.count[slot] !== 0);
    let kept = slots.filter((slot) => this.#worthOf(slot) >= DROPPED_BELOW);
    for (let least = 2 * DROPPED_BELOW; kept.length > this.#maxSegments; least *= 2) {
      kept = kept.filter((slot) => this.#worthOf(slot) > least);
    }
    return kept;
  }

  /** What a segment that stood on one page only is worth fades in any case. */
  #worthOf(slot: number): number {
    const { total, peak } = this.#state;
    const isKept = !this.#forgetting && total[slot]! > 1;
    return isKept ? Math.max(peak[slot]!, this.#countAt(slot)) : this.#countAt(slot);
  }
}

function shareOf(part: number, all: number): number {
  return all > 0 ? Math.min(1, Math.max(0, part) / all) : 0;
}

function emptyState(capacity: number, forgetting: boolean): FadingTableState {
  const extra = forgetting ? 0 : capacity;
  return {
    pageNumber: 0,
    distinctPages: 0,
    pages: 0,
    used: 0,
    hash: new Uint32Array(capacity),
    count: new Float32Array(capacity),
    last: new Uint16Array(capacity),
    total: new Float32Array(extra),
    peak: new Float32Array(extra),
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
