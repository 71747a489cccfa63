/** What the index-time method keeps of generated sites, all of whose texts are labelled, in every language. */
import { expect, it } from 'vitest';
import { createIndexTimeDetector } from '../../packages/dehusk/src/detect/index-time/index-time.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { readGoldLabels } from '../../packages/lab/src/corpus/gold.ts';
import { mean } from '../../packages/lab/src/score/statistics.ts';
import { goldTokens, keptTokens, scoreTokens } from '../../packages/lab/src/score/tokens.ts';
import type { ThemeName } from '../../packages/lab/src/synthetic/design.ts';
import { toLabelRanges } from '../../packages/lab/src/synthetic/html-writer.ts';
import type { LanguageName } from '../../packages/lab/src/synthetic/language.ts';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';

/** F1 of content tokens, as measured and rounded down; kept whole, these sites have .59 to .78. */
const floors: readonly (readonly [ThemeName, LanguageName, number])[] = [
  ['blog', 'english', 0.97],
  ['semantic', 'german', 0.96],
  ['layoutTable', 'french', 0.9],
  ['utility', 'czech', 0.91],
  ['portal', 'chinese', 0.95],
  ['plain', 'arabic', 0.95],
];

it.each(floors)('keeps the content of %s in %s', (theme, language, floor) => {
  const seed = 21 + floors.findIndex(([name]) => name === theme);
  const site = createSite({ seed, pages: 60, theme, language, pageBytes: { min: 6_000, max: 20_000 } });
  const made = Array.from({ length: site.pages }, (_, order) => site.page(order));
  const pages = made.map(({ html, url }) => parseText(html, { url }));
  const verdicts = createIndexTimeDetector().judgeBatch(pages);
  const scores = pages.map((page, order) => {
    const labels = readGoldLabels(page, toLabelRanges(made[order]!.labels));
    return scoreTokens(keptTokens(page, verdicts[order]!), goldTokens(page, labels))?.f1;
  });
  expect(mean(scores.filter((score) => score !== undefined))).toBeGreaterThan(floor);
});
