import { expect, it } from 'vitest';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { measureFlushes } from './flushes.ts';

/** A site whose pages have a menu in common: its blocks are template once five pages were seen. */
function siteOf(name: string): CorpusSite {
  const menu = ['news', 'shops', 'people', 'places', 'maps', 'help'].map((word) => `${name} ${word}`);
  const pages = Array.from({ length: 12 }, (_, i) => ({
    url: `https://${name}.example/${i}`,
    html: `<div>${menu.join(' ')}</div><main>${`page${i} word${i * 3} other${i * 5} `.repeat(4)}</main>`,
  }));
  const zones = { contentSelectors: ['main'], templateSelectors: [], ignoreSelectors: [] };
  return { name, kind: 'shop', language: 'en', zones, readLabels: new Map(), pages: () => pages };
}

it('finds less the smaller the table of words is, unless clusters are carried over', async () => {
  // Fifty pages are the smallest table: of fifteen sites at once, ten and five, four to ten pages each.
  const sites = Array.from({ length: 15 }, (_, i) => siteOf(`site${i}`));
  const told: string[] = [];
  const flushes = await measureFlushes(sites, (line) => told.push(line));
  const scores = flushes.map(({ ways }) => ways['each flush alone'].score);
  expect(scores.at(-1)).toBe(1);
  expect(scores[0]).toBeLessThan(1);
  for (const { ways } of flushes)
    expect(ways['clusters carried over'].score).toBeGreaterThanOrEqual(ways['each flush alone'].score);
  expect(flushes.map(({ ways }) => ways['each flush alone'].precision)).toEqual([1, 1, 1, 1, 1]);
  expect(told).toHaveLength(2);
});
