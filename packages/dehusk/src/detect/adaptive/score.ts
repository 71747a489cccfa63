/**
 * How likely each piece of a page is template, by the evidence on it. Two judges speak: one that was fitted on sites of
 * which other pages are known, and one on single pages, each as the first of its site. On the first page the second
 * decides alone; with every page that is known the first has more to say, and from the fifth on it decides. What the
 * second says is a fact to the first on every page: a site whose memory misleads is still a page that looks like others.
 *
 * Each judge adds up log odds: of a few terms, and of small trees that ask three questions each. A sum of terms cannot
 * tell that a place which never says anything new is a menu beside the article and a label inside it; a tree can.
 * Trees alone lose on sites unlike all others, so they only correct the terms.
 */
import { type CreateRows, type Evidence, evidenceOf, Fact, factCount, logarithm } from './evidence.ts';
import { adaptiveModel } from './model.ts';
import type { Look } from './site-memory.ts';
import { sumTrees, type Trees } from './trees.ts';

/** So many pages until the judge of first pages has nothing more to say. */
const FIRST_PAGES = 4;
/** He was fitted on pages of whose content others have a narrower notion than we; this makes up for it. */
export const FIRST_PAGE_BIAS = -0.5;

/** What was fitted: `dehusk-lab fit` writes `model.ts`. */
export interface Model {
  /** Of sites of which other pages are known: a bias, a weight for each term, and trees. */
  readonly weights: readonly number[];
  readonly siteTrees: Trees;
  /** Of single pages. */
  readonly firstPageTrees: Trees;
}

export interface JudgedPieces {
  readonly evidence: Evidence;
  /** By piece: what this page says, */
  readonly own: Float64Array;
  /** and together with what the pages before said of the same thing. */
  readonly logOdds: Float64Array;
  /** The longest segment of each piece, by which it is known. */
  readonly mains: Uint32Array;
}

/** As `sumTrees`. */
export type SumTrees = typeof sumTrees;

/** What of a look is judged by. */
export type Sight = Pick<Look, 'page' | 'view' | 'said'>;

/** How a page is judged, beside the model: whoever has no use for the rows afterwards may lend some. */
export interface Judging {
  readonly model?: Model | undefined;
  readonly createRows?: CreateRows | undefined;
  readonly sumTrees?: SumTrees | undefined;
}

export function judgePage(look: Sight, judging: Judging = {}): JudgedPieces {
  const evidence = evidenceOf(look.page, look.view, judging.createRows);
  const own = judgePieces(evidence.rows, judging.model ?? adaptiveModel, judging.sumTrees);
  const mains = evidence.mains;
  return { evidence, own, mains, logOdds: recall(look, evidence, own) };
}

/** The scores of a page's segments; those of one piece are the same. */
export function segmentScores({ evidence: { pieces }, logOdds }: JudgedPieces): Float64Array {
  const scores = new Float64Array(pieces.at(-1) ?? 0);
  for (let piece = 0; piece < logOdds.length; piece++)
    scores.fill(probability(logOdds[piece]!), pieces[piece]!, pieces[piece + 1]!);
  return scores;
}

/** The log odds of each piece, by the evidence alone; what the judge of first pages says is written to the rows. */
export function judgePieces(
  rows: Float32Array,
  { weights, siteTrees, firstPageTrees }: Model,
  sum: SumTrees = sumTrees,
): Float64Array {
  if (rows.length === 0) return new Float64Array();
  const early = earlyShare(rows);
  const alone = judgeAlone(rows, firstPageTrees, sum);
  if (early === 1) return alone;
  const known = sum(siteTrees, rows, factCount);
  for (let piece = 0; piece < known.length; piece++) {
    const added = known[piece]! + sumTerms(weights, rows, piece * factCount);
    known[piece] = early * alone[piece]! + (1 - early) * added;
  }
  return known;
}

/** What the judge of first pages says of each piece; in the rows it is a fact for the other judge. */
export function judgeAlone(rows: Float32Array, trees: Trees, sum: SumTrees = sumTrees): Float64Array {
  const logOdds = sum(trees, rows, factCount);
  for (let piece = 0; piece < logOdds.length; piece++) {
    logOdds[piece]! += FIRST_PAGE_BIAS;
    rows[piece * factCount + Fact.alone] = logOdds[piece]!;
  }
  return logOdds;
}

/** What stands on so many pages is one thing on all of them, and gets one verdict: what was said before counts as well, */
const SAME_THING_SHARE = 0.3;
/** as much as so many pages. */
const MOST_WORDS = 20;

function recall({ page, said }: Sight, { rows, mains }: Evidence, own: Float64Array): Float64Array {
  const { seen } = page.sightings;
  const both = own.slice();
  for (let piece = 0; piece < both.length; piece++) {
    if (rows[piece * factCount + Fact.share]! < SAME_THING_SHARE) continue;
    const before = said(mains[piece]!);
    if (before === undefined) continue;
    const words = Math.min(MOST_WORDS, seen[mains[piece]!]!);
    both[piece] = (own[piece]! + words * before) / (1 + words);
  }
  return both;
}

/** How much the judge of first pages has to say. All pieces of a page were seen by as many pages. */
export function earlyShare(rows: Float32Array): number {
  return Math.max(0, 1 - rows[Fact.pages]! / FIRST_PAGES);
}

// The terms

/** In the order of the weights of the model; docs/methods/adaptive.md says what each is for. */
export const termNames = [
  'seenBefore',
  'repeatedLink',
  'repeatedLinkInMain',
  'repeatedProse',
  'repeatedAlone',
  'repeatedAround',
  'blockLinks',
  'withinPage',
  'step',
  'stepOnFirstPages',
] as const;

/** The longest label: of repeated texts that are content by reading, links apart, 98 in 100 are shorter; of others 84. */
const LABEL_LOGARITHM = logarithm(25);
/** Of its characters; a date or a counter in a frame makes it no content. */
const NEXT_TO_NOTHING = 0.05;
const NOTHING = 0.02;

/** Writes the terms of the row at `at` to `terms`, from `to` on. */
export function writeTerms(rows: Float32Array, at: number, terms: Float64Array, to: number): void {
  const again = rows[at + Fact.repeated]!;
  const repeatedLink = again * rows[at + Fact.link]!;
  // Half by this page and half by those before it: either alone takes a sidebar of comments for the article at times.
  const step = (rows[at + Fact.steps]! + rows[at + Fact.mixedSteps]!) / 2;
  terms[to] = seenBefore(rows, at);
  terms[to + 1] = repeatedLink;
  terms[to + 2] = step === 0 ? repeatedLink : 0;
  terms[to + 3] = again * Math.max(0, rows[at + Fact.chars]! - LABEL_LOGARITHM);
  terms[to + 4] = rows[at + Fact.blockNew]! < NOTHING ? again : 0;
  terms[to + 5] = rows[at + Fact.new2]! < NEXT_TO_NOTHING ? again : 0;
  terms[to + 6] = rows[at + Fact.blockLink]!;
  terms[to + 7] = rows[at + Fact.within]!;
  terms[to + 8] = step;
  terms[to + 9] = step / (1 + rows[at + Fact.pages]!);
}

/** On a tenth of the pages that have its place a text has been seen before; once in forty is next to never. */
const SEEN_SHARE = 0.1;

function seenBefore(rows: Float32Array, at: number): number {
  return rows[at + Fact.presence]! > 0
    ? Math.min(1, rows[at + Fact.shareHere]! / SEEN_SHARE)
    : rows[at + Fact.seen]!;
}

const terms = new Float64Array(termNames.length);

function sumTerms(weights: Model['weights'], rows: Float32Array, at: number): number {
  writeTerms(rows, at, terms, 0);
  let sum = weights[0]!;
  for (let term = 0; term < terms.length; term++) sum += weights[term + 1]! * terms[term]!;
  return sum;
}

// Probabilities

/** Beyond that a score is 0 or 1 as far as anybody sees. */
const MOST_LOG_ODDS = 30;

/** Of log odds; by additions and multiplications, which are the same in every engine. `Math.exp` need not be. */
export function probability(logOdds: number): number {
  const bounded = Math.min(MOST_LOG_ODDS, Math.max(-MOST_LOG_ODDS, logOdds));
  return 1 / (1 + exponential(-bounded));
}

const LOG_2 = Math.LN2;

/** e to the power of x: a power of two, and a series for what is left of x. */
function exponential(x: number): number {
  const twos = Math.round(x / LOG_2);
  const rest = x - twos * LOG_2;
  let sum = 1;
  for (let term = 12; term >= 1; term--) sum = 1 + (sum * rest) / term;
  return sum * 2 ** twos;
}
