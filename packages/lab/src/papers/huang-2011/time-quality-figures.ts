/** Figures 5.10 and 5.11, which are plots: CPU time against F, without and with penalty. */
import { mean } from '../../mean.ts';
import { decimals, type Table } from '../../report/table.ts';
import type { MappingResult, MeasuredPair, MeasuredSite } from './measure-pairs.ts';
import { allMethods, type Method, meanOf, msOf, optimal, pairsOf, penalised, topDown } from './methods.ts';
import { meanOverPairs, type ThesisMethod, thesisMethods, thesisTimes } from './test-sets.ts';

export function timeQualityFigures(sites: readonly MeasuredSite[]): readonly Table[] {
  return [timeAndQuality(sites), overall(sites)];
}

const fOf = ({ f }: MappingResult): number => f;
/** Time of all pairs together, so that large pages count for more, as in the thesis's averages. */
const relativeTime = (pairs: readonly MeasuredPair[], method: Method): number =>
  msOf(pairs, method) / msOf(pairs, topDown);

function timeAndQuality(sites: readonly MeasuredSite[]): Table {
  const others = allMethods.filter((method) => method !== topDown);
  return {
    title: 'Figures 5.10a and 5.11a: time against F, by test set',
    note: 'CPU time as a part of that of TD-TD / F without penalty / F with penalty.',
    head: ['test set', 'TD-TD, ms', ...others.map(({ name }) => name)],
    rows: sites.map(({ site, pairs }) => [
      site,
      decimals(msOf(pairs, topDown), 2),
      ...others.map((method) =>
        [relativeTime(pairs, method), meanOf(pairs, method, fOf), meanOf(pairs, method, penalised(fOf))]
          .map((value) => value.toFixed(2))
          .join(' / '),
      ),
    ]),
  };
}

function overall(sites: readonly MeasuredSite[]): Table {
  const pairs = pairsOf(sites);
  return {
    title: 'Figures 5.10b and 5.11b: time against F, all test sets',
    note: 'CPU time as a part of that of TD-TD: of all pairs together, and the mean of the ratios of the sites. F without (5.10b) and with penalty (5.11b), mean over all pairs; the thesis’s from its Figures 5.1 and 5.2, weighted by pairs.',
    head: [
      ...['method', 'time', 'time, mean of sites', 'F', 'F, penalty'],
      ...['thesis: time', 'thesis: F', 'thesis: F, penalty'],
    ],
    rows: allMethods.map((method) => [
      method.name,
      decimals(relativeTime(pairs, method), 2),
      decimals(mean(sites.map((site) => relativeTime(site.pairs, method))), 2),
      decimals(meanOf(pairs, method, fOf)),
      decimals(meanOf(pairs, method, penalised(fOf))),
      ...thesisOverall(method),
    ]),
  };
}

/** Time, F, and F with penalty. TD-TD is the thesis's own measure. */
function thesisOverall(method: Method): readonly string[] {
  if (method === optimal) return ['-', '-', '-'];
  if (method === topDown) return ['1', '1', '1'];
  const name = method.name as ThesisMethod;
  const f = decimals(meanOverPairs((set) => set.f[thesisMethods.indexOf(name)]!));
  if (name === 'BU-TD') return ['fast', f, decimals(meanOverPairs((set) => set.penalised))];
  return [thesisTimes[name], f, f];
}
