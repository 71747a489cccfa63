/** Table 5.1 on other sites: the templates of key pages with n = 3 and t = 2, by site and by group of sites. */
import { mean } from '../../mean.ts';
import type { Table } from '../../report/table.ts';
import type { Rates } from '../../score/rates.ts';
import { type SiteScores, scoreAt, thesisVotes } from './experiment.ts';
import type { LinkedSite } from './linked-site.ts';
import { type Category, categories, suiteCategories } from './site-category.ts';
import { type TemplateRow, templateTable } from './template-table.ts';

export const percent = (part: number): string => (100 * part).toFixed(2);

export function templateFigures(
  sites: readonly LinkedSite[],
  scores: readonly SiteScores[],
): readonly Table[] {
  return [siteTable(sites, scores), categoryTable(scores)];
}

function siteTable(sites: readonly LinkedSite[], scores: readonly SiteScores[]): Table {
  const sorted = scores.toSorted((a, b) => categories.indexOf(a.category) - categories.indexOf(b.category));
  const thesis = (value: (row: TemplateRow) => number): number => mean(templateTable.map(value));
  return {
    title: 'Table 5.1: templates of key pages, by site',
    note: 'n = 3, t = 2; means over the key pages of a site that have linked pages in the sample. Template, retrieved and correct are elements with text of one kind only (the thesis counts all DOM nodes); recall, precision and F1 in per cent.',
    head: [
      ...['site', 'group', 'key pages', 'DOM nodes', 'template', 'retrieved', 'correct'],
      ...['recall', 'precision', 'F1'],
    ],
    rows: [
      ...sorted.map((score) => {
        const { keys } = sites.find(({ site }) => site === score.site)!;
        const { gold, said, right, ...scored } = scoreAt([score], thesisVotes);
        const nodes = mean(keys.map(({ page }) => page.nodeCount));
        return [
          ...[score.site, score.category, String(keys.length)],
          ...[nodes, gold, said, right].map((count) => count.toFixed(0)),
          ...cells(scored),
        ];
      }),
      [
        ...['thesis: mean of its 40 sites', 'all five', '1'],
        ...(['nodes', 'template', 'retrieved', 'correct'] as const).map((column) =>
          thesis((row) => row[column]).toFixed(0),
        ),
        ...(['recall', 'precision', 'f1'] as const).map((column) => thesis((row) => row[column]).toFixed(2)),
      ],
    ],
  };
}

function categoryTable(scores: readonly SiteScores[]): Table {
  const row = (name: string, members: readonly Category[]): readonly string[] => {
    const ours = scores.filter(({ category }) => members.includes(category));
    const theirs = templateTable.filter(({ category }) => members.includes(category));
    return [
      ...[name, String(ours.length)],
      ...(ours.length === 0 ? ['-', '-', '-'] : cells(scoreAt(ours, thesisVotes))),
      String(theirs.length),
      ...(['recall', 'precision', 'f1'] as const).map((column) =>
        theirs.length === 0 ? '-' : mean(theirs.map((printed) => printed[column])).toFixed(2),
      ),
    ];
  };
  return {
    title: 'Table 5.1: templates of key pages, by group of sites',
    note: 'Means over sites in per cent, n = 3, t = 2, beside those of the sites that the thesis’s Table 6.1 has in the same group.',
    head: [
      ...['group', 'sites', 'recall', 'precision', 'F1'],
      ...['thesis: sites', 'recall', 'precision', 'F1'],
    ],
    rows: [
      ...categories.map((category) => row(category, [category])),
      row('all five groups', suiteCategories),
      row('all', categories),
    ],
  };
}

function cells({ recall, precision, f1 }: Rates): readonly string[] {
  return [recall, precision, f1].map(percent);
}
