/** How alike nodes of two kinds are, and how probably two nodes are the same one. */
import { Tag } from '../../../page/tags.ts';
import type { ResolvedEqualityOptions } from './equality-options.ts';
import type { Kinds } from './kinds.ts';
import type { NameSets } from './name-sets.ts';
import { childrenPart, equalityProbability, sharedPart } from './probability.ts';

/** Stands for nodes that are the same for sure, wherever they are; above all that can be summed up. */
const CERTAIN = Number.MAX_VALUE;

/** Probabilities are compared in billionths, so that what is equal by the formula is not told apart by rounding. */
const UNIT = 1e9;

export class Likeness {
  readonly kinds: Kinds;
  readonly options: ResolvedEqualityOptions;
  /** In billionths. */
  readonly threshold: number;
  /** Whether every node is enough like one of its own kind, at its own place: always, with weights that are sane. */
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
    if (kinds.isAlone(a) || kinds.tag[a] === Tag.head || kinds.tag[a] === Tag.body) return true;
    return kinds.id[a] !== 0 && kinds.id[a] === kinds.id[b];
  }

  /** Whether a node corresponds to one of its own kind at its own place. */
  isEnough(kind: number): boolean {
    return this.isAlwaysEnough || this.at(this.of(kind, kind), 1) > this.threshold;
  }
}

function namesPart(sets: NameSets, [a, b]: readonly [number, number], absent: number): number {
  return sharedPart({ common: sets.common(a, b), first: sets.size(a), second: sets.size(b) }, absent);
}
