import { describe, expect, it } from 'vitest';
import { mean } from '../../mean.ts';
import { suiteCategories } from './site-category.ts';
import { scoreRow, type TemplateRow, templateTable } from './template-table.ts';

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
