/** A site that gets another design: how soon the new one is known, and that the old one is forgotten. */
import { describe, expect, it } from 'vitest';
import type { ThemeName } from '../../../../lab/src/synthetic/design.ts';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { type Page, readText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import type { Verdict } from '../detector.ts';
import { createAdaptiveDetector } from './adaptive.ts';

const BEFORE = 60;
const AFTER = 40;

interface Labelled {
  readonly page: Page;
  /** Of each segment; blank ones have none. */
  readonly labels: readonly (string | undefined)[];
}

/** Pages of one site, of one seed: what they say does not depend on the theme. */
function labelledPages(theme: ThemeName, from: number, count: number): Labelled[] {
  const site = createSite({ seed: 5, pages: 200, theme, pageBytes: { min: 3000, max: 10_000 } });
  return Array.from({ length: count }, (_, i) => {
    const { html, url, labels } = site.page(from + i);
    const page = parseText(html, { url });
    let next = 0;
    return {
      page,
      labels: Array.from(page.segments, (node) => (readText(page, node).trim() ? labels[next++] : undefined)),
    };
  });
}

/** Of the characters of the template of some pages, how many were taken away; and F1 of the content that is left. */
function qualityOf(pages: readonly Labelled[], verdicts: readonly Verdict[]): { recall: number; f1: number } {
  const chars = { contentKept: 0, contentLost: 0, templateKept: 0, templateGone: 0 };
  for (const [i, { page, labels }] of pages.entries())
    for (const [segment, node] of page.segments.entries()) {
      const isGone = verdicts[i]!.template[node] === 1;
      if (labels[segment] === 'content') chars[isGone ? 'contentLost' : 'contentKept'] += page.chars[node]!;
      if (labels[segment] === 'template')
        chars[isGone ? 'templateGone' : 'templateKept'] += page.chars[node]!;
    }
  const { contentKept, contentLost, templateKept, templateGone } = chars;
  return {
    recall: templateGone / (templateGone + templateKept),
    f1: (2 * contentKept) / (2 * contentKept + contentLost + templateKept),
  };
}

describe.each([
  ['blog', 'portal'],
  ['semantic', 'layoutTable'],
  ['portal', 'semantic'],
  ['blog', 'semantic'],
  ['layoutTable', 'blog'],
  ['portal', 'layoutTable'],
] as const)('a redesign from %s to %s', (old, theme) => {
  const before = labelledPages(old, 0, BEFORE);
  const after = labelledPages(theme, BEFORE, AFTER);
  const detector = createAdaptiveDetector();
  for (const { page } of before) detector.observe(page);
  const versionBefore = detector.version;
  const verdicts = after.map(({ page }) => detector.observe(page));
  const fresh = createAdaptiveDetector();
  const freshVerdicts = after.map(({ page }) => fresh.observe(page));
  const between = (
    from: number,
    to: number,
  ): { told: ReturnType<typeof qualityOf>; best: ReturnType<typeof qualityOf> } => ({
    told: qualityOf(after.slice(from, to), verdicts.slice(from, to)),
    best: qualityOf(after.slice(from, to), freshVerdicts.slice(from, to)),
  });

  it.each([
    { pages: 'first five, on which it is noticed', from: 0, to: 5, f1: 0.25, recall: 0.45 },
    { pages: 'next five', from: 5, to: 10, f1: 0.02, recall: 0.04 },
    { pages: 'next ten', from: 10, to: 20, f1: 0.03, recall: 0.04 },
    { pages: 'later ones', from: 20, to: 40, f1: 0.02, recall: 0.04 },
  ])('costs at most $f1 of the content on the $pages', ({ from, to, f1, recall }) => {
    const { told, best } = between(from, to);
    expect(told.f1).toBeGreaterThan(best.f1 - f1);
    expect(told.recall).toBeGreaterThan(best.recall - recall);
  });

  it('is told as a change of the template', () => {
    expect(detector.version).toBeGreaterThan(versionBefore);
    const texts = new Set(fresh.templateSegments().map(({ text }) => text));
    const known = detector.templateSegments().filter(({ text }) => texts.has(text));
    expect(known.length).toBeGreaterThan(0.8 * texts.size);
  });
});

describe.each([
  { every: 3, least: 0.78 },
  { every: 5, least: 0.85 },
  // Too rare to be repeated.
  { every: 8, least: 0.69 },
])('a second kind of page, on one page in $every', ({ every, least }) => {
  const usual = labelledPages('semantic', 0, 100);
  const others = labelledPages('portal', 100, 100);
  const isOther = (i: number): boolean => i % every === every - 1;
  const site = usual.map((page, i) => (isOther(i) ? others[i]! : page));
  const detector = createAdaptiveDetector();
  const verdicts = site.map(({ page }) => detector.observe(page));
  const undisturbed = createAdaptiveDetector();
  const best = usual.map(({ page }) => undisturbed.observe(page));
  /** From the fortieth on. */
  const qualityWhere = (
    pages: readonly Labelled[],
    told: readonly Verdict[],
    isIn: (i: number) => boolean,
  ) => {
    const chosen = [...pages.keys()].filter((i) => i >= 40 && isIn(i));
    return qualityOf(
      chosen.map((i) => pages[i]!),
      chosen.map((i) => told[i]!),
    );
  };

  it('costs the others next to nothing', () => {
    const isUsual = (i: number): boolean => !isOther(i);
    const [told, ideal] = [qualityWhere(site, verdicts, isUsual), qualityWhere(usual, best, isUsual)];
    expect(told.f1).toBeGreaterThan(ideal.f1 - 0.015);
    expect(verdicts.at(-1)!.of).toBeGreaterThan(30);
  });

  it('is judged well, too', () => {
    expect(qualityWhere(site, verdicts, isOther).f1).toBeGreaterThan(least);
  });
});
