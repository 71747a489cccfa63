/** Table 1 of the paper, made again, beside the printed one; the settings behind it; and recall at equal storage. */
import { decimals, type Table } from '../../report/table.ts';
import { mean } from '../../score/statistics.ts';
import {
  type Budget,
  type BudgetRow,
  type Choice,
  type Choices,
  type EqualBytes,
  type EqualRecall,
  meanRecall,
  type Storage,
} from './comparison.ts';
import { saving, storageTable } from './storage.ts';
import { type BlockGold, methodNames } from './trials.ts';

/** In words. */
const goldNames: Readonly<Record<BlockGold, string>> = {
  decided: 'lenient gold, without blocks of which it ignores most',
  lenient: 'lenient gold',
  strict: 'strict gold',
};

const head = [
  ...['site', 'table KB', 'hashed KB', 'shingle KB', 'style-tree KB'],
  ...['saved of shingle', 'saved of style-tree'],
];

export function siteStorageTable({ target, sites, reached, near }: EqualRecall): Table {
  return {
    title: 'Table 1: storage at equal recall',
    note:
      `Each method with the cheapest setting that has ${percent(target.recall, 0)} of the template blocks at a precision ` +
      `of ${percent(target.precision, 0)} (${goldNames[target.gold]}). KB are means over the pages: the table with its ` +
      'texts and as it is kept (hashed), the sources of the pages of a batch. *: the precision is out of reach, and this is ' +
      'the nearest; -: the recall is out of reach, whatever the setting.',
    head,
    rows: [
      ...sites.map(({ site, choices }) => siteRow(site, choices)),
      meanRow(`mean of the ${reached.sites} sites without * and -`, reached),
      meanRow(`mean of the ${near.sites} sites without -`, near),
      ...paperRows(),
    ],
  };
}

function siteRow(site: string, choices: Choices): readonly string[] {
  const { incremental, shingle, 'style-tree': styleTree } = choices;
  const saved = (batch: Choice | undefined): string =>
    incremental === undefined || batch === undefined
      ? '-'
      : savedText(incremental.trial.bytes, batch.trial.bytes);
  const sizes = [incremental, shingle, styleTree].map(
    (choice) => `${kilobytes(choice?.trial.bytes)}${choice?.isReached === false ? '*' : ''}`,
  );
  const hashed = kilobytes(incremental?.trial.hashedBytes);
  return [site, sizes[0]!, hashed, sizes[1]!, sizes[2]!, saved(shingle), saved(styleTree)];
}

function meanRow(name: string, { bytes, hashedBytes }: Storage): readonly string[] {
  const { incremental, shingle, 'style-tree': styleTree } = bytes;
  const sizes = [incremental, hashedBytes, shingle, styleTree].map(kilobytes);
  return [name, ...sizes, savedText(incremental, shingle), savedText(incremental, styleTree)];
}

function paperRows(): readonly (readonly string[])[] {
  const means = { site: 'mean', ours: 0, shingle: 0, sst: 0 };
  for (const method of ['ours', 'shingle', 'sst'] as const)
    means[method] = mean(storageTable.map((row) => row[method]));
  return [...storageTable, means].map(({ site, ours, shingle, sst }) => [
    `the paper: ${site}`,
    ...[ours.toFixed(0), '', shingle.toFixed(0), sst.toFixed(0)],
    ...[savedText(ours, shingle), savedText(ours, sst)],
  ]);
}

/** One way to compare, in words. */
export interface Compared {
  readonly name: string;
  readonly storage: Storage;
}

export function summaryTable(compared: readonly Compared[]): Table {
  return {
    title: 'Storage at equal recall, by gold, recall and search',
    note: 'Means over the sites on which all three methods reach the recall at the precision. Decided: lenient gold, without blocks of which it ignores most. Sizes only: of the baselines the size of a batch is searched and nothing else, as in the paper. Defaults: Tb 24, N 8, and batches of about 24 pages, on all sites, whatever the recall.',
    head: ['gold, recall: sites', ...head.slice(1)],
    rows: [
      ...compared.map(({ name, storage }) => meanRow(`${name}: ${storage.sites}`, storage)),
      paperRows().at(-1)!,
    ],
  };
}

export function settingsTable({ target, sites }: EqualRecall): Table {
  return {
    title: 'The settings behind Table 1',
    note: `Tb and N of the table; pages of a batch, and the share of them (shingle) or the importance (style-tree) that is the threshold. Recall and precision of template blocks.`,
    head: ['site', ...methodNames.flatMap((method) => [method, 'recall', 'precision'])],
    rows: sites.map(({ site, choices }) => [
      site,
      ...methodNames.flatMap((method) => settingCells(choices[method], target.gold)),
    ]),
  };
}

function settingCells(choice: Choice | undefined, gold: BlockGold): readonly string[] {
  if (choice === undefined) return ['-', '-', '-'];
  const { recall, precision } = choice.trial.rates[gold];
  return [choice.trial.setting, decimals(recall), decimals(precision)];
}

// Recall at equal storage: per site within the bytes of its table, and over all sites within round budgets.

type Wanted = Omit<Budget, 'bytes'>;

export function siteBudgetTable(sites: readonly EqualBytes[], wanted: Wanted): Table {
  return {
    title: 'Recall at the bytes of the table',
    note:
      'The budget is the table with its texts at the default constants (Tb 24, N 8). Recall of template blocks with the ' +
      `best setting that keeps to it and has a precision of ${percent(wanted.precision, 0)} (${goldNames[wanted.gold]}); ` +
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
    note: `Mean over all sites of the recall of template blocks at a precision of ${percent(precision, 0)} (${goldNames[gold]}), each method with its best setting within the budget; 0 where it has none.`,
    head: ['KB', ...methodNames],
    rows: rows.map(({ bytes, recall }) => [
      kilobytes(bytes),
      ...methodNames.map((method) => decimals(recall[method])),
    ]),
  };
}

/** In KB, as the paper: of 1,000 bytes. */
export function kilobytes(bytes: number | undefined): string {
  if (bytes === undefined || Number.isNaN(bytes)) return '-';
  return (bytes / 1000).toFixed(0);
}

export function percent(share: number, digits = 1): string {
  return Number.isNaN(share) ? '-' : `${(100 * share).toFixed(digits)} %`;
}

/** What the table saves of the pages that a batch method holds. */
export function savedText(table: number, batch: number): string {
  return percent(saving(table, batch), 2);
}
