/**
 * What a report shows beyond the results: learning curves and the worst pages. Both need the pages, which are there
 * while a site is scored; results themselves hold no text of a page, so that they may be passed on.
 */

import { readNormalText } from 'dehusk/parts';
import type { PageScore } from '../score/page-score.ts';
import { mean } from '../score/statistics.ts';
import { tokensOf } from '../score/tokens.ts';
import { type PageExcerpt, pageExcerpt, placeSegments } from './page-excerpt.ts';
import type { OnScored, ScoredSite } from './site-result.ts';

export interface Details {
  /** By method; F1 on the lenient zone gold, which covers all pages. */
  readonly curves: ReadonlyMap<string, readonly CurvePoint[]>;
  /** By method, then by site. */
  readonly worst: ReadonlyMap<string, ReadonlyMap<string, readonly WorstPage[]>>;
}

interface DetailCollector {
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

// How well a method does by the position of a page in its site: finer than the three stretches of the tables.

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

/** The pages that a method does worst on, of one site: found while the site is at hand, and kept as excerpts. */
export interface WorstPage extends PageExcerpt {
  readonly url: string;
  /** From 1 on. */
  readonly position: number;
  readonly gold: (typeof shownGolds)[number];
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  /** The method gave text, so that its segments are guessed from it. */
  readonly isGuessed: boolean;
}

/** What the headline is made of, and what covers all pages. */
const shownGolds = ['read', 'lenient'] as const;
export const WORST_PAGES_PER_GOLD = 3;

/** The worst first, gold by gold; a page comes once, and one without a fault does not come. */
function worstPages(scored: ScoredSite): readonly WorstPage[] {
  const found: WorstPage[] = [];
  for (const gold of shownGolds) {
    const candidates = [...scored.scores[gold].entries()]
      .filter(
        ([i, score]) => score !== undefined && score.f1 < 1 && !found.some((page) => page.position === i + 1),
      )
      .sort(([a, first], [b, second]) => first!.f1 - second!.f1 || a - b);
    for (const [i] of candidates.slice(0, WORST_PAGES_PER_GOLD)) found.push(worstPage(scored, gold, i));
  }
  return found;
}

function worstPage(scored: ScoredSite, gold: WorstPage['gold'], i: number): WorstPage {
  const page = scored.pages[i]!;
  const url = page.url ?? '';
  const { f1, precision, recall } = scored.scores[gold][i]!;
  const judged = scored.kept[i]!.segments;
  const kept = judged ?? guessedSegments(scored, i);
  const excerpt = pageExcerpt({ page, labels: scored.labels[gold][i]!, kept });
  return { ...excerpt, url, position: i + 1, gold, f1, precision, recall, isGuessed: judged === undefined };
}

function guessedSegments({ pages, lines }: ScoredSite, i: number): Uint8Array {
  const page = pages[i]!;
  const words = Array.from(page.segments, (node) => tokensOf(readNormalText(page, node)));
  return placeSegments(words, lines.get(page.url ?? '')?.text ?? '');
}
