/** Recall at equal storage: per site within the bytes of its table, and over all sites within round budgets. */
import { decimals, type Table } from '../../report/table.ts';
import type { Budget } from './choose-trial.ts';
import { type BudgetRow, type EqualBytes, meanRecall } from './equal-bytes.ts';
import { methodNames } from './site-trials.ts';
import { kilobytes, percent } from './storage-cells.ts';

type Wanted = Omit<Budget, 'bytes'>;

export function siteBudgetTable(sites: readonly EqualBytes[], wanted: Wanted): Table {
  return {
    title: 'Recall at the bytes of the table',
    note:
      'The budget is the table with its texts at the default constants (Tb 24, N 8). Recall of template blocks with the ' +
      `best setting that keeps to it and has a precision of ${percent(wanted.precision, 0)} (${wanted.gold} gold); ` +
      '-: there is none, which counts as 0.',
    head: ['site', 'budget KB', ...methodNames.flatMap((method) => [method, 'recall'])],
    rows: [
      ...sites.map(({ site, bytes, found }) => [
        site,
        kilobytes(bytes),
        ...methodNames.flatMap((method) => {
          const trial = found[method];
          return [trial?.setting ?? '-', decimals(trial?.rates[wanted.gold].recall)];
        }),
      ]),
      ['mean', '', ...methodNames.flatMap((method) => ['', decimals(meanOf(sites, method, wanted))])],
    ],
  };
}

function meanOf(sites: readonly EqualBytes[], method: (typeof methodNames)[number], wanted: Wanted): number {
  return meanRecall(
    sites.map(({ found }) => found[method]),
    wanted,
  );
}

export function budgetTable(rows: readonly BudgetRow[], { gold, precision }: Wanted): Table {
  return {
    title: 'Recall at equal bytes',
    note: `Mean over all sites of the recall of template blocks at a precision of ${percent(precision, 0)} (${gold} gold), each method with its best setting within the budget; 0 where it has none.`,
    head: ['KB', ...methodNames],
    rows: rows.map(({ bytes, recall }) => [
      kilobytes(bytes),
      ...methodNames.map((method) => decimals(recall[method])),
    ]),
  };
}
