/** Section 5.2.1: the search for the best parameters on one half of the sites. */

import { meanRates, type Rates } from '../../score/rates.ts';
import { createRandom } from '../../synthetic/random.ts';
import { allVotes, bestVotes, type SiteScores, scoreAt, scoreSites, type Votes } from './experiment.ts';
import type { LinkedSite } from './linked-site.ts';
import { type Found, search } from './search.ts';
import { drawSetting, neighbours, type Setting, thesisSetting, toOptions } from './setting.ts';
import { categories, otherCategory } from './site-category.ts';

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

/** On sites of the thesis's five groups, as it did; on all where there is no such half. */
export function tune(sites: readonly LinkedSite[], tell: (progress: string) => void): Tuning {
  const inSuite = sites.filter(({ category }) => category !== otherCategory);
  const halves = halve(inSuite.length < 2 ? sites : inSuite);
  const valued: (readonly SiteScores[])[] = [];
  const value = (setting: Setting): number => {
    const scores = scoreSites(halves.searched, toOptions(setting));
    valued.push(scores);
    if (valued.length % 20 === 0)
      tell(`${valued.length} of up to ${VALUES} settings tried on one half of the sites`);
    return scoreAt(scores, bestVotes(scores)).f1;
  };
  const found = search(
    thesisSetting,
    { draw: drawSetting, neighbours, value },
    { drawn: DRAWN, values: VALUES, random: createRandom('alarte-2014') },
  );
  const votes = bestVotes(scoreSites(halves.searched, toOptions(found.point)));
  // The first is the start, the next are drawn.
  return { ...halves, found, votes, blind: blindScore(valued.slice(1, 1 + DRAWN)) };
}

function blindScore(drawn: readonly (readonly SiteScores[])[]): Rates {
  return meanRates(drawn.flatMap((scores) => allVotes.map((votes) => scoreAt(scores, votes))));
}
