import { describe, expect, it } from 'vitest';
import type { BlockGrades } from '../score/blocks.ts';
import { calibrationOf, siteBins } from './calibration.ts';

const grades = (...blocks: readonly (readonly [score: number, isTemplate: 0 | 1])[]): BlockGrades => ({
  score: Float64Array.from(blocks, ([score]) => score),
  isTemplate: Uint8Array.from(blocks, ([, isTemplate]) => isTemplate),
});

const near = (value: number): number => expect.closeTo(value, 12) as number;

/** The worked example of docs/EVALUATION.md. */
const small = siteBins([grades([0.9, 1], [0.95, 0])]);
const large = siteBins([grades([0.1, 0], [0.15, 0]), grades([0.92, 1], [1, 1])]);

describe('the bins of a site', () => {
  it('hold blocks by their score, 1 in the last', () => {
    expect(large![1]).toEqual({ blocks: 2, score: near(0.125), share: 0 });
    expect(large![9]).toEqual({ blocks: 2, score: near(0.96), share: 1 });
    expect(large!.filter(({ blocks }) => blocks === 0)).toHaveLength(8);
    expect(large![0]).toEqual({ blocks: 0, score: undefined, share: undefined });
  });

  it('put a score on a border above it', () => {
    const borders = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
    const bins = siteBins([grades(...borders.map((score) => [score, 0] as const))])!;
    expect(bins.map(({ blocks }) => blocks)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
  });

  it('are none where nothing is graded', () => {
    expect(siteBins([])).toBeUndefined();
    expect(calibrationOf([undefined])).toBeUndefined();
  });
});

describe('calibration', () => {
  it('by hand: sites weigh alike, blocks within a site too', () => {
    // Bin 0.1: a quarter of all, score .125, none template. Bin 0.9: half of it from the small site (.925, half
    // template), a quarter from the large one (.96, all template): score .9366…, share .6666…
    const { error, bins } = calibrationOf([small, large])!;
    expect(bins[1]).toEqual({ blocks: 2, score: near(0.125), share: 0 });
    expect(bins[9]).toEqual({
      blocks: 4,
      score: near((0.5 * 0.925 + 0.25 * 0.96) / 0.75),
      share: near(2 / 3),
    });
    expect(error).toBeCloseTo(0.25 * 0.125 + 0.75 * (0.7025 / 0.75 - 2 / 3), 12);
    expect(error).toBeCloseTo(0.23375, 12);
  });

  it('is perfect where shares are what scores say, and 1 where they are the opposite', () => {
    const seven = Array.from({ length: 10 }, (_, i) => [0.7, i < 7 ? 1 : 0] as const);
    expect(calibrationOf([siteBins([grades(...seven)])])!.error).toBeCloseTo(0, 12);
    expect(calibrationOf([siteBins([grades([1, 0], [0, 1])])])!.error).toBe(1);
  });

  it('does not depend on a site that is not graded', () => {
    expect(calibrationOf([small, undefined])).toEqual(calibrationOf([small]));
  });
});
