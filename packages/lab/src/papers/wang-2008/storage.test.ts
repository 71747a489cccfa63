import { type Page, parseText } from 'dehusk';
import { incrementalDefaults, SegmentTable } from 'dehusk/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean } from '../../score/statistics.ts';
import { saving, storageTable, TableWeight } from './storage.ts';

const pageOf = (words: readonly string[]): Page =>
  parseText(words.map((word) => `<p>${word}</p>`).join(''), { id: '' });

/** The table itself, weighed after each page: `/html/body/p`, the text, and two numbers. */
function weighTable(
  pages: readonly (readonly string[])[],
  firstLifePages: number,
  lifeGrowth: number,
): number {
  const table = new SegmentTable({ ...incrementalDefaults, firstLifePages, lifeGrowth });
  const sizes = pages.map((words, number) => {
    table.beginPage(number);
    for (const word of words) table.touch(0, word.length);
    table.endPage();
    return [...table.entries()].reduce((sum, { low }) => sum + '/html/body/p'.length + low + 8, 0);
  });
  return mean(sizes);
}

describe('the weight of the table', () => {
  it('is that of a page that is forgotten at once', () => {
    const weight = new TableWeight([pageOf(['Home']), pageOf(['One']), pageOf(['Home'])]);
    expect(weight.mean(1, 1)).toBe(mean([12 + 4 + 8, 12 + 3 + 8, 12 + 4 + 8]));
    expect(weight.mean(2, 1)).toBe(mean([24, 24 + 23, 24 + 23]));
  });

  it('counts text and path in UTF-8', () => {
    expect(new TableWeight([pageOf(['äöü'])]).mean(24, 8)).toBe(12 + 6 + 8);
  });

  it('is what the table weighs page by page', () => {
    // A word is told by its length, in the table as in the page.
    const words = fc.uniqueArray(fc.integer({ min: 1, max: 9 }).map((length) => 'x'.repeat(length)));
    const setting = {
      pages: fc.array(words, { minLength: 1, maxLength: 40 }),
      life: fc.integer({ min: 1, max: 6 }),
    };
    fc.assert(
      fc.property(
        fc.record({ ...setting, growth: fc.integer({ min: 1, max: 4 }) }),
        ({ pages, life, growth }) => {
          const weight = new TableWeight(pages.map(pageOf));
          expect(weight.mean(life, growth)).toBeCloseTo(weighTable(pages, life, growth), 6);
        },
      ),
    );
  });
});

describe('T-W4: Table 1 of Wang et al.', () => {
  const [ours, shingle, sst] = (['ours', 'shingle', 'sst'] as const).map((method) =>
    mean(storageTable.map((row) => row[method])),
  );

  it('has the means that it prints', () => {
    expect([ours, shingle, sst]).toEqual([224, 3617, 3302].map((printed) => expect.closeTo(printed, 0)));
    expect(sst).toBeCloseTo(3301.6, 10);
  });

  it('has the savings that it prints', () => {
    expect((100 * saving(ours!, shingle!)).toFixed(2)).toBe('93.81');
    expect((100 * saving(ours!, sst!)).toFixed(2)).toBe('93.22');
  });
});
