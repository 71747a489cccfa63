/**
 * What a segment table is made of: slots, the pages that young segments remember, and when segments are forgotten.
 *
 * Slots: open addressing with linear probing over five columns in one buffer, 20 bytes a slot.
 *
 *     slot     hash high   hash low    df      last page   contributors
 *     0        9f32…       01a0…       41      48          -            a menu item, seen on 41 pages
 *     1        -           -           0       -           -            free
 *     2        77b0…       51e2…       1       47          → chain      a sentence, seen once
 *
 * The low half of the hash is the place; a count of 0 marks a free slot.
 */

const SLOT_BYTES = 20;

export class Slots {
  readonly capacity: number;
  /** Slots in use. */
  occupied = 0;
  readonly hashHigh: Uint32Array;
  readonly hashLow: Uint32Array;
  readonly df: Uint32Array;
  readonly last: Uint32Array;
  readonly chain: Int32Array;

  /** `capacity` is a power of two. */
  constructor(capacity: number) {
    const buffer = new ArrayBuffer(capacity * SLOT_BYTES);
    this.capacity = capacity;
    this.hashHigh = new Uint32Array(buffer, 0, capacity);
    this.hashLow = new Uint32Array(buffer, capacity * 4, capacity);
    this.df = new Uint32Array(buffer, capacity * 8, capacity);
    this.last = new Uint32Array(buffer, capacity * 12, capacity);
    this.chain = new Int32Array(buffer, capacity * 16, capacity);
  }

  get sizeBytes(): number {
    return this.capacity * SLOT_BYTES;
  }

  /** The slot of a segment; if it has none, the complement of the free slot where it belongs. */
  find(high: number, low: number): number {
    const { df, hashHigh, hashLow } = this;
    const mask = this.capacity - 1;
    let slot = low & mask;
    while (df[slot] !== 0) {
      if (hashLow[slot] === low && hashHigh[slot] === high) return slot;
      slot = (slot + 1) & mask;
    }
    return ~slot;
  }

  /** Takes a free slot for a segment; its count is set by the caller. */
  take(slot: number, high: number, low: number): void {
    this.hashHigh[slot] = high;
    this.hashLow[slot] = low;
    this.chain[slot] = NO_CHAIN;
    this.occupied++;
  }

  /** Frees a slot and closes the gap, so that probing needs no tombstones (Knuth, volume 3, algorithm R). */
  free(slot: number): void {
    const mask = this.capacity - 1;
    let gap = slot;
    for (let at = (gap + 1) & mask; this.df[at] !== 0; at = (at + 1) & mask) {
      const home = this.hashLow[at]! & mask;
      // It may move into the gap only if that is not before its home.
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      this.#copy(this, at, gap);
      gap = at;
    }
    this.df[gap] = 0;
    this.occupied--;
  }

  /** Puts a slot of other slots in its place here. */
  adopt(other: Slots, slot: number): void {
    this.#copy(other, slot, ~this.find(other.hashHigh[slot]!, other.hashLow[slot]!));
    this.occupied++;
  }

  #copy(from: Slots, slot: number, to: number): void {
    this.hashHigh[to] = from.hashHigh[slot]!;
    this.hashLow[to] = from.hashLow[slot]!;
    this.df[to] = from.df[slot]!;
    this.last[to] = from.last[slot]!;
    this.chain[to] = from.chain[slot]!;
  }
}

/** The end of a chain, and the empty one. */
export const NO_CHAIN = -1;

/**
 * Which pages raised the count of a young segment (reading W4), so that a page that is crawled again does not raise
 * it twice. A chain of (page hash, next) pairs per segment, in two arrays with a list of free places: 8 bytes for
 * each page remembered.
 *
 * Page hashes have 32 bits: a new page is taken for one of at most seven remembered with a probability of 2^-29,
 * and then counts one too few.
 */
export class ContributorChains {
  #pages: Uint32Array = new Uint32Array(4);
  #next: Int32Array = new Int32Array(4);
  #firstFree = NO_CHAIN;
  /** Places that were ever used; those beyond are free without being listed. */
  #used = 0;

  get sizeBytes(): number {
    return this.#pages.byteLength + this.#next.byteLength;
  }

  includes(chain: number, page: number): boolean {
    for (let at = chain; at !== NO_CHAIN; at = this.#next[at]!) if (this.#pages[at] === page) return true;
    return false;
  }

  /** Puts a page in front; returns the new chain. */
  add(chain: number, page: number): number {
    let at = this.#firstFree;
    if (at !== NO_CHAIN) this.#firstFree = this.#next[at]!;
    else {
      at = this.#used++;
      if (at === this.#pages.length) this.#grow();
    }
    this.#pages[at] = page;
    this.#next[at] = chain;
    return at;
  }

  release(chain: number): void {
    for (let at = chain; at !== NO_CHAIN; ) {
      const next = this.#next[at]!;
      this.#next[at] = this.#firstFree;
      this.#firstFree = at;
      at = next;
    }
  }

  /** Copies a chain of other chains; returns it here. */
  adopt(other: ContributorChains, chain: number): number {
    let copy = NO_CHAIN;
    for (let at = chain; at !== NO_CHAIN; at = other.#next[at]!) copy = this.add(copy, other.#pages[at]!);
    return copy;
  }

  /** Adds the pages of a chain to a list, the last one first; says how many they are. */
  list(chain: number, pages: number[]): number {
    const before = pages.length;
    for (let at = chain; at !== NO_CHAIN; at = this.#next[at]!) pages.push(this.#pages[at]!);
    return pages.length - before;
  }

  #grow(): void {
    const pages = new Uint32Array(this.#pages.length * 2);
    pages.set(this.#pages);
    this.#pages = pages;
    const next = new Int32Array(this.#next.length * 2);
    next.set(this.#next);
    this.#next = next;
  }
}

const noCounts = new Int32Array();

/**
 * How many segments will be forgotten after each of the next pages. It makes the number of living segments exact
 * at every page although their slots are cleared bit by bit: forgetting is a subtraction, clearing is a chore.
 */
export class ExpiryRing {
  /** As long as the longest life that was met: segments of a site's first pages have short ones. */
  #counts: Int32Array = noCounts;
  /** What was to expire up to this page is taken. */
  #takenPage: number;

  constructor(takenPage: number) {
    this.#takenPage = takenPage;
  }

  get sizeBytes(): number {
    return this.#counts.byteLength;
  }

  /** One more segment that expires with `page`, or one less. */
  add(page: number, by: number): void {
    const reach = page - this.#takenPage;
    if (reach > this.#counts.length) this.#grow(reach);
    this.#counts[page % this.#counts.length]! += by;
  }

  /** How many expire with `page`; they are counted once. Every page is asked for. */
  take(page: number): number {
    this.#takenPage = page;
    if (this.#counts.length === 0) return 0;
    const at = page % this.#counts.length;
    const count = this.#counts[at]!;
    this.#counts[at] = 0;
    return count;
  }

  #grow(reach: number): void {
    const before = this.#counts;
    this.#counts = new Int32Array(Math.max(reach, 2 * before.length));
    for (let page = this.#takenPage + 1; page <= this.#takenPage + before.length; page++)
      this.#counts[page % this.#counts.length] = before[page % before.length]!;
  }
}

/**
 * How many pages a segment may stay away before it is forgotten (Wang et al. 2008, section 2.4; reading W1):
 *
 *     t = ceil( Tb · N / (1 + (N - 1) · exp(-(df - 1))) )
 *
 * Tb → `firstLifePages`, the life of a segment that was seen once; N → `lifeGrowth`; Tb · N is the longest life.
 * The law is flat after a few steps, so it is a short table whose last entry holds for every larger df.
 */
export function lifetimes(firstLifePages: number, lifeGrowth: number): Int32Array {
  const longest = Math.ceil(firstLifePages * lifeGrowth);
  // Index 0 is never asked for: a segment in the table was seen at least once.
  const table = [0];
  for (let df = 1; table.at(-1) !== longest; df++) {
    const life = (firstLifePages * lifeGrowth) / (1 + (lifeGrowth - 1) * Math.exp(-(df - 1)));
    // The logistic reaches its limit only in the limit; 1e-9 keeps rounding from adding a page at df = 1.
    table.push(Math.ceil(life - 1e-9));
  }
  return Int32Array.from(table);
}
