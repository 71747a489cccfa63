/**
 * How right a method is about the template of a site: by block, as the paper scores it, and by word, which is what an
 * index is made of.
 */
import type { Page, Verdict, WordTable } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../../gold/gold-labels.ts';
import { mean } from '../../mean.ts';
import { countBlocks } from '../../score/block-score.ts';
import { chenBlocks } from '../../score/page-blocks.ts';
import { type Counts, type Rates, rates } from '../../score/rates.ts';

export interface Accuracy {
  /** C18: blocks detected rightly / template blocks, the mean over pages that have some. */
  readonly score: number;
  /** Over all blocks and words of the site. */
  readonly blocks: Rates;
  readonly words: Rates;
}

export interface Judged {
  readonly pages: readonly Page[];
  readonly table: WordTable;
  readonly labels: readonly GoldLabels[];
  readonly verdicts: readonly Verdict[];
}

export function measureAccuracy({ pages, table, labels, verdicts }: Judged): Accuracy {
  const blocks = pages.map((page, i) => countPageBlocks(page, labels[i]!, verdicts[i]!));
  const words = pages.map((_, i) => countPageWords(table, i, { labels: labels[i]!, verdict: verdicts[i]! }));
  const scored = blocks.filter(({ gold }) => gold > 0);
  return {
    score: mean(scored.map(({ right, gold }) => right / gold)),
    blocks: rates(sumCounts(blocks)),
    words: rates(sumCounts(words)),
  };
}

function countPageBlocks(page: Page, labels: GoldLabels, { template }: Verdict): Counts {
  const kept = page.segments.map((node) => 1 - template[node]!);
  return countBlocks({ page, labels }, chenBlocks(page), Uint8Array.from(kept));
}

interface JudgedPage {
  readonly labels: GoldLabels;
  readonly verdict: Verdict;
}

function countPageWords(table: WordTable, place: number, { labels, verdict }: JudgedPage): Counts {
  const { segments } = table.pages[place]!;
  const first = table.segmentStart[place]!;
  const counts = { right: 0, said: 0, gold: 0 };
  for (let i = 0; i < segments.length; i++) {
    if (labels[i] === GoldLabel.ignored) continue;
    const words = table.tokenStart[first + i + 1]! - table.tokenStart[first + i]!;
    const isSaid = verdict.template[segments[i]!] === 1;
    const isGold = labels[i] === GoldLabel.template;
    if (isGold) counts.gold += words;
    if (isSaid) counts.said += words;
    if (isGold && isSaid) counts.right += words;
  }
  return counts;
}

function sumCounts(all: readonly Counts[]): Counts {
  const sum = { right: 0, said: 0, gold: 0 };
  for (const { right, said, gold } of all) {
    sum.right += right;
    sum.said += said;
    sum.gold += gold;
  }
  return sum;
}
