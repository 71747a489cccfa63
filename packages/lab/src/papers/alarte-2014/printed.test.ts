import { describe, expect, it } from 'vitest';
import { mean } from '../../score/statistics.ts';
import { suiteCategories } from '../../teco/groups.ts';
import {
  bestF1,
  f1Table,
  maxPages,
  meanExperiment,
  scoreRow,
  secondsTable,
  type TemplateRow,
  templateTable,
  valueAt,
} from './printed.ts';

/** Whether what is printed follows from the counts, each to the second decimal. */
function isConsistent(row: TemplateRow): boolean {
  const [recall, precision, f1] = scoreRow(row);
  const off = [recall - row.recall, precision - row.precision, f1 - row.f1];
  return off.every((difference) => Math.abs(difference) < 0.0051);
}

describe('T-A11: Table 5.1 of Alarte', () => {
  it('has the scores of its counts, but for two rows (A30)', () => {
    const wrong = templateTable.filter((row) => !isConsistent(row));
    expect(wrong.map(({ site }) => site)).toEqual(['cordis.europa.eu/fp7/ict/fire/', 'www.wayfair.co.uk']);
    expect(templateTable).toHaveLength(40);
    expect(wrong.map((row) => scoreRow(row).map((score) => score.toFixed(2)))).toEqual([
      ['97.31', '99.69', '98.49'],
      ['96.97', '96.24', '96.60'],
    ]);
  });

  it('has the means that it prints', () => {
    const means = (['recall', 'precision', 'f1'] as const).map((column) =>
      mean(templateTable.map((row) => row[column])),
    );
    // The mean precision is 96.155: rounded down, so the second decimal may be off by half of one.
    for (const [i, printed] of [93.53, 96.15, 94.34].entries())
      expect(Math.abs(means[i]! - printed), `${printed}`).toBeLessThan(0.0051);
    const counts = (['nodes', 'template', 'retrieved', 'correct'] as const).map((column) =>
      Math.round(mean(templateTable.map((row) => row[column]))),
    );
    expect(counts).toEqual([1458, 497, 480, 461]);
  });

  it('has the sites of Table 6.1, group by group', () => {
    const sizes = suiteCategories.map(
      (category) => templateTable.filter((row) => row.category === category).length,
    );
    expect(sizes).toEqual([14, 2, 3, 11, 10]);
  });
});

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
