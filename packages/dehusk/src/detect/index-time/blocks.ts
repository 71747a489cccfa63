/**
 * Pages cut into blocks, and blocks put into classes.
 *
 * The blocks of a page are a tree (readings C1, C2): a block is a boundary element's own text, what stands in nested
 * boundary elements cut out. Block 0 is the page itself, with the text that is in no boundary element.
 *
 *     <body> a <div> b <ul> c </ul> d </div> </body>      block 0: a    block 1 (div): b d    block 2 (ul): c
 *
 * A block's position (C5) is its rank among the blocks of its parent, layer by layer from the root: the ul has [1, 1].
 */

import { knownTags } from '../../page/names.ts';
import { NodeFlag, type Page, TEXT } from '../../page/page.ts';
import { pathStepHigh, pathStepLow } from '../../page/path-hash.ts';
import type { PageNumbers } from '../../page/raw-page.ts';
import { grown } from '../../page/words/lexicon.ts';
import type { WordTable } from '../../page/words/word-table.ts';
import { KeyTable } from '../../table/key-table.ts';
import { LayoutStyle, type Positions, ROOT, type StyleClusters } from './style-clusters.ts';

/** Of the block before which no sibling stands, and of the page itself. */
const NO_BLOCK = -1;

/** The blocks of a page and its segments. Scratch space: one serves all pages of a batch. */
class BlockTree {
  count = 0;
  /** By block: its element, the block around it, and the one before it there. */
  element: Int32Array = new Int32Array(256);
  parent: Int32Array = new Int32Array(256);
  before: Int32Array = new Int32Array(256);
  /** By segment of the page: its block. */
  ofSegment: Int32Array = new Int32Array(1024);
  readonly #boundaries: Uint8Array;
  /** By block: the last block in it so far. */
  #lastChild = new Int32Array(256);
  /** Where the reading is: the innermost open block, the node behind it, and the next segment. */
  #page: Page | undefined;
  #open = 0;
  #openEnd = 0;
  #segment = 0;

  /** `boundaries` has a 1 for each tag that makes a block. */
  constructor(boundaries: Uint8Array) {
    this.#boundaries = boundaries;
  }

  /** One pass over the tags, which nearly all say nothing, and one over the segments beside it. */
  read(page: Page): void {
    const { tag, flags, nodeCount } = page;
    const boundaries = this.#boundaries;
    this.#page = page;
    this.#start();
    for (let node = 1; node < nodeCount; node++) {
      if (boundaries[tag[node]!] === 0 || (flags[node]! & NodeFlag.hidden) !== 0) continue;
      this.#addSegments(node);
      this.#closeBefore(node);
      this.#open = this.#add(node, this.#open);
      this.#openEnd = page.subtreeEnd[node]!;
    }
    this.#addSegments(nodeCount);
  }

  /** The segments that stand before this node are in the blocks that are open. */
  #addSegments(node: number): void {
    const { segments } = this.#page!;
    const { ofSegment } = this;
    let segment = this.#segment;
    for (; segment < segments.length && segments[segment]! < node; segment++) {
      if (segments[segment]! >= this.#openEnd) this.#closeBefore(segments[segment]!);
      ofSegment[segment] = this.#open;
    }
    this.#segment = segment;
  }

  #closeBefore(node: number): void {
    while (node >= this.#openEnd) {
      this.#open = this.parent[this.#open]!;
      this.#openEnd = this.#page!.subtreeEnd[this.element[this.#open]!]!;
    }
  }

  #start(): void {
    const { segments, nodeCount } = this.#page!;
    this.ofSegment = grown(this.ofSegment, segments.length);
    this.count = 0;
    this.#segment = 0;
    this.#open = this.#add(0, NO_BLOCK);
    this.#openEnd = nodeCount;
  }

  #add(node: number, parent: number): number {
    const block = this.count++;
    if (block === this.element.length) this.#grow();
    this.element[block] = node;
    this.parent[block] = parent;
    this.before[block] = parent === NO_BLOCK ? NO_BLOCK : this.#lastChild[parent]!;
    this.#lastChild[block] = NO_BLOCK;
    if (parent !== NO_BLOCK) this.#lastChild[parent] = block;
    return block;
  }

  #grow(): void {
    this.element = grown(this.element, this.count);
    this.parent = grown(this.parent, this.count);
    this.before = grown(this.before, this.count);
    this.#lastChild = grown(this.#lastChild, this.count);
  }
}

/** The end of a chain of segment rows; the first row of a block without words. */
export const NO_ROW = -1;

/**
 * The blocks of one page with what tells them apart: their positions, and a hash of their texts. Scratch space: one
 * serves all pages of a batch.
 */
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

/** What a segment in a block without words has. */
export const NO_CLASS = -1;

/**
 * The blocks of a batch by class: those of one have the same texts in the same style. Their words have the same offsets
 * and join the same clusters, so the work on words is done once for a menu, not once for every page that it is on.
 * That is no approximation: what the first of them joined the others would join, too.
 */
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

/** Tag number → 1 for the elements of these names. Names that HTML does not know have no number that pages share. */
export function boundarySet(names: readonly string[]): Uint8Array {
  const set = new Uint8Array(2 ** 16);
  for (const name of names) set[knownTags.idByName.get(name) ?? TEXT] = 1;
  set[TEXT] = 0;
  return set;
}
