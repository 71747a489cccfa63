/** Sites with gold to build indexes of: those of the corpus, and generated ones. */
import { existsSync } from 'node:fs';
import { readCorpus } from '../src/eval/corpus/read-corpus.ts';
import type { GoldLabels } from '../src/eval/gold/gold-labels.ts';
import { readGoldLabels } from '../src/eval/gold/read-gold.ts';
import { createZoneGold } from '../src/eval/gold/zone-gold.ts';
import { toLabelRanges } from '../src/eval/synthetic/label.ts';
import { createCrawl } from '../src/eval/synthetic/synthetic-crawl.ts';
import { type Page, parseText } from '../src/index.ts';

export interface BenchSite {
  readonly name: string;
  /** Read or made each time: a corpus does not fit into memory at once. */
  pages(): readonly { readonly url: string; readonly html: string }[];
  /** What gold says of the segments of a page. */
  labels(page: Page, place: number): GoldLabels;
}

const corpus = '../shared/corpus';

export function corpusSites(pagesPerSite: number): readonly BenchSite[] {
  if (!existsSync(corpus)) return [];
  return readCorpus(corpus).map(({ name, zones, pages }) => {
    const zoneLabels = createZoneGold(zones);
    return { name, pages: () => pages().slice(0, pagesPerSite), labels: zoneLabels };
  });
}

export function generatedSites(sites: number, pagesPerSite: number): readonly BenchSite[] {
  const crawl = createCrawl({ seed: 61, sites, pagesPerSite });
  return crawl.sites.map((site) => ({
    name: site.name,
    pages: () => Array.from({ length: site.pages }, (_, order) => site.page(order)),
    labels: (page, place) => readGoldLabels(page, toLabelRanges(site.page(place).labels)),
  }));
}

export function parsePages(site: BenchSite): readonly Page[] {
  return site.pages().map(({ url, html }) => parseText(html, { url, id: url }));
}
