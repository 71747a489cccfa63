/** Section 5.2.1: the search for the best parameters on one half of the sites. */

import type { EqualityOptions } from 'dehusk/parts';
import { meanRates, type Rates } from '../../score/statistics.ts';
import { createRandom, type Random } from '../../synthetic/random.ts';
import { categories, otherCategory } from '../../teco/groups.ts';
import { allVotes, bestVotes, type SiteScores, scoreAt, scoreSites, type Votes } from './experiment.ts';
import type { LinkedSite } from './key-pages.ts';

/** 36 cells of n and t each: 3,600 of the thesis’s experiments, on each site. */
const DRAWN = 40;
const VALUES = 100;

export interface Halves {
  readonly searched: readonly LinkedSite[];
  readonly other: readonly LinkedSite[];
}

export interface Tuning extends Halves {
  readonly found: Found<Setting>;
  /** The best n and t on the searched half with the setting that was found. */
  readonly votes: Votes;
  /** Mean over all settings that were drawn and all n and t: what a blind choice gives. */
  readonly blind: Rates;
}

/** By turns, group by group: each half has half of each group. */
export function halve(sites: readonly LinkedSite[]): Halves {
  const sorted = sites.toSorted(
    (a, b) => categories.indexOf(a.category) - categories.indexOf(b.category) || (a.site < b.site ? -1 : 1),
  );
  return { searched: sorted.filter((_, i) => i % 2 === 0), other: sorted.filter((_, i) => i % 2 === 1) };
}

/** Of the sites of the thesis's five groups, as it did; of all where these make no half. */
export function trainingHalves(sites: readonly LinkedSite[]): Halves {
  const inSuite = sites.filter(({ category }) => category !== otherCategory);
  return halve(inSuite.length < 2 ? sites : inSuite);
}

/** Searches on one half of the sites. */
export function tune(
  sites: readonly LinkedSite[],
  tell: (progress: string) => void,
  settings: number = VALUES,
): Tuning {
  const drawn = Math.min(DRAWN, settings - 1);
  const halves = trainingHalves(sites);
  const valued: (readonly SiteScores[])[] = [];
  const value = (setting: Setting): number => {
    const scores = scoreSites(halves.searched, toOptions(setting));
    valued.push(scores);
    if (valued.length % 20 === 0)
      tell(`${valued.length} of up to ${settings} settings tried on one half of the sites`);
    return scoreAt(scores, bestVotes(scores, 'nodes'), 'nodes').f1;
  };
  const found = search(
    thesisSetting,
    { draw: drawSetting, neighbours, value },
    { drawn, values: settings, random: createRandom('alarte-2014') },
  );
  const votes = bestVotes(scoreSites(halves.searched, toOptions(found.point)), 'nodes');
  // The first is the start, the next are drawn.
  return { ...halves, found, votes, blind: blindScore(drawn === 0 ? valued : valued.slice(1, 1 + drawn)) };
}

function blindScore(drawn: readonly (readonly SiteScores[])[]): Rates {
  return meanRates(drawn.flatMap((scores) => allVotes.map((votes) => scoreAt(scores, votes, 'nodes'))));
}

/**
 * A setting of the comparison of nodes, on the grid that is searched: weights in tenths, and steps for the rest. The
 * thesis does not tell its grid; its best values (5.2.3) are on this one.
 */
export interface Setting {
  /** Tenths, 10 in all: classes, position, attributes, children. */
  readonly weights: readonly [number, number, number, number];
  /** What counts where both nodes have no classes, no attributes, no children. */
  readonly absent: readonly [number, number, number];
  readonly threshold: number;
  /** Siblings correspond in any order: activatePosition of the thesis is off. */
  readonly isFree?: true;
}

export const thesisSetting: Setting = { weights: [5, 2, 2, 1], absent: [0.85, 0.25, 1], threshold: 0.6 };
/** "At first, the weighting was 40 % for classes, 40 % for position, 10 % for attributes and 10 % for children." */
export const firstSetting: Setting = { ...thesisSetting, weights: [4, 4, 1, 1] };

const absentSteps = [0, 0.25, 0.5, 0.75, 0.85, 1];
const thresholdSteps = [0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

export function toOptions({ weights, absent, threshold, isFree }: Setting): EqualityOptions {
  const [classes, position, attributes, children] = weights.map((tenths) => tenths / 10) as [
    number,
    number,
    number,
    number,
  ];
  return {
    weights: { classes, position, attributes, children },
    absent: { classes: absent[0], attributes: absent[1], children: absent[2] },
    threshold,
    ...(isFree && { activatePosition: false }),
  };
}

/** Every setting of the grid is as likely as any other. */
export function drawSetting(random: Random): Setting {
  // Three cuts among ten tenths and three bars: each way to share out ten tenths has one such picture.
  const bars = new Set<number>();
  while (bars.size < 3) bars.add(random.below(13));
  const cuts = [-1, ...[...bars].sort((a, b) => a - b), 13];
  const weights = cuts.slice(1).map((cut, i) => cut - cuts[i]! - 1);
  return {
    weights: weights as [number, number, number, number],
    absent: [random.pick(absentSteps), random.pick(absentSteps), random.pick(absentSteps)],
    threshold: random.pick(thresholdSteps),
  };
}

/** The settings that differ in one step: another threshold next to it, a tenth from one weight to another … */
export function neighbours(setting: Setting): readonly Setting[] {
  const { weights, absent, threshold } = setting;
  const places = weights.map((_, i) => i);
  return [
    ...adjacent(thresholdSteps, threshold).map((step): Setting => ({ ...setting, threshold: step })),
    ...absent.flatMap((value, i) =>
      adjacent(absentSteps, value).map(
        (step): Setting => ({ ...setting, absent: absent.with(i, step) as [number, number, number] }),
      ),
    ),
    ...places.flatMap((from) =>
      places
        .filter((to) => to !== from && weights[from]! > 0)
        .map((to): Setting => ({ ...setting, weights: shifted(weights, from, to) })),
    ),
  ];
}

function adjacent(steps: readonly number[], value: number): readonly number[] {
  const at = steps.indexOf(value);
  return [steps[at - 1], steps[at + 1]].filter((step) => step !== undefined);
}

function shifted(weights: Setting['weights'], from: number, to: number): Setting['weights'] {
  return weights.map((tenths, i) => tenths + (i === to ? 1 : 0) - (i === from ? 1 : 0)) as [
    number,
    number,
    number,
    number,
  ];
}

/** `.5 .2 .2 .1 / .85 .25 1 / .6`: weights, what absence counts, threshold. */
export function settingText({ weights, absent, threshold, isFree }: Setting): string {
  const short = (value: number): string => String(value).replace(/^0\./, '.');
  const parts = [weights.map((tenths) => short(tenths / 10)), absent.map(short), [short(threshold)]];
  return [...parts.map((part) => part.join(' ')), ...(isFree ? ['any order'] : [])].join(' / ');
}

// A bounded search for the best of many settings: some are drawn, and from the best of them and of the start steps are
// taken as long as one is better. The same seed finds the same; no setting is tried twice.

export interface SearchSpace<Point> {
  draw(random: Random): Point;
  /** Those one step away. */
  neighbours(point: Point): readonly Point[];
  value(point: Point): number;
}

interface SearchLimits {
  readonly drawn: number;
  /** Points that may be valued in all, the start and those drawn among them. */
  readonly values: number;
  readonly random: Random;
}

export interface Found<Point> {
  readonly point: Point;
  readonly value: number;
  /** How many points were valued. */
  readonly values: number;
  /** No step is better: not merely the end of what was allowed. */
  readonly isPeak: boolean;
}

export function search<Point>(
  start: Point,
  space: SearchSpace<Point>,
  { drawn, values, random }: SearchLimits,
): Found<Point> {
  const known = new Map<string, number>();
  let best = { point: start, value: Number.NEGATIVE_INFINITY };
  /** Whether the point is better than all before. */
  const tryPoint = (point: Point): boolean => {
    const key = JSON.stringify(point);
    if (known.has(key) || known.size >= values) return false;
    const value = space.value(point);
    known.set(key, value);
    if (value <= best.value) return false;
    best = { point, value };
    return true;
  };
  tryPoint(start);
  for (let i = 0; i < drawn; i++) tryPoint(space.draw(random));
  while (space.neighbours(best.point).some(tryPoint)) if (known.size >= values) break;
  const isPeak = space.neighbours(best.point).every((point) => known.has(JSON.stringify(point)));
  return { ...best, values: known.size, isPeak };
}
