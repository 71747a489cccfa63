/** The figures of a site that are counted over the blocks of all its pages: many pages have only a few. */
import type { PageScore } from '../score/page-score.ts';
import { type Counts, rates } from '../score/rates.ts';

/** "Recall at a precision of 98 %" is what Wang et al. compare methods by (W20). */
const ASKED_PRECISION = 0.98;

export interface BlockFigures {
  readonly blockPrecision: number | undefined;
  readonly blockRecall: number | undefined;
  readonly blockRecallAt98: number | undefined;
  /** 1 if the precision of 98 % is reached, else 0. */
  readonly blockReaches98: number | undefined;
}

export function blockFigures(scores: readonly (PageScore | undefined)[]): BlockFigures {
  const known = scores.filter((score) => score !== undefined);
  const sum = sumCounts(known.flatMap(({ blocks }) => blocks ?? []));
  const { precision, recall } = rates(sum);
  const graded = gradedBlocks(known);
  const atAsked = graded === undefined ? onePoint(sum) : bestPoint(graded, sum.gold);
  return {
    blockPrecision: sum.said === 0 ? undefined : precision,
    blockRecall: sum.gold === 0 ? undefined : recall,
    blockRecallAt98: sum.gold === 0 ? undefined : (atAsked ?? 0),
    blockReaches98: sum.gold === 0 ? undefined : Number(atAsked !== undefined),
  };
}

function sumCounts(counts: readonly Counts[]): Counts {
  const sum = { right: 0, said: 0, gold: 0 };
  for (const { right, said, gold } of counts) {
    sum.right += right;
    sum.said += said;
    sum.gold += gold;
  }
  return sum;
}

interface GradedBlock {
  readonly score: number;
  readonly isTemplate: boolean;
}

/** The surest first; undefined for a method that does not grade. */
function gradedBlocks(scores: readonly PageScore[]): readonly GradedBlock[] | undefined {
  const graded = scores.flatMap(({ grades }) => grades ?? []);
  if (graded.length === 0) return undefined;
  const blocks = graded.flatMap(({ score, isTemplate }) =>
    Array.from(score, (value, i) => ({ score: value, isTemplate: isTemplate[i] === 1 })),
  );
  return blocks.sort((a, b) => b.score - a.score);
}

/** A method that says yes or no has one precision: it is enough, or it is not. */
function onePoint(counts: Counts): number | undefined {
  const { precision, recall } = rates(counts);
  return counts.said > 0 && precision >= ASKED_PRECISION ? recall : undefined;
}

/** The highest recall of all thresholds above 0 on the score that are precise enough. */
function bestPoint(blocks: readonly GradedBlock[], gold: number): number | undefined {
  let best: number | undefined;
  let right = 0;
  for (const [i, { score, isTemplate }] of blocks.entries()) {
    if (score === 0) break;
    if (isTemplate) right++;
    // Blocks of one score are on one side of every threshold.
    if (blocks[i + 1]?.score === score) continue;
    if (right / (i + 1) >= ASKED_PRECISION) best = right / gold;
  }
  return best;
}
