import { parseText, type Verdict } from 'dehusk';
import { createNoneDetector, WordTable } from 'dehusk/parts';
import { expect, it } from 'vitest';
import { GoldLabel } from '../../corpus/gold.ts';
import { measureAccuracy } from './detection.ts';

/** Blocks: the menu, its list, the text. */
const html = '<div>All pages<ul><li>Home<li>The news of today</ul></div><div>One two three four</div>';
const { template, content, ignored } = GoldLabel;

function accuracyOf(labels: readonly (readonly number[])[], said: readonly (readonly number[])[]) {
  const pages = labels.map((_, i) => parseText(html, { url: `https://a.example/${i}` }));
  const table = new WordTable();
  for (const page of pages) table.addPage(page);
  const verdicts = pages.map((page, i): Verdict => {
    const verdict = createNoneDetector().judge(page);
    for (const segment of said[i]!) verdict.template[page.segments[segment]!] = 1;
    return verdict;
  });
  return measureAccuracy({ pages, table, labels: labels.map((ofPage) => Uint8Array.from(ofPage)), verdicts });
}

it('scores pages by block, and blocks and words over all pages', () => {
  const menu = [template, template, template, content];
  // The first page: its list is found, its menu is not. The second: both, and the text too.
  const { score, blocks, words } = accuracyOf(
    [menu, menu],
    [
      [1, 2],
      [0, 1, 2, 3],
    ],
  );
  expect(score).toBe((1 / 2 + 2 / 2) / 2);
  expect(blocks).toMatchObject({ recall: 3 / 4, precision: 3 / 4 });
  // All pages: 2 words, the list: 5, the text: 4.
  expect(words).toMatchObject({ recall: (5 + 7) / 14, precision: (5 + 7) / (5 + 11) });
});

it('leaves out pages without template, and text that gold ignores', () => {
  const nothing = [content, content, content, content];
  const half = [ignored, template, ignored, content];
  const { score, words } = accuracyOf([nothing, half], [[], [0, 1]]);
  expect(score).toBe(1);
  expect(words).toMatchObject({ recall: 1, precision: 1 });
});
