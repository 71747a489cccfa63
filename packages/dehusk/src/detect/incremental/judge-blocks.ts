import type { Blocks } from '../../page/blocks.ts';
import type { Page } from '../../page/page.ts';
import type { Verdict } from '../detector.ts';

export interface BlockRule {
  /** On how many pages each segment of the page was seen. */
  readonly counts: Uint32Array;
  /** How many pages there were: counts that were seeded say more. */
  readonly pages: number;
  readonly templatePages: number;
  readonly templateRatio: number;
}

/**
 * W9, W10: a block is template if more than `templateRatio` of its characters are in segments seen on at least
 * `templatePages` pages. Every occurrence of a segment counts; the score of a segment is its block's ratio.
 */
export function judgeBlocks(
  page: Page,
  blocks: Blocks,
  rule: BlockRule,
): Pick<Verdict, 'template' | 'score' | 'seen'> {
  const template = new Uint8Array(page.nodeCount);
  const score = new Float32Array(page.nodeCount);
  const seen = new Uint32Array(page.nodeCount);
  for (let block = 0; block < blocks.count; block++) {
    const from = blocks.start[block]!;
    const to = blocks.start[block + 1]!;
    const ratio = templateRatio(page, rule, from, to);
    const isTemplate = ratio > rule.templateRatio ? 1 : 0;
    for (let i = from; i < to; i++) {
      const node = page.segments[i]!;
      template[node] = isTemplate;
      score[node] = ratio;
      seen[node] = Math.min(rule.counts[i]!, rule.pages);
    }
  }
  return { template, score, seen };
}

function templateRatio(page: Page, { counts, templatePages }: BlockRule, from: number, to: number): number {
  let all = 0;
  let inTemplate = 0;
  for (let i = from; i < to; i++) {
    const chars = page.chars[page.segments[i]!]!;
    all += chars;
    if (counts[i]! >= templatePages) inTemplate += chars;
  }
  return inTemplate / all;
}
