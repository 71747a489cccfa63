/**
 * Chapter 5 of Huang (2011): how near the sequence mappings come to the optimal template of two pages, and what they
 * cost. The figures as tables, and the example of Figures 5.3 and 5.4.
 */
import type { CorpusSite } from '../../corpus/corpus.ts';
import { decimals } from '../../report/table.ts';
import { correlation } from '../../score/correlation.ts';
import { mean } from '../../score/statistics.ts';
import type { Paper, PaperReport } from '../paper.ts';
import { exampleTable } from './example.ts';
import {
  allMethods,
  bottomUp,
  consolidated,
  type MappingResult,
  type MeasuredSite,
  type Method,
  meanOf,
  measurePairs,
  msOf,
  optimal,
  pairsOf,
  parameterNames,
  plainMsOf,
  plainPairs,
  prufer,
  resultOf,
  timedMethods,
  topDown,
} from './pairs.ts';
import { meanOverPairs, testSets } from './printed.ts';
import {
  alikePairs,
  correlationFigures,
  correlationsOf,
  qualityFigures,
  timeFigures,
  timeQualityFigures,
} from './tables.ts';

/** 91 pairs a site, as many as four of the thesis's ten test sets have. */
const PAGES_PER_SITE = 14;

export const huang2011: Paper = {
  name: 'huang-2011',
  title: 'Huang: Sequence-based Web Page Template Detection (2011)',
  reproduce: async (sites, tell) => reportOf(measureAll(sites, tell)),
};

function measureAll(sites: readonly CorpusSite[], tell: (progress: string) => void): readonly MeasuredSite[] {
  const names = allMethods.map(({ mapping }) => mapping);
  const measured = sites.map((site, i) => {
    const ofSite = measurePairs(site, PAGES_PER_SITE, names);
    tell(`${i + 1} of ${sites.length} sites: ${site.name}, ${ofSite.pairs.length} pairs of pages`);
    return ofSite;
  });
  // One page makes no pair.
  return measured.filter(({ pairs }) => pairs.length > 0);
}

function reportOf(sites: readonly MeasuredSite[]): PaperReport {
  if (sites.length === 0) return { tables: [], sentences: ['No site has two pages to compare.'] };
  return {
    tables: [
      ...qualityFigures(sites),
      exampleTable(),
      ...timeFigures(sites),
      ...timeQualityFigures(sites),
      ...correlationFigures(sites),
    ],
    sentences: sentencesOf(sites),
  };
}

/** What the figures say beside the thesis's, in sentences. */
function sentencesOf(sites: readonly MeasuredSite[]): readonly string[] {
  return [
    likeWithLike(sites),
    sample(sites),
    quality(sites),
    reference(sites),
    validity(sites),
    time(sites),
    ...causes(sites),
  ];
}

const fOf = ({ f }: MappingResult): number => f;

function meanOfSites(
  sites: readonly MeasuredSite[],
  method: Method,
  value: (result: MappingResult) => number,
): number {
  return mean(sites.map(({ pairs }) => meanOf(pairs, method, value)));
}

/** Pages as alike as the thesis's, TD-TD as the reference, and plain TD-TD for the time. */
function likeWithLike(sites: readonly MeasuredSite[]): string {
  const pairs = alikePairs(pairsOf(sites));
  if (pairs.length === 0)
    return 'No two pages share 80 % of their nodes: nothing is like what the thesis has.';
  const thesis = (place: number): string => meanOverPairs(({ f }) => f[place]!).toFixed(3);
  const told = [bottomUp, prufer, consolidated].map(
    (method, i) => `${method.name} ${meanOf(pairs, method, fOf).toFixed(3)} (thesis ${thesis(i)})`,
  );
  const timed = plainPairs(pairs);
  const part = (method: Method): string => (msOf(timed, method) / plainMsOf(timed)).toFixed(2);
  const times =
    timed.length === 0
      ? ''
      : `; of the time of a plain TD-TD, PS-TD takes ${part(prufer)} (thesis 1/4), CPS-TD ${part(consolidated)} (thesis 1/10), our TD-TD ${part(topDown)}`;
  return `Like with like: on the ${pairs.length} pairs of pages that share 80 % of their nodes or more, F against TD-TD is ${told.join(', ')}${times}.`;
}

function sample(sites: readonly MeasuredSite[]): string {
  const overBudget = sites.reduce((sum, site) => sum + site.overBudget, 0);
  const left = overBudget === 0 ? '' : ` ${overBudget} pairs are left out: a mapping was over its budget.`;
  return `Sample: ${sites.length} sites, ${pairsOf(sites).length} pairs, all pairs of up to 14 pages spread evenly over the file of a site.${left} The thesis has 840 pairs in ten sets, each of articles of one section of a news site within days, so its pages differ less.`;
}

function quality(sites: readonly MeasuredSite[]): string {
  const told = [bottomUp, prufer, consolidated].map((method, i) => {
    const thesis = mean(testSets.map(({ f }) => f[i]!));
    return `${method.name} ${meanOfSites(sites, method, fOf).toFixed(3)} (thesis ${thesis.toFixed(3)})`;
  });
  const fs = sites.map(({ site, pairs }) => ({ site, f: meanOf(pairs, consolidated, fOf) }));
  const lowest = fs.reduce((least, next) => (next.f < least.f ? next : least));
  const near = fs.filter(({ f }) => f >= 0.98).length;
  const pairs = pairsOf(sites);
  const withChanges = correlation(
    pairs.map(({ parameters }) => parameters['total-change ratio']),
    pairs.map((pair) => resultOf(pair, consolidated).f),
  );
  const before = sites.filter(({ pairs }) => meanOf(pairs, consolidated, fOf) >= meanOf(pairs, prufer, fOf));
  return `Figure 5.1 on all pairs, whatever they share: F ${told.join(', ')} against TD-TD, means of the sites. CPS-TD reaches 0.98 on ${near} of ${sites.length} sites; the lowest is ${lowest.site} with ${lowest.f.toFixed(3)}. The more two pages differ, the more sequences lose: over all pairs, the correlation of F and the total-change ratio is ${decimals(withChanges, 2)}. CPS-TD is not behind PS-TD on ${before.length} sites (thesis: 9 of 10).`;
}

function reference(sites: readonly MeasuredSite[]): string {
  const share = meanOfSites(sites, topDown, (result) => result.share);
  const f = meanOfSites(sites, topDown, ({ optimumF }) => optimumF);
  return `The reference is TD-TD, as in the thesis, which takes it for optimal. It finds ${(100 * share).toFixed(1)} % of the pairs of the exact optimum (top-down-exact), against which it has an F of ${f.toFixed(3)}: there may be several optima, and F counts against whoever finds another.`;
}

function validity(sites: readonly MeasuredSite[]): string {
  const pairs = pairsOf(sites);
  const invalid = (method: Method): number =>
    pairs.filter((pair) => !resultOf(pair, method).isCommonSubtree).length;
  return `Figure 5.2: results that are no common subtree: PS-TD ${invalid(prufer)}, CPS-TD ${invalid(consolidated)}, BU-TD ${invalid(bottomUp)} of ${pairs.length} (thesis: none, none, nearly all). BU-TD maps equal texts across their order, and more so where pages have many of them.`;
}

function time(sites: readonly MeasuredSite[]): string {
  const pairs = pairsOf(sites);
  const part = (method: Method): string => (msOf(pairs, method) / msOf(pairs, topDown)).toFixed(2);
  return `Figures 5.10 and 5.11: of the time of our TD-TD, PS-TD takes ${part(prufer)} (thesis 1/4), CPS-TD ${part(consolidated)} (1/10), BU-TD ${part(bottomUp)} (thesis: more than CPS-TD), the optimum ${part(optimal)}. Our TD-TD shares labels and classes of identical subtrees with the others and skips pairs of children that cannot win; the printed one fills a table for every two nodes. Identical subtrees are mapped whole by BU-TD and by the optimum, and sequences always go through every node.`;
}

function causes(sites: readonly MeasuredSite[]): readonly string[] {
  const correlations = timedMethods.map((method) => correlationsOf(sites, method));
  const valuesOf = (parameter: (typeof parameterNames)[number]): readonly number[] =>
    correlations.flatMap((rows) =>
      rows.map((row) => row[parameterNames.indexOf(parameter)]).filter((value) => value !== undefined),
    );
  const positive = (parameter: (typeof parameterNames)[number]): string => {
    const values = valuesOf(parameter);
    return `${values.filter((value) => value > 0).length} of ${values.length}`;
  };
  if (valuesOf('tree size').length === 0) return [];
  return [
    `Figures 5.12 to 5.15: time and tree size go together on ${positive('tree size')} (method, site), time and leaf size on ${positive('leaf size')} (thesis: on all); leaf changes on ${positive('leaf changes')}, leaf-change ratio on ${positive('leaf-change ratio')} (thesis: all, and not all, for TD-TD). The plots themselves are not in the text, so there is no number to put beside ours.`,
  ];
}
