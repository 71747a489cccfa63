/** The paper's tables: accuracy of detection, time, and accuracy of queries. */
import { rankings } from 'dehusk/parts';
import { decimals, type Table } from '../../report/table.ts';
import { mean, meanRates } from '../../score/statistics.ts';
import { type CompleteGoldName, completeGoldNames } from '../paper.ts';
import {
  type Accuracy,
  type ContenderName,
  contenderNames,
  meanOverSites,
  type SiteDetection,
} from './detection.ts';
import { type Flushes, flushWays } from './flushes.ts';
import { type Answer, type AnsweredIndex, FIRST_HITS } from './indexes.ts';
import { linkSources, type SiteRanking } from './link-ranking.ts';
import { ofKind, type Question, questionKinds } from './questions.ts';

/** Template detection accuracy, site by site. */
export function accuracyTable(sites: readonly SiteDetection[]): Table {
  return {
    title: 'Template detection accuracy',
    note: 'Score: template blocks detected rightly / template blocks, the mean over the pages of a site (C18), and the precision of blocks, over all of them. Blocks as C1 and C2 have them. Sites on the lenient gold. The paper’s own table has lost its figures.',
    head: ['site', ...contenderNames.flatMap((name) => [name, 'precision'])],
    rows: [
      ...sites.map(({ site, methods }) => [site, ...cells((name) => methods[name].accuracy.lenient)]),
      ...completeGoldNames.map((gold) => [
        `mean, ${gold}`,
        ...cells((name) => meanAccuracy(sites, name, gold)),
      ]),
    ],
  };
}

interface Shown {
  readonly score: number | undefined;
  readonly blocks: { readonly precision: number };
}

function cells(of: (name: ContenderName) => Shown): readonly string[] {
  return contenderNames.flatMap((name) => {
    const { score, blocks } = of(name);
    return [decimals(score), decimals(blocks.precision)];
  });
}

function meanAccuracy(sites: readonly SiteDetection[], name: ContenderName, gold: CompleteGoldName): Shown {
  const all = accuraciesOf(sites, name, gold);
  return {
    score: meanOverSites(all, ({ score }) => score),
    blocks: { precision: meanOverSites(all, ({ blocks }) => blocks.precision) },
  };
}

export function wordsTable(sites: readonly SiteDetection[]): Table {
  return {
    title: 'Accuracy by word',
    note: 'What an index is made of: recall and precision of template words, each occurrence counted, means over sites.',
    head: ['method', ...completeGoldNames.flatMap((gold) => [`recall, ${gold}`, 'precision'])],
    rows: contenderNames.map((name) => [
      name,
      ...completeGoldNames.flatMap((gold) => {
        const { recall, precision } = meanRates(accuraciesOf(sites, name, gold).map(({ words }) => words));
        return [decimals(recall), decimals(precision)];
      }),
    ]),
  };
}

export function accuraciesOf(
  sites: readonly SiteDetection[],
  name: ContenderName,
  gold: CompleteGoldName,
): readonly Accuracy[] {
  return sites.map(({ methods }) => methods[name].accuracy[gold]);
}

/** The paper's table of time consumption: all methods build the table of words, "in order to be fair". */
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

/** What is seen of a site while the table of words is held decides what can be compared. */
export function flushTable(flushes: readonly Flushes[]): Table {
  return {
    title: 'Flushes at a size S',
    note: 'Pages of ten sites at a time come mixed, and the table of words is written out after S pages. Score and precision of blocks, lenient gold, means over sites: each flush by itself, through the engine of `clean`, and with the clusters of earlier flushes carried over, as `dehusk index` does. The paper does not tell its S, and does not carry.',
    head: ['S, pages', 'of a site', ...flushWays.flatMap((way) => [way, 'precision'])],
    rows: flushes.map(({ size, pagesOfSite, ways }) => [
      ...[String(size), decimals(pagesOfSite, 0)],
      ...flushWays.flatMap((way) => [decimals(ways[way].score), decimals(ways[way].precision)]),
    ]),
  };
}

/** The second effect of templates that the paper names, and does not measure. */
export function linkTable(sites: readonly SiteRanking[]): Table {
  const meanOf = (values: readonly (number | undefined)[]): string => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? '-' : decimals(mean(known));
  };
  return {
    title: 'Template links in a ranking by links',
    note: `PageRank among the pages of a site, means over ${sites.length} sites on which some links between pages are content. First tenth: the part of all rank that a tenth of the pages has. Menu pages: of the first ten pages those that the template of a third of the pages links to. Rank correlation: with the ranking by content links.`,
    head: ['links', 'first tenth', 'menu pages', 'rank correlation'],
    rows: linkSources.map((source) => {
      const figures = sites.map(({ sources }) => sources[source]);
      return [
        source,
        meanOf(figures.map(({ firstTenth }) => firstTenth)),
        meanOf(figures.map(({ menuPages }) => menuPages)),
        meanOf(figures.map(({ correlation }) => correlation)),
      ];
    }),
  };
}

/** Query accuracy: what indexes with and without the template find. */
export function queryTable(indexes: readonly AnsweredIndex[], questions: readonly Question[]): Table {
  const counts = questionKinds.map((kind) => `${ofKind(questions, kind, questions).length} ${kind}s`);
  return {
    title: 'Query accuracy',
    note:
      `Mean reciprocal rank within the first ${FIRST_HITS} hits of ${counts.join(', ')}: the title and the first heading of known pages, and words ` +
      'that are template on more than 30 % of the pages of a site and content on few, asked within that site. Right: how many of the first ten pages are right for menu words, ' +
      'which is what the paper counts by hand. Words: of a page, as they are left in the index.',
    head: ['template, ranking', 'titles', 'headings', 'menu words', 'right', 'words', 'MB'],
    rows: rankings.flatMap((rank) =>
      indexes.map(({ name, built, sizeBytes, answers }) => {
        const { titleWords, contentWords, pages } = built.totals;
        return [
          `${name}, ${rank}`,
          ...questionKinds.map((kind) => shown(meanReciprocal(ofKind(questions, kind, answers[rank])))),
          shown(meanRight(ofKind(questions, 'menu word', answers[rank])), 2),
          decimals((titleWords + contentWords) / pages, 0),
          decimals(sizeBytes / 1e6, 1),
        ];
      }),
    ),
  };
}

export function meanReciprocal(answers: readonly Answer[]): number {
  return mean(answers.map(({ reciprocal }) => reciprocal));
}

export function meanRight(answers: readonly Answer[]): number {
  return mean(answers.map(({ right }) => right));
}

/** The mean of no answers is no number. */
export function shown(value: number, digits = 3): string {
  return decimals(Number.isNaN(value) ? undefined : value, digits);
}

/**
 * What is known of the numbers that Chen et al. (2006) print: the copy of the paper that is at hand has lost all
 * figures (C19). What its abstract and text say in words is left, and is held against what was measured.
 */
export const printed = {
  /** Number of sites. */
  sites: 8,
  /** Time saved against shingle and site style trees. */
  savedLeast: 0.2,
  savedMost: 0.4,
} as const;
