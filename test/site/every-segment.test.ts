/**
 * Kept plus removed is exactly what a page has: nothing is lost between the two, and nothing is in both. On pages that
 * are made to be odd, the html5lib tests, and on generated ones, where much is template.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAdaptiveDetector } from '../../packages/dehusk/src/detect/adaptive/adaptive.ts';
import type { Detector, Verdict } from '../../packages/dehusk/src/detect/detector.ts';
import { createIncrementalDetector } from '../../packages/dehusk/src/detect/incremental/incremental.ts';
import { createNoneDetector } from '../../packages/dehusk/src/detect/none/none.ts';
import { residueTexts } from '../../packages/dehusk/src/output/residue.ts';
import { toText } from '../../packages/dehusk/src/output/text.ts';
import { type Page, readText } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { html5libFolder } from '../../packages/lab/src/corpus/folders.ts';
import { createCrawl } from '../../packages/lab/src/synthetic/synthetic-crawl.ts';

const html5lib = `${html5libFolder}/tree-construction/`;

/** The page of every test that is one. */
function html5libPages(): string[] {
  const files = readdirSync(html5lib).filter((name) => name.endsWith('.dat'));
  const sections = files.flatMap((name) =>
    `\n${readFileSync(html5lib + name, 'utf8')}`.split('\n#data\n').slice(1),
  );
  return sections
    .filter((section) => !section.includes('\n#document-fragment\n'))
    .map((section) => section.slice(0, section.search(/\n?#errors\n/)));
}

/** The letters of a text in the order of their code points: markers of lists and white space are no part of a page. */
const letters = (...texts: readonly string[]): string =>
  [...texts.join('').matchAll(/[\p{L}\p{M}]/gu)]
    .map(([letter]) => letter)
    .sort()
    .join('');

const textsOf = (page: Page, nodes: Int32Array): string[] =>
  Array.from(nodes, (node) => readText(page, node));

/** All that may be left over of a template: a label, the sign of a heading's own link, a number of a line, a separator. */
const leftOver = /^(?:.{0,39}:\s*|[\s¶#§🔗⚓∞\d]+|[\s|/\\·•∙‣«»‹›<>←→–—,;-]+)$/su;

/** How many of the segments are removed. */
function checkPage(page: Page, verdict: Verdict): number {
  // A label of which only template followed goes with the template, and so do a few signs: these and no others.
  const residue = new Set(residueTexts(page, verdict.template));
  for (const node of residue) {
    expect(verdict.template[node]).toBe(0);
    expect(readText(page, node)).toMatch(leftOver);
  }
  const isRemoved = (node: number): boolean => verdict.template[node] === 1 || residue.has(node);
  const kept = page.segments.filter((node) => !isRemoved(node));
  const removed = page.segments.filter(isRemoved);
  const hidden = 'keep';
  expect(letters(toText(page, verdict, { hidden }))).toBe(letters(...textsOf(page, kept)));
  expect(letters(toText(page, verdict, { hidden, part: 'template' }))).toBe(
    letters(...textsOf(page, removed)),
  );
  expect(letters(toText(page, undefined, { hidden }))).toBe(letters(...textsOf(page, page.segments)));
  return removed.length - residue.size;
}

/** Of all pages: observed one by one, and judged when all are known. */
function checkPages(pages: readonly Page[], detector: Detector): { observed: number; judged: number } {
  let observed = 0;
  for (const page of pages) observed += checkPage(page, detector.observe(page));
  let judged = 0;
  for (const page of pages) judged += checkPage(page, detector.judge(page));
  return { observed, judged };
}

describe.skipIf(!existsSync(html5lib))('kept plus removed, on the pages of html5lib', () => {
  const pages = existsSync(html5lib)
    ? html5libPages().map((html, i) => parseText(html, { id: String(i) }))
    : [];

  it.each([
    // They are no site: hardly anything is on a fifth of them.
    ['adaptive', createAdaptiveDetector, 10],
    ['incremental', createIncrementalDetector, 100],
  ] as const)('are all segments: %s', (_, createDetector, least) => {
    expect(pages.length).toBeGreaterThan(1000);
    const { observed, judged } = checkPages(pages, createDetector({ forgetting: false }));
    expect(Math.min(observed, judged)).toBeGreaterThan(least);
  });

  it.each([
    ['adaptive', createAdaptiveDetector({ threshold: 0, forgetting: false })],
    ['incremental', createIncrementalDetector({ templatePages: 1, forgetting: false })],
  ])('are all segments where each is template: %s', (_, detector) => {
    // Blocks of every page, the odd ones included.
    const { judged } = checkPages(pages, detector);
    expect(judged).toBe(pages.reduce((sum, page) => sum + page.segments.length, 0));
  });

  it('are all segments where every second is template', () => {
    for (const page of pages) checkPage(page, everySecond(page));
  });
});

function everySecond(page: Page): Verdict {
  const verdict = createNoneDetector().judge(page);
  const template = verdict.template.slice();
  for (const [i, node] of page.segments.entries()) template[node] = i % 2;
  return { ...verdict, template };
}

it('what is left over of a template is removed with it', () => {
  const page = parseText(
    '<h2>Ants</h2><p>Home<p>They build.</p><p>Up</p><p>See also:</p><p><a href=/b>Bees</a></p>',
  );
  checkPage(page, everySecond(page));
  expect(toText(page, everySecond(page))).toBe('Ants\n\nThey build.');
});

describe('kept plus removed, on generated pages', () => {
  const crawl = createCrawl({ seed: 4, sites: 8, pagesPerSite: 8, pageBytes: { min: 1_500, max: 5_000 } });

  it.each(crawl.sites.map((site) => [site.name, site] as const))('are all segments: %s', (_, site) => {
    const pages = Array.from({ length: site.pages }, (__, order) => {
      const { url, html } = site.page(order);
      return parseText(html, { url });
    });
    for (const createDetector of [createAdaptiveDetector, createIncrementalDetector]) {
      for (const options of [{}, { forgetting: false }]) {
        const { observed, judged } = checkPages(pages, createDetector(options));
        expect(Math.min(observed, judged)).toBeGreaterThan(site.pages);
        // The incremental method knows nothing on a site's first pages; the other judges them alike, sooner or later.
        if (createDetector === createIncrementalDetector) expect(judged).toBeGreaterThan(observed);
      }
    }
    for (const page of pages) checkPage(page, everySecond(page));
  });
});
