/**
 * Template by block, as Wang et al. report it (W20): blocks are counted, whatever their length. A block is template if
 * more than half of its characters are, by gold and by the method alike. Ignored text is left out, and so is a block
 * that has no other.
 */
import { type Blocks, type Page, splitBlocks } from '../../index.ts';
import { GoldLabel, type GoldLabels } from '../gold/gold-labels.ts';
import type { Counts } from './rates.ts';

/** `kept`: 1 for each segment that is kept. */
export function countBlocks(page: Page, labels: GoldLabels, kept: Uint8Array): Counts {
  const blocks = splitBlocks(page);
  const counts = { right: 0, said: 0, gold: 0 };
  for (let block = 0; block < blocks.count; block++) {
    const { all, gold, said } = charactersOf({ page, labels, kept, blocks }, block);
    const isGold = gold * 2 > all;
    const isSaid = said * 2 > all;
    if (isGold) counts.gold++;
    if (isSaid) counts.said++;
    if (isGold && isSaid) counts.right++;
  }
  return counts;
}

interface JudgedBlocks {
  readonly page: Page;
  readonly labels: GoldLabels;
  readonly kept: Uint8Array;
  readonly blocks: Blocks;
}

function charactersOf(
  { page, labels, kept, blocks }: JudgedBlocks,
  block: number,
): { readonly all: number; readonly gold: number; readonly said: number } {
  let all = 0;
  let gold = 0;
  let said = 0;
  for (let segment = blocks.start[block]!; segment < blocks.start[block + 1]!; segment++) {
    if (labels[segment] === GoldLabel.ignored) continue;
    const chars = page.chars[page.segments[segment]!]!;
    all += chars;
    if (labels[segment] === GoldLabel.template) gold += chars;
    if (kept[segment] === 0) said += chars;
  }
  return { all, gold, said };
}
