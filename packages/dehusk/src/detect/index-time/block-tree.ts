/**
 * The blocks of a page, as a tree (readings C1, C2): a block is a boundary element's own text, what stands in nested
 * boundary elements cut out. Block 0 is the page itself, with the text that is in no boundary element.
 *
 *     <body> a <div> b <ul> c </ul> d </div> </body>      block 0: a    block 1 (div): b d    block 2 (ul): c
 *
 * A block's position (C5) is its rank among the blocks of its parent, layer by layer from the root: the ul has [1, 1].
 */
import { NodeFlag, type Page } from '../../page/page.ts';
import { grown } from '../../page/words/lexicon.ts';

/** Of the block before which no sibling stands, and of the page itself. */
export const NO_BLOCK = -1;

/** Scratch space: one serves all pages of a batch. */
export class BlockTree {
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
