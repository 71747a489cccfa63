/** What a method scored on all sites, and on each group of them. */
import { type GroupName, groupNames } from '../corpus/read-corpus.ts';
import { mean } from '../mean.ts';
import { methodNames, peerNames } from '../methods/choose-methods.ts';
import { meanRates, type Rates } from '../score/rates.ts';
import type { GoldName } from '../score/site-score.ts';
import { bootstrapInterval, type Interval } from './bootstrap.ts';
import { type Calibration, calibrationOf } from './calibration.ts';
import { type Figures, macroFigures } from './figures.ts';
import { byGold, type SiteResult } from './site-result.ts';

export interface MethodResult {
  readonly method: string;
  readonly sites: readonly SiteResult[];
  readonly all: GroupResult;
  /** Groups without a site are left out. */
  readonly groups: Readonly<Partial<Record<GroupName, GroupResult>>>;
  /** Of a vote of mappings: how close its mapping comes to the optimal one. */
  readonly mapping: Rates | undefined;
  readonly cost: Cost;
}

type GroupResult = Readonly<Record<GoldName, GroupScore>>;

interface GroupScore {
  /** That have a page which is scored on this gold. */
  readonly sites: number;
  readonly emptyPages: number;
  readonly figures: Figures;
  /** Of the F1. */
  readonly interval: Interval | undefined;
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
export function methodResults(results: readonly SiteResult[]): readonly MethodResult[] {
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
    cost: costOf(sites),
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
      calibration: calibrationOf(sites.map(({ golds }) => golds[gold].bins)),
    };
  });
}

/** On the gold that covers the most pages: the zone gold, where there is one. */
export function emptyPagesOf({ lenient, read }: GroupResult): number {
  return lenient.sites > 0 ? lenient.emptyPages : read.emptyPages;
}

/** F1 by site, in the order of their names: what a bootstrap draws must not depend on the order of a file. */
export function siteF1s(sites: readonly SiteResult[], gold: GoldName): ReadonlyMap<string, number> {
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
