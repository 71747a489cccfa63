/**
 * Block style clusters (Definition 1, readings C4 and C6): blocks of the same layout style whose positions have as
 * many layers and lie near each other. One pass, leader algorithm: a block joins the first cluster whose leader, its
 * first member, it fits, or founds one.
 *
 * What a style at a position has joined is remembered. That is exact: the first cluster that fits it stays the first,
 * because later ones come behind it. So a block costs one look-up, and only a style at a new place a search, which
 * looks at the positions near it instead of at all leaders.
 */

import { Attribute, knownTags } from '../../page/names.ts';
import { attributeName, attributesEnd, firstAttribute, type Page, readValue } from '../../page/page.ts';
import { grown } from '../../page/words/lexicon.ts';
import { KeyTable } from '../../table/key-table.ts';

/** The first member of a cluster: its layout style, as 64 bits, and its position. */
export interface StyleLeader {
  readonly high: number;
  readonly low: number;
  readonly position: readonly number[];
}

export class StyleClusters {
  count = 0;
  readonly positions: Positions = new Positions();
  readonly #tolerance: number;
  readonly #styles = new KeyTable();
  /** (style, position) → number, and by that number the cluster. */
  readonly #places = new KeyTable();
  #clusterOf = new Int32Array(256);
  /** Of each cluster's leader. */
  #styleHigh = new Int32Array(256);
  #styleLow = new Int32Array(256);
  #position = new Int32Array(256);

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  get sizeBytes(): number {
    const columns = [this.#clusterOf, this.#styleHigh, this.#styleLow, this.#position];
    const tables = this.positions.sizeBytes + this.#styles.sizeBytes + this.#places.sizeBytes;
    return columns.reduce((sum, { byteLength }) => sum + byteLength, tables);
  }

  /** The cluster of a block with this style at this position. */
  join(high: number, low: number, position: number): number {
    const known = this.#places.count;
    const style = this.#styles.intern(high, low, 0);
    const place = this.#places.intern(style, position, 0);
    if (place < known) return this.#clusterOf[place]!;
    const cluster = this.#firstFitting(style, position) ?? this.#found(high, low, position);
    this.#settle(place, cluster);
    return cluster;
  }

  /** Founds a cluster with the leader of an earlier one. */
  restore({ high, low, position }: StyleLeader): number {
    const at = this.positions.of(position);
    const cluster = this.#found(high, low, at);
    this.#settle(this.#places.intern(this.#styles.intern(high, low, 0), at, 0), cluster);
    return cluster;
  }

  /** Whether the leader stands too deep to be carried. */
  isDeep(cluster: number): boolean {
    return this.positions.isDeep(this.#position[cluster]!);
  }

  /** The leader's style and position sequence. */
  leader(cluster: number): StyleLeader {
    return {
      high: this.#styleHigh[cluster]!,
      low: this.#styleLow[cluster]!,
      position: this.positions.sequence(this.#position[cluster]!),
    };
  }

  #settle(place: number, cluster: number): void {
    this.#clusterOf = grown(this.#clusterOf, place + 1);
    this.#clusterOf[place] = cluster;
  }

  #firstFitting(style: number, position: number): number | undefined {
    const { positions } = this;
    const count = positions.near(position, this.#tolerance);
    let first: number | undefined;
    for (let i = 0; i < count; i++) {
      const near = positions.nearby[i]!;
      const place = near === position ? -1 : this.#places.find(style, near, 0);
      if (place === -1) continue;
      const cluster = this.#clusterOf[place]!;
      const isLeader = this.#position[cluster] === near;
      if (isLeader && (first === undefined || cluster < first)) first = cluster;
    }
    return first;
  }

  #found(high: number, low: number, position: number): number {
    const cluster = this.count++;
    this.#styleHigh = grown(this.#styleHigh, this.count);
    this.#styleLow = grown(this.#styleLow, this.count);
    this.#position = grown(this.#position, this.count);
    this.#styleHigh[cluster] = high;
    this.#styleLow[cluster] = low;
    this.#position[cluster] = position;
    return cluster;
  }
}

const TAG = 0;
const CLASSES = 8;
/** Of the hash of Fowler, Noll and Vo. */
const FNV_PRIME = 0x01000193;

const layoutAttributes = [
  'bgcolor',
  'width',
  'height',
  'border',
  'cellpadding',
  'cellspacing',
  'align',
] as const;

/** Attribute number → field, 0 for those that say nothing of layout. */
const fieldOf = new Uint8Array(2 ** 16);
for (const [i, name] of layoutAttributes.entries()) fieldOf[Attribute[name]] = TAG + 1 + i;

/** Tag number → what its field has. Only tags that HTML knows make blocks. */
const tagField = Int32Array.from(knownTags.names, hashValue);

/**
 * The layout style of a block: the array A of integers (reading C3). It is only ever compared as a whole, so it is
 * kept as one number of 64 bits.
 *
 *     tag · bgcolor · width · height · border · cellpadding · cellspacing · align · set of classes      0 = absent
 */
export class LayoutStyle {
  /** Of the element last read. */
  high = 0;
  low = 0;
  #page: Page | undefined;
  /** By row of the page's class lists: what its field has; 0 = not looked at yet. */
  #classFields = new Int32Array(64);

  read(page: Page, element: number): void {
    if (page !== this.#page) this.#turnTo(page);
    this.high = 0;
    this.low = 0;
    this.#add(TAG, tagField[page.tag[element]!]!);
    const row = page.classList[element]!;
    if (row !== 0) this.#add(CLASSES, this.#classFields[row] || this.#hashClasses(row));
    for (let row = firstAttribute(page, element); row < attributesEnd(page, element); row++) {
      const field = fieldOf[attributeName(page, row)]!;
      if (field !== 0) this.#add(field, hashValue(readValue(page, row).trim()));
    }
  }

  /** Fields are added up, each mixed with its place in the array, so that absent ones cost nothing. */
  #add(field: number, value: number): void {
    const mixed = Math.imul(value ^ Math.imul(field + 1, 0x9e3779b1), 0x85ebca6b);
    this.high = (this.high + (mixed ^ (mixed >>> 15))) | 0;
    const turned = Math.imul(mixed ^ (value >>> 13), 0xc2b2ae35);
    this.low = (this.low + (turned ^ (turned >>> 16))) | 0;
  }

  #turnTo(page: Page): void {
    this.#page = page;
    const rows = page.classLists.length;
    if (this.#classFields.length < rows) this.#classFields = new Int32Array(rows * 2);
    else this.#classFields.fill(0, 0, rows);
  }

  /** The names of a list are sorted: equal sets have equal hashes. */
  #hashClasses(row: number): number {
    let hash = 0;
    for (const name of this.#page!.classLists[row]!) {
      for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), FNV_PRIME);
      // No name has a space in it: where one ends counts.
      hash = Math.imul(hash ^ 0x20, FNV_PRIME);
    }
    this.#classFields[row] = hash;
    return hash;
  }
}

/** Letters of A to Z count as small ones. */
function hashValue(value: string): number {
  let hash = 1;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    hash = Math.imul(hash ^ (unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit), FNV_PRIME);
  }
  return hash;
}

/**
 * No real page nests so many blocks (48 elements at most in 2,944 pages). Deeper positions must be equal to be near,
 * and are not carried to the next batch: thousands of layers for each of thousands of blocks are more than a page.
 */
const MAX_LAYERS = 64;

/** The position of the page itself: the empty sequence. It is nobody's child, so 0 also stands for none. */
export const ROOT = 0;
const NONE = 0;

/**
 * Position sequences as nodes of a tree (reading C5): [3, 2] is the second child of the third child of the root. So a
 * sequence is one number, and those near to it are found by walking down beside it.
 *
 * Blocks come in document order, each behind its sibling, so a known position is one step from another known one. The
 * table is only for the search.
 */
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
