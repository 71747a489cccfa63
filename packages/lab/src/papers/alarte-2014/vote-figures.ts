/** Table 5.2 on other sites: F1 by n and t. */
import type { EqualityOptions } from 'dehusk/parts';
import type { Table } from '../../report/table.ts';
import {
  bestVotes,
  outsideScores,
  type SiteScores,
  scoreAt,
  scoreSites,
  suiteScores,
  type Votes,
} from './experiment.ts';
import type { LinkedSite } from './linked-site.ts';
import { categories, otherCategory } from './site-category.ts';
import { percent } from './template-figures.ts';
import { bestF1, f1Table, maxPages, valueAt } from './vote-tables.ts';

const sizes = Array.from({ length: maxPages }, (_, i) => i + 1);
const sizeNames = sizes.map((n) => `n = ${n}`);

export function voteFigures(sites: readonly LinkedSite[], scores: readonly SiteScores[]): readonly Table[] {
  const [inSuite, outside] = [suiteScores(scores), outsideScores(scores)];
  return [
    ...(inSuite.length === 0 ? [] : [votesTable(inSuite), conditionsTable(sites)]),
    ...(outside.length === 0 ? [] : [outsideTable(outside)]),
    bestTable(scores),
  ];
}

function votesTable(scores: readonly SiteScores[]): Table {
  return {
    title: 'Table 5.2: n and t, sites of the five groups',
    note: `F1 in per cent, mean over sites (${scores.length}), with the thesis’s in parentheses.`,
    head: ['t', ...sizeNames],
    rows: [
      ...triangle(
        (n, t) => `${percent(scoreAt(scores, { n, t }).f1)} (${valueAt(f1Table, n, t).toFixed(2)})`,
      ),
      ['best', ...sizes.map((n) => `${percent(bestAt(scores, n).f1)} (${bestF1[n - 1]!.toFixed(2)})`)],
    ],
  };
}

/** The thesis compares text as other nodes (A24), and its key pages are front pages mostly. */
function conditionsTable(sites: readonly LinkedSite[]): Table {
  const inSuite = sites.filter(({ category }) => category !== otherCategory);
  const fronts = inSuite.map((site): LinkedSite => ({ ...site, keys: site.keys.slice(0, 1) }));
  const row = (name: string, members: readonly LinkedSite[], options: EqualityOptions): readonly string[] => {
    const scores = scoreSites(members, options);
    return [name, ...told.map((votes) => (scores.length === 0 ? '-' : percent(scoreAt(scores, votes).f1)))];
  };
  const asNodes: EqualityOptions = { text: 'structural' };
  return {
    title: 'Table 5.2: some n and t under the thesis’s conditions',
    note: 'F1 in per cent, sites of the five groups. The first key page of a site is the first page of its file.',
    head: ['', ...told.map(({ n, t }) => `n = ${n}, t = ${t}`)],
    rows: [
      row('as above', inSuite, {}),
      row('first key page only', fronts, {}),
      row('text compared as other nodes', inSuite, asNodes),
      row('both', fronts, asNodes),
      ['thesis', ...told.map(({ n, t }) => valueAt(f1Table, n, t).toFixed(2))],
    ],
  };
}

const told: readonly Votes[] = [
  { n: 1, t: 1 },
  { n: 3, t: 1 },
  { n: 3, t: 2 },
  { n: 3, t: 3 },
  { n: 8, t: 4 },
  { n: 8, t: 8 },
];

function outsideTable(scores: readonly SiteScores[]): Table {
  return {
    title: `Table 5.2: n and t, sites ${otherCategory}`,
    note: `F1 in per cent, mean over sites (${scores.length}). The thesis has none of this sort.`,
    head: ['t', ...sizeNames],
    rows: [
      ...triangle((n, t) => percent(scoreAt(scores, { n, t }).f1)),
      ['best', ...sizes.map((n) => percent(bestAt(scores, n).f1))],
    ],
  };
}

function triangle(cell: (n: number, t: number) => string): readonly (readonly string[])[] {
  return sizes.map((t) => [String(t), ...sizes.map((n) => (n < t ? '' : cell(n, t)))]);
}

interface Best {
  readonly t: number;
  readonly f1: number;
}

function bestAt(scores: readonly SiteScores[], n: number): Best {
  const all = sizes.slice(0, n).map((t): Best => ({ t, f1: scoreAt(scores, { n, t }).f1 }));
  return all.reduce((best, next) => (next.f1 > best.f1 ? next : best));
}

function bestTable(scores: readonly SiteScores[]): Table {
  const groups = categories.map((category) => scores.filter((score) => score.category === category));
  return {
    title: 'Table 5.2: the best t for each n, by group of sites',
    note: 'F1 in per cent and, in parentheses, t; then the best n and t of the group.',
    head: ['group', 'sites', ...sizeNames, 'best n, t'],
    rows: groups
      .filter((group) => group.length > 0)
      .map((group) => {
        const { n: bestN, t: bestT } = bestVotes(group);
        return [
          ...[group[0]!.category, String(group.length)],
          ...sizes.map((n) => `${percent(bestAt(group, n).f1)} (${bestAt(group, n).t})`),
          `${bestN}, ${bestT}`,
        ];
      }),
  };
}
