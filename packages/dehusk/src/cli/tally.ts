/** What a run has done so far, counted. */
import type { CleanFailure } from '../index.ts';

export interface Counts {
  readonly pages: number;
  readonly sites: number;
  readonly failed: number;
  /** Pages that would have come out empty and were kept from it. */
  readonly guarded: number;
  /** Bytes read from files, compressed as they are. */
  readonly bytes: number;
  readonly seconds: number;
}

/** `bootstrapping`, `learning`: passes that write nothing yet. */
export type Phase = 'bootstrapping' | 'learning' | 'cleaning';

export class Tally {
  phase: Phase = 'cleaning';
  /** Bytes read in the pass at hand: what the input has, however often it is read. */
  passBytes = 0;
  readonly failedByCode: Map<string, number> = new Map();
  #pages = 0;
  #failed = 0;
  #bytes = 0;
  #guarded = 0;
  readonly #sites = new Set<string>();
  readonly #startMs = performance.now();

  addBytes(count: number): void {
    this.#bytes += count;
    this.passBytes += count;
  }

  addPage(site: string): void {
    this.#pages++;
    this.#sites.add(site);
  }

  /** A page that an earlier run has counted; its site is still one of this run's. */
  passPage(site: string): void {
    this.#sites.add(site);
  }

  /** The next pass over the input: what was counted in the one before is not counted twice. */
  beginPass(phase: Phase, fromStart: boolean): void {
    this.phase = phase;
    this.passBytes = 0;
    if (fromStart) this.#pages = 0;
    this.#sites.clear();
  }

  /** Goes on from what an earlier run had counted. */
  restore({ pages = 0, failed = 0, guarded = 0, ...codes }: Readonly<Record<string, number>>): void {
    this.#pages = pages;
    this.#failed = failed;
    this.#guarded = guarded;
    for (const [code, count] of Object.entries(codes)) this.failedByCode.set(code, count);
  }

  /** What `restore` takes. */
  saved(): Readonly<Record<string, number>> {
    const { pages, failed, guarded } = this.counts;
    return { pages, failed, guarded, ...Object.fromEntries(this.failedByCode) };
  }

  addGuarded(): void {
    this.#guarded++;
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
      guarded: this.#guarded,
      bytes: this.#bytes,
      seconds: Math.round(performance.now() - this.#startMs) / 1000,
    };
  }
}
