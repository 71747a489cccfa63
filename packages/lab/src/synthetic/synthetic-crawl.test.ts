import { describe, expect, it } from 'vitest';
import { createCrawl } from './synthetic-crawl.ts';

describe('a synthetic crawl', () => {
  it('brings every page of every site once, each site in its own order', () => {
    const crawl = createCrawl({ seed: 5, sites: 6, pagesPerSite: [10, 60] });
    const next = new Map(crawl.sites.map((site) => [site, 0]));
    for (const { site, order } of crawl.crawl()) {
      expect(order).toBe(next.get(site));
      next.set(site, order + 1);
    }
    for (const [site, count] of next) expect(count).toBe(site.pages);
  });

  it('interleaves the sites, the same way each time', () => {
    const crawl = createCrawl({ seed: 6, sites: 4, pagesPerSite: 50 });
    const names = [...crawl.crawl()].map(({ site }) => site.name);
    expect([...crawl.crawl()].map(({ site }) => site.name)).toEqual(names);
    expect(crawl.pages).toBe(200);
    const changes = names.filter((name, index) => index > 0 && name !== names[index - 1]);
    expect(changes.length).toBeGreaterThan(100);
  });

  it('has sites that differ in address, language and theme', () => {
    const { sites } = createCrawl({ seed: 7, sites: 12, pagesPerSite: 12 });
    const golds = sites.map((site) => site.gold());
    expect(new Set(golds.map(({ baseUrl }) => baseUrl)).size).toBe(12);
    expect(new Set(golds.map(({ lang }) => lang)).size).toBe(6);
    expect(new Set(sites.map(({ name }) => name.split('-')[1])).size).toBe(6);
  });

  it('makes the pages of the site it says', () => {
    const crawl = createCrawl({ seed: 8, sites: 2, pagesPerSite: 12, redesignShare: 1 });
    for (const { site, order, make } of crawl.crawl()) expect(make()).toEqual(site.page(order));
    const selectors = crawl.sites.map((site) => site.gold().contentSelectors.length);
    expect(selectors).toEqual([6, 6]);
  });
});
