/** Table 5.1, made again on other sites: the templates of key pages, by DOM nodes and by text. */
import type { Table } from '../../report/table.ts';
import { mean, type Rates } from '../../score/statistics.ts';
import { type Category, categories, suiteCategories } from '../../teco/groups.ts';
import { printedBenchmark } from '../../teco/printed.ts';
import {
  allVotes,
  type CellScore,
  type Experiment,
  measures,
  outsideScores,
  type SiteScores,
  scoreAll,
  scoreAt,
  scoreCell,
  scoreLiteral,
  scoreShipped,
  scoreSites,
  suiteScores,
  thesisVotes,
} from './experiment.ts';
import { type KeyGoldName, keyGoldNames, type LinkedSite } from './key-pages.ts';
import { type TemplateRow, templateTable } from './printed.ts';
import { thesisSetting, toOptions } from './search.ts';
import type { SuiteFacts } from './suite-facts.ts';

export const percent = (part: number): string => (100 * part).toFixed(2);

/** Table 5.1: the templates of key pages with n = 3 and t = 2, by site and by group of sites. */
export function templateFigures(
  sites: readonly LinkedSite[],
  scores: readonly SiteScores[],
): readonly Table[] {
  const linked = sites.filter(({ site }) => scores.some((score) => score.site === site));
  return [siteTable(linked, scores), categoryTable(scores), waysTable(linked, sites)];
}

const rateNames = ['recall', 'precision', 'f1'] as const;

function siteTable(sites: readonly LinkedSite[], scores: readonly SiteScores[]): Table {
  const sorted = scores.toSorted((a, b) => categories.indexOf(a.category) - categories.indexOf(b.category));
  const thesis = (value: (row: TemplateRow) => number): number => mean(templateTable.map(value));
  const counts = ['nodes', 'template', 'retrieved', 'correct'] as const;
  return {
    title: 'Table 5.1: templates of key pages, by site',
    note: 'n = 3, t = 2; means over the key pages of a site that have linked pages in the sample. DOM nodes as in the thesis: elements and texts, wherever they are (comments and white space are none here). By text: elements all of whose text is of one kind. Recall, precision and F1 in per cent, on the lenient gold; on the right the thesis’s own row, for a site of its suite.',
    head: [
      ...['site', 'group', 'key pages', 'DOM nodes', 'template', 'retrieved', 'correct'],
      ...['recall', 'precision', 'F1', 'by text: recall', 'precision', 'F1'],
      ...['thesis: template', 'retrieved', 'correct', 'recall', 'precision', 'F1'],
    ],
    rows: [
      ...sorted.map((score) => {
        const { keys, suite } = sites.find(({ site }) => site === score.site)!;
        const { gold, said, right, ...scored } = scoreAt([score], thesisVotes, 'nodes');
        const nodes = mean(keys.map(({ page }) => page.nodeCount));
        return [
          ...[score.site, score.category, String(keys.length)],
          ...[nodes, gold, said, right].map((count) => count.toFixed(0)),
          ...cells(scored),
          ...cells(scoreAt([score], thesisVotes, 'text')),
          ...thesisRow(suite),
        ];
      }),
      [
        ...['thesis: mean of its 40 sites', 'all five', '1'],
        ...counts.map((column) => thesis((row) => row[column]).toFixed(0)),
        ...rateNames.map((column) => thesis((row) => row[column]).toFixed(2)),
        ...['', '', '', '', '', '', '', '', ''],
      ],
    ],
  };
}

/** Of the benchmark with the same key page. */
function thesisRow(suite: SuiteFacts | undefined): readonly string[] {
  const printed = suite && printedBenchmark(suite.keyPage);
  const row = printed && templateTable[printed.id - 1];
  if (row === undefined) return ['-', '-', '-', '-', '-', '-'];
  return [
    ...[row.template, row.retrieved, row.correct].map(String),
    ...rateNames.map((column) => row[column].toFixed(2)),
  ];
}

function categoryTable(scores: readonly SiteScores[]): Table {
  const row = (name: string, members: readonly Category[]): readonly string[] => {
    const ours = scores.filter(({ category }) => members.includes(category));
    const theirs = templateTable.filter(({ category }) => members.includes(category));
    return [
      ...[name, String(ours.length)],
      ...measures.flatMap((measure) =>
        ours.length === 0 ? ['-', '-', '-'] : cells(scoreAt(ours, thesisVotes, measure)),
      ),
      String(theirs.length),
      ...rateNames.map((column) =>
        theirs.length === 0 ? '-' : mean(theirs.map((printed) => printed[column])).toFixed(2),
      ),
    ];
  };
  return {
    title: 'Table 5.1: templates of key pages, by group of sites',
    note: 'Means over sites in per cent, n = 3, t = 2, by DOM nodes and by text, beside those of the sites that the thesis’s Table 6.1 has in the same group, by DOM nodes.',
    head: [
      ...['group', 'sites', 'nodes: recall', 'precision', 'F1', 'text: recall', 'precision', 'F1'],
      ...['thesis: sites', 'recall', 'precision', 'F1'],
    ],
    rows: [
      ...categories.map((category) => row(category, [category])),
      row('all five groups', suiteCategories),
      row('all', categories),
    ],
  };
}

export interface Way {
  readonly name: string;
  scores(sites: readonly LinkedSite[], gold: KeyGoldName): readonly SiteScores[];
}

const at = (options: Experiment): Way['scores'] => {
  const cell = allVotes.findIndex(({ n, t }) => n === thesisVotes.n && t === thesisVotes.t);
  const only = (all: readonly CellScore[]): readonly CellScore[] => [all[cell]!];
  return (sites, gold) =>
    scoreSites(sites, { ...options, gold }).map(({ cells: { nodes, text }, ...site }) => ({
      ...site,
      cells: { nodes: only(nodes), text: only(text) },
    }));
};

/** The thesis's setting as we read it, as it stands there, and the command as it is. */
export const ways: readonly Way[] = [
  { name: 'the thesis’s values, our readings (A24, A25)', scores: at(toOptions(thesisSetting)) },
  {
    name: 'text compared as other nodes (A24)',
    scores: at({ ...toOptions(thesisSetting), text: 'structural' }),
  },
  {
    name: 'elements kept without what is in them (A25)',
    scores: at({ ...toOptions(thesisSetting), keepEmpty: true }),
  },
  {
    name: 'both, and body need not correspond: as the thesis has it',
    scores: at({ ...toOptions(thesisSetting), text: 'structural', keepEmpty: true, compareBody: true }),
  },
  { name: '`dehusk template --thesis`: its choice of pages too', scores: scoreLiteral },
  { name: '`dehusk template` with its defaults', scores: scoreShipped },
];

/** `all`: sites of which no key page has a linked page too. */
function waysTable(sites: readonly LinkedSite[], all: readonly LinkedSite[]): Table {
  const thesis = mean(templateTable.map(({ f1 }) => f1)).toFixed(2);
  return {
    title: 'Table 5.1: by DOM nodes and by text, as we read the thesis and as it stands',
    note: 'F1 in per cent, n = 3, t = 2, means over sites: of the five groups, and of all others. The last but one has all key pages of all sites, also those that no link leads on from; no answer counts as 0.',
    head: [
      'comparison of nodes',
      ...keyGoldNames.flatMap((gold) => [
        `nodes, five groups, ${gold}`,
        'others',
        'text, five groups',
        'others',
      ]),
    ],
    rows: [
      ...ways.map((way) => wayRow(way, sites)),
      wayRow({ name: '`dehusk template`, all key pages', scores: scoreAll }, all),
      ['thesis', thesis, '-', '-', '-', '-', '-', '-', '-'],
    ],
  };
}

function wayRow({ name, scores }: Way, sites: readonly LinkedSite[]): readonly string[] {
  return [
    name,
    ...keyGoldNames.flatMap((gold) => {
      const found = scores(sites, gold);
      return measures.flatMap((measure) =>
        [suiteScores(found), outsideScores(found)].map((group) =>
          group.length === 0 ? '-' : percent(scoreCell(group, 0, measure).f1),
        ),
      );
    }),
  ];
}

function cells({ recall, precision, f1 }: Rates): readonly string[] {
  return [recall, precision, f1].map(percent);
}
