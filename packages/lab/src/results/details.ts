/**
 * What a report shows beyond the results: learning curves and the worst pages. Both need the pages, which are there
 * while a site is scored; results themselves hold no text of a page, so that they may be passed on.
 */
import { type CurvePoint, joinCurves, siteCurve } from './learning-curve.ts';
import type { OnScored } from './scored-site.ts';
import { type WorstPage, worstPages } from './worst-pages.ts';

export interface Details {
  /** By method; F1 on the lenient zone gold, which covers all pages. */
  readonly curves: ReadonlyMap<string, readonly CurvePoint[]>;
  /** By method, then by site. */
  readonly worst: ReadonlyMap<string, ReadonlyMap<string, readonly WorstPage[]>>;
}

export interface DetailCollector {
  readonly onScored: OnScored;
  details(): Details;
}

export function collectDetails(): DetailCollector {
  const curves = new Map<string, (readonly (number | undefined)[])[]>();
  const worst = new Map<string, Map<string, readonly WorstPage[]>>();
  let longestPages = 0;
  return {
    onScored: (scored) => {
      const { method, site, pages } = scored;
      longestPages = Math.max(longestPages, pages.length);
      const curve = siteCurve(scored.scores.lenient);
      // A site without a zone gold has none.
      if (curve.some((f1) => f1 !== undefined)) curves.set(method, [...(curves.get(method) ?? []), curve]);
      worst.set(method, (worst.get(method) ?? new Map()).set(site, worstPages(scored)));
    },
    details: () => ({
      curves: new Map([...curves].map(([method, ofSites]) => [method, joinCurves(ofSites, longestPages)])),
      worst,
    }),
  };
}
