import { describe, expect, it } from 'vitest';
import type { PageScore } from '../score/page-score.ts';
import type { Counts } from '../score/statistics.ts';
import { figureNames, macroFigures, siteFigures } from './figures.ts';

function score(f1: number, leak?: number, blocks?: Counts): PageScore {
  const template = undefined;
  return { f1, precision: f1, recall: f1, leak, empty: false, template, ...(blocks && { blocks }) };
}

describe('the figures of a site', () => {
  it('are means over the pages that are scored', () => {
    const figures = siteFigures([score(0.5, 0.2), undefined, score(1)]);
    expect(figures).toMatchObject({ f1: 0.75, leak: 0.2, templateF1: undefined, characterF1: undefined });
  });

  it('tell pages 1 to 5, 6 to 20 and 21 on apart', () => {
    const scores = Array.from({ length: 22 }, (_, i) => score(i < 5 ? 0.2 : i < 20 ? 0.6 : 1));
    const { f1Pages1To5, f1Pages6To20, f1Pages21On } = siteFigures(scores);
    expect([f1Pages1To5, f1Pages6To20, f1Pages21On]).toEqual(
      [0.2, 0.6, 1].map((f1) => expect.closeTo(f1, 12)),
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

describe('the macro figures', () => {
  it('weigh sites alike, and leave out what a site does not have', () => {
    const large = siteFigures([score(1), score(1), score(1)]);
    const small = siteFigures([score(0.5, 0.4)]);
    expect(macroFigures([large, small])).toMatchObject({ f1: 0.75, leak: 0.4 });
    expect(Object.keys(macroFigures([])).sort()).toEqual([...figureNames].sort());
  });
});
