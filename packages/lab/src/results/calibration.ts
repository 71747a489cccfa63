/**
 * Are scores probabilities? Of the blocks with a score of about 0.7, seven in ten should be template. Blocks are
 * sorted into ten bins by their score; in each, the mean score is compared with the share that is template. The
 * expected calibration error is the mean difference, each bin weighing as much as the blocks in it. Within a site all
 * blocks weigh alike, and all sites do.
 */
import type { BlockGrades } from '../score/blocks.ts';

export const BINS = 10;

export interface ScoreBin {
  readonly blocks: number;
  /** Mean score of the blocks, and the share of them that gold calls template; undefined for none. */
  readonly score: number | undefined;
  readonly share: number | undefined;
}

export interface Calibration {
  /** Expected calibration error, 0 … 1. */
  readonly error: number;
  /** By rising score: 0 up to 0.1, and so on. */
  readonly bins: readonly ScoreBin[];
}

/** Undefined where nothing is graded. */
export function siteBins(grades: readonly BlockGrades[]): readonly ScoreBin[] | undefined {
  const sums = Array.from({ length: BINS }, () => ({ blocks: 0, score: 0, template: 0 }));
  for (const { score, isTemplate } of grades) {
    for (const [i, value] of score.entries()) {
      const bin = sums[binOf(value)]!;
      bin.blocks++;
      bin.score += value;
      bin.template += isTemplate[i]!;
    }
  }
  const bins = sums.map(({ blocks, score, template }) => toBin(blocks, { weight: blocks, score, template }));
  return bins.every(({ blocks }) => blocks === 0) ? undefined : bins;
}

/** 1 belongs to the last bin. Sums of hundredths may be a hair below the border that they mean. */
function binOf(score: number): number {
  return Math.min(BINS - 1, Math.floor(score * BINS + 1e-9));
}

/** Undefined where no site is graded. */
export function calibrationOf(sites: readonly (readonly ScoreBin[] | undefined)[]): Calibration | undefined {
  const graded = sites.filter((bins) => bins !== undefined);
  if (graded.length === 0) return undefined;
  const sums = Array.from({ length: BINS }, () => ({ blocks: 0, weight: 0, score: 0, template: 0 }));
  for (const bins of graded) {
    const all = bins.reduce((sum, { blocks }) => sum + blocks, 0);
    for (const [i, { blocks, score, share }] of bins.entries()) {
      const sum = sums[i]!;
      const weight = blocks / all / graded.length;
      sum.blocks += blocks;
      sum.weight += weight;
      sum.score += weight * (score ?? 0);
      sum.template += weight * (share ?? 0);
    }
  }
  return {
    error: sums.reduce((error, { score, template }) => error + Math.abs(score - template), 0),
    bins: sums.map(({ blocks, ...weighed }) => toBin(blocks, weighed)),
  };
}

interface WeighedSums {
  readonly weight: number;
  readonly score: number;
  readonly template: number;
}

function toBin(blocks: number, { weight, score, template }: WeighedSums): ScoreBin {
  if (blocks === 0) return { blocks, score: undefined, share: undefined };
  return { blocks, score: score / weight, share: template / weight };
}
