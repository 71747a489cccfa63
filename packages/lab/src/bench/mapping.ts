/**
 * What do the mappings cost beside one another and beside parsing, and do they find all that there is? The figures of
 * Huang's thesis are made by `dehusk-lab paper huang-2011`.
 *
 *   dehusk-lab bench mapping [PAGES_PER_SITE]
 *
 * All pairs of 14 pages of every site of the shared corpus. The time of a pair is the smaller of two runs.
 */

import { type MappingName, mappingNames } from 'dehusk/parts';
import { readCorpus } from '../corpus/corpus.ts';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { type MappingResult, type MeasuredPair, measurePairs } from '../papers/huang-2011/pairs.ts';
import { mean } from '../score/statistics.ts';
import { reportAims } from './measure.ts';

const reference: MappingName = 'restricted-top-down';

export function run([perSite = '14']: readonly string[], out: Output): number {
  const sites = readCorpus(corpusFolder).map((site) => {
    out.progress(site.name);
    return measurePairs(site, Number(perSite), mappingNames);
  });
  const everyPair: readonly MeasuredPair[] = sites.flatMap(({ pairs }) => pairs);

  const resultsOf = (name: MappingName, pairs = everyPair): readonly MappingResult[] =>
    pairs.map(({ results }) => results.get(name)!);
  const meanMs = (name: MappingName, pairs = everyPair): number =>
    mean(resultsOf(name, pairs).map(({ ms }) => ms));
  const slowestMs = (name: MappingName): number =>
    resultsOf(name).reduce((most, { ms }) => Math.max(most, ms), 0);
  const invalid = (name: MappingName): number =>
    resultsOf(name).filter(({ isCommonSubtree }) => !isCommonSubtree).length;
  const toReference = (name: MappingName): number => meanMs(name) / meanMs(reference);

  out.line(`${sites.length} sites, ${everyPair.length} pairs of pages`);
  out.line(
    `CPU time of all pairs relative to ${reference}, mean of the ratios of the sites, and relative to`,
  );
  out.line(
    "parsing the two pages; the slowest pair; pairs of nodes found, as a part of the optimum's (mean of",
  );
  out.line('the sites); results that are no common subtree');
  for (const name of mappingNames) {
    const ofSites = mean(sites.map(({ pairs }) => meanMs(name, pairs) / meanMs(reference, pairs)));
    const toParsing = mean(sites.map(({ pairs, parseMs }) => meanMs(name, pairs) / parseMs));
    const share = mean(sites.map(({ pairs }) => mean(resultsOf(name, pairs).map((result) => result.share))));
    const figures = [toReference(name), ofSites, toParsing].map((value) => value.toFixed(2).padStart(7));
    const slowest = `${slowestMs(name).toFixed(0).padStart(7)} ms`;
    out.line(
      `${name.padEnd(22)}${figures.join('')}${slowest}${share.toFixed(3).padStart(8)}${String(invalid(name)).padStart(7)}`,
    );
  }

  const valid = mappingNames.filter((name) => name !== 'bottom-up');
  const aims = [
    ...valid.map((name) => ({
      what: `${name}: results that are no common subtree`,
      measured: invalid(name),
      atMost: 0,
    })),
    { what: `top-down-exact / ${reference}, CPU time`, measured: toReference('top-down-exact'), atMost: 1 },
    {
      what: 'slowest pair of any mapping, seconds',
      measured: Math.max(...mappingNames.map(slowestMs)) / 1000,
      atMost: 5,
    },
  ];
  return reportAims(aims, out);
}
