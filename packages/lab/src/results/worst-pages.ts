/** The pages that a method does worst on, of one site: found while the site is at hand, and kept as excerpts. */
import { readNormalText } from 'dehusk/parts';
import { tokensOf } from '../score/tokens.ts';
import { type PageExcerpt, pageExcerpt } from './page-excerpt.ts';
import { placeSegments } from './place-segments.ts';
import type { ScoredSite } from './scored-site.ts';

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
export function worstPages(scored: ScoredSite): readonly WorstPage[] {
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
