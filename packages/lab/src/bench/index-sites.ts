/** Sites with gold to build indexes of: those of the corpus, and generated ones. */
import { existsSync } from 'node:fs';
import { type CorpusSite, readCorpus, toCorpusSite } from '../corpus/corpus.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';

const corpus = '../shared/corpus';

export function corpusSites(pagesPerSite: number): readonly CorpusSite[] {
  if (!existsSync(corpus)) return [];
  return readCorpus(corpus).map((site) => ({ ...site, pages: () => site.pages().slice(0, pagesPerSite) }));
}

export function generatedSites(sites: number, pagesPerSite: number): readonly CorpusSite[] {
  return createCrawl({ seed: 61, sites, pagesPerSite }).sites.map(toCorpusSite);
}
