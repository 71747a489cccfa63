/** The paper's table of time consumption: all methods build the table of words, "in order to be fair". */
import { decimals, type Table } from '../../report/table.ts';
import { type ContenderName, contenderNames } from './contenders.ts';
import { printed } from './printed.ts';
import type { SiteDetection } from './site-detection.ts';

export function timeTable(sites: readonly SiteDetection[]): Table {
  return {
    title: 'Time consumption',
    note: 'CPU milliseconds a page: parsing, the table of words and their offsets, and detection alone. Saved: what index-time detection takes less than the other, alone, and with parsing and the table of words in both, as the paper measures it.',
    head: [
      ...['site', 'parse', 'words', ...contenderNames],
      ...['saved of shingle', 'with all', 'saved of style-tree', 'with all'],
    ],
    rows: [...sites.map((site) => timeRow(site.site, [site])), timeRow('all', sites), paperRow()],
  };
}

function timeRow(name: string, sites: readonly SiteDetection[]): readonly string[] {
  const pages = sum(sites, (site) => site.pages);
  const times = [
    sum(sites, ({ parseMs }) => parseMs),
    sum(sites, ({ wordsMs }) => wordsMs),
    ...contenderNames.map((contender) => sum(sites, ({ methods }) => methods[contender].detectMs)),
  ];
  const saved = (['shingle', 'style-tree'] as const).flatMap((other) => [
    savedTime(sites, other),
    savedTime(sites, other, sharedMs),
  ]);
  return [name, ...times.map((ms) => decimals(ms / pages)), ...saved.map(percent)];
}

/** What every builder of an index does. */
export function sharedMs({ parseMs, wordsMs }: SiteDetection): number {
  return parseMs + wordsMs;
}

function paperRow(): readonly string[] {
  const range = `${100 * printed.savedLeast} to ${100 * printed.savedMost} %`;
  return ['the paper', ...['', '', ...contenderNames.map(() => '')], '', range, '', range];
}

/** The share of the other's time that index-time detection saves; `shared` is what both have to do. */
export function savedTime(
  sites: readonly SiteDetection[],
  other: ContenderName,
  shared: (site: SiteDetection) => number = () => 0,
): number {
  const total = (name: ContenderName): number =>
    sum(sites, (site) => site.methods[name].detectMs + shared(site));
  return 1 - total('index-time') / total(other);
}

function sum(sites: readonly SiteDetection[], value: (site: SiteDetection) => number): number {
  return sites.reduce((total, site) => total + value(site), 0);
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
