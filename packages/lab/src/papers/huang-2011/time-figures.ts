/** Figures 5.5 to 5.9, which are plots: CPU time by test set, and by tree size. */
import { mean } from '../../mean.ts';
import { decimals, type Table } from '../../report/table.ts';
import { growthPower } from './correlation.ts';
import type { MeasuredPair, MeasuredSite } from './measure-pairs.ts';
import { allMethods, type Method, methodNote, msOf, pairsOf, resultOf } from './methods.ts';

export function timeFigures(sites: readonly MeasuredSite[]): readonly Table[] {
  return [siteTimes(sites), sizeTimes(pairsOf(sites)), growth(sites)];
}

const nodesOf = ({ parameters }: MeasuredPair): number => parameters['tree size'];

function siteTimes(sites: readonly MeasuredSite[]): Table {
  return {
    title: 'Figures 5.5 to 5.9: running time, by test set',
    note: `CPU milliseconds a pair, the smaller of two runs, mean over the pairs of a site; nodes are of both pages. ${methodNote}`,
    head: ['test set', 'pairs', 'nodes', ...allMethods.map(({ name }) => name), 'parsing both'],
    rows: sites.map(({ site, pairs, parseMs }) => [
      ...[site, String(pairs.length), mean(pairs.map(nodesOf)).toFixed(0)],
      ...allMethods.map((method) => decimals(msOf(pairs, method), 2)),
      decimals(parseMs, 2),
    ]),
  };
}

/** Classes of tree size, each twice as wide as the one before: the axis of the plots. */
function sizeTimes(pairs: readonly MeasuredPair[]): Table {
  const classes = new Map<number, MeasuredPair[]>();
  for (const pair of pairs) {
    const octave = Math.floor(Math.log2(nodesOf(pair)));
    classes.set(octave, [...(classes.get(octave) ?? []), pair]);
  }
  return {
    title: 'Figures 5.5 to 5.9: running time, by tree size',
    note: 'CPU milliseconds a pair, mean over all pairs of all sites whose pages have so many nodes together.',
    head: ['nodes', 'pairs', ...allMethods.map(({ name }) => name)],
    rows: [...classes]
      .sort(([a], [b]) => a - b)
      .map(([octave, members]) => [
        `${2 ** octave} to ${2 ** (octave + 1) - 1}`,
        String(members.length),
        ...allMethods.map((method) => decimals(msOf(members, method), 2)),
      ]),
  };
}

/** What the thesis says of the curves. */
const thesisGrowth: Readonly<Record<string, string>> = {
  'TD-TD': 'quadratic on four of ten sets',
  'BU-TD': 'linear',
  'PS-TD': '-',
  'CPS-TD': 'almost linear',
};

function growth(sites: readonly MeasuredSite[]): Table {
  return {
    title: 'Figures 5.5 to 5.9: how time grows with tree size',
    note: 'The power of the tree size that CPU time goes with (1 is linear, 2 quadratic): of a line through the logarithms, over all pairs, and over the pairs of each site whose pairs differ in size by a factor of two at least, of which the middle one and the largest are told.',
    head: ['method', 'all pairs', 'median site', 'largest', 'thesis'],
    rows: allMethods.map((method) => {
      const ofSites = sites
        .filter(({ pairs }) => isSpread(pairs))
        .map(({ pairs }) => powerOf(pairs, method)!)
        .sort((a, b) => a - b);
      return [
        method.name,
        decimals(powerOf(pairsOf(sites), method), 2),
        decimals(ofSites[Math.floor(ofSites.length / 2)], 2),
        decimals(ofSites.at(-1), 2),
        thesisGrowth[method.name] ?? '-',
      ];
    }),
  };
}

/** Pages of one size say nothing of growth. */
function isSpread(pairs: readonly MeasuredPair[]): boolean {
  const sizes = pairs.map(nodesOf);
  return Math.max(...sizes) >= 2 * Math.min(...sizes);
}

function powerOf(pairs: readonly MeasuredPair[], method: Method): number | undefined {
  return growthPower(
    pairs.map(nodesOf),
    pairs.map((pair) => resultOf(pair, method).ms),
  );
}
