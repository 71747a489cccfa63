/**
 * Which pages raised the count of a young segment (reading W4), so that a page that is crawled again does not raise
 * it twice. A chain of (page hash, next) pairs per segment, in two arrays with a list of free places: 8 bytes for
 * each page remembered.
 *
 * Page hashes have 32 bits: a new page is taken for one of at most seven remembered with a probability of 2^-29,
 * and then counts one too few.
 */

/** The end of a chain, and the empty one. */
export const NO_CHAIN = -1;

export class ContributorChains {
  #pages: Uint32Array;
  #next: Int32Array;
  #firstFree: number;
  /** Places that were ever used; those beyond are free without being listed. */
  #used: number;

  constructor(saved?: SavedChains) {
    this.#pages = saved?.pages ?? new Uint32Array(64);
    this.#next = saved?.next ?? new Int32Array(64);
    this.#firstFree = saved?.firstFree ?? NO_CHAIN;
    this.#used = saved?.used ?? 0;
  }

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

  save(): SavedChains {
    return { pages: this.#pages, next: this.#next, firstFree: this.#firstFree, used: this.#used };
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

export interface SavedChains {
  readonly pages: Uint32Array;
  readonly next: Int32Array;
  readonly firstFree: number;
  readonly used: number;
}
