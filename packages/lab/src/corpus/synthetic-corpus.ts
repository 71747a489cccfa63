/** Generated sites as a corpus, without writing them: the read gold covers every page. */
import { toLabelRanges } from '../synthetic/label.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import type { SyntheticSite } from '../synthetic/synthetic-site.ts';
import type { CorpusSite } from './read-corpus.ts';

/** As many as the first pages of a site and some more, so that every stretch of a stream is scored. */
const PAGES_PER_SITE = 40;
/** The sites of `--synthetic` are the same each time; no seed of the floors or of tuning is among theirs. */
const SEED = 77;

export function syntheticCorpus(sites: number): readonly CorpusSite[] {
  return createCrawl({ seed: SEED, sites, pagesPerSite: PAGES_PER_SITE }).sites.map(toCorpusSite);
}

export function toCorpusSite(site: SyntheticSite): CorpusSite {
  const { kind, lang, ...zones } = site.gold();
  const pages = Array.from({ length: site.pages }, (_, order) => site.page(order));
  return {
    name: site.name,
    kind,
    language: lang,
    zones,
    readLabels: new Map(pages.map(({ url, labels }) => [url, toLabelRanges(labels)])),
    pages: () => pages,
  };
}
