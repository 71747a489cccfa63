import { describe, expect, it } from 'vitest';
import { meanOverPairs, testSets, thesisMethods } from './test-sets.ts';

describe('the test sets of Huang', () => {
  it('have all pairs of 14, 16, 7, 11 and 15 pages (H28)', () => {
    const pagesOf = (pairs: number): number => (1 + Math.sqrt(1 + 8 * pairs)) / 2;
    expect(testSets.map(({ pairs }) => pagesOf(pairs))).toEqual([14, 16, 14, 16, 7, 14, 11, 15, 11, 14]);
    expect(testSets.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(840);
  });

  it('have an F that lies where the mean precision and recall put it', () => {
    // F is a mean of pairs, so it may lie a little below that of the means, not above the larger of the two.
    for (const { name, f, precision, recall } of testSets) {
      for (const [i, method] of thesisMethods.entries()) {
        const [p, r] = [precision[i]!, recall[i]!];
        expect(f[i]!, `${name} ${method}`).toBeLessThan(Math.max(p, r) + 0.0006);
        expect(Math.abs(f[i]! - (2 * p * r) / (p + r)), `${name} ${method}`).toBeLessThan(0.005);
      }
    }
  });

  it('have CPS-TD before PS-TD but for one, and F of both above 0.98 over all pairs', () => {
    const behind = testSets.filter(({ f: [, ps, cps] }) => ps > cps);
    expect(behind.map(({ name }) => name)).toEqual(['BBC-Entertainment']);
    const means = thesisMethods.map((_, i) => meanOverPairs(({ f }) => f[i]!).toFixed(3));
    expect(means).toEqual(['0.950', '0.983', '0.987']);
    expect(meanOverPairs(({ penalised }) => penalised).toFixed(3)).toBe('0.004');
  });
});
