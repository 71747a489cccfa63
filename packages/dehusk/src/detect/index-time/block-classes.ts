/**
 * The blocks of a batch, classed: those that have the same texts in the same style. Their words have the same offsets
 * and join the same clusters, so the work on words is done once for a menu, not once for every page that it is on.
 * That is no approximation: what the first of them joined the others would join, too.
 */

import type { PageNumbers } from '../../page/raw-page.ts';
import { grown } from '../../page/words/lexicon.ts';
import type { WordTable } from '../../page/words/word-table.ts';
import { KeyTable } from '../../table/key-table.ts';
import { boundarySet } from './boundary-set.ts';
import { LayoutStyle } from './layout-style.ts';
import { NO_ROW, PageBlocks } from './page-blocks.ts';
import type { StyleClusters } from './style-clusters.ts';

/** What a segment in a block without words has. */
export const NO_CLASS = -1;

export class BlockClasses {
  /** By segment row of the table. */
  readonly ofSegment: Int32Array;
  /** Blocks that have words: those of page p are of the classes `ofBlock[blockStart[p] … blockStart[p + 1] - 1]`. */
  readonly blockStart: Int32Array;
  ofBlock: Int32Array = new Int32Array(1024);
  /** By class: its style, its first block's first segment row that has words, and on how many pages it is. */
  style: Int32Array = new Int32Array(1024);
  firstRow: Int32Array = new Int32Array(1024);
  pages: Uint32Array = new Uint32Array(1024);
  readonly #keys = new KeyTable();
  readonly #layout = new LayoutStyle();
  readonly #blocks: PageBlocks;
  readonly #table: WordTable;
  readonly #styles: StyleClusters;
  #classOf = new Int32Array(256);

  constructor(table: WordTable, styles: StyleClusters, boundaries: readonly string[]) {
    this.#table = table;
    this.#styles = styles;
    this.#blocks = new PageBlocks(table, boundarySet(boundaries));
    this.ofSegment = new Int32Array(table.segmentCount);
    this.blockStart = new Int32Array(table.pages.length + 1);
    for (let page = 0; page < table.pages.length; page++) this.#addPage(page);
  }

  get count(): number {
    return this.#keys.count;
  }

  /** By segment row: the next one of the same block that has words. */
  get nextRow(): Int32Array {
    return this.#blocks.nextRow;
  }

  get sizeBytes(): number {
    const { ofSegment, blockStart, ofBlock, style, firstRow, pages, nextRow } = this;
    const columns = [ofSegment, blockStart, ofBlock, style, firstRow, pages, nextRow];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.#keys.sizeBytes);
  }

  /**
   * Calls once for each class and page that it is on, page by page; captures of one page are one (C12).
   */
  forEachPage({ of }: PageNumbers, visit: (number: number, page: number) => void): void {
    const lastPage = new Int32Array(this.count).fill(-1);
    // The captures of a page one after the other, so that the last page tells whether it was met.
    for (const index of [...of.keys()].sort((a, b) => of[a]! - of[b]! || a - b)) {
      for (let block = this.blockStart[index]!; block < this.blockStart[index + 1]!; block++) {
        const number = this.ofBlock[block]!;
        if (lastPage[number] === of[index]) continue;
        lastPage[number] = of[index]!;
        visit(number, of[index]!);
      }
    }
  }

  #addPage(pageIndex: number): void {
    const page = this.#table.pages[pageIndex]!;
    this.#blocks.split(pageIndex, this.#styles.positions);
    const { count, element, ofSegment } = this.#blocks.tree;
    const classOf = grown(this.#classOf, count);
    let blocks = this.blockStart[pageIndex]!;
    this.#classOf = classOf;
    this.ofBlock = grown(this.ofBlock, blocks + count);
    for (let block = 0; block < count; block++) {
      if (this.#blocks.firstRow[block] === NO_ROW) {
        classOf[block] = NO_CLASS;
        continue;
      }
      this.#layout.read(page, element[block]!);
      classOf[block] = this.#classify(block);
      this.ofBlock[blocks++] = classOf[block]!;
    }
    this.blockStart[pageIndex + 1] = blocks;
    const rows = this.ofSegment;
    const firstRow = this.#table.segmentStart[pageIndex]!;
    for (let i = 0; i < page.segments.length; i++) rows[firstRow + i] = classOf[ofSegment[i]!]!;
  }

  /** The class of a block whose layout style was just read. */
  #classify(block: number): number {
    const { position, hashHigh, hashLow, firstRow } = this.#blocks;
    const style = this.#styles.join(this.#layout.high, this.#layout.low, position[block]!);
    const known = this.#keys.count;
    const number = this.#keys.intern(style, hashHigh[block]!, hashLow[block]!);
    if (number < known) return number;
    this.style = grown(this.style, this.count);
    this.firstRow = grown(this.firstRow, this.count);
    this.pages = grown(this.pages, this.count);
    this.style[number] = style;
    this.firstRow[number] = firstRow[block]!;
    return number;
  }
}
