import { describe, expect, it } from 'vitest';
import { bootstrapInterval, comparePaired, mean } from './statistics.ts';

const values = [0.91, 0.95, 0.7, 0.99, 0.88, 0.93, 0.97, 0.85, 0.9, 0.96];
const bySite = (f1s: readonly number[]): Map<string, number> =>
  new Map(f1s.map((f1, i) => [`site ${i}`, f1]));

describe('the bootstrap interval', () => {
  it('is the same for the same values, holds their mean and lies between them', () => {
    const { low, high } = bootstrapInterval(values)!;
    expect(bootstrapInterval(values)).toEqual({ low, high });
    expect(low).toBeLessThan(mean(values));
    expect(high).toBeGreaterThan(mean(values));
    expect(low).toBeGreaterThan(Math.min(...values));
    expect(high).toBeLessThan(Math.max(...values));
  });

  it('is about two standard errors wide on each side', () => {
    const flat = Array.from({ length: 100 }, (_, i) => i / 100);
    // The standard deviation of 0 … 0.99 is 0.2887; two standard errors of the mean are 0.0566.
    const { low, high } = bootstrapInterval(flat)!;
    expect(high - low).toBeGreaterThan(2 * 0.05);
    expect(high - low).toBeLessThan(2 * 0.065);
  });

  it('has no width where all sites are equal, and is not told of one site', () => {
    expect(bootstrapInterval([0.5, 0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 });
    expect(bootstrapInterval([0.5])).toBeUndefined();
  });
});

describe('the paired comparison', () => {
  const first = bySite(values);
  const slightlyWorse = bySite(values.map((f1, i) => f1 - 0.01 - i / 1000));

  it('calls a small difference real that every site has, though the intervals overlap', () => {
    const found = comparePaired(first, slightlyWorse)!;
    expect(found.difference).toBeCloseTo(0.0145, 12);
    expect(found).toMatchObject({ sites: 10, isReal: true });
    expect(bootstrapInterval([...slightlyWorse.values()])!.high).toBeGreaterThan(
      bootstrapInterval(values)!.low,
    );
  });

  it('does not call a larger difference real that one site makes', () => {
    const oneSite = bySite(values.map((f1, i) => (i === 3 ? f1 - 0.3 : f1 + 0.001)));
    const found = comparePaired(first, oneSite)!;
    expect(found.difference).toBeGreaterThan(0.0145);
    expect(found.isReal).toBe(false);
  });

  it('is symmetric', () => {
    const there = comparePaired(first, slightlyWorse)!;
    const back = comparePaired(slightlyWorse, first)!;
    expect(back.difference).toBeCloseTo(-there.difference, 12);
    expect(back.low).toBeCloseTo(-there.high, 12);
    expect(back.high).toBeCloseTo(-there.low, 12);
    expect(back.isReal).toBe(there.isReal);
  });

  it('is about the sites that both have', () => {
    const some = bySite(values.slice(0, 4));
    expect(comparePaired(first, some)).toEqual({ sites: 4, difference: 0, low: 0, high: 0, isReal: false });
    expect(comparePaired(first, new Map([['elsewhere', 1]]))).toBeUndefined();
  });
});
