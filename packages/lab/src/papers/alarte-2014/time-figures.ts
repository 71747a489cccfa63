/** Table 5.3 on other sites: CPU time by n. */
import { mean } from '../../mean.ts';
import type { Table } from '../../report/table.ts';
import type { LinkedSite, TemplateCost } from './linked-site.ts';
import { type Category, categories } from './site-category.ts';
import { maxPages, secondsTable, valueAt } from './vote-tables.ts';

const sizes = Array.from({ length: maxPages }, (_, i) => i + 1);
const sizeNames = sizes.map((n) => `n = ${n}`);

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
