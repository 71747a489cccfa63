/**
 * The probability that two nodes are the same one (Alarte 2014, Definition 3.2.2, readings A20 to A27): its options, the
 * formula, and how it is asked for kinds of nodes. The thesis's names: wc, wp, wa, wch are the weights; Pnc, Pna, Pnch
 * (notClassesProbability and so on) are what counts where both nodes lack classes, attributes or children.
 */
import { Tag } from '../../../page/names.ts';
import type { Kinds, NameSets } from './kinds.ts';

/** One number for each thing that is compared: a weight, or how alike two nodes are in it. */
export interface EqualityParts {
  readonly classes: number;
  readonly position: number;
  readonly attributes: number;
  readonly children: number;
}

/** What counts where both nodes have none. */
type AbsentParts = Omit<EqualityParts, 'position'>;

export interface EqualityOptions {
  /** Not negative, and 1 in all. */
  readonly weights?: Partial<EqualityParts>;
  /** From 0 to 1. */
  readonly absent?: Partial<AbsentParts>;
  /** Nodes correspond only above it (Pt, similarityThreshold of the thesis). */
  readonly threshold?: number;
  /** Text nodes are the same if their text is (`content`), or as any other nodes are (`structural`, the thesis). */
  readonly text?: 'content' | 'structural';
  /** `head` and `body` are compared as other nodes are (the thesis); else they correspond, as the roots do. */
  readonly compareBody?: boolean;
  /**
   * Pictures and frames are the same only if they show the same address, and form controls only if they have one name
   * and type (`address`); or as any other nodes are (`names`, the thesis).
   */
  readonly media?: 'address' | 'names';
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

interface ResolvedEqualityOptions extends Required<Omit<EqualityOptions, 'maxSteps'>> {
  readonly weights: EqualityParts;
  readonly absent: AbsentParts;
}

export const equalityDefaults: ResolvedEqualityOptions = {
  // Thesis 5.2.3, the best found there (A22).
  weights: { classes: 0.5, position: 0.2, attributes: 0.2, children: 0.1 },
  // 5.2.3 too; for classes it says only "higher than 0,75 and lower than 1".
  absent: { classes: 0.85, attributes: 0.25, children: 1 },
  // Not given in the thesis. Nodes of one tag without a class in common reach .5 at most, bare nodes at one position
  // .775, a menu item with one more class .833 (A23).
  threshold: 0.6,
  text: 'content',
  compareBody: false,
  media: 'names',
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

/** The weighted sum. */
export function equalityProbability(parts: EqualityParts, weights: EqualityParts): number {
  return (
    weights.classes * parts.classes +
    weights.attributes * parts.attributes +
    weights.children * parts.children +
    weights.position * parts.position
  );
}

/** Of the classes or attribute names of two nodes: the part that both have (Jaccard); `absent` if there are none. */
export function sharedPart(
  counts: { readonly common: number; readonly first: number; readonly second: number },
  absent: number,
): number {
  const all = counts.first + counts.second - counts.common;
  return all === 0 ? absent : counts.common / all;
}

export function childrenPart(first: number, second: number, absent: number): number {
  const more = Math.max(first, second);
  return more === 0 ? absent : Math.min(first, second) / more;
}

interface ChildPosition {
  /** Among the children of the parent, from whichever number both are counted. */
  readonly index: number;
  readonly siblings: number;
}

/**
 * Pp: 1 where a node can stand if its siblings are the other node's with some added or left out, and less by steps
 * with the distance from there. With the shift s = i′ − i, the three printed cases are one (A27): what s is off the
 * range between 0 and c′ − c, out of min(c, c′).
 */
export function positionPart(first: ChildPosition, second: ChildPosition): number {
  const off = offRange(second.index - first.index, second.siblings - first.siblings);
  return 1 - off / Math.min(first.siblings, second.siblings);
}

export function offRange(shift: number, added: number): number {
  return Math.max(0, shift - Math.max(0, added), Math.min(0, added) - shift);
}

/** Stands for nodes that are the same for sure, wherever they are; above all that can be summed up. */
const CERTAIN = Number.MAX_VALUE;

/** Stands for nodes that are not the same, whatever else they have in common; below all that can be summed up. */
const NEVER = -2;

/** Probabilities are compared in billionths, so that what is equal by the formula is not told apart by rounding. */
const UNIT = 1e9;

/** How alike nodes of two kinds are, and how probably two nodes are the same one. */
export class Likeness {
  readonly kinds: Kinds;
  readonly options: ResolvedEqualityOptions;
  /** In billionths. */
  readonly threshold: number;
  /** Whether every node is enough like one of its own kind, at its own position: always, with weights that are sane. */
  readonly isAlwaysEnough: boolean;

  constructor(kinds: Kinds, options: ResolvedEqualityOptions) {
    const { weights, absent } = options;
    this.kinds = kinds;
    this.options = options;
    this.threshold = Math.round(options.threshold * UNIT);
    const least = {
      classes: Math.min(1, absent.classes),
      attributes: Math.min(1, absent.attributes),
      children: Math.min(1, absent.children),
      position: 0,
    };
    this.isAlwaysEnough =
      Math.min(this.at(equalityProbability(least, weights), 1), this.at(CERTAIN, 1)) > this.threshold;
  }

  /** The equality probability of two kinds of one tag without the part of the position, or more if it is certain. */
  of(a: number, b: number): number {
    const { kinds, options } = this;
    if (kinds.shown[a] !== kinds.shown[b]) return NEVER;
    if (this.#isCertain(a, b)) return CERTAIN;
    const parts = {
      classes: namesPart(kinds.classSets, [kinds.classes[a]!, kinds.classes[b]!], options.absent.classes),
      attributes: namesPart(
        kinds.attributeSets,
        [kinds.attributes[a]!, kinds.attributes[b]!],
        options.absent.attributes,
      ),
      children: childrenPart(kinds.children[a]!, kinds.children[b]!, options.absent.children),
      position: 0,
    };
    return equalityProbability(parts, options.weights);
  }

  /** The equality probability in billionths. */
  at(likeness: number, position: number): number {
    const probability = likeness === CERTAIN ? 1 : likeness + this.options.weights.position * position;
    return Math.round(UNIT * probability);
  }

  /**
   * Nodes with one id (A20), with one text, and the two that every page has once, as the roots (A19). The thesis
   * compares `body` like any other node; but its classes tell what kind of page it is (`single-post`, `page-id-26`),
   * and where they say different things nothing at all would correspond.
   */
  #isCertain(a: number, b: number): boolean {
    const { kinds } = this;
    if (kinds.isAlone(a)) return true;
    if (!this.options.compareBody && (kinds.tag[a] === Tag.head || kinds.tag[a] === Tag.body)) return true;
    return kinds.id[a] !== 0 && kinds.id[a] === kinds.id[b];
  }

  /** Whether a node corresponds to one of its own kind at its own position. */
  isEnough(kind: number): boolean {
    return this.isAlwaysEnough || this.at(this.of(kind, kind), 1) > this.threshold;
  }
}

function namesPart(sets: NameSets, [a, b]: readonly [number, number], absent: number): number {
  return sharedPart({ common: sets.common(a, b), first: sets.size(a), second: sets.size(b) }, absent);
}
