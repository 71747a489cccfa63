/** Work done so far, and how much there may be: no pair of pages holds the program up, however it was made. */
import { DehuskError } from '../../errors.ts';

/**
 * A step is one to four nanoseconds: a node or a cell that is looked at. Pairs of real pages of 40,000 nodes take up
 * to 50 million (top-down-exact) and 400 million to a thousand million (the others), so pairs of 20,000 are far from
 * it; pairs made to hurt end after 2 to 7 seconds.
 */
const DEFAULT_MAX_STEPS = 1_000_000_000;

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
