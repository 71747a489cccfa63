import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Label, LabelRanges } from './html-writer.ts';
import { createCrawl, writeCorpus } from './synthetic-crawl.ts';
import { createSite } from './synthetic-site.ts';

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

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dehusk-corpus-'));
  folders.push(folder);
  return folder;
}

/** The reading that the corpus's README describes. */
function labelAt(ranges: LabelRanges, number: number): Label {
  const isIn = (list: LabelRanges['content']): boolean =>
    list.some(([from, to]) => from <= number && number <= to);
  if (isIn(ranges.content)) return 'content';
  return isIn(ranges.ignored) ? 'ignored' : 'template';
}

describe('writeCorpus', () => {
  it('writes what can be read back as the same pages and labels', async () => {
    const folder = await temporaryFolder();
    const sites = [createSite({ seed: 3, pages: 25, language: 'arabic' }), createSite({ seed: 4, pages: 1 })];
    await writeCorpus(folder, sites);
    for (const site of sites) {
      const read = (name: string): Promise<Buffer> => readFile(join(folder, site.name, name));
      const lines = gunzipSync(await read('pages.jsonl.gz'))
        .toString()
        .trimEnd()
        .split('\n');
      const labels = JSON.parse((await read('labels.json')).toString()) as Record<string, LabelRanges>;
      expect(JSON.parse((await read('site.json')).toString())).toEqual(site.gold());
      expect(lines.length).toBe(site.pages);
      expect(Object.keys(labels).length).toBe(site.pages);
      for (const [order, line] of lines.entries()) {
        const page = site.page(order);
        expect(JSON.parse(line)).toEqual({ url: page.url, html: page.html });
        expect(page.labels.map((_, number) => labelAt(labels[page.url]!, number))).toEqual(page.labels);
      }
    }
  });
});
