import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockGrades } from '../score/blocks.ts';
import type { Integrity } from '../score/integrity.ts';
import type { PageScore } from '../score/page-score.ts';
import type { Counts } from '../score/statistics.ts';
import { blockFigures, calibrationOf, figureNames, macroFigures, siteBins, siteFigures } from './figures.ts';

function score(f1: number, leak?: number, blocks?: Counts): PageScore {
  const template = undefined;
  const integrity = unbroken;
  return {
    f1,
    precision: f1,
    recall: f1,
    leak,
    empty: false,
    template,
    integrity,
    ...(blocks && { blocks }),
  };
}

const unbroken: Integrity = { whole: 1, cut: 0, lost: 0 };

describe('the figures of a site', () => {
  it('are means over the pages that are scored', () => {
    const figures = siteFigures([score(0.5, 0.2), undefined, score(1)]);
    expect(figures).toMatchObject({ f1: 0.75, leak: 0.2, templateF1: undefined, characterF1: undefined });
  });

  it('tell pages 1 to 5, 6 to 20 and 21 on apart', () => {
    const scores = Array.from({ length: 22 }, (_, i) => score(i < 5 ? 0.2 : i < 20 ? 0.6 : 1));
    const { f1Page1, f1Pages1To5, f1Pages6To20, f1Pages21On, f1Pages6On } = siteFigures(scores);
    expect([f1Page1, f1Pages1To5, f1Pages6To20, f1Pages21On, f1Pages6On]).toEqual(
      [0.2, 0.2, 0.6, 1, (15 * 0.6 + 2) / 17].map((f1) => expect.closeTo(f1, 12)),
    );
  });

  it('keep positions where pages before are not scored', () => {
    const { f1Pages1To5, f1Pages6To20 } = siteFigures([
      ...Array.from({ length: 5 }, () => undefined),
      score(0.5),
    ]);
    expect([f1Pages1To5, f1Pages6To20]).toEqual([undefined, 0.5]);
  });

  it('count blocks over all pages', () => {
    // Page by page the precision would be (1 + 1/4) / 2; counted together it is 2 of 5.
    const figures = siteFigures([
      score(1, 0, { right: 1, said: 1, gold: 2 }),
      score(1, 0, { right: 1, said: 4, gold: 1 }),
    ]);
    expect(figures).toMatchObject({ blockPrecision: 2 / 5, blockRecall: 2 / 3 });
    expect(siteFigures([score(1, 0, { right: 0, said: 0, gold: 3 })])).toMatchObject({
      blockPrecision: undefined,
      blockRecall: 0,
    });
  });
});

describe('lines that are not whole', () => {
  const page = (integrity: Integrity): PageScore => ({ ...score(1), integrity });

  it('are counted over all pages of a site, and pages with a cut line once', () => {
    // 1 cut and 3 lost of 20 lines; one page of four has a cut one. A page without lines counts as a page.
    const figures = siteFigures([
      page({ whole: 8, cut: 1, lost: 1 }),
      page({ whole: 1, cut: 0, lost: 2 }),
      undefined,
      page({ whole: 0, cut: 0, lost: 0 }),
      page({ whole: 7, cut: 0, lost: 0 }),
    ]);
    expect(figures).toMatchObject({ cutLines: 1 / 20, lostLines: 3 / 20, cutPages: 1 / 4 });
  });

  it('are unknown where no line is scored', () => {
    const figures = siteFigures([page({ whole: 0, cut: 0, lost: 0 })]);
    expect(figures).toMatchObject({ cutLines: undefined, lostLines: undefined, cutPages: 0 });
  });
});

describe('the macro figures', () => {
  it('weigh sites alike, and leave out what a site does not have', () => {
    const large = siteFigures([score(1), score(1), score(1)]);
    const small = siteFigures([score(0.5, 0.4)]);
    expect(macroFigures([large, small])).toMatchObject({ f1: 0.75, leak: 0.4 });
    expect(Object.keys(macroFigures([])).sort()).toEqual([...figureNames].sort());
  });
});

interface Graded {
  readonly score: number;
  readonly isTemplate: boolean;
}

function page(blocks: Counts, graded?: readonly Graded[]): PageScore {
  const grades: BlockGrades | undefined = graded && {
    score: Float64Array.from(graded, ({ score }) => score),
    isTemplate: Uint8Array.from(graded, ({ isTemplate }) => Number(isTemplate)),
  };
  const rest = {
    f1: 1,
    precision: 1,
    recall: 1,
    leak: 0,
    empty: false,
    template: undefined,
    integrity: unbroken,
  };
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
