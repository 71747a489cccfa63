/**
 * Position sequences as nodes of a tree (reading C5): [3, 2] is the second child of the third child of the root. So a
 * sequence is one number, and those near to it are found by walking down beside it.
 *
 * Blocks come in document order, each behind its sibling, so a known position is one step from another known one. The
 * table is only for the search.
 */
import { grown } from '../../page/words/lexicon.ts';
import { KeyTable } from '../../table/key-table.ts';

/**
 * No real page nests so many blocks (48 elements at most in 2,944 pages). Deeper positions must be equal to be near,
 * and are not carried to the next batch: thousands of layers for each of thousands of blocks are more than a page.
 */
const MAX_LAYERS = 64;

/** The position of the page itself: the empty sequence. It is nobody's child, so 0 also stands for none. */
export const ROOT = 0;
const NONE = 0;

export class Positions {
  /** What `near` found last, from 0 on. */
  nearby: Int32Array = new Int32Array(16);
  /** (parent, rank) → position. */
  readonly #nodes = new KeyTable();
  #parent = new Int32Array(256);
  #rank = new Int32Array(256);
  #layers = new Int32Array(256);
  #hasChildren = new Uint8Array(256);
  #firstChild = new Int32Array(256);
  #nextSibling = new Int32Array(256);
  /** Of the nodes in `nearby`: how much of the tolerance is left; and the same two for the next layer. */
  #left = new Int32Array(16);
  #nextNearby: Int32Array = new Int32Array(16);
  #nextLeft = new Int32Array(16);
  readonly #ranks = new Int32Array(MAX_LAYERS);

  constructor() {
    this.#nodes.intern(-1, 0, 0);
  }

  get sizeBytes(): number {
    return this.#nodes.sizeBytes + this.#parent.length * 21;
  }

  /** The position of the first block below another. */
  firstBelow(parent: number): number {
    const known = this.#firstChild[parent]!;
    return known === NONE ? this.#below(parent, 1) : known;
  }

  /** The position of the next block behind another. */
  behind(sibling: number): number {
    const known = this.#nextSibling[sibling]!;
    return known === NONE ? this.#below(this.#parent[sibling]!, this.#rank[sibling]! + 1) : known;
  }

  /** The position of a sequence. */
  of(sequence: readonly number[]): number {
    return sequence.reduce((node, rank) => this.#below(node, rank), ROOT);
  }

  isDeep(position: number): boolean {
    return this.#layers[position]! > MAX_LAYERS;
  }

  sequence(position: number): readonly number[] {
    const ranks: number[] = [];
    for (let node = position; node !== ROOT; node = this.#parent[node]!) ranks.push(this.#rank[node]!);
    return ranks.reverse();
  }

  /**
   * Puts into `nearby` all known positions of as many layers whose L1 distance from this one is at most `tolerance`,
   * and returns how many they are. Layer by layer: what is still near is few, however many positions are known.
   */
  near(position: number, tolerance: number): number {
    const layers = this.#layers[position]!;
    if (tolerance === 0 || this.isDeep(position)) {
      this.nearby[0] = position;
      return 1;
    }
    for (let node = position, layer = layers; layer > 0; node = this.#parent[node]!)
      this.#ranks[--layer] = this.#rank[node]!;
    this.nearby[0] = ROOT;
    this.#left[0] = tolerance;
    let count = 1;
    for (let layer = 0; layer < layers; layer++) count = this.#descend(count, this.#ranks[layer]!);
    return count;
  }

  /** The children of all that is near which stand at about this rank. Returns how many. */
  #descend(count: number, rank: number): number {
    let found = 0;
    for (let i = 0; i < count; i++) {
      const parent = this.nearby[i]!;
      const left = this.#left[i]!;
      if (this.#hasChildren[parent] === 0) continue;
      for (let step = -left; step <= left; step++) {
        const node = this.#nodes.find(parent, rank + step, 0);
        if (node === -1) continue;
        if (found === this.#nextNearby.length) this.#growNext(found + 1);
        this.#nextNearby[found] = node;
        this.#nextLeft[found++] = left - Math.abs(step);
      }
    }
    [this.nearby, this.#nextNearby] = [this.#nextNearby, this.nearby];
    [this.#left, this.#nextLeft] = [this.#nextLeft, this.#left];
    return found;
  }

  #growNext(size: number): void {
    this.#nextNearby = grown(this.#nextNearby, size);
    this.#nextLeft = grown(this.#nextLeft, size);
  }

  #below(parent: number, rank: number): number {
    const known = this.#nodes.count;
    const node = this.#nodes.intern(parent, rank, 0);
    if (node === known) this.#describe(node, parent, rank);
    return node;
  }

  #describe(node: number, parent: number, rank: number): void {
    if (node >= this.#parent.length) this.#growNodes(node + 1);
    this.#parent[node] = parent;
    this.#rank[node] = rank;
    this.#layers[node] = this.#layers[parent]! + 1;
    this.#hasChildren[parent] = 1;
    if (rank === 1) this.#firstChild[parent] = node;
    const before = this.#nodes.find(parent, rank - 1, 0);
    if (before !== -1) this.#nextSibling[before] = node;
    this.#nextSibling[node] = Math.max(NONE, this.#nodes.find(parent, rank + 1, 0));
  }

  #growNodes(size: number): void {
    this.#parent = grown(this.#parent, size);
    this.#rank = grown(this.#rank, size);
    this.#layers = grown(this.#layers, size);
    this.#hasChildren = grown(this.#hasChildren, size);
    this.#firstChild = grown(this.#firstChild, size);
    this.#nextSibling = grown(this.#nextSibling, size);
  }
}
