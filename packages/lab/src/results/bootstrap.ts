/** 95 % intervals by bootstrap over sites: how far would the mean move with other sites of the same kind? */
import { mean } from '../mean.ts';
import { createRandom } from '../synthetic/random.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface PairedDifference extends Interval {
  readonly sites: number;
  readonly difference: number;
  /** The interval does not hold 0. */
  readonly isReal: boolean;
}

const RESAMPLES = 1000;
/** 2.5 % of the resampled means lie outside on each side. */
const OUTSIDE = Math.floor(0.025 * RESAMPLES);

/** Undefined for fewer than two values: one site says nothing of others. The same values have the same interval. */
export function bootstrapInterval(values: readonly number[]): Interval | undefined {
  if (values.length < 2) return undefined;
  const random = createRandom('bootstrap', values.length);
  const means = Float64Array.from({ length: RESAMPLES }, () =>
    mean(values.map(() => random.pick(values))),
  ).sort();
  return { low: means[OUTSIDE]!, high: means[RESAMPLES - 1 - OUTSIDE]! };
}

/** First minus second, on the sites that both have: what makes a site hard for both cancels out. */
export function comparePaired(
  first: ReadonlyMap<string, number>,
  second: ReadonlyMap<string, number>,
): PairedDifference | undefined {
  const both = [...first].filter(([site]) => second.has(site));
  const differences = both.map(([site, value]) => value - second.get(site)!);
  const interval = bootstrapInterval(differences);
  if (interval === undefined) return undefined;
  const isReal = interval.low > 0 || interval.high < 0;
  return { ...interval, sites: both.length, difference: mean(differences), isReal };
}
