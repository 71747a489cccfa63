/** All results of an evaluation, method by method and against one another, ready to be told in any form. */
import { type GroupName, groupNames } from '../corpus/corpus.ts';
import type { GoldName } from '../corpus/gold.ts';
import { methodNames, peerNames } from '../methods/methods.ts';
import type { EvaluatedSites } from '../run/evaluate.ts';
import type { Consistency } from '../score/consistency.ts';
import {
  bootstrapInterval,
  comparePaired,
  type Interval,
  mean,
  meanRates,
  type PairedDifference,
  type Rates,
} from '../score/statistics.ts';
import { type Calibration, calibrationOf, type Figures, macroFigures } from './figures.ts';
import type { SinglePagesResult } from './single-pages.ts';
import { byGold, type SiteFacts, type SiteResult } from './site-result.ts';

export interface Results {
  readonly corpus: readonly SiteFacts[];
  readonly methods: readonly MethodResult[];
  /** By collection. */
  readonly singlePages: readonly SinglePagesResult[];
  readonly comparison: Comparison | undefined;
}

/** Every other method against one, site by site. */
export interface Comparison {
  readonly against: string;
  readonly differences: readonly MethodDifference[];
}

interface MethodDifference {
  readonly method: string;
  readonly golds: Readonly<Record<GoldName, PairedDifference | undefined>>;
}

interface ResultOptions {
  /** The name of a method; unless told, the one with the best F1 on the read gold. */
  readonly against?: string | undefined;
  readonly singlePages?: readonly SinglePagesResult[];
}

export function createResults(
  { results, corpus }: EvaluatedSites,
  { against, singlePages = [] }: ResultOptions = {},
): Results {
  const methods = methodResults(results);
  const other = against === undefined ? bestOf(methods) : methods.find(({ method }) => method === against);
  return { corpus, methods, singlePages, comparison: other && compareAll(methods, other) };
}

/** Undefined where nothing is scored on the read gold. */
export function bestOf(methods: readonly MethodResult[]): MethodResult | undefined {
  const scored = methods.filter(({ all }) => all.read.figures.f1 !== undefined);
  return scored.toSorted((a, b) => b.all.read.figures.f1! - a.all.read.figures.f1!)[0];
}

function compareAll(methods: readonly MethodResult[], other: MethodResult): Comparison {
  const differenceOf = ({ method, sites }: MethodResult): MethodDifference => ({
    method,
    golds: byGold((gold) => comparePaired(siteF1s(sites, gold), siteF1s(other.sites, gold))),
  });
  return {
    against: other.method,
    differences: methods.filter(({ method }) => method !== other.method).map(differenceOf),
  };
}

/** What a method scored on all sites, and on each group of them. */
export interface MethodResult {
  readonly method: string;
  readonly sites: readonly SiteResult[];
  readonly all: GroupResult;
  /** Groups without a site are left out. */
  readonly groups: Readonly<Partial<Record<GroupName, GroupResult>>>;
  /** Of a vote of mappings: how close its mapping comes to the optimal one. */
  readonly mapping: Rates | undefined;
  /** Of all sites, and of groups that have it. */
  readonly consistency: Readonly<Partial<Record<GroupName | 'all', ConsistencyResult>>>;
  readonly cost: Cost;
}

interface ConsistencyResult extends Consistency {
  /** That have pieces on nearly all pages; the counts are sums over them. */
  readonly sites: number;
  /** Means over sites. */
  readonly mixedShare: number;
  readonly mixedShareFrom11: number;
}

type GroupResult = Readonly<Record<GoldName, GroupScore>>;

interface GroupScore {
  /** That have a page which is scored on this gold. */
  readonly sites: number;
  readonly emptyPages: number;
  readonly figures: Figures;
  /** Of the F1. */
  readonly interval: Interval | undefined;
  /** Mean F1 of the five sites on which it is lowest, or of all where there are fewer. */
  readonly worstFiveF1: number | undefined;
  /** Undefined for a method that does not grade. */
  readonly calibration: Calibration | undefined;
}

/** Means over sites, of CPU time per page; undefined where the output does not tell. */
interface Cost {
  readonly ms: number | undefined;
  /** Time relative to parsing the same pages: the one figure that does not depend on the machine. */
  readonly ofParsing: number | undefined;
  /** Of CPU time, parsing included. */
  readonly pagesPerSecond: number | undefined;
  readonly peakBytes: number | undefined;
  /** Pages seen when something was first called template. */
  readonly firstVerdict: number | undefined;
  readonly stateBytes: number | undefined;
  readonly missingPages: number;
}

/** Ours and known peers in their own order, then others: the order of a file that was added to tells nothing. */
function methodResults(results: readonly SiteResult[]): readonly MethodResult[] {
  const found = new Set(results.map(({ method }) => method));
  const known = [...methodNames, ...peerNames].filter((name) => found.has(name));
  const names = new Set([...known, ...[...found].sort()]);
  return [...names].map((name) => methodResult(results.filter(({ method }) => method === name)));
}

function methodResult(sites: readonly SiteResult[]): MethodResult {
  const groups = groupNames
    .map((group) => [group, sites.filter((site) => site.group === group)] as const)
    .filter(([, members]) => members.length > 0);
  const mappings = sites.map(({ mapping }) => mapping).filter((rates) => rates !== undefined);
  return {
    method: sites[0]!.method,
    sites,
    all: groupResult(sites),
    groups: Object.fromEntries(groups.map(([group, members]) => [group, groupResult(members)])),
    mapping: mappings.length === 0 ? undefined : meanRates(mappings),
    consistency: Object.fromEntries(
      [['all', sites] as const, ...groups].flatMap(([group, members]) => {
        const result = consistencyOf(members);
        return result === undefined ? [] : [[group, result]];
      }),
    ),
    cost: costOf(sites),
  };
}

function consistencyOf(sites: readonly SiteResult[]): ConsistencyResult | undefined {
  const known = sites.map(({ consistency }) => consistency).filter((found) => found !== undefined);
  if (known.length === 0) return undefined;
  const sum = (count: (site: Consistency) => number): number => known.map(count).reduce((a, b) => a + b, 0);
  return {
    sites: known.length,
    pieces: sum(({ pieces }) => pieces),
    mixed: sum(({ mixed }) => mixed),
    mixedFrom11: sum(({ mixedFrom11 }) => mixedFrom11),
    mixedShare: mean(known.map(({ mixed, pieces }) => mixed / pieces)),
    mixedShareFrom11: mean(known.map(({ mixedFrom11, pieces }) => mixedFrom11 / pieces)),
  };
}

function groupResult(sites: readonly SiteResult[]): GroupResult {
  return byGold((gold) => {
    const f1s = [...siteF1s(sites, gold).values()];
    return {
      sites: f1s.length,
      emptyPages: sites.reduce((sum, { golds }) => sum + golds[gold].emptyPages, 0),
      figures: macroFigures(sites.map(({ golds }) => golds[gold].figures)),
      interval: bootstrapInterval(f1s),
      worstFiveF1: f1s.length === 0 ? undefined : mean(f1s.toSorted((a, b) => a - b).slice(0, 5)),
      calibration: calibrationOf(sites.map(({ golds }) => golds[gold].bins)),
    };
  });
}

/** On the gold that covers the most pages: the zone gold, where there is one. */
export function emptyPagesOf({ lenient, read }: GroupResult): number {
  return lenient.sites > 0 ? lenient.emptyPages : read.emptyPages;
}

/** F1 by site, in the order of their names: what a bootstrap draws must not depend on the order of a file. */
function siteF1s(sites: readonly SiteResult[], gold: GoldName): ReadonlyMap<string, number> {
  const f1s = sites.map(({ site, golds }) => [site, golds[gold].figures.f1] as const);
  const known = f1s.filter((entry): entry is readonly [string, number] => entry[1] !== undefined);
  return new Map(known.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function costOf(sites: readonly SiteResult[]): Cost {
  const meanOf = (value: (site: SiteResult) => number | undefined): number | undefined => {
    const known = sites.map(value).filter((found) => found !== undefined);
    return known.length === 0 ? undefined : mean(known);
  };
  return {
    ms: meanOf(({ ms }) => ms),
    ofParsing: meanOf(({ ms, parseMs }) => (ms === undefined || !parseMs ? undefined : ms / parseMs)),
    pagesPerSecond: meanOf(({ pagesPerSecond }) => pagesPerSecond),
    peakBytes: meanOf(({ peakBytes }) => peakBytes),
    firstVerdict: meanOf(({ firstVerdict }) => firstVerdict),
    stateBytes: meanOf(({ stateBytes }) => stateBytes),
    missingPages: sites.reduce((sum, { missingPages }) => sum + missingPages, 0),
  };
}
