/**
 * An experiment of section 5.2: the templates of key pages under one setting of the comparison of nodes, for every n
 * and t at once, since these only choose among mappings and votes.
 */

import { DehuskError, type Page, type Verdict } from 'dehusk';
import {
  createNoneDetector,
  type EqualityOptions,
  judgeMappings,
  type Mapping,
  mapEquality,
} from 'dehusk/parts';
import { countNodes } from '../../score/node-scores.ts';
import { type Counts, mean, type Rates, rates } from '../../score/statistics.ts';
import { countElements } from '../../score/tree-scores.ts';
import { otherCategory } from '../../teco/groups.ts';
import type { KeyGoldName, LinkedKey, LinkedSite } from './key-pages.ts';
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

/** How a template is scored: by all nodes of the key page, as in the thesis, or by its elements with text. */
export const measures = ['nodes', 'text'] as const;
export type Measure = (typeof measures)[number];

/** Template by gold, by the verdict and by both. */
type TemplateCounts = Readonly<Record<Measure, Counts>>;

function countTemplate(
  { page, golds }: Pick<LinkedKey, 'page' | 'golds'>,
  verdict: Verdict,
  gold: KeyGoldName = 'lenient',
): TemplateCounts {
  const { texts, nodes } = golds[gold];
  return { nodes: countNodes(nodes, verdict), text: countElements(page, texts, verdict) };
}

/** By cell of `allVotes`. */
export function keyCounts(key: LinkedKey, options: Experiment): readonly TemplateCounts[] {
  const mapped = new Map<Page, readonly Mapping[]>();
  const mappingsTo = (page: Page): readonly Mapping[] => {
    if (!mapped.has(page)) mapped.set(page, mapWithin(key.page, page, options));
    return mapped.get(page)!;
  };
  return allVotes.map(({ n, t }) => {
    const mappings = key.siblings[n - 1]!.flatMap(mappingsTo);
    if (mappings.length === 0) return countTemplate(key, createNoneDetector().judge(key.page), options.gold);
    const { keepEmpty = false, gold } = options;
    const { verdict } = judgeMappings(key.page, mappings, { pages: n, votes: t, keepEmpty });
    return countTemplate(key, verdict, gold);
  });
}

/** How nodes are compared, and how the template is scored. */
export interface Experiment extends EqualityOptions {
  /** Elements stay template that have the votes, whatever is in them: the thesis (A25). */
  readonly keepEmpty?: boolean;
  readonly gold?: KeyGoldName;
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

/** Means over the key pages of a site. */
export interface SiteScores {
  readonly site: string;
  readonly category: LinkedSite['category'];
  /** By cell of `allVotes`. */
  readonly cells: Readonly<Record<Measure, readonly CellScore[]>>;
}

/** Sites without a key page that has template by gold are left out. */
export function scoreSites(sites: readonly LinkedSite[], options: Experiment): readonly SiteScores[] {
  return sites.flatMap((site) => scoreKeys(site, (key) => keyCounts(key, options)));
}

/** What `dehusk template --thesis` finds: one cell. */
export function scoreLiteral(sites: readonly LinkedSite[], gold?: KeyGoldName): readonly SiteScores[] {
  return sites.flatMap((site) => scoreKeys(site, (key) => [countAnswer(key, key.literal, gold)]));
}

/** What it finds with its defaults, of key pages that have linked pages. */
export function scoreShipped(sites: readonly LinkedSite[], gold?: KeyGoldName): readonly SiteScores[] {
  return sites.flatMap((site) => {
    const linked = new Set(site.keys.map(({ page }) => page));
    const keys = site.tried.filter(({ page }) => linked.has(page));
    return scoreKeys({ ...site, keys }, (key) => [countAnswer(key, key.shipped, gold)]);
  });
}

/** The same of all key pages that were tried. */
export function scoreAll(sites: readonly LinkedSite[], gold?: KeyGoldName): readonly SiteScores[] {
  return sites.flatMap((site) =>
    scoreKeys({ ...site, keys: site.tried }, (key) => [countAnswer(key, key.shipped, gold)]),
  );
}

/** No answer is no template. */
function countAnswer(
  key: Pick<LinkedKey, 'page' | 'golds'>,
  verdict: Verdict | undefined,
  gold?: KeyGoldName,
): TemplateCounts {
  return countTemplate(key, verdict ?? createNoneDetector().judge(key.page), gold);
}

interface ScoredSite<Key> {
  readonly site: string;
  readonly category: LinkedSite['category'];
  readonly keys: readonly Key[];
}

function scoreKeys<Key>(
  { site, category, keys }: ScoredSite<Key>,
  countsOf: (key: Key) => readonly TemplateCounts[],
): readonly SiteScores[] {
  const ofKeys = keys.map(countsOf).filter(([first]) => first!.text.gold > 0);
  if (ofKeys.length === 0) return [];
  const scoresBy = (measure: Measure): readonly CellScore[] =>
    ofKeys[0]!.map((_, cell) => meanScore(ofKeys.map((cells) => toScore(cells[cell]![measure]))));
  return [{ site, category, cells: { nodes: scoresBy('nodes'), text: scoresBy('text') } }];
}

const toScore = (counts: Counts): CellScore => ({ ...counts, ...rates(counts) });

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
export function scoreAt(scores: readonly SiteScores[], { n, t }: Votes, measure: Measure): CellScore {
  const cell = allVotes.findIndex((votes) => votes.n === n && votes.t === t);
  return scoreCell(scores, cell, measure);
}

/** Of one cell, whatever it stands for. */
export function scoreCell(scores: readonly SiteScores[], cell: number, measure: Measure): CellScore {
  return meanScore(scores.map(({ cells }) => cells[measure][cell]!));
}

/** The cell with the best F1, the first of several. */
export function bestVotes(scores: readonly SiteScores[], measure: Measure): Votes {
  const values = allVotes.map((votes) => scoreAt(scores, votes, measure).f1);
  return allVotes[values.indexOf(Math.max(...values))]!;
}
