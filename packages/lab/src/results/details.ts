/**
 * What a report shows beyond the results: learning curves, and the worst pages in excerpts. Both need the pages, which are there
 * while a site is scored; results themselves hold no text of a page, so that they may be passed on.
 */

import type { Page } from 'dehusk';
import { readNormalText, splitBlocks } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import type { PageScore } from '../score/page-score.ts';
import { mean } from '../score/statistics.ts';
import { tokensOf } from '../score/tokens.ts';
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

// A page as gold and a method see it, short enough to be looked at: its text by blocks, in runs on which the two agree
// or not. Blocks on which they agree are left out but for the neighbours of those on which they do not.

/** Both keep it, both remove it, the method is wrong in one of two ways, or it is not scored. */
const runKinds = ['content', 'template', 'kept', 'removed', 'ignored'] as const;
export type RunKind = (typeof runKinds)[number];

export interface ExcerptRun {
  readonly kind: RunKind;
  readonly text: string;
  /** Where the run was too long: so many characters after the text are left out, and then it ends like this. */
  readonly cut?: { readonly chars: number; readonly tail: string };
}

export type KindChars = Readonly<Record<RunKind, number>>;

export type ExcerptPart =
  | { readonly runs: readonly ExcerptRun[] }
  | { readonly leftOut: KindChars; readonly blocks: number };

export interface PageExcerpt {
  /** Of the whole page. */
  readonly chars: KindChars;
  readonly parts: readonly ExcerptPart[];
}

interface SeenPage {
  readonly page: Page;
  readonly labels: GoldLabels;
  /** 1 for each segment that the method keeps. */
  readonly kept: Uint8Array;
}

/** A sentence or two show what a run is; of what went wrong somebody wants to see more. */
const agreed = { most: 170, head: 90, tail: 50 };
const wrong = { most: 520, head: 340, tail: 120 };
/** So much text of a page is shown; the worst page of a large site may be all wrong. */
const MOST_CHARS = 7_000;

export function pageExcerpt(seen: SeenPage): PageExcerpt {
  const blocks = blockRuns(seen);
  const isWrong = blocks.map((runs) => runs.some(({ kind }) => kind === 'kept' || kind === 'removed'));
  const isNear = (i: number): boolean => [i - 1, i, i + 1].some((near) => isWrong[near]);
  const parts: ExcerptPart[] = [];
  let shown = 0;
  for (const [i, runs] of blocks.entries()) {
    const short = runs.map(shortened);
    if (isNear(i) && shown < MOST_CHARS) {
      parts.push({ runs: short });
      shown += short.reduce((sum, { text, cut }) => sum + text.length + (cut?.tail.length ?? 0), 0);
    } else leaveOut(parts, runs);
  }
  return { chars: kindChars(blocks.flat()), parts };
}

/** What gold says of a segment and what the method does with it. */
function kindOf(label: number, isKept: boolean): RunKind {
  if (label === GoldLabel.ignored) return 'ignored';
  if (label === GoldLabel.content) return isKept ? 'content' : 'removed';
  return isKept ? 'kept' : 'template';
}

interface Run {
  readonly kind: RunKind;
  text: string;
  chars: number;
}

function blockRuns({ page, labels, kept }: SeenPage): readonly (readonly Run[])[] {
  const { count, start } = splitBlocks(page);
  return Array.from({ length: count }, (_, block) => {
    const runs: Run[] = [];
    for (let segment = start[block]!; segment < start[block + 1]!; segment++) {
      const node = page.segments[segment]!;
      const kind = kindOf(labels[segment]!, kept[segment] === 1);
      const last = runs.at(-1);
      if (last?.kind !== kind)
        runs.push({ kind, text: readNormalText(page, node), chars: page.chars[node]! });
      else {
        last.text += ` ${readNormalText(page, node)}`;
        last.chars += page.chars[node]!;
      }
    }
    return runs;
  });
}

function shortened({ kind, text }: Run): ExcerptRun {
  const { most, head, tail } = kind === 'kept' || kind === 'removed' ? wrong : agreed;
  // By code points: a cut through a pair would leave two halves of a letter.
  const points = text.length > most ? [...text] : [];
  if (points.length <= most) return { kind, text };
  const cut = { chars: points.length - head - tail, tail: points.slice(-tail).join('') };
  return { kind, text: points.slice(0, head).join(''), cut };
}

function leaveOut(parts: ExcerptPart[], runs: readonly Run[]): void {
  const chars = kindChars(runs);
  const last = parts.at(-1);
  if (last === undefined || 'runs' in last) parts.push({ leftOut: chars, blocks: 1 });
  else parts[parts.length - 1] = { leftOut: sum(last.leftOut, chars), blocks: last.blocks + 1 };
}

function kindChars(runs: readonly Run[]): KindChars {
  const chars: Record<RunKind, number> = { content: 0, template: 0, kept: 0, removed: 0, ignored: 0 };
  for (const run of runs) chars[run.kind] += run.chars;
  return chars;
}

function sum(first: KindChars, second: KindChars): KindChars {
  return Object.fromEntries(runKinds.map((kind) => [kind, first[kind] + second[kind]])) as KindChars;
}

// Which segments of a page a tool has kept that gives text: those whose words stand in the text whole and in the order
// of the page. The longest are placed first, so that a "home" of the menu does not take the place of one in a sentence
// and push all that follows behind it. Good for looking at a page; scores do not use it.

interface Place {
  readonly start: number;
  readonly end: number;
}

/** `words`: of each segment. Returns 1 for each segment that is kept. */
export function placeSegments(words: readonly (readonly string[])[], text: string): Uint8Array {
  const line = ` ${tokensOf(text).join(' ')} `;
  const wanted = words.map((tokens) => ` ${tokens.join(' ')} `);
  const places: (Place | undefined)[] = wanted.map(() => undefined);
  const longestFirst = [...wanted.keys()]
    .filter((segment) => words[segment]!.length > 0)
    .sort((a, b) => wanted[b]!.length - wanted[a]!.length || a - b);
  for (const segment of longestFirst) {
    const start = line.indexOf(wanted[segment]!, endBefore(places, segment));
    // The space behind the last word is also the one before the next.
    const end = start + wanted[segment]!.length - 1;
    if (start >= 0 && end <= startBehind(places, segment, line)) places[segment] = { start, end };
  }
  return Uint8Array.from(places, (place) => (place === undefined ? 0 : 1));
}

function endBefore(places: readonly (Place | undefined)[], segment: number): number {
  for (let i = segment - 1; i >= 0; i--) if (places[i] !== undefined) return places[i]!.end;
  return 0;
}

function startBehind(places: readonly (Place | undefined)[], segment: number, line: string): number {
  for (let i = segment + 1; i < places.length; i++) if (places[i] !== undefined) return places[i]!.start;
  return line.length;
}
