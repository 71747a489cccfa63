/**
 * Wang, Fang, Cheng, Guo, Xu: Incremental Web Page Template Detection (WWW 2008), Table 1: the storage of the
 * incremental method, shingle and site style trees at equal recall; and the reverse, recall at equal storage. The
 * parameters of each method are searched, as in the paper, site by site, with the gold in sight (W16, W17, W20).
 */
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import type { Paper, PaperReport } from '../paper.ts';
import { budgetTable, siteBudgetTable } from './budget-tables.ts';
import type { Target } from './choose-trial.ts';
import { compareAtBudgets, compareAtTable } from './equal-bytes.ts';
import { atDefaults, compareAtRecall, usualThresholds } from './equal-recall.ts';
import { readingOf } from './reading.ts';
import { type Compared, settingsTable, siteStorageTable, summaryTable } from './recall-tables.ts';
import { type SiteTrials, trySite } from './site-trials.ts';
import { percent } from './storage-cells.ts';

/** "The expected recall is 80 %"; "the precision of all these methods is higher than 98 %". */
const paperTarget: Target = { gold: 'lenient', recall: 0.8, precision: 0.98 };
const targets: readonly Target[] = [
  paperTarget,
  { ...paperTarget, recall: 0.9 },
  { ...paperTarget, gold: 'strict' },
  { ...paperTarget, gold: 'strict', recall: 0.9 },
];
const budgets = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000].map((kilobytes) => kilobytes * 1_000);

export const wang2008: Paper = {
  name: 'wang-2008',
  title: 'Wang, Fang, Cheng, Guo, Xu: Incremental Web Page Template Detection (2008)',
  reproduce: async (sites, tell) => {
    const trials = trySites(sites, tell);
    return trials.length === 0 ? nothingToCompare : reportOf(trials);
  },
};

const nothingToCompare: PaperReport = {
  tables: [],
  reading: ['No site has two pages or more that are all labelled: there is nothing to compare.'],
};

function trySites(sites: readonly CorpusSite[], tell: (progress: string) => void): readonly SiteTrials[] {
  return sites.flatMap((site, i) => {
    const trials = trySite(site);
    const leftOut = trials === undefined ? ' is left out, not all its pages are labelled' : '';
    tell(`${i + 1} of ${sites.length} sites: ${site.name}${leftOut}`);
    return trials ?? [];
  });
}

function reportOf(trials: readonly SiteTrials[]): PaperReport {
  const compared = targets.map((target) => compareAtRecall(trials, target));
  const equalRecall = compared[0]!;
  const sizesOnly = compareAtRecall(usualThresholds(trials), paperTarget);
  const defaults = atDefaults(trials);
  const equalBytes = compareAtTable(trials, paperTarget);
  const atBudgets = compareAtBudgets(trials, paperTarget, budgets);
  const summary: readonly Compared[] = [
    ...compared.map(({ target, reached }) => ({ name: targetName(target), storage: reached })),
    { name: `${targetName(paperTarget)}, sizes only`, storage: sizesOnly.reached },
    { name: 'defaults', storage: defaults.storage },
  ];
  return {
    tables: [
      siteStorageTable(equalRecall),
      settingsTable(equalRecall),
      summaryTable(summary),
      siteBudgetTable(equalBytes, paperTarget),
      budgetTable(atBudgets, paperTarget),
    ],
    reading: readingOf({ trials, equalRecall, sizesOnly, defaults, equalBytes, budgets: atBudgets }),
  };
}

function targetName({ gold, recall }: Target): string {
  return `${gold}, ${percent(recall, 0)}`;
}
