import { expect, it } from 'vitest';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { pageRank, rankSite, type SiteLink } from './link-ranking.ts';

const link = (from: number, to: number): SiteLink => ({ from, to, template: false });

it('ranks pages as PageRank does', () => {
  // Two pages that link to each other are alike; without links, all are.
  expect([...pageRank(2, [link(0, 1), link(1, 0)])]).toEqual([0.5, 0.5]);
  expect([...pageRank(4, [])]).toEqual([0.25, 0.25, 0.25, 0.25]);
  // One page has all links: r1 = .05 + .85 (r0 + r2 + r1 / 3), the others .05 + .85 r1 / 3.
  const ranks = pageRank(3, [link(0, 1), link(2, 1)]);
  expect(ranks[1]).toBeCloseTo((0.05 + 0.85 * (2 * ranks[0]! + ranks[1]! / 3)) / 1, 9);
  expect(ranks[0]! + ranks[1]! + ranks[2]!).toBeCloseTo(1, 9);
});

/** Thirty pages with a menu of twelve; each article links to the next. */
function siteWithMenu(): CorpusSite {
  const urls = Array.from({ length: 30 }, (_, i) => `https://a.example/${i}.html`);
  const menu = urls.slice(0, 12).map((url, i) => `<li><a href="${url}">Part ${i} of the site</a>`);
  const pages = urls.map((url, i) => ({
    url,
    html: `<ul>${menu.join('')}</ul><main><p>Words ${i * 7} and more ${i}</p><a href="${urls[(i + 1) % 30]}">Next ${i}</a></main>`,
  }));
  const zones = { contentSelectors: ['main'], templateSelectors: [], ignoreSelectors: [] };
  return { name: 'a', kind: 'shop', language: 'en', zones, readLabels: new Map(), pages: () => pages };
}

it('tells what the links of a menu do to a ranking', () => {
  const { templatePart, sources } = rankSite(siteWithMenu())!;
  expect(templatePart).toBeCloseTo(348 / 378, 9);
  expect(sources['all links'].menuPages).toBe(10);
  expect(sources['all links'].firstTenth).toBeGreaterThan(sources['content links by gold'].firstTenth);
  // In a ring all pages are alike.
  expect(sources['content links by gold'].firstTenth).toBeCloseTo(0.1, 9);
  expect(sources['left by index-time'].firstTenth).toBeCloseTo(0.1, 9);
});

it('has nothing to say of a site without gold', () => {
  expect(rankSite({ ...siteWithMenu(), zones: undefined })).toBeUndefined();
});
