/** How two rows of numbers go together. */
import { mean } from './statistics.ts';

/** Pearson's correlation; undefined where either side does not vary. */
export function correlation(xs: readonly number[], ys: readonly number[]): number | undefined {
  const { both, ofX, ofY } = spreads(xs, ys);
  return ofX === 0 || ofY === 0 ? undefined : both / Math.sqrt(ofX * ofY);
}

/**
 * The power that y grows with as x grows: the slope of the line through the logarithms. 1 is linear, 2 quadratic.
 * Undefined where x does not vary. All values are above 0.
 */
export function growthPower(xs: readonly number[], ys: readonly number[]): number | undefined {
  const { both, ofX } = spreads(xs.map(Math.log), ys.map(Math.log));
  return ofX === 0 ? undefined : both / ofX;
}

/** Spearman's: the correlation of their places in order, equal values at the mean of theirs. */
export function rankCorrelation(xs: readonly number[], ys: readonly number[]): number | undefined {
  return correlation(placesOf(xs), placesOf(ys));
}

function placesOf(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [place, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, place);
    last.set(value, place);
  }
  return values.map((value) => (first.get(value)! + last.get(value)!) / 2);
}

interface Spreads {
  readonly both: number;
  readonly ofX: number;
  readonly ofY: number;
}

function spreads(xs: readonly number[], ys: readonly number[]): Spreads {
  const [meanX, meanY] = [mean(xs), mean(ys)];
  let [both, ofX, ofY] = [0, 0, 0];
  for (const [i, x] of xs.entries()) {
    both += (x - meanX) * (ys[i]! - meanY);
    ofX += (x - meanX) ** 2;
    ofY += (ys[i]! - meanY) ** 2;
  }
  return { both, ofX, ofY };
}
