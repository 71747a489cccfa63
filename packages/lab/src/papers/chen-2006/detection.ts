/** The methods on one site: how right they are, and what detection costs beyond what an index needs anyway. */

import type { Page, Verdict } from 'dehusk';
import {
  type BatchDetector,
  createAdaptiveDetector,
  createIndexTimeDetector,
  createNoneDetector,
  createShingleDetector,
  createStyleTreeDetector,
  type IndexTimeDetector,
  WordTable,
} from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { GoldLabel, type GoldLabels } from '../../corpus/gold.ts';
import { loadSite } from '../../run/evaluate.ts';
import { cpuMs } from '../../run/measure.ts';
import { chenBlocks, countBlocks } from '../../score/blocks.ts';
import { type Counts, mean, median, type Rates, rates, sumCounts } from '../../score/statistics.ts';
import { type CompleteGoldName, completeGold } from '../paper.ts';

export interface SiteDetection {
  readonly site: string;
  readonly pages: number;
  /** CPU milliseconds of parsing all pages, and of the table of their words, offsets included. */
  readonly parseMs: number;
  readonly wordsMs: number;
  readonly methods: Readonly<Record<ContenderName, MethodDetection>>;
}

interface MethodDetection {
  readonly accuracy: Readonly<Record<CompleteGoldName, Accuracy>>;
  /** Of detection alone. */
  readonly detectMs: number;
}

/** Undefined for a site without gold for every page. Times are medians of so many rounds, after one that warms up. */
export function measureDetection(site: CorpusSite, rounds: number): SiteDetection | undefined {
  const { pages, parseMs } = loadSite(site);
  const gold = completeGold(site, pages);
  if (gold === undefined || pages.length === 0) return undefined;
  const table = new WordTable();
  const start = cpuMs();
  for (const page of pages) table.addPage(page);
  const wordsMs = cpuMs() - start;
  const judge = (name: ContenderName): readonly Verdict[] => judgePages(contenders[name](), pages, table);
  const judged = byContender((name): Omit<Judged, 'labels'> => ({ pages, table, verdicts: judge(name) }));
  const detectMs = timeInTurns(judge, rounds);
  return {
    site: site.name,
    pages: pages.length,
    parseMs: parseMs * pages.length,
    wordsMs,
    methods: byContender((name) => ({
      accuracy: {
        lenient: measureAccuracy({ ...judged[name], labels: gold.lenient }),
        strict: measureAccuracy({ ...judged[name], labels: gold.strict }),
      },
      detectMs: detectMs[name],
    })),
  };
}

/** In turns, so that noise of the machine hits all alike. */
function timeInTurns(
  judge: (name: ContenderName) => void,
  rounds: number,
): Readonly<Record<ContenderName, number>> {
  const samples = byContender(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const name of contenderNames) {
      const start = cpuMs();
      judge(name);
      samples[name].push(cpuMs() - start);
    }
  }
  return byContender((name) => median(samples[name]));
}

// The methods that the paper compares, and our own, as they are while an index is built: the table of words is there
// already.

export type DetectorName = 'none' | 'index-time' | 'shingle' | 'style-tree' | 'adaptive';

export const detectors: Readonly<Record<DetectorName, () => BatchDetector>> = {
  none: () => ({
    method: 'none',
    judgeBatch: (pages) => pages.map((page) => createNoneDetector().judge(page)),
  }),
  'index-time': createIndexTimeDetector,
  shingle: createShingleDetector,
  'style-tree': createStyleTreeDetector,
  adaptive: () => ({ method: 'adaptive', judgeBatch: judgeAdaptively }),
};

/** As in `dehusk index`: all pages of a batch are learned before one is judged. */
function judgeAdaptively(pages: readonly Page[]): readonly Verdict[] {
  const detector = createAdaptiveDetector({ forgetting: false });
  for (const page of pages) detector.learn(page);
  return pages.map((page) => detector.judge(page));
}

/** The pages are those that the table was made of. */
export function judgePages(
  detector: BatchDetector,
  pages: readonly Page[],
  table: WordTable,
): readonly Verdict[] {
  return isIndexTime(detector) ? detector.judgeTable(table) : detector.judgeBatch(pages);
}

export function isIndexTime(detector: BatchDetector): detector is IndexTimeDetector {
  return 'judgeTable' in detector;
}

// What is compared on one site, and at what constants: index-time (C), shingle, and site style trees, which the paper
// builds from samples of large sites: here of the whole batch, and of three samples of 24 pages.

export const contenderNames = ['index-time', 'shingle', 'style-tree', 'style-tree, sampled'] as const;
export type ContenderName = (typeof contenderNames)[number];

const contenders: Readonly<Record<ContenderName, () => BatchDetector>> = {
  'index-time': detectors['index-time'],
  shingle: detectors.shingle,
  'style-tree': detectors['style-tree'],
  'style-tree, sampled': () => createStyleTreeDetector({ samples: 3, samplePages: 24 }),
};

export function byContender<Value>(
  value: (name: ContenderName) => Value,
): Readonly<Record<ContenderName, Value>> {
  return Object.fromEntries(contenderNames.map((name) => [name, value(name)])) as Record<
    ContenderName,
    Value
  >;
}

// How right a method is about the template of a site: by block, as the paper scores it, and by word, which is what an
// index is made of.

export interface Accuracy {
  /** C18: blocks detected rightly / template blocks, the mean over pages that have some; undefined if none has. */
  readonly score: number | undefined;
  /** Over all blocks and words of the site. */
  readonly blocks: Rates;
  readonly words: Rates;
}

interface Judged {
  readonly pages: readonly Page[];
  readonly table: WordTable;
  readonly labels: readonly GoldLabels[];
  readonly verdicts: readonly Verdict[];
}

export function measureAccuracy({ pages, table, labels, verdicts }: Judged): Accuracy {
  const blocks = pages.map((page, i) => countPageBlocks(page, labels[i]!, verdicts[i]!));
  const words = pages.map((_, i) => countPageWords(table, i, { labels: labels[i]!, verdict: verdicts[i]! }));
  return {
    score: blockScore(blocks),
    blocks: rates(sumCounts(blocks)),
    words: rates(sumCounts(words)),
  };
}

/** By block alone. */
export interface BlockAccuracy {
  readonly score: number | undefined;
  readonly precision: number;
}

export function measureBlocks(
  pages: readonly Page[],
  labels: readonly GoldLabels[],
  verdicts: readonly Verdict[],
): BlockAccuracy {
  const blocks = pages.map((page, i) => countPageBlocks(page, labels[i]!, verdicts[i]!));
  return { score: blockScore(blocks), precision: rates(sumCounts(blocks)).precision };
}

/** Over pages that have template blocks. */
function blockScore(blocks: readonly Counts[]): number | undefined {
  const scores = blocks.filter(({ gold }) => gold > 0).map(({ right, gold }) => right / gold);
  return scores.length === 0 ? undefined : mean(scores);
}

/** Over sites that have template blocks: of others neither score nor precision says anything. */
export function meanOverSites<Scored extends { readonly score: number | undefined }>(
  all: readonly Scored[],
  of: (accuracy: Scored & { readonly score: number }) => number,
): number {
  const scored = all.filter((one): one is Scored & { readonly score: number } => one.score !== undefined);
  return mean(scored.map(of));
}

function countPageBlocks(page: Page, labels: GoldLabels, { template }: Verdict): Counts {
  const kept = page.segments.map((node) => 1 - template[node]!);
  return countBlocks({ page, labels }, chenBlocks(page), Uint8Array.from(kept));
}

interface JudgedPage {
  readonly labels: GoldLabels;
  readonly verdict: Verdict;
}

function countPageWords(table: WordTable, place: number, { labels, verdict }: JudgedPage): Counts {
  const { segments } = table.pages[place]!;
  const first = table.segmentStart[place]!;
  const counts = { right: 0, said: 0, gold: 0 };
  for (let i = 0; i < segments.length; i++) {
    if (labels[i] === GoldLabel.ignored) continue;
    const words = table.tokenStart[first + i + 1]! - table.tokenStart[first + i]!;
    const isSaid = verdict.template[segments[i]!] === 1;
    const isGold = labels[i] === GoldLabel.template;
    if (isGold) counts.gold += words;
    if (isSaid) counts.said += words;
    if (isGold && isSaid) counts.right += words;
  }
  return counts;
}
