/** Each method with many settings on one site: how right it was, and what it held meanwhile. */
import type { Page, Verdict } from 'dehusk';
import {
  type BatchDetector,
  createIncrementalDetector,
  createShingleDetector,
  createStyleTreeDetector,
  incrementalDefaults,
  shingleDefaults,
  sourceBytes,
  styleTreeDefaults,
} from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { loadSite } from '../../run/evaluate.ts';
import { createBlockCounter, wangBlocks } from '../../score/blocks.ts';
import { type Counts, mean, type Rates, rates, sumCounts } from '../../score/statistics.ts';
import { completeGold } from '../paper.ts';
import { batchPages, TableWeight } from './storage.ts';

/**
 * How blocks are scored: on the lenient gold without blocks of which it ignores most (decided), with these too, and on the
 * strict gold, which ignores little. The people of the paper called every block something.
 */
export type BlockGold = 'decided' | 'lenient' | 'strict';

export const methodNames = ['incremental', 'shingle', 'style-tree'] as const;
export type MethodName = (typeof methodNames)[number];

export interface SiteTrials {
  readonly site: string;
  readonly pages: number;
  readonly methods: Readonly<Record<MethodName, readonly Trial[]>>;
}

/** Everything that is tried on one site. Undefined for a site without gold for every page, and for one whose pages do not make a batch. */
export function trySite(site: CorpusSite): SiteTrials | undefined {
  const { pages } = loadSite(site);
  const labels = completeGold(site, pages);
  if (labels === undefined || pages.length < 2) return undefined;
  const blocks = pages.map(wangBlocks);
  const countersOn = (gold: BlockGold): TrialSite['counters'][BlockGold] => {
    const onlyDecided = gold === 'decided';
    const ofPages = labels[onlyDecided ? 'lenient' : gold];
    return pages.map((page, i) =>
      createBlockCounter({ page, labels: ofPages[i]! }, blocks[i]!, { onlyDecided }),
    );
  };
  const trialSite: TrialSite = {
    pages,
    counters: byGold(countersOn),
  };
  return {
    site: site.name,
    pages: pages.length,
    methods: {
      incremental: tryIncremental(trialSite),
      shingle: tryBatches(trialSite, shingle),
      'style-tree': tryBatches(trialSite, styleTree),
    },
  };
}

/** A method with one setting on one site: how right it was, and what it held meanwhile. */
export interface Trial {
  readonly setting: string;
  /** Of template blocks, unweighted (W20). */
  readonly rates: Readonly<Record<BlockGold, Rates>>;
  /** What the paper counts: the table with its texts, or the sources of the pages of a batch; the mean (W17). */
  readonly bytes: number;
  /** The table as we keep it, without texts. */
  readonly hashedBytes?: number;
  /** Of a batch method. */
  readonly batchPages?: number;
  /** What the method does if nobody says otherwise; and whether that holds at least of its threshold. */
  readonly isDefault: boolean;
  readonly hasDefaultThreshold: boolean;
}

/** The pages of a site in the order of a crawl, with gold. */
interface TrialSite {
  readonly pages: readonly Page[];
  /** Of each page: counts its template blocks, given 1 for each segment that is kept. */
  readonly counters: Readonly<Record<BlockGold, readonly ((kept: Uint8Array) => Counts)[]>>;
}

/** Whether the verdict makes a text node template. */
type IsTemplate = (verdict: Verdict, node: number) => boolean;

function blockRates(
  { pages, counters }: TrialSite,
  verdicts: readonly Verdict[],
  isTemplate: IsTemplate,
): Trial['rates'] {
  const kept = pages.map((page, i) => keptSegments(page, (node) => isTemplate(verdicts[i]!, node)));
  const ratesOn = (gold: BlockGold): Rates =>
    rates(sumCounts(counters[gold].map((count, i) => count(kept[i]!))));
  return byGold(ratesOn);
}

function byGold<Value>(of: (gold: BlockGold) => Value): Readonly<Record<BlockGold, Value>> {
  return { decided: of('decided'), lenient: of('lenient'), strict: of('strict') };
}

/** A loop: `Uint8Array.from` with a function took a quarter of the whole search. */
function keptSegments({ segments }: Page, isTemplate: (node: number) => boolean): Uint8Array {
  const kept = new Uint8Array(segments.length);
  for (let i = 0; i < segments.length; i++) kept[i] = isTemplate(segments[i]!) ? 0 : 1;
  return kept;
}

// The incremental method with many constants: "the parameters of logistic strategy is adjusted for our method".

/** Tb and N. */
const firstLives = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96];
const growths = [1, 2, 4, 8, 16];
/** Of the defaults; on a site of 120 pages a longer life cannot be told from one that never ends. */
const LONGEST_LIFE_PAGES = 192;

function tryIncremental(site: TrialSite): readonly Trial[] {
  const weight = new TableWeight(site.pages);
  return firstLives.flatMap((firstLifePages) =>
    growths
      .filter((lifeGrowth) => firstLifePages * lifeGrowth <= LONGEST_LIFE_PAGES)
      .map((lifeGrowth) => tryConstants(site, weight, { firstLifePages, lifeGrowth })),
  );
}

interface Constants {
  readonly firstLifePages: number;
  readonly lifeGrowth: number;
}

function tryConstants(site: TrialSite, weight: TableWeight, constants: Constants): Trial {
  const { firstLifePages, lifeGrowth } = constants;
  const { firstLifePages: usualLife, lifeGrowth: usualGrowth } = incrementalDefaults;
  const detector = createIncrementalDetector(constants);
  const verdicts: Verdict[] = [];
  const hashed: number[] = [];
  for (const page of site.pages) {
    verdicts.push(detector.observe(page));
    hashed.push(detector.tableBytes);
  }
  return {
    setting: `Tb ${firstLifePages}, N ${lifeGrowth}`,
    rates: blockRates(site, verdicts, ({ template }, node) => template[node] === 1),
    bytes: weight.mean(firstLifePages, lifeGrowth),
    hashedBytes: mean(hashed),
    isDefault: firstLifePages === usualLife && lifeGrowth === usualGrowth,
    hasDefaultThreshold: true,
  };
}

// Batch methods with batches of many sizes: "the number of web pages in each batch is adjusted for shingle method and
// SST method"; and with many thresholds, of which the paper says nothing. Thresholds are applied to what a verdict
// rests on, so that a batch is judged once for all of them.

export interface BatchMethod {
  create(): BatchDetector;
  readonly thresholds: readonly number[];
  readonly defaultThreshold: number;
  /** What the method would say with this threshold. */
  isTemplate(threshold: number): IsTemplate;
}

/** The threshold is a share of the batch's pages. */
export const shingle: BatchMethod = {
  create: createShingleDetector,
  thresholds: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  defaultThreshold: shingleDefaults.templateShare,
  isTemplate:
    (share) =>
    ({ seen, of }, node) =>
      seen[node]! >= shingleDefaults.templatePages && seen[node]! / of > share,
};

/** The threshold is the importance from which on a text stays. */
export const styleTree: BatchMethod = {
  create: createStyleTreeDetector,
  thresholds: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  defaultThreshold: styleTreeDefaults.threshold,
  isTemplate: (importance) => {
    // The importance is known as 1 − score, in 32 bits.
    const leastScore = Math.fround(1 - importance);
    return ({ score }, node) => score[node]! > leastScore;
  },
};

/** Into how many batches a site is cut, as long as each has two pages. */
const batchCounts = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 60, 90, 130, 200];

function tryBatches(site: TrialSite, method: BatchMethod): readonly Trial[] {
  const { pages } = site;
  const bytes = pages.reduce((sum, page) => sum + sourceBytes(page), 0);
  const counts = batchCounts.filter((count) => count * 2 <= pages.length);
  const usualCount = nearest(counts, pages.length / batchPages);
  return counts.flatMap((count) => {
    const verdicts = evenBatches(pages, count).flatMap((batch) => method.create().judgeBatch(batch));
    return method.thresholds.map((threshold) => ({
      setting: `${Math.round(pages.length / count)} pages, ${threshold}`,
      rates: blockRates(site, verdicts, method.isTemplate(threshold)),
      bytes: bytes / count,
      batchPages: pages.length / count,
      isDefault: count === usualCount && threshold === method.defaultThreshold,
      hasDefaultThreshold: threshold === method.defaultThreshold,
    }));
  });
}

function nearest(counts: readonly number[], wanted: number): number | undefined {
  return [...counts].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
}

/** No batch is larger than another by two: a short one at the end would say more of the sample than of the method. */
function evenBatches(pages: readonly Page[], count: number): readonly (readonly Page[])[] {
  const cut = (i: number): number => Math.round((i * pages.length) / count);
  return Array.from({ length: count }, (_, i) => pages.slice(cut(i), cut(i + 1)));
}
