/**
 * The table of the incremental method, weighed in two ways as pages are inserted: as we keep it (hashes), and as the
 * paper does: the text and the path of every living segment, with its count and the last page it was seen on.
 */
import { incrementalDefaults, type Page, readNormalText, tagName } from '../src/index.ts';
import { pathStepHigh, pathStepLow } from '../src/page/text-hash.ts';
import { SegmentTable } from '../src/table/segment-table.ts';

/** Two numbers of 32 bits. */
const COUNT_BYTES = 8;

export class PaperTable {
  readonly #table = new SegmentTable(incrementalDefaults);
  /** Of each segment that was ever seen: bytes of its text and path. */
  readonly #wordBytes = new Map<string, number>();

  insert(page: Page): void {
    this.#table.beginPage(this.#table.pageNumber + 1);
    for (const node of page.segments) {
      const high = pathStepHigh(page.pathHashHigh[node]!, page.textHashHigh[node]!);
      const low = pathStepLow(page.pathHashLow[node]!, page.textHashLow[node]!, high);
      this.#table.touch(high, low);
      const key = `${high}:${low}`;
      if (!this.#wordBytes.has(key)) this.#wordBytes.set(key, wordBytes(page, node));
    }
    this.#table.endPage();
  }

  get hashedBytes(): number {
    return this.#table.sizeBytes;
  }

  get textBytes(): number {
    let sum = 0;
    for (const { high, low } of this.#table.entries()) {
      sum += this.#wordBytes.get(`${high}:${low}`)! + COUNT_BYTES;
    }
    return sum;
  }
}

function wordBytes(page: Page, node: number): number {
  let path = '';
  for (let at = page.parent[node]!; at >= 0; at = page.parent[at]!) path = `/${tagName(page, at)}${path}`;
  return Buffer.byteLength(path) + Buffer.byteLength(readNormalText(page, node));
}
