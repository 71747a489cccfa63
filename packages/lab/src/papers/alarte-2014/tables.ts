/** Tables 5.2 and 5.3 and the search of section 5.2, made again on other sites. */
import type { EqualityOptions } from 'dehusk/parts';
import type { Table } from '../../report/table.ts';
import { mean } from '../../score/statistics.ts';
import { type Category, categories, otherCategory } from '../../teco/groups.ts';
import {
  bestVotes,
  type Experiment,
  type Measure,
  measures,
  outsideScores,
  type SiteScores,
  scoreAt,
  scoreSites,
  suiteScores,
  thesisVotes,
  type Votes,
} from './experiment.ts';
import type { LinkedSite, TemplateCost } from './key-pages.ts';
import { bestF1, f1Table, maxPages, meanExperiment, secondsTable, valueAt } from './printed.ts';
import { firstSetting, type Setting, settingText, type Tuning, thesisSetting, toOptions } from './search.ts';
import { percent } from './template-tables.ts';

// Table 5.2 on other sites: F1 by n and t.

const sizes = Array.from({ length: maxPages }, (_, i) => i + 1);
const sizeNames = sizes.map((n) => `n = ${n}`);

export function voteFigures(sites: readonly LinkedSite[], scores: readonly SiteScores[]): readonly Table[] {
  const [inSuite, outside] = [suiteScores(scores), outsideScores(scores)];
  return [
    ...(inSuite.length === 0
      ? []
      : [...measures.map((measure) => votesTable(inSuite, measure)), conditionsTable(sites)]),
    ...(outside.length === 0 ? [] : [outsideTable(outside)]),
    bestTable(scores),
  ];
}

const measureNames: Readonly<Record<Measure, string>> = { nodes: 'by DOM nodes', text: 'by text' };

function votesTable(scores: readonly SiteScores[], measure: Measure): Table {
  return {
    title: `Table 5.2: n and t, sites of the five groups, ${measureNames[measure]}`,
    note: `F1 in per cent, mean over sites (${scores.length}), with the thesis’s in parentheses, which is by DOM nodes.`,
    head: ['t', ...sizeNames],
    rows: [
      ...triangle(
        (n, t) => `${percent(scoreAt(scores, { n, t }, measure).f1)} (${valueAt(f1Table, n, t).toFixed(2)})`,
      ),
      [
        'best',
        ...sizes.map((n) => `${percent(bestAt(scores, n, measure).f1)} (${bestF1[n - 1]!.toFixed(2)})`),
      ],
    ],
  };
}

/** The thesis compares text as other nodes (A24) and keeps what is empty (A25); its key pages are front pages mostly. */
function conditionsTable(sites: readonly LinkedSite[]): Table {
  const inSuite = sites.filter(({ category }) => category !== otherCategory);
  const fronts = inSuite.map((site): LinkedSite => ({ ...site, keys: site.keys.slice(0, 1) }));
  const row = (name: string, members: readonly LinkedSite[], options: Experiment): readonly string[] => {
    const scores = scoreSites(members, options);
    return [name, ...told.map((votes) => f1At(scores, votes))];
  };
  const asNodes: Experiment = { text: 'structural', keepEmpty: true, compareBody: true };
  return {
    title: 'Table 5.2: some n and t under the thesis’s conditions',
    note: 'F1 by DOM nodes in per cent, sites of the five groups. The first key page of a site is the first page of its file.',
    head: ['', ...told.map(({ n, t }) => `n = ${n}, t = ${t}`)],
    rows: [
      row('as above', inSuite, {}),
      row('first key page only', fronts, {}),
      row('as the thesis compares and keeps nodes', inSuite, asNodes),
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
    note: `F1 by DOM nodes in per cent, mean over sites (${scores.length}). The thesis has none of this sort.`,
    head: ['t', ...sizeNames],
    rows: [
      ...triangle((n, t) => percent(scoreAt(scores, { n, t }, 'nodes').f1)),
      ['best', ...sizes.map((n) => percent(bestAt(scores, n, 'nodes').f1))],
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

function bestAt(scores: readonly SiteScores[], n: number, measure: Measure): Best {
  const all = sizes.slice(0, n).map((t): Best => ({ t, f1: scoreAt(scores, { n, t }, measure).f1 }));
  return all.reduce((best, next) => (next.f1 > best.f1 ? next : best));
}

function bestTable(scores: readonly SiteScores[]): Table {
  const groups = categories.map((category) => scores.filter((score) => score.category === category));
  return {
    title: 'Table 5.2: the best t for each n, by group of sites',
    note: 'F1 by DOM nodes in per cent and, in parentheses, t; then the best n and t of the group.',
    head: ['group', 'sites', ...sizeNames, 'best n, t'],
    rows: groups
      .filter((group) => group.length > 0)
      .map((group) => {
        const { n: bestN, t: bestT } = bestVotes(group, 'nodes');
        return [
          ...[group[0]!.category, String(group.length)],
          ...sizes.map((n) => `${percent(bestAt(group, n, 'nodes').f1)} (${bestAt(group, n, 'nodes').t})`),
          `${bestN}, ${bestT}`,
        ];
      }),
  };
}

/** Table 5.3 on other sites: CPU time by n. */
export function timeFigures(sites: readonly LinkedSite[]): readonly Table[] {
  return [timeTable(sites), categoryTimes(sites)];
}

/** Mean over key pages, then over sites. */
function meanCost(sites: readonly LinkedSite[], n: number, value: (cost: TemplateCost) => number): number {
  return mean(sites.map(({ keys }) => mean(keys.map(({ costs }) => value(costs[n - 1]!)))));
}

function timeTable(sites: readonly LinkedSite[]): Table {
  const ours = (digits: number, value: (cost: TemplateCost) => number): readonly string[] =>
    sizes.map((n) => meanCost(sites, n, value).toFixed(digits));
  const firstMs = meanCost(sites, 1, ({ ms }) => ms);
  const seconds = (t: (n: number) => number): readonly string[] =>
    sizes.map((n) => valueAt(secondsTable, n, t(n)).toFixed(2));
  return {
    title: 'Table 5.3: time by n',
    note: 'CPU milliseconds of ordering links, choosing pages, mapping and voting, mean over sites; t is not told apart, since votes are counted after all mappings are made. The thesis: seconds.',
    head: ['', ...sizeNames],
    rows: [
      ['CPU, ms', ...ours(1, ({ ms }) => ms)],
      ['relative to n = 1', ...sizes.map((n) => (meanCost(sites, n, ({ ms }) => ms) / firstMs).toFixed(2))],
      ['parsing key page and loaded pages, ms', ...ours(1, ({ parseMs }) => parseMs)],
      ['pages loaded', ...ours(1, ({ loads }) => loads)],
      ['thesis: t = 1, s', ...seconds(() => 1)],
      ['thesis: t = n, s', ...seconds((n) => n)],
      [
        'thesis: t = 1, relative to n = 1',
        ...sizes.map((n) => (valueAt(secondsTable, n, 1) / valueAt(secondsTable, 1, 1)).toFixed(2)),
      ],
    ],
  };
}

function categoryTimes(sites: readonly LinkedSite[]): Table {
  const present = categories.filter((category) => sites.some((site) => site.category === category));
  const membersOf = (category: Category): readonly LinkedSite[] =>
    sites.filter((site) => site.category === category);
  return {
    title: 'Table 5.3: time by n, by group of sites',
    note: 'CPU milliseconds, mean over the sites of a group.',
    head: ['group', 'sites', ...sizeNames],
    rows: present.map((category) => [
      ...[category, String(membersOf(category).length)],
      ...sizes.map((n) => meanCost(membersOf(category), n, ({ ms }) => ms).toFixed(1)),
    ]),
  };
}

/** Sections 5.2.1 and 5.2.3: what the search has found, and what each choice of the thesis is worth. */
export function tuningFigures(
  sites: readonly LinkedSite[],
  scores: readonly SiteScores[],
  tuning: Tuning,
): readonly Table[] {
  return [searchTable(sites, tuning), blindTable(tuning), choicesTable(sites, scores)];
}

const f1At = (scores: readonly SiteScores[], votes: Votes): string =>
  scores.length === 0 ? '-' : percent(scoreAt(scores, votes, 'nodes').f1);

function searchTable(sites: readonly LinkedSite[], { searched, other, found, votes }: Tuning): Table {
  const outside = sites.filter((site) => !searched.includes(site) && !other.includes(site));
  const row = (name: string, setting: Setting, chosen: Votes): readonly string[] => [
    ...[name, settingText(setting), `${chosen.n}, ${chosen.t}`],
    ...[searched, other, outside].map((members) => f1At(scoreSites(members, toOptions(setting)), chosen)),
  ];
  const bestForThesis = bestVotes(scoreSites(searched, toOptions(thesisSetting)), 'nodes');
  const named = (members: readonly LinkedSite[]): string => members.map(({ site }) => site).join(', ');
  return {
    title: 'Section 5.2.1: parameters searched on one half of the sites, and the result on the other',
    note: `F1 by DOM nodes in per cent. Settings: weights of classes, place, attributes and children / what counts where both have no classes, attributes, children / threshold. Searched on: ${named(searched)}; the other half: ${named(other)}. By turns, group by group.`,
    head: ['', 'setting', 'n, t', 'searched half', 'other half', otherCategory],
    rows: [
      row('the thesis’s best', thesisSetting, thesisVotes),
      row('the thesis’s setting, n and t searched', thesisSetting, bestForThesis),
      row('searched', found.point, votes),
    ],
  };
}

function blindTable({ blind, searched }: Tuning): Table {
  const { settings, precision, recall, f1 } = meanExperiment;
  return {
    title: 'Section 5.2.1: the mean of all experiments',
    note: `Of the settings that were drawn, with all n and t, on the ${searched.length} sites of the searched half; the thesis’s are of ${settings} settings on 20 sites. In per cent.`,
    head: ['', 'precision', 'recall', 'F1'],
    rows: [
      ['ours', percent(blind.precision), percent(blind.recall), percent(blind.f1)],
      ['thesis', ...[precision, recall, f1].map((value) => value.toFixed(2))],
    ],
  };
}

interface Choice {
  readonly name: string;
  readonly options: EqualityOptions;
  /** What the thesis says that its own choice adds to F1, in per cent. */
  readonly thesis: string;
}

/** Each is the thesis’s best with one choice taken back. */
const choices: readonly Choice[] = [
  { name: 'first weights: .4 .4 .1 .1', options: toOptions(firstSetting), thesis: '2' },
  {
    name: 'order of siblings free (activatePosition off)',
    options: { activatePosition: false },
    thesis: '1',
  },
  { name: 'no threshold', options: { threshold: 0 }, thesis: '2.5' },
];

function choicesTable(sites: readonly LinkedSite[], scores: readonly SiteScores[]): Table {
  const groups = [suiteScores, outsideScores];
  const gain = (options: EqualityOptions): readonly string[] => {
    const without = scoreSites(sites, options);
    return groups.flatMap((group) => {
      if (group(scores).length === 0) return ['-', '-'];
      const f1 = scoreAt(group(without), thesisVotes, 'nodes').f1;
      return [percent(f1), percent(scoreAt(group(scores), thesisVotes, 'nodes').f1 - f1)];
    });
  };
  return {
    title: 'Section 5.2.3: what each choice is worth',
    note: 'F1 by DOM nodes in per cent with n = 3 and t = 2, and what the choice of the thesis adds to it: on sites of the five groups, and on the others.',
    head: [
      ...['without the choice', 'F1, five groups', 'choice adds'],
      ...[`F1, ${otherCategory}`, 'choice adds', 'thesis: choice adds'],
    ],
    rows: [
      ['with all choices', ...groups.flatMap((group) => [f1At(group(scores), thesisVotes), '']), ''],
      ...choices.map(({ name, options, thesis }) => [name, ...gain(options), thesis]),
    ],
  };
}
