/**
 * Template by block, as Wang et al. (W20) and Chen et al. (C18) report it: blocks are counted, whatever their length.
 * A block is template if more than half of its characters are, by gold and by the method alike. Ignored text is left
 * out, and so is a block that has no other.
 */

import type { Page } from 'dehusk';
import { indexTimeDefaults, splitBlocks, tagName } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import type { Counts } from './statistics.ts';

export interface LabelledPage {
  readonly page: Page;
  readonly labels: GoldLabels;
}

/** `kept`: 1 for each segment that is kept. */
export function countBlocks(labelled: LabelledPage, blocks: PageBlocks, kept: Uint8Array): Counts {
  return createBlockCounter(labelled, blocks)(kept);
}

/**
 * For many verdicts on one page: what gold says of it is summed up once. `onlyDecided`: a block is left out too if gold
 * ignores more than half of its characters, since the rest says little of the block as people see it.
 */
export function createBlockCounter(
  labelled: LabelledPage,
  blocks: PageBlocks,
  { onlyDecided = false }: { readonly onlyDecided?: boolean } = {},
): (kept: Uint8Array) => Counts {
  const all = sumCharacters(labelled, blocks);
  const gold = templateCharacters(labelled, blocks);
  // A block without any text that counts is never said to be anything.
  if (onlyDecided) {
    const ignored = ignoredCharacters(labelled, blocks);
    for (let block = 0; block < blocks.count; block++)
      if (ignored[block]! > all[block]!) all[block] = Infinity;
  }
  return (kept) => {
    const saidOf = sumCharacters(labelled, blocks, (segment) => 1 - kept[segment]!);
    const counts = { right: 0, said: 0, gold: 0 };
    for (let block = 0; block < blocks.count; block++) {
      const isGold = gold[block]! * 2 > all[block]!;
      const isSaid = saidOf[block]! * 2 > all[block]!;
      if (isGold) counts.gold++;
      if (isSaid) counts.said++;
      if (isGold && isSaid) counts.right++;
    }
    return counts;
  };
}

/** Blocks with scores: how surely each is template, and whether it is. */
export interface BlockGrades {
  readonly score: Float64Array;
  readonly isTemplate: Uint8Array;
}

/** The score of a block is the mean over its characters. */
export function gradeBlocks(labelled: LabelledPage, blocks: PageBlocks, scores: Float32Array): BlockGrades {
  const all = sumCharacters(labelled, blocks);
  const gold = templateCharacters(labelled, blocks);
  const scored = sumCharacters(labelled, blocks, (segment) => scores[segment]!);
  const present = [...all.keys()].filter((block) => all[block]! > 0);
  return {
    score: Float64Array.from(present, (block) => scored[block]! / all[block]!),
    isTemplate: Uint8Array.from(present, (block) => (gold[block]! * 2 > all[block]! ? 1 : 0)),
  };
}

function templateCharacters(labelled: LabelledPage, blocks: PageBlocks): Float64Array {
  return sumCharacters(labelled, blocks, (segment) =>
    labelled.labels[segment] === GoldLabel.template ? 1 : 0,
  );
}

function ignoredCharacters({ page, labels }: LabelledPage, blocks: PageBlocks): Float64Array {
  const sums = new Float64Array(blocks.count);
  for (const [segment, node] of page.segments.entries())
    if (labels[segment] === GoldLabel.ignored) sums[blocks.of[segment]!]! += page.chars[node]!;
  return sums;
}

/** Of each block the characters that are not ignored, each as much as it weighs. */
function sumCharacters(
  { page, labels }: LabelledPage,
  blocks: PageBlocks,
  weightOf: (segment: number) => number = () => 1,
): Float64Array {
  const sums = new Float64Array(blocks.count);
  for (const [segment, node] of page.segments.entries()) {
    if (labels[segment] === GoldLabel.ignored) continue;
    sums[blocks.of[segment]!]! += page.chars[node]! * weightOf(segment);
  }
  return sums;
}

/** The blocks of a page as two papers have them: for each segment the number of its block. */
export interface PageBlocks {
  readonly of: Int32Array;
  readonly count: number;
}

/** Wang et al. (W7): a linear split at every start and end of a layout element. */
export function wangBlocks(page: Page): PageBlocks {
  const { start, count } = splitBlocks(page);
  const of = new Int32Array(page.segments.length);
  for (let block = 0; block < count; block++) of.fill(block, start[block], start[block + 1]);
  return { of, count };
}

const boundaries: ReadonlySet<string> = new Set(indexTimeDefaults.boundaries);

/** Chen et al. (C1, C2): the text of a boundary element, without that of boundary elements in it. */
export function chenBlocks(page: Page): PageBlocks {
  // Of each node the element that its block belongs to; that of html is the page's own text.
  const owner = new Int32Array(page.nodeCount);
  for (let node = 1; node < page.nodeCount; node++)
    owner[node] = boundaries.has(tagName(page, node)) ? node : owner[page.parent[node]!]!;
  const numbers = new Map<number, number>();
  const of = Int32Array.from(page.segments, (node) => {
    const number = numbers.get(owner[node]!) ?? numbers.size;
    numbers.set(owner[node]!, number);
    return number;
  });
  return { of, count: numbers.size };
}
