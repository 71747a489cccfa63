/**
 * Detection while an index is built, as the paper has it: pages of many sites come mixed, and the table of words is
 * written out when it has reached a size S (C16). What a flush has not seen it cannot compare: here S is a number of
 * pages, and the engine that users run holds so many back.
 */
import { clean, type Page, type Verdict } from 'dehusk';
import { createIndexTimeDetector, type HashKey, WordTable } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/corpus.ts';
import type { GoldLabels } from '../../corpus/gold.ts';
import { loadSite } from '../../run/evaluate.ts';
import { mean } from '../../score/statistics.ts';
import { completeGold } from '../paper.ts';
import { type BlockAccuracy, meanOverSites, measureBlocks } from './detection.ts';

/** S, in pages of ten sites that come mixed: about 5, 10, 25 and 50 of each, and all of them. */
const flushSizes: readonly number[] = [50, 100, 250, 500, 2_000];
/** As many as fit into memory. */
const MIXED_SITES = 10;

export const flushWays = ['each flush alone', 'clusters carried over'] as const;
type FlushWay = (typeof flushWays)[number];

export interface Flushes {
  readonly size: number;
  /** Of one site in a flush, the mean. */
  readonly pagesOfSite: number;
  /** Means over sites. */
  readonly ways: Readonly<Record<FlushWay, MeanAccuracy>>;
}

interface LabelledSite {
  readonly site: string;
  readonly pages: readonly Page[];
  readonly labels: readonly GoldLabels[];
}

export async function measureFlushes(
  sites: readonly CorpusSite[],
  tell: (progress: string) => void,
): Promise<readonly Flushes[]> {
  const found = flushSizes.map(() => ({
    pagesOfSite: [] as number[],
    alone: [] as BlockAccuracy[],
    carried: [] as BlockAccuracy[],
  }));
  for (let first = 0; first < sites.length; first += MIXED_SITES) {
    const mixed = sites.slice(first, first + MIXED_SITES).flatMap(openSite);
    for (const [i, size] of flushSizes.entries()) {
      const { pagesOfSite, alone, carried } = found[i]!;
      pagesOfSite.push(...mixed.map(({ pages }) => Math.min(pages.length, size / mixed.length)));
      alone.push(...(await judgeAlone(mixed, size)));
      carried.push(...judgeCarried(mixed, size));
    }
    tell(`flushes: ${Math.min(first + MIXED_SITES, sites.length)} of ${sites.length} sites`);
  }
  return found.map(({ pagesOfSite, alone, carried }, i) => ({
    size: flushSizes[i]!,
    pagesOfSite: mean(pagesOfSite),
    ways: { 'each flush alone': meanAccuracy(alone), 'clusters carried over': meanAccuracy(carried) },
  }));
}

function openSite(site: CorpusSite): readonly LabelledSite[] {
  const { pages } = loadSite(site);
  const labels = completeGold(site, pages)?.lenient;
  return labels === undefined || pages.length === 0 ? [] : [{ site: site.name, pages, labels }];
}

interface MixedPage {
  readonly site: number;
  readonly place: number;
  readonly page: Page;
}

/** The first page of each site, the second of each … */
function mix(sites: readonly LabelledSite[]): readonly MixedPage[] {
  const most = Math.max(0, ...sites.map(({ pages }) => pages.length));
  return Array.from({ length: most }, (_, place) =>
    sites.flatMap(({ pages }, site) => (place < pages.length ? [{ site, place, page: pages[place]! }] : [])),
  ).flat();
}

/** What the pages of a corpus are parsed with. */
const hashKey: HashKey = [0, 0];

/** Through the engine, which knows a site by its address. */
async function judgeAlone(sites: readonly LabelledSite[], size: number): Promise<readonly BlockAccuracy[]> {
  const verdicts: Verdict[][] = sites.map(() => []);
  const mixed = mix(sites);
  let next = 0;
  const options = { method: 'index-time', hashKey, batchPages: size, guard: false };
  for await (const result of clean(
    mixed.map(({ page }) => page),
    options,
  )) {
    if (result.error !== undefined) throw result.error;
    const { site, place } = mixed[next++]!;
    verdicts[site]![place] = result.verdict;
  }
  return sites.map(({ pages, labels }, i) => measureBlocks(pages, labels, verdicts[i]!));
}

/** As `dehusk index` does: what a flush has learned of a site's clusters, the next one knows. */
function judgeCarried(sites: readonly LabelledSite[], size: number): readonly BlockAccuracy[] {
  const verdicts: Verdict[][] = sites.map(() => []);
  const states = new Map<number, Uint8Array>();
  const mixed = mix(sites);
  for (let first = 0; first < mixed.length; first += size) {
    const flush = mixed.slice(first, first + size);
    for (const site of new Set(flush.map((one) => one.site))) {
      const own = flush.filter((one) => one.site === site);
      const detector = createIndexTimeDetector();
      const state = states.get(site);
      if (state !== undefined) detector.load(state);
      const table = new WordTable();
      for (const { page } of own) table.addPage(page);
      const judged = detector.judgeTable(table);
      for (const [i, { place }] of own.entries()) verdicts[site]![place] = judged[i]!;
      states.set(site, detector.save());
    }
  }
  return sites.map(({ pages, labels }, i) => measureBlocks(pages, labels, verdicts[i]!));
}

interface MeanAccuracy {
  readonly score: number;
  readonly precision: number;
}

function meanAccuracy(all: readonly BlockAccuracy[]): MeanAccuracy {
  return {
    score: meanOverSites(all, ({ score }) => score),
    precision: meanOverSites(all, ({ precision }) => precision),
  };
}
