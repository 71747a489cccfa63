/** The tables of a report; what each figure is stands in docs/EVALUATION.md. */
import { groupNames } from '../corpus/corpus.ts';
import { goldNames } from '../corpus/gold.ts';
import type { Comparison, Results } from '../results/results.ts';
import { emptyPagesOf, type MethodResult } from '../results/results.ts';
import { calibrationTables } from './calibration-tables.ts';
import { costTable } from './cost-table.ts';
import { segmentTables } from './segment-tables.ts';
import { decimals, interval, type Table } from './table.ts';

const WORST_SITES = 5;

export function resultTables({ methods, comparison }: Results): readonly Table[] {
  return [
    qualityTable(methods),
    groupTable(methods),
    ...(comparison === undefined ? [] : [comparisonTable(comparison)]),
    positionTable(methods),
    ...segmentTables(methods),
    ...calibrationTables(methods),
    costTable(methods),
    worstTable(methods),
  ];
}

function qualityTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Content',
    note: 'F1 of content tokens, macro over sites, with 95 % intervals, on the three golds. Precision, recall, leak (share of template tokens kept) and F1 of template tokens are on the read gold; empty are pages of which nothing was kept though the lenient zone gold (or the read gold, where that is all there is) has content.',
    head: [
      ...['method', 'read', '95 %', 'lenient', '95 %', 'strict', '95 %'],
      ...['precision', 'recall', 'leak', 'template F1', 'empty'],
    ],
    rows: methods.map(({ method, all }) => {
      const { precision, recall, leak, templateF1 } = all.read.figures;
      const golds = goldNames.flatMap((gold) => [
        decimals(all[gold].figures.f1),
        interval(all[gold].interval),
      ]);
      const rest = [precision, recall, leak, templateF1].map((value) => decimals(value));
      return [method, ...golds, ...rest, String(emptyPagesOf(all))];
    }),
  };
}

function groupTable(methods: readonly MethodResult[]): Table {
  const present = groupNames.filter((group) => methods.some(({ groups }) => groups[group] !== undefined));
  return {
    title: 'Content by group of sites',
    note: 'F1 of content tokens, macro over the sites of a group: read / lenient / strict.',
    head: ['method', ...present],
    rows: methods.map(({ method, groups }) => [
      method,
      ...present.map((group) =>
        goldNames.map((gold) => decimals(groups[group]?.[gold].figures.f1)).join(' / '),
      ),
    ]),
  };
}

function comparisonTable({ against, differences }: Comparison): Table {
  return {
    title: `Against ${against}`,
    note: `F1 minus that of ${against}, paired by site, with 95 % intervals; a difference is real if its interval does not hold 0.`,
    head: ['method', ...goldNames.flatMap((gold) => [gold, '95 %', 'real'])],
    rows: differences.map(({ method, golds }) => [
      method,
      ...goldNames.flatMap((gold) => {
        const found = golds[gold];
        if (found === undefined) return ['-', '-', '-'];
        const sign = found.difference < 0 ? '' : '+';
        return [`${sign}${decimals(found.difference)}`, interval(found), found.isReal ? 'yes' : 'no'];
      }),
    ]),
  };
}

const stretches = ['f1Pages1To5', 'f1Pages6To20', 'f1Pages21On'] as const;

function positionTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Content by position in the stream',
    note: 'F1 of content tokens on the zone gold, lenient / strict, of the pages 1 to 5, 6 to 20 and 21 on of each site.',
    head: ['method', '1 to 5', '6 to 20', '21 on'],
    rows: methods.map(({ method, all }) => [
      method,
      ...stretches.map(
        (name) => `${decimals(all.lenient.figures[name])} / ${decimals(all.strict.figures[name])}`,
      ),
    ]),
  };
}

function worstTable(methods: readonly MethodResult[]): Table {
  return {
    title: 'Worst sites',
    note: 'F1 of content tokens on the read gold, the worst site first.',
    head: ['method', ...Array.from({ length: WORST_SITES }, (_, i) => `${i + 1}.`)],
    rows: methods.map(({ method, sites }) => {
      const worst = worstSites(sites).slice(0, WORST_SITES);
      const cells = worst.map(({ site, golds }) => `${site} ${decimals(golds.read.figures.f1)}`);
      return [method, ...cells, ...Array.from({ length: WORST_SITES - worst.length }, () => '-')];
    }),
  };
}

/** Sites that the read gold does not cover are left out. */
function worstSites(sites: MethodResult['sites']): MethodResult['sites'] {
  const f1 = ({ golds }: MethodResult['sites'][number]): number => golds.read.figures.f1!;
  const scored = sites.filter(({ golds }) => golds.read.figures.f1 !== undefined);
  return scored.toSorted((a, b) => f1(a) - f1(b) || (a.site < b.site ? -1 : 1));
}
