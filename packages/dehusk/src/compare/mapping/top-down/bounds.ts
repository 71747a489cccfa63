/**
 * How large the top-down mapping of two subtrees with one label can be at most, and is at least, each in one pass
 * over both. Where the two meet, which is the rule on real pages, no alignment is needed.
 */
import type { StepBudget } from '../step-budget.ts';
import type { Tree, TreePair } from '../tree-pair.ts';

export class SubtreeBounds {
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
