/** How well a method does by the position of a page in its site: finer than the three stretches of the tables. */
import { mean } from '../mean.ts';
import type { PageScore } from '../score/page-score.ts';

interface Stretch {
  /** Positions from 1 on, both inclusive. */
  readonly from: number;
  readonly to: number;
}

export interface CurvePoint extends Stretch {
  /** Mean over sites of the mean over their pages in the stretch. */
  readonly f1: number;
  readonly sites: number;
}

/** They widen, as learning slows down; none crosses the borders 5 and 20 of the tables. */
const stretches: readonly Stretch[] = [1, 2, 3, 5, 8, 12, 20, 40, 80, 160, 320, 640].map((to, i, ends) => ({
  from: (ends[i - 1] ?? 0) + 1,
  to,
}));

/** The F1 of a site in each stretch, from the scores of its pages in their order. */
export function siteCurve(scores: readonly (PageScore | undefined)[]): readonly (number | undefined)[] {
  return stretches.map(({ from, to }) => {
    const scored = scores.slice(from - 1, to).filter((score) => score !== undefined);
    return scored.length === 0 ? undefined : mean(scored.map(({ f1 }) => f1));
  });
}

/**
 * Stretches that fewer than half of the sites reach are left out: there the curve would tell of other sites. The last
 * one ends with the longest site.
 */
export function joinCurves(
  curves: readonly (readonly (number | undefined)[])[],
  longestPages: number,
): readonly CurvePoint[] {
  return stretches.flatMap((stretch, i) => {
    const known = curves.map((curve) => curve[i]).filter((f1) => f1 !== undefined);
    if (known.length === 0 || known.length * 2 < curves.length) return [];
    const to = Math.min(stretch.to, longestPages);
    return [{ from: stretch.from, to, f1: mean(known), sites: known.length }];
  });
}
