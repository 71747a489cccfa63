/** The paper's table of template detection accuracy, site by site. */
import { mean } from '../../mean.ts';
import { decimals, type Table } from '../../report/table.ts';
import { meanRates } from '../../score/rates.ts';
import { type WholeGoldName, wholeGoldNames } from '../whole-gold.ts';
import type { Accuracy } from './accuracy.ts';
import { type ContenderName, contenderNames } from './contenders.ts';
import type { SiteDetection } from './site-detection.ts';

export function accuracyTable(sites: readonly SiteDetection[]): Table {
  return {
    title: 'Template detection accuracy',
    note: 'Score: template blocks detected rightly / template blocks, the mean over the pages of a site (C18), and the precision of blocks, over all of them. Blocks as C1 and C2 have them. Sites on the lenient gold. The paper’s own table has lost its figures.',
    head: ['site', ...contenderNames.flatMap((name) => [name, 'precision'])],
    rows: [
      ...sites.map(({ site, methods }) => [site, ...cells((name) => methods[name].accuracy.lenient)]),
      ...wholeGoldNames.map((gold) => [`mean, ${gold}`, ...cells((name) => meanAccuracy(sites, name, gold))]),
    ],
  };
}

interface Shown {
  readonly score: number;
  readonly blocks: { readonly precision: number };
}

function cells(of: (name: ContenderName) => Shown): readonly string[] {
  return contenderNames.flatMap((name) => {
    const { score, blocks } = of(name);
    return [decimals(score), decimals(blocks.precision)];
  });
}

function meanAccuracy(sites: readonly SiteDetection[], name: ContenderName, gold: WholeGoldName): Shown {
  const all = accuraciesOf(sites, name, gold);
  return {
    score: mean(all.map(({ score }) => score)),
    blocks: { precision: mean(all.map(({ blocks }) => blocks.precision)) },
  };
}

export function wordsTable(sites: readonly SiteDetection[]): Table {
  return {
    title: 'Accuracy by word',
    note: 'What an index is made of: recall and precision of template words, each occurrence counted, means over sites.',
    head: ['method', ...wholeGoldNames.flatMap((gold) => [`recall, ${gold}`, 'precision'])],
    rows: contenderNames.map((name) => [
      name,
      ...wholeGoldNames.flatMap((gold) => {
        const { recall, precision } = meanRates(accuraciesOf(sites, name, gold).map(({ words }) => words));
        return [decimals(recall), decimals(precision)];
      }),
    ]),
  };
}

export function accuraciesOf(
  sites: readonly SiteDetection[],
  name: ContenderName,
  gold: WholeGoldName,
): readonly Accuracy[] {
  return sites.map(({ methods }) => methods[name].accuracy[gold]);
}
