import { describe, expect, it } from 'vitest';
import type { PageScore } from '../score/page-score.ts';
import { joinCurves, siteCurve } from './details.ts';

const score = (f1: number): PageScore => ({
  f1,
  precision: f1,
  recall: f1,
  leak: 0,
  empty: false,
  template: undefined,
});

describe('a learning curve', () => {
  it('has the mean of each stretch of a site', () => {
    const scores = [0.1, 0.2, 0.3, 0.4, 0.6, 1, undefined, 0.5].map((f1) =>
      f1 === undefined ? f1 : score(f1),
    );
    expect(siteCurve(scores).slice(0, 6)).toEqual([0.1, 0.2, 0.3, 0.5, 0.75, undefined]);
  });

  it('weighs sites alike, and ends where fewer than half of them go on', () => {
    const long = siteCurve(Array.from({ length: 30 }, () => score(1)));
    const short = siteCurve([score(0.5), score(0)]);
    const points = joinCurves([long, short, short], 30);
    expect(points).toEqual([
      { from: 1, to: 1, f1: expect.closeTo(2 / 3, 12), sites: 3 },
      { from: 2, to: 2, f1: expect.closeTo(1 / 3, 12), sites: 3 },
    ]);
    const last = joinCurves([long, short], 30).at(-1);
    expect(last).toEqual({ from: 21, to: 30, f1: 1, sites: 1 });
  });
});
