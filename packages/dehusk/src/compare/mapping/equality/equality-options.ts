import type { EqualityParts } from './probability.ts';

/** What counts where both nodes have none. */
export type AbsentParts = Omit<EqualityParts, 'position'>;

export interface EqualityOptions {
  /** Not negative, and 1 in all. */
  readonly weights?: Partial<EqualityParts>;
  /** From 0 to 1. */
  readonly absent?: Partial<AbsentParts>;
  /** Nodes correspond only above it (Pt, similarityThreshold of the thesis). */
  readonly threshold?: number;
  /** Text nodes are the same if their text is (`content`), or as any other nodes are (`structural`, the thesis). */
  readonly text?: 'content' | 'structural';
  /** Siblings correspond in their order only: what is before a node, to what is before its counterpart. */
  readonly activatePosition?: boolean;
  /**
   * Up to so many children of either node, each is compared with each. Beyond that a child looks only at those kinds
   * of children that are most like its own, fewer the more children there are (A29).
   */
  readonly maxCompared?: number;
  /** How much work a pair of pages may cost, about a nanosecond or two a step; then `MAPPING_BUDGET`. */
  readonly maxSteps?: number;
}

export interface ResolvedEqualityOptions extends Required<Omit<EqualityOptions, 'maxSteps'>> {
  readonly weights: EqualityParts;
  readonly absent: AbsentParts;
}

export const equalityDefaults: ResolvedEqualityOptions = {
  // Thesis 5.2.3, the best found there (A22).
  weights: { classes: 0.5, position: 0.2, attributes: 0.2, children: 0.1 },
  // 5.2.3 too; for classes it says only "higher than 0,75 and lower than 1".
  absent: { classes: 0.85, attributes: 0.25, children: 1 },
  // Not given in the thesis. Nodes of one tag without a class in common reach .5 at most, bare nodes at one place
  // .775, a menu item with one more class .833 (A23).
  threshold: 0.6,
  text: 'content',
  // Worth 1 % of F1 in the thesis.
  activatePosition: true,
  maxCompared: 2_000,
};

export function resolveEqualityOptions(options: EqualityOptions): ResolvedEqualityOptions {
  return {
    ...equalityDefaults,
    ...options,
    weights: { ...equalityDefaults.weights, ...options.weights },
    absent: { ...equalityDefaults.absent, ...options.absent },
  };
}
