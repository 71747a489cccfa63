/** What the figures say beside the thesis's, in sentences. */
import { mean } from '../../mean.ts';
import { decimals } from '../../report/table.ts';
import { correlation } from './correlation.ts';
import { correlationsOf } from './correlation-figures.ts';
import type { MappingResult, MeasuredSite } from './measure-pairs.ts';
import {
  bottomUp,
  consolidated,
  type Method,
  meanOf,
  msOf,
  optimal,
  pairsOf,
  prufer,
  resultOf,
  timedMethods,
  topDown,
} from './methods.ts';
import { parameterNames } from './pair-parameters.ts';
import { testSets } from './test-sets.ts';

export function readingOf(sites: readonly MeasuredSite[]): readonly string[] {
  return [sample(sites), quality(sites), reference(sites), validity(sites), time(sites), ...causes(sites)];
}

const fOf = ({ f }: MappingResult): number => f;

function meanOfSites(
  sites: readonly MeasuredSite[],
  method: Method,
  value: (result: MappingResult) => number,
): number {
  return mean(sites.map(({ pairs }) => meanOf(pairs, method, value)));
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
  return `Figure 5.1: F ${told.join(', ')}, means of the sites. CPS-TD reaches 0.98 on ${near} of ${sites.length} sites; the lowest is ${lowest.site} with ${lowest.f.toFixed(3)}. The more two pages differ, the more sequences lose: over all pairs, the correlation of F and the total-change ratio is ${decimals(withChanges, 2)}. CPS-TD is not behind PS-TD on ${before.length} sites (thesis: 9 of 10).`;
}

function reference(sites: readonly MeasuredSite[]): string {
  const share = meanOfSites(sites, topDown, (result) => result.share);
  return `The reference is the exact optimum (top-down-exact); the thesis takes TD-TD for it. TD-TD (restricted-top-down) finds ${(100 * share).toFixed(1)} % of its pairs and still has an F of ${meanOfSites(sites, topDown, fOf).toFixed(3)} only: there may be several optima, and F counts against whoever finds another.`;
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
  return `Figures 5.10 and 5.11: of the time of TD-TD, PS-TD takes ${part(prufer)} (thesis 1/4), CPS-TD ${part(consolidated)} (1/10), BU-TD ${part(bottomUp)} (thesis: more than CPS-TD), the optimum ${part(optimal)}. Our TD-TD shares labels and classes of identical subtrees with the others and skips pairs of children that cannot win; the printed one fills a table for every two nodes. Identical subtrees are mapped whole by BU-TD and by the optimum, and sequences always go through every node.`;
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
