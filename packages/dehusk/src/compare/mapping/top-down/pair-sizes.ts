/** How large the mappings of pairs of children are: known, bounded, or still to be aligned. */
import { PairCache } from '../pair-cache.ts';
import type { StepBudget } from '../step-budget.ts';
import type { Tree, TreePair } from '../tree-pair.ts';
import { SubtreeBounds } from './bounds.ts';

/** The size of a pair is not known yet. */
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
    const known = this.#cache.get(keyClass, otherClass);
    if (known > 0) return known;
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
