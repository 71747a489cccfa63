/** What the index-time method keeps of generated sites, all of whose texts are labelled, in every language. */
import { expect, it } from 'vitest';
import { createIndexTimeDetector } from '../../src/detect/index-time/index-time.ts';
import { goldTokens } from '../../src/eval/gold/gold-tokens.ts';
import { readGoldLabels } from '../../src/eval/gold/read-gold.ts';
import { mean } from '../../src/eval/mean.ts';
import { keptTokens } from '../../src/eval/score/site-score.ts';
import { scoreTokens } from '../../src/eval/score/token-score.ts';
import { toLabelRanges } from '../../src/eval/synthetic/label.ts';
import type { LanguageName } from '../../src/eval/synthetic/languages/languages.ts';
import { createSite } from '../../src/eval/synthetic/synthetic-site.ts';
import type { ThemeName } from '../../src/eval/synthetic/themes/themes.ts';
import { parseText } from '../../src/page/parse.ts';

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
