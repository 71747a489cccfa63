/** Everything that was tried on one site. */
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import { loadSite } from '../../run/load-site.ts';
import { createBlockCounter } from '../../score/block-score.ts';
import { wangBlocks } from '../../score/page-blocks.ts';
import { type WholeGoldName, wholeGold } from '../whole-gold.ts';
import type { Trial, TrialSite } from './trial.ts';
import { shingle, styleTree, tryBatches } from './try-batches.ts';
import { tryIncremental } from './try-incremental.ts';

export const methodNames = ['incremental', 'shingle', 'style-tree'] as const;
export type MethodName = (typeof methodNames)[number];

export interface SiteTrials {
  readonly site: string;
  readonly pages: number;
  readonly methods: Readonly<Record<MethodName, readonly Trial[]>>;
}

/** Undefined for a site without gold for every page, and for one whose pages do not make a batch. */
export function trySite(site: CorpusSite): SiteTrials | undefined {
  const { pages } = loadSite(site);
  const labels = wholeGold(site, pages);
  if (labels === undefined || pages.length < 2) return undefined;
  const blocks = pages.map(wangBlocks);
  const countersOn = (gold: WholeGoldName): TrialSite['counters'][WholeGoldName] =>
    pages.map((page, i) => createBlockCounter({ page, labels: labels[gold][i]! }, blocks[i]!));
  const trialSite: TrialSite = {
    pages,
    counters: { lenient: countersOn('lenient'), strict: countersOn('strict') },
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
