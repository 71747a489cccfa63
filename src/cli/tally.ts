/** What a run has done so far, counted. */
import type { CleanedPage, CleanFailure } from '../index.ts';

export interface Counts {
  readonly pages: number;
  readonly sites: number;
  readonly failed: number;
  /** Bytes read from files, compressed as they are. */
  readonly bytes: number;
  readonly seconds: number;
}

export class Tally {
  readonly failedByCode: Map<string, number> = new Map();
  #pages = 0;
  #failed = 0;
  #bytes = 0;
  readonly #sites = new Set<string>();
  readonly #startMs = performance.now();

  addBytes(count: number): void {
    this.#bytes += count;
  }

  addPage({ site }: CleanedPage): void {
    this.#pages++;
    this.#sites.add(site);
  }

  /** Returns how many have failed with this code, this one included. */
  addFailure({ error }: CleanFailure): number {
    const count = (this.failedByCode.get(error.code) ?? 0) + 1;
    this.#failed++;
    this.failedByCode.set(error.code, count);
    return count;
  }

  get counts(): Counts {
    return {
      pages: this.#pages,
      sites: this.#sites.size,
      failed: this.#failed,
      bytes: this.#bytes,
      seconds: Math.round(performance.now() - this.#startMs) / 1000,
    };
  }
}
