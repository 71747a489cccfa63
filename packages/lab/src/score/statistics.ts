/** Counts and means, and how far a mean may be trusted. */
import { createRandom } from '../synthetic/random.ts';

export interface Rates {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** What was said, what is so by gold, and what is both. Nothing said has the precision of 0. */
export interface Counts {
  readonly right: number;
  readonly said: number;
  readonly gold: number;
}

export function rates({ right, said, gold }: Counts): Rates {
  const precision = said === 0 ? 0 : right / said;
  const recall = gold === 0 ? 0 : right / gold;
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

export function sumCounts(counts: readonly Counts[]): Counts {
  const sum = { right: 0, said: 0, gold: 0 };
  for (const { right, said, gold } of counts) {
    sum.right += right;
    sum.said += said;
    sum.gold += gold;
  }
  return sum;
}

export function meanRates(all: readonly Rates[]): Rates {
  return {
    precision: mean(all.map(({ precision }) => precision)),
    recall: mean(all.map(({ recall }) => recall)),
    f1: mean(all.map(({ f1 }) => f1)),
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

// 95 % intervals by bootstrap over sites: how far would the mean move with other sites of the same kind?

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
