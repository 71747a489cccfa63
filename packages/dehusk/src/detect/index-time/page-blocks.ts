/**
 * The blocks of one page with what tells them apart: their positions, and a hash of their texts. Scratch space: one
 * serves all pages of a batch.
 */
import { pathStepHigh, pathStepLow } from '../../page/hash.ts';
import { grown } from '../../page/words/lexicon.ts';
import type { WordTable } from '../../page/words/word-table.ts';
import { BlockTree, NO_BLOCK } from './block-tree.ts';
import { type Positions, ROOT } from './positions.ts';

/** The end of a chain of segment rows; the first row of a block without words. */
export const NO_ROW = -1;

export class PageBlocks {
  readonly tree: BlockTree;
  /** By block: its position, and its first segment row that has words. */
  position: Int32Array = new Int32Array(256);
  firstRow: Int32Array = new Int32Array(256);
  hashHigh: Int32Array = new Int32Array(256);
  hashLow: Int32Array = new Int32Array(256);
  /** By segment row of the table, for all pages so far: the next one of the same block that has words. */
  readonly nextRow: Int32Array;
  readonly #table: WordTable;
  #lastRow = new Int32Array(256);

  constructor(table: WordTable, boundaries: Uint8Array) {
    this.#table = table;
    this.tree = new BlockTree(boundaries);
    this.nextRow = new Int32Array(table.segmentCount);
  }

  /** Splits a page of the table into the blocks of `tree`. */
  split(pageIndex: number, positions: Positions): void {
    const { tree } = this;
    tree.read(this.#table.pages[pageIndex]!);
    this.#clear(tree.count);
    this.position[0] = ROOT;
    for (let block = 1; block < tree.count; block++) {
      const before = tree.before[block]!;
      this.position[block] =
        before === NO_BLOCK
          ? positions.firstBelow(this.position[tree.parent[block]!]!)
          : positions.behind(this.position[before]!);
    }
    this.#addSegments(pageIndex);
  }

  /** Texts without words say nothing of a block. */
  #addSegments(pageIndex: number): void {
    const { segments, textHashHigh, textHashLow } = this.#table.pages[pageIndex]!;
    const { tokenStart, segmentStart } = this.#table;
    const { nextRow, firstRow, hashHigh, hashLow } = this;
    const { ofSegment } = this.tree;
    const lastRow = this.#lastRow;
    for (let i = 0, row = segmentStart[pageIndex]!; i < segments.length; i++, row++) {
      if (tokenStart[row] === tokenStart[row + 1]) continue;
      const block = ofSegment[i]!;
      const node = segments[i]!;
      const high = pathStepHigh(hashHigh[block]!, textHashHigh[node]!);
      hashLow[block] = pathStepLow(hashLow[block]!, textHashLow[node]!, high);
      hashHigh[block] = high;
      if (firstRow[block] === NO_ROW) firstRow[block] = row;
      else nextRow[lastRow[block]!] = row;
      lastRow[block] = row;
      nextRow[row] = NO_ROW;
    }
  }

  #clear(blocks: number): void {
    this.position = grown(this.position, blocks);
    this.hashHigh = grown(this.hashHigh, blocks).fill(0, 0, blocks);
    this.hashLow = grown(this.hashLow, blocks).fill(0, 0, blocks);
    this.firstRow = grown(this.firstRow, blocks).fill(NO_ROW, 0, blocks);
    this.#lastRow = grown(this.#lastRow, blocks);
  }
}
