/**
 * What every mapping takes and gives: options, a budget of steps, and pairs of nodes; and how many pages vote for a
 * node. The mappings by name are in `mappings.ts`.
 */
import { DehuskError } from '../../errors.ts';
import type { LabelChoice } from './labelled-trees.ts';

/**
 * Pairs of nodes of two pages that correspond, seen from the key page.
 *
 *     key page          other page        other
 *     0 html            0 html            [0,
 *     1 ├ head          1 ├ head           1,
 *     2 └ body          2 └ body           2,
 *     3   └ p             3 ├ nav          -1]     (p has no counterpart)
 *                         …
 *
 * A node of either page is in one pair at most, so the mapping can be read backwards too.
 */
export interface Mapping {
  /** For each node of the key page: the node of the other page it corresponds to, or −1. */
  readonly other: Int32Array;
  /** How many pairs there are: the entries of `other` that are not −1. */
  readonly size: number;
}

/** Here, because whoever only names a mapping need not load them all. */
export const mappingNames = [
  'top-down-exact',
  'restricted-top-down',
  'prufer',
  'consolidated-prufer',
  'bottom-up',
  'equality',
] as const;
export type MappingName = (typeof mappingNames)[number];

export interface MappingOptions {
  /** What an element's label is made of; text is always compared by its content. */
  readonly label?: LabelChoice;
  /** How much work a pair of pages may cost, about a nanosecond or two a step; then `MAPPING_BUDGET`. */
  readonly maxSteps?: number;
  /** Of `restricted-top-down`: pairs of children of two nodes that may be compared; then `MAPPING_CHILD_PAIRS`. */
  readonly maxChildPairs?: number;
  /** Of `restricted-top-down`, false: identical runs of siblings are compared pair by pair too, to the same result. */
  readonly siblingRuns?: boolean;
}

/**
 * A step is one to four nanoseconds: a node or a cell that is looked at. Pairs of real pages of 40,000 nodes take up
 * to 50 million (top-down-exact) and 400 million to a thousand million (the others), so pairs of 20,000 are far from
 * it; pairs made to hurt end after 2 to 7 seconds.
 */
const DEFAULT_MAX_STEPS = 1_000_000_000;

/** Work done so far, and how much there may be: no pair of pages holds the program up, however it was made. */
export class StepBudget {
  readonly #limit: number;
  #left: number;

  constructor(limit: number = DEFAULT_MAX_STEPS) {
    this.#limit = limit;
    this.#left = limit;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new DehuskError('MAPPING_BUDGET', { limit: this.#limit, what: 'steps' });
  }
}

/** Whether a mapping has given up because the pair of pages was too much work. */
export function isTooMuchWork(error: unknown): boolean {
  return (
    error instanceof DehuskError && (error.code === 'MAPPING_BUDGET' || error.code === 'MAPPING_CHILD_PAIRS')
  );
}

/** For each node of the key page: with how many of the other pages it has a counterpart (reading A18). */
export function countVotes(mappings: readonly Mapping[], nodeCount: number): Uint16Array {
  const votes = new Uint16Array(nodeCount);
  for (const { other } of mappings) {
    for (let node = 0; node < nodeCount; node++) if (other[node] !== -1) votes[node]!++;
  }
  return votes;
}

/** The votes that are asked for where only some of the wanted pages could be had (reading A17): 2 of 3 is 2 of 2. */
export function scaledVotes(votes: number, { wanted, had }: { wanted: number; had: number }): number {
  return had >= wanted ? votes : Math.ceil((votes * had) / wanted);
}
