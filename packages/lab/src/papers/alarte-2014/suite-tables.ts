/** Tables 6.1 to 6.4 of a folder in TECO's form, in the form of the thesis. */
import type { Table } from '../../report/table.ts';
import { categories, otherCategory } from '../../teco/groups.ts';
import { type PrintedBenchmark, printedBenchmark } from '../../teco/printed.ts';
import type { LinkedSite } from './key-pages.ts';
import type { SuiteFacts } from './suite-facts.ts';

interface Listed {
  /** As the thesis numbers its benchmarks; others go on from there. */
  readonly id: number;
  readonly category: LinkedSite['category'];
  readonly facts: SuiteFacts;
  readonly printed: PrintedBenchmark | undefined;
}

/** None where no site is in that form. */
export function suiteFigures(sites: readonly LinkedSite[]): readonly Table[] {
  const listed = listSuite(sites);
  return listed.length === 0
    ? []
    : [sourcesTable(listed), propertiesTable(listed), menuTable(listed), pathsTable(listed)];
}

/** Those of the thesis first, as it numbers them; 40 of its own are before the first of somebody else's. */
function listSuite(sites: readonly LinkedSite[]): readonly Listed[] {
  let next = 41;
  const listed = sites.flatMap(({ suite, category }): readonly Listed[] => {
    if (suite === undefined) return [];
    const printed = printedBenchmark(suite.keyPage);
    return [{ id: printed?.id ?? next++, category, facts: suite, printed }];
  });
  return listed.toSorted((a, b) => a.id - b.id);
}

function sourcesTable(listed: readonly Listed[]): Table {
  const used = categories.filter((category) => listed.some((one) => one.category === category));
  return {
    title: 'Table 6.1: sources of the benchmarks',
    note: `Groups as the thesis or the file benchmarks.json has them; a benchmark that neither names is ${otherCategory}.`,
    head: ['Website type', 'Original URL of the webpage'],
    rows: used.flatMap((category) =>
      listed
        .filter((one) => one.category === category)
        .map(({ facts: { url, keyPage } }, i) => [i === 0 ? category : '', url ?? keyPage]),
    ),
  };
}

function propertiesTable(listed: readonly Listed[]): Table {
  const thesis = (printed: PrintedBenchmark | undefined): readonly string[] =>
    printed === undefined ? ['-', '-', '-'] : [printed.nodes, printed.template, printed.main].map(String);
  return {
    title: 'Table 6.2: benchmark properties',
    note: 'DOM nodes of the key page, of its template and of its main content, by gold; then the thesis’s. Comments and white space are no nodes here.',
    head: [
      'Id',
      'Benchmark',
      'Nodes',
      'Tem. Nodes',
      'M.C. Nodes',
      'thesis: Nodes',
      'Tem. Nodes',
      'M.C. Nodes',
    ],
    rows: listed.map(({ id, facts, printed }) => [
      ...[String(id), facts.keyPage],
      ...[facts.nodes, facts.template, facts.main].map(String),
      ...thesis(printed),
    ]),
  };
}

function menuTable(listed: readonly Listed[]): Table {
  const thesis = (printed: PrintedBenchmark | undefined): readonly string[] =>
    printed === undefined
      ? ['-', '-', '-', '-']
      : [printed.links, printed.entire, printed.partial, printed.none].map(String);
  return {
    title: 'Table 6.3: template data of the benchmarks',
    note: 'VL: links of the main menu to pages of the site. Of these pages, TT have the whole template (nine tenths of its nodes by gold, or more), DT have none of it (less than a tenth), PT a part; those that are not at hand are in none. The thesis’s were counted by people.',
    head: [
      'Id',
      'VL',
      'TT',
      'PT',
      'DT',
      'not at hand',
      'thesis: VL',
      'TT',
      'PT',
      'DT',
      'Notes (peculiarities)',
    ],
    rows: listed.map(({ id, facts: { menuPages, notes }, printed }) => [
      String(id),
      ...[menuPages.links, menuPages.entire, menuPages.partial, menuPages.none, menuPages.absent].map(String),
      ...thesis(printed),
      notes ?? '',
    ]),
  };
}

function pathsTable(listed: readonly Listed[]): Table {
  return {
    title: 'Table 6.4: path to the key page of each benchmark',
    note: 'Below the folder.',
    head: ['Id', 'Path to the key page'],
    rows: listed.map(({ id, facts: { keyPage } }) => [String(id), `pages/${keyPage}`]),
  };
}
