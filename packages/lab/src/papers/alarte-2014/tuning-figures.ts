/** Sections 5.2.1 and 5.2.3: what the search has found, and what each choice of the thesis is worth. */
import type { EqualityOptions } from 'dehusk/parts';
import type { Table } from '../../report/table.ts';
import {
  bestVotes,
  outsideScores,
  type SiteScores,
  scoreAt,
  scoreSites,
  suiteScores,
  thesisVotes,
  type Votes,
} from './experiment.ts';
import type { LinkedSite } from './linked-site.ts';
import { firstSetting, type Setting, settingText, thesisSetting, toOptions } from './setting.ts';
import { otherCategory } from './site-category.ts';
import { percent } from './template-figures.ts';
import type { Tuning } from './tune.ts';
import { meanExperiment } from './vote-tables.ts';

export function tuningFigures(
  sites: readonly LinkedSite[],
  scores: readonly SiteScores[],
  tuning: Tuning,
): readonly Table[] {
  return [searchTable(sites, tuning), blindTable(tuning), choicesTable(sites, scores)];
}

const f1At = (scores: readonly SiteScores[], votes: Votes): string =>
  scores.length === 0 ? '-' : percent(scoreAt(scores, votes).f1);

function searchTable(sites: readonly LinkedSite[], { searched, other, found, votes }: Tuning): Table {
  const outside = sites.filter((site) => !searched.includes(site) && !other.includes(site));
  const row = (name: string, setting: Setting, chosen: Votes): readonly string[] => [
    ...[name, settingText(setting), `${chosen.n}, ${chosen.t}`],
    ...[searched, other, outside].map((members) => f1At(scoreSites(members, toOptions(setting)), chosen)),
  ];
  const bestForThesis = bestVotes(scoreSites(searched, toOptions(thesisSetting)));
  const named = (members: readonly LinkedSite[]): string => members.map(({ site }) => site).join(', ');
  return {
    title: 'Section 5.2.1: parameters searched on one half of the sites, and the result on the other',
    note: `F1 in per cent. Settings: weights of classes, place, attributes and children / what counts where both have no classes, attributes, children / threshold. Searched on: ${named(searched)}; the other half: ${named(other)}. By turns, group by group.`,
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
      const f1 = scoreAt(group(without), thesisVotes).f1;
      return [percent(f1), percent(scoreAt(group(scores), thesisVotes).f1 - f1)];
    });
  };
  return {
    title: 'Section 5.2.3: what each choice is worth',
    note: 'F1 in per cent with n = 3 and t = 2, and what the choice of the thesis adds to it: on sites of the five groups, and on the others.',
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
