import { expect, it } from 'vitest';
import { correlation, growthPower } from './correlation.ts';

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
