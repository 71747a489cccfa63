/**
 * What does an index without the template cost, and what is it worth?
 *
 *   dehusk-lab bench index [detect [PAGES_PER_SITE [ROUNDS]] | queries [PAGES_PER_SITE] | search [PAGES] | growth [PAGES]]
 *
 * `detect`: recall and precision of index-time, shingle and style-tree on the corpus, by block and by word, and the CPU
 * time of detection alone. Aim: index-time takes at most 0.8 of the faster of the others.
 * `queries`: known items and words of menus, with and without template removal, on the corpus and on generated sites
 * (all pages of the corpus: `queries 120`).
 * `search`: time of a search. Aim: under 50 ms at the 95th percentile (20,000 pages: `search 20000`).
 * `growth`: CPU time and memory per page as an index grows (to 100,000 pages: `growth 100000`).
 * Exit code 1 when an aim is missed.
 */
import type { Output } from '../experiment.ts';
import { type BenchPart, runParts } from './aims.ts';
import { benchDetection } from './index-detect.ts';
import { benchGrowth } from './index-growth.ts';
import { benchQueries } from './index-queries.ts';
import { benchSearch } from './index-search.ts';
import { corpusSites, generatedSites } from './index-sites.ts';

const corpusQuestions = { pagesPerSite: 15, menuWordsPerSite: 15 };
/** There are fewer sites, and their titles are made of few words: with less, one item more or less is half a per cent. */
const generatedQuestions = { pagesPerSite: 40, menuWordsPerSite: 15 };

const parts: Readonly<Record<string, BenchPart>> = {
  growth: ([pages = 4_000], out) => benchGrowth(pages, out),
  detect: ([perSite = 60, rounds = 9], out) => benchDetection(corpusSites(perSite), rounds, out),
  queries: ([perSite], out) => [
    ...benchQueries({ name: 'corpus', sites: corpusSites(perSite ?? 40), counts: corpusQuestions }, out),
    ...benchQueries(
      { name: 'generated sites', sites: generatedSites(12, perSite ?? 120), counts: generatedQuestions },
      out,
    ),
  ],
  search: ([pages = 4_000], out) => benchSearch(pages, out),
};

export function run(args: readonly string[], out: Output): number {
  return runParts(parts, args, out);
}
