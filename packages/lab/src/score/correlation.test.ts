import { expect, it } from 'vitest';
import { correlation, growthPower, rankCorrelation } from './correlation.ts';

it('is 1 and -1 on a line, and what Pearson says in between', () => {
  expect(correlation([1, 2, 3], [5, 7, 9])).toBeCloseTo(1, 12);
  expect(correlation([1, 2, 3], [9, 7, 5])).toBeCloseTo(-1, 12);
  // By hand: deviations -1 0 1 and -1 1 0, so 1 / sqrt(2 * 2).
  expect(correlation([1, 2, 3], [1, 3, 2])).toBeCloseTo(0.5, 12);
});

it('is not told of values that do not vary', () => {
  expect(correlation([4, 4], [1, 2])).toBeUndefined();
  expect(correlation([1, 2], [4, 4])).toBeUndefined();
  expect(growthPower([4, 4], [1, 2])).toBeUndefined();
});

it('tells linear growth from quadratic', () => {
  expect(growthPower([1, 2, 8], [3, 6, 24])).toBeCloseTo(1, 12);
  expect(growthPower([1, 2, 8], [5, 20, 320])).toBeCloseTo(2, 12);
});

it('is 1 for one order, whatever the distances; equal values share a place', () => {
  expect(rankCorrelation([1, 2, 3, 4], [1, 10, 100, 1000])).toBeCloseTo(1, 12);
  expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
  // Places 0.5 0.5 2 and 0 1 2: deviations -.5 -.5 1 and -1 0 1, so 1.5 / sqrt(1.5 * 2).
  expect(rankCorrelation([5, 5, 7], [1, 2, 3])).toBeCloseTo(1.5 / Math.sqrt(3), 12);
});
