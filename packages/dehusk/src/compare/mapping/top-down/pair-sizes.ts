/**
 * How large the top-down mapping of two subtrees with one label is: computed before, told by bounds, or still to be
 * aligned. The bounds cost one pass over both subtrees each. Where the two meet, which is the rule on real pages, no
 * alignment is needed.
 */

import type { Tree, TreePair } from '../labelled-trees.ts';
import type { StepBudget } from '../mapping.ts';
import { PairCache } from '../pair-table.ts';

/** The pair must be aligned first. */
export const PENDING = -1;

/** Two nodes of one label, and bounds of the mapping of the subtrees below them. */
export interface NodePair {
  readonly keyNode: number;
  readonly otherNode: number;
  readonly lower: number;
  readonly upper: number;
}

export class PairSizes {
  readonly bounds: SubtreeBounds;
  readonly #key: Tree;
  readonly #other: Tree;
  readonly #cache: PairCache = new PairCache();
  readonly #wanted = { keyNode: 0, otherNode: 0, lower: 0, upper: 0 };

  constructor(pair: TreePair, budget: StepBudget) {
    this.#key = pair.key;
    this.#other = pair.other;
    this.bounds = new SubtreeBounds(pair, budget);
  }

  /** The pair of which `sizeOf` last said PENDING. */
  get wanted(): NodePair {
    return this.#wanted;
  }

  remember(keyNode: number, otherNode: number, size: number): void {
    this.#cache.set(this.#key.subtreeClass[keyNode]!, this.#other.subtreeClass[otherNode]!, size);
  }

  /** The size of the mapping of two children with one label; anything up to `toBeat` if it is not larger. */
  sizeOf(keyNode: number, otherNode: number, toBeat: number): number {
    const keyClass = this.#key.subtreeClass[keyNode]!;
    const otherClass = this.#other.subtreeClass[otherNode]!;
    const keySize = this.#key.subtreeEnd[keyNode]! - keyNode;
    if (keyClass === otherClass) return keySize;
    const otherSize = this.#other.subtreeEnd[otherNode]! - otherNode;
    // Leaves; and an only child on both sides that is not the same.
    if (keySize === 1 || otherSize === 1 || (keySize === 2 && otherSize === 2)) return 1;
    const computed = this.#cache.get(keyClass, otherClass);
    if (computed > 0) return computed;
    const upper = this.bounds.upper(keyNode, otherNode);
    if (upper <= toBeat || upper === 1) return upper;
    const lower = this.bounds.lower(keyNode, otherNode);
    if (lower === upper) return lower;
    this.#wanted.keyNode = keyNode;
    this.#wanted.otherNode = otherNode;
    this.#wanted.lower = lower;
    this.#wanted.upper = upper;
    return PENDING;
  }
}

/** How large a mapping can be at most, and is at least. */
class SubtreeBounds {
  readonly #key: Tree;
  readonly #other: Tree;
  readonly #budget: StepBudget;
  /** How often each label is below `#counted` of the key page; rows of an alignment ask for one node many times. */
  readonly #keyCounts: Int32Array;
  readonly #otherCounts: Int32Array;
  #counted = -1;

  constructor({ key, other, labelCount }: TreePair, budget: StepBudget) {
    this.#key = key;
    this.#other = other;
    this.#budget = budget;
    this.#keyCounts = new Int32Array(labelCount);
    this.#otherCounts = new Int32Array(labelCount);
  }

  /** At most: the labels that both subtrees have, as often as both have them. */
  upper(keyNode: number, otherNode: number): number {
    if (this.#counted !== keyNode) this.#count(keyNode);
    const { label, subtreeEnd } = this.#other;
    const keyCounts = this.#keyCounts;
    const otherCounts = this.#otherCounts;
    const end = subtreeEnd[otherNode]!;
    let common = 0;
    for (let node = otherNode; node < end; node++) {
      const own = label[node]!;
      if (++otherCounts[own]! <= keyCounts[own]!) common++;
    }
    for (let node = otherNode; node < end; node++) otherCounts[label[node]!] = 0;
    this.#budget.spend(2 * (end - otherNode));
    return common;
  }

  #count(keyNode: number): void {
    const { label, subtreeEnd } = this.#key;
    const counts = this.#keyCounts;
    if (this.#counted >= 0) {
      for (let node = this.#counted; node < subtreeEnd[this.#counted]!; node++) counts[label[node]!] = 0;
    }
    for (let node = keyNode; node < subtreeEnd[keyNode]!; node++) counts[label[node]!]!++;
    this.#counted = keyNode;
    this.#budget.spend(2 * (subtreeEnd[keyNode]! - keyNode));
  }

  /** At least: the mapping by position. */
  lower(keyNode: number, otherNode: number): number {
    return mapByPosition(this.#key, this.#other, { keyNode, otherNode }, this.#budget);
  }
}

/**
 * Walks two subtrees with one label in step: the n-th child goes with the n-th child, and where their labels
 * differ both are passed over. Returns the number of pairs and, if asked, writes them into `pairs`.
 *
 * Labels are paths, so nodes with one label are equally deep; and as the walk enters subtrees only together, nodes
 * that it meets at one depth have parents that are mapped to each other.
 */
export function mapByPosition(
  key: Tree,
  other: Tree,
  { keyNode, otherNode, pairs }: { keyNode: number; otherNode: number; pairs?: Int32Array },
  budget: StepBudget,
): number {
  const keyEnd = key.subtreeEnd[keyNode]!;
  const otherEnd = other.subtreeEnd[otherNode]!;
  let size = 0;
  let a = keyNode;
  let b = otherNode;
  while (a < keyEnd && b < otherEnd) {
    if (key.label[a] === other.label[b]) {
      if (pairs !== undefined) pairs[a] = b;
      size++;
      a++;
      b++;
      continue;
    }
    const deeper = key.depth[a]! - other.depth[b]!;
    if (deeper >= 0) a = key.subtreeEnd[a]!;
    if (deeper <= 0) b = other.subtreeEnd[b]!;
  }
  budget.spend(2 * (a - keyNode));
  return size;
}
