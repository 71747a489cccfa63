/**
 * The size of the text segment table as the paper stores it (W16): the text and the path of every segment alive, with
 * its count and the page it was last seen on; the mean over all inserted pages (W17). It follows from the pages that
 * each segment stands on, without a table: so hundreds of settings can be weighed.
 *
 * A segment seen on page p for the d-th time, and next on page q, is in the table after the pages p … p + t(d) − 1,
 * or until q if that comes first (W12); after more than t(d) pages it starts again (W13). Every page counts, also one
 * that comes again.
 */

import type { Page } from 'dehusk';
import { lifetimes, readNormalText, tagName } from 'dehusk/parts';

/** The count and the last page: two numbers of 32 bits. */
const COUNT_BYTES = 8;

interface Segment {
  readonly bytes: number;
  /** Numbers of the pages it stands on, rising. */
  readonly pages: number[];
}

export class TableWeight {
  readonly #segments = new Map<string, Segment>();
  readonly #pageCount: number;

  constructor(pages: readonly Page[]) {
    this.#pageCount = pages.length;
    for (const [number, page] of pages.entries())
      for (const node of page.segments) this.#add(page, node, number);
  }

  /** In bytes, with these constants: Tb and N of the paper. */
  mean(firstLifePages: number, lifeGrowth: number): number {
    const lives = lifetimes(firstLifePages, lifeGrowth);
    let sum = 0;
    for (const { bytes, pages } of this.#segments.values()) sum += bytes * this.#pagesAlive(pages, lives);
    return sum / Math.max(1, this.#pageCount);
  }

  #add(page: Page, node: number, number: number): void {
    const path = `${page.pathHashHigh[node]}:${page.pathHashLow[node]}`;
    const key = `${path}:${page.textHashHigh[node]}:${page.textHashLow[node]}`;
    const known = this.#segments.get(key);
    if (known === undefined) this.#segments.set(key, { bytes: segmentBytes(page, node), pages: [number] });
    else if (known.pages.at(-1) !== number) known.pages.push(number);
  }

  #pagesAlive(pages: readonly number[], lives: Int32Array): number {
    let alive = 0;
    let count = 0;
    for (const [i, page] of pages.entries()) {
      count = Math.min(count + 1, lives.length - 1);
      const away = (pages[i + 1] ?? this.#pageCount) - page;
      const life = lives[count]!;
      alive += Math.min(away, life);
      if (away > life) count = 0;
    }
    return alive;
  }
}

function segmentBytes(page: Page, node: number): number {
  let path = '';
  for (let at = page.parent[node]!; at >= 0; at = page.parent[at]!) path = `/${tagName(page, at)}${path}`;
  return Buffer.byteLength(path) + Buffer.byteLength(readNormalText(page, node)) + COUNT_BYTES;
}

/**
 * Table 1 of Wang et al. (2008): the average storage of three methods at equal recall, per site, in KB. `ours` is the
 * text segment table of the incremental method; shingle and site style trees (`sst`) cache the pages of a batch, 24 on
 * average. The copy of the paper has the columns of the two interleaved; that the means come out proves the
 * reading (W18).
 */
interface StorageRow {
  readonly site: string;
  readonly ours: number;
  readonly shingle: number;
  readonly sst: number;
}

export const storageTable: readonly StorageRow[] = [
  { site: 'amazon.com', ours: 419, shingle: 5739, sst: 4947 },
  { site: 'cnnfn.com', ours: 126, shingle: 2754, sst: 2295 },
  { site: 'ebay.com', ours: 139, shingle: 5225, sst: 4522 },
  { site: 'nba.com', ours: 386, shingle: 3073, sst: 3210 },
  { site: 'yahoo.com', ours: 50, shingle: 1294, sst: 1534 },
];

/** "In the experiment, the average number of pages in each batch is 24." */
export const batchPages = 24;

/** The share of the larger storage that the smaller one saves. */
export function saving(small: number, large: number): number {
  return 1 - small / large;
}
