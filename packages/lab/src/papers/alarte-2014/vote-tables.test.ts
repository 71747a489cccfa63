import { describe, expect, it } from 'vitest';
import { bestF1, f1Table, maxPages, meanExperiment, secondsTable, valueAt } from './vote-tables.ts';

const sizes = Array.from({ length: maxPages }, (_, i) => i + 1);

describe('Tables 5.2 and 5.3 of Alarte', () => {
  it('have a value for every t up to n', () => {
    for (const table of [f1Table, secondsTable])
      expect(table.map((row) => row.length)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('have the best of each column in the last row', () => {
    const best = sizes.map((n) => Math.max(...sizes.slice(0, n).map((t) => valueAt(f1Table, n, t))));
    expect(best).toEqual(bestF1);
  });

  it('have the values that the text names', () => {
    expect(valueAt(f1Table, 8, 4)).toBe(Math.max(...f1Table.flat()));
    expect(valueAt(secondsTable, 3, 2)).toBe(10.4);
    expect(valueAt(secondsTable, 8, 4)).toBe(22.77);
    // "The best combination only gets an F1 value 2.3 % higher."
    expect(valueAt(f1Table, 8, 4) - valueAt(f1Table, 3, 2)).toBeCloseTo(2.28, 10);
  });

  it('come from 478,720 experiments on 20 sites of 4.5 seconds, about 600 hours', () => {
    expect(meanExperiment.settings * 20).toBe(478_720);
    expect(Math.round((478_720 * 4.5) / 3600)).toBe(598);
  });
});
