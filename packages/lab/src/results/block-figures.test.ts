import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockGrades } from '../score/blocks.ts';
import type { PageScore } from '../score/page-score.ts';
import type { Counts } from '../score/statistics.ts';
import { blockFigures } from './figures.ts';

interface Graded {
  readonly score: number;
  readonly isTemplate: boolean;
}

function page(blocks: Counts, graded?: readonly Graded[]): PageScore {
  const grades: BlockGrades | undefined = graded && {
    score: Float64Array.from(graded, ({ score }) => score),
    isTemplate: Uint8Array.from(graded, ({ isTemplate }) => Number(isTemplate)),
  };
  const rest = { f1: 1, precision: 1, recall: 1, leak: 0, empty: false, template: undefined };
  return { ...rest, blocks, ...(grades && { grades }) };
}

const gradedPage = (graded: readonly Graded[]): PageScore =>
  page({ right: 0, said: 0, gold: graded.filter(({ isTemplate }) => isTemplate).length }, graded);

describe('recall of template blocks at a precision of 98 %', () => {
  // The worked example of docs/EVALUATION.md.
  const blocks: readonly Graded[] = [
    { score: 1, isTemplate: true },
    { score: 0.9, isTemplate: true },
    { score: 0.8, isTemplate: false },
    { score: 0.6, isTemplate: true },
    { score: 0, isTemplate: true },
  ];

  it('by hand: two of four at a threshold of 0.9; at 0.8 the precision is 2 of 3', () => {
    const figures = blockFigures([gradedPage(blocks)]);
    expect(figures).toMatchObject({ blockRecallAt98: 2 / 4, blockReaches98: 1 });
  });

  it('counts over all pages of the site', () => {
    const pages = [gradedPage(blocks.slice(0, 2)), undefined, gradedPage(blocks.slice(2))];
    expect(blockFigures(pages).blockRecallAt98).toBe(2 / 4);
  });

  it('is 0 where no threshold is precise enough, and says so', () => {
    const tied = [
      { score: 0.9, isTemplate: true },
      { score: 0.9, isTemplate: false },
    ];
    expect(blockFigures([gradedPage(tied)])).toMatchObject({ blockRecallAt98: 0, blockReaches98: 0 });
  });

  it('may pass through less precise thresholds: 49 right and one wrong are 98 %', () => {
    const wrong = { score: 0.95, isTemplate: false };
    const right = Array.from({ length: 48 }, () => ({ score: 0.9, isTemplate: true }));
    const all = [{ score: 1, isTemplate: true }, wrong, ...right];
    expect(blockFigures([gradedPage(all)]).blockRecallAt98).toBe(1);
  });

  it.each([
    [{ right: 98, said: 100, gold: 140 }, 0.7, 1],
    [{ right: 97, said: 100, gold: 140 }, 0, 0],
    [{ right: 0, said: 0, gold: 140 }, 0, 0],
    [{ right: 0, said: 3, gold: 0 }, undefined, undefined],
  ])('of yes and no alone is that of the one point: %j', (counts, recall, reaches) => {
    expect(blockFigures([page(counts)])).toMatchObject({ blockRecallAt98: recall, blockReaches98: reaches });
  });

  it('is that of the best of all thresholds, tried one by one', () => {
    const graded = fc.record({ score: fc.constantFrom(0, 0.2, 0.4, 0.6, 0.8, 1), isTemplate: fc.boolean() });
    fc.assert(
      fc.property(fc.array(graded, { minLength: 1, maxLength: 80 }), (all) => {
        const gold = all.filter(({ isTemplate }) => isTemplate).length;
        fc.pre(gold > 0);
        const recalls = [0.2, 0.4, 0.6, 0.8, 1].map((threshold) => {
          const said = all.filter(({ score }) => score >= threshold);
          const right = said.filter(({ isTemplate }) => isTemplate).length;
          return said.length > 0 && right / said.length >= 0.98 ? right / gold : 0;
        });
        expect(blockFigures([gradedPage(all)]).blockRecallAt98).toBe(Math.max(...recalls));
      }),
    );
  });
});
