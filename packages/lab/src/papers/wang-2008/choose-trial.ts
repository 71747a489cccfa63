/** Which setting of a method is the one to compare: the cheapest that is right enough, or the best that is cheap enough. */
import type { WholeGoldName } from '../whole-gold.ts';
import type { Trial } from './trial.ts';

export interface Target {
  readonly gold: WholeGoldName;
  readonly recall: number;
  readonly precision: number;
}

export interface Choice {
  readonly trial: Trial;
  /** False where the precision is out of reach, and this is the nearest that there is. */
  readonly isReached: boolean;
}

/** Precisions this near to the best are as good: a tenth of a per cent is not worth ten times the storage. */
const NEAR_BEST = 0.005;

/**
 * The cheapest setting with the recall and the precision of the target. Where no setting has both, the cheapest of
 * those with the recall whose precision is within half a per cent of the best; where none has the recall, none.
 */
export function cheapest(trials: readonly Trial[], { gold, recall, precision }: Target): Choice | undefined {
  const recalling = trials.filter(({ rates }) => rates[gold].recall >= recall);
  const best = Math.max(...recalling.map(({ rates }) => rates[gold].precision));
  const isReached = best >= precision;
  const floor = isReached ? precision : best - NEAR_BEST;
  const fitting = recalling.filter(({ rates }) => rates[gold].precision >= floor);
  const trial = first(fitting, (one, other) => one.bytes < other.bytes);
  return trial === undefined ? undefined : { trial, isReached };
}

export interface Budget {
  readonly gold: WholeGoldName;
  readonly precision: number;
  readonly bytes: number;
}

/** The setting with the highest recall, of those with the precision that fit into the budget. */
export function mostRecall(trials: readonly Trial[], { gold, precision, bytes }: Budget): Trial | undefined {
  const fitting = trials.filter((trial) => trial.bytes <= bytes && trial.rates[gold].precision >= precision);
  return first(fitting, (one, other) => one.rates[gold].recall > other.rates[gold].recall);
}

/** Of equals the one that was tried first. */
function first(trials: readonly Trial[], isBefore: (one: Trial, other: Trial) => boolean): Trial | undefined {
  let found: Trial | undefined;
  for (const trial of trials) if (found === undefined || isBefore(trial, found)) found = trial;
  return found;
}
