/**
 * An experiment of section 5.2: the templates of key pages under one setting of the comparison of nodes, for every n
 * and t at once, since these only choose among mappings and votes.
 */

import { DehuskError, type Page } from 'dehusk';
import {
  createNoneDetector,
  type EqualityOptions,
  judgeMappings,
  type Mapping,
  mapEquality,
} from 'dehusk/parts';
import { type Counts, mean, type Rates, rates } from '../../score/statistics.ts';
import { countElements } from '../../score/tree-scores.ts';
import { otherCategory } from '../../teco/groups.ts';
import type { LinkedKey, LinkedSite } from './key-pages.ts';
import { maxPages } from './printed.ts';

export interface Votes {
  readonly n: number;
  readonly t: number;
}

/** Every n up to 8, and every t up to n: the cells of Table 5.2. */
export const allVotes: readonly Votes[] = Array.from({ length: maxPages }, (_, i) =>
  Array.from({ length: i + 1 }, (_, j): Votes => ({ n: i + 1, t: j + 1 })),
).flat();

/** What the thesis chose. */
export const thesisVotes: Votes = { n: 3, t: 2 };

/** Elements of a key page that are template by gold, that are said to be, and that are both; by cell of `allVotes`. */
export function keyCounts(key: LinkedKey, options: EqualityOptions): readonly Counts[] {
  const mapped = new Map<Page, readonly Mapping[]>();
  const mappingsTo = (page: Page): readonly Mapping[] => {
    if (!mapped.has(page)) mapped.set(page, mapWithin(key.page, page, options));
    return mapped.get(page)!;
  };
  return allVotes.map(({ n, t }) => {
    const mappings = key.siblings[n - 1]!.flatMap(mappingsTo);
    const verdict =
      mappings.length === 0
        ? createNoneDetector().judge(key.page)
        : judgeMappings(key.page, mappings, { pages: n, votes: t }).verdict;
    return countElements(key.page, key.gold, verdict);
  });
}

/** A pair that is over the budget gives no votes. */
function mapWithin(key: Page, other: Page, options: EqualityOptions): readonly Mapping[] {
  try {
    return [mapEquality(key, other, options)];
  } catch (error) {
    if (error instanceof DehuskError && error.code === 'MAPPING_BUDGET') return [];
    throw error;
  }
}

export type CellScore = Rates & Counts;

/** Means over the key pages of a site, by cell of `allVotes`. */
export interface SiteScores {
  readonly site: string;
  readonly category: LinkedSite['category'];
  readonly cells: readonly CellScore[];
}

/** Sites without a key page that has template by gold are left out. */
export function scoreSites(sites: readonly LinkedSite[], options: EqualityOptions): readonly SiteScores[] {
  return sites.flatMap(({ site, category, keys }) => {
    const ofKeys = keys.map((key) => keyCounts(key, options)).filter(([first]) => first!.gold > 0);
    if (ofKeys.length === 0) return [];
    const cells = allVotes.map((_, cell) =>
      meanScore(ofKeys.map((counts) => ({ ...counts[cell]!, ...rates(counts[cell]!) }))),
    );
    return [{ site, category, cells }];
  });
}

function meanScore(all: readonly CellScore[]): CellScore {
  const of = (value: keyof CellScore): number => mean(all.map((score) => score[value]));
  return {
    ...{ right: of('right'), said: of('said'), gold: of('gold') },
    ...{ precision: of('precision'), recall: of('recall'), f1: of('f1') },
  };
}

/** Of sites of the thesis's five groups. */
export function suiteScores(scores: readonly SiteScores[]): readonly SiteScores[] {
  return scores.filter(({ category }) => category !== otherCategory);
}

/** Of all other sites. */
export function outsideScores(scores: readonly SiteScores[]): readonly SiteScores[] {
  return scores.filter(({ category }) => category === otherCategory);
}

/** Mean over sites. */
export function scoreAt(scores: readonly SiteScores[], { n, t }: Votes): CellScore {
  const cell = allVotes.findIndex((votes) => votes.n === n && votes.t === t);
  return meanScore(scores.map(({ cells }) => cells[cell]!));
}

/** The cell with the best F1, the first of several. */
export function bestVotes(scores: readonly SiteScores[]): Votes {
  const values = allVotes.map((votes) => scoreAt(scores, votes).f1);
  return allVotes[values.indexOf(Math.max(...values))]!;
}
