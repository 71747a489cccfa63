import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainBelow, evenDecimals, linearScale, logDomain, logScale } from './scale.ts';

describe('a linear scale', () => {
  it('names round values, and places them', () => {
    const { ticks, at } = linearScale([0, 1], [100, 200]);
    expect(ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(ticks.map(at)).toEqual([100, 120, 140, 160, 180, 200]);
    expect(linearScale([0.6, 1], [0, 1]).ticks).toEqual([0.6, 0.7, 0.8, 0.9, 1]);
    expect(linearScale([0, 37], [0, 1], 4).ticks).toEqual([0, 10, 20, 30]);
  });

  it('can run upwards, as heights do', () => {
    expect(linearScale([0, 1], [300, 20]).at(0.25)).toBe(230);
  });

  it('has ticks within its domain, evenly apart and not too many', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        (low, length) => {
          const { ticks } = linearScale([low, low + length], [0, 1]);
          expect(ticks.length).toBeGreaterThanOrEqual(2);
          expect(ticks.length).toBeLessThanOrEqual(7);
          expect(ticks[0]!).toBeGreaterThanOrEqual(low - length * 1e-6);
          expect(ticks.at(-1)!).toBeLessThanOrEqual(low + length * (1 + 1e-6));
        },
      ),
    );
  });
});

describe('a log scale', () => {
  it('names powers of ten, and 2 and 5 where there is room', () => {
    expect(logScale([0.005, 30], [0, 1]).ticks).toEqual([0.01, 0.1, 1, 10]);
    expect(logScale([1, 100], [0, 1]).ticks).toEqual([1, 2, 5, 10, 20, 50, 100]);
  });

  it('places equal ratios equally far apart', () => {
    const { at } = logScale([1, 1000], [0, 300]);
    expect([1, 10, 100, 1000].map(at)).toEqual([0, 100, 200, 300].map((x) => expect.closeTo(x, 9)));
  });

  it('has no place for 0, and puts it at its beginning', () => {
    expect(logScale([1, 10], [50, 100]).at(0)).toBe(50);
  });
});

describe('domains', () => {
  it('begin below the lowest value, and hold it', () => {
    expect(domainBelow([0.718, 0.95], 1)).toEqual([0.6, 1]);
    expect(domainBelow([0.01], 1)).toEqual([0, 1]);
  });

  it('of a log scale leave out what is not above 0', () => {
    const [low, high] = logDomain([0, 10, 1000]);
    expect([low < 10, low > 5, high > 1000]).toEqual([true, true, true]);
    expect(logDomain([0])).toEqual([1, 10]);
  });
});

it('ticks are written with the decimals of the finest', () => {
  const ticks = [0.9, 0.92, 1];
  expect(ticks.map((tick) => evenDecimals(tick, ticks))).toEqual(['0.90', '0.92', '1.00']);
  expect(evenDecimals(20, [0, 10, 20])).toBe('20');
});
