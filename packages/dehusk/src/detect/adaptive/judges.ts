/**
 * What the two judges make of the facts: see `score.ts`. Terms and trees are added up in the same order everywhere, so
 * that scores are the same to the bit. The core is compiled from this file too.
 */

import type { f64, i32 } from './columns.ts';
import {
  type F64Column,
  type Facts,
  factOf,
  powerOfTwo,
  setFact,
  type U32Column,
  type Weights,
} from './columns.ts';
import { logarithm } from './evidence.ts';
import { Fact } from './facts.ts';

/** So many pages until the judge of first pages has nothing more to say. */
const FIRST_PAGES: f64 = 4;
/** He was fitted on pages of whose content others have a narrower notion than we; this makes up for it. */
export const FIRST_PAGE_BIAS: number = -0.5;

/** How much the judge of first pages has to say. All pieces of a page were seen by as many pages. */
export function earlyShare(facts: Facts): f64 {
  return Math.max(0, 1 - factOf(facts, 0, Fact.pages) / FIRST_PAGES);
}

/** Of the text of a page. What stands in one place and is that much is an index, or a list of contents; no frame is. */
const MOST_OF_PAGE: f64 = 0.75;
/** Hardly a page that was fitted to is like that, so no tree asks; and without it next to nothing is left of such pages. */
const MOST_OF_PAGE_ODDS: f64 = -3;

/** What the judge of first pages knows without his trees. */
export function mostOfPage(facts: Facts, piece: i32): f64 {
  return factOf(facts, piece, Fact.placeShare) >= MOST_OF_PAGE ? MOST_OF_PAGE_ODDS : 0;
}

/**
 * `alone`: what the trees of first pages say of each piece, which becomes what their judge says. What the trees say is a
 * fact for the other judge, who knows by himself what an index of the site is like.
 */
export function finishAlone(facts: Facts, count: i32, alone: F64Column): void {
  for (let piece = 0; piece < count; piece++) {
    const said: f64 = alone[piece]! + FIRST_PAGE_BIAS;
    setFact(facts, piece, Fact.alone, said);
    alone[piece] = said + mostOfPage(facts, piece);
  }
}

/** `known`: what the trees of sites say, which becomes what both judges say. `terms`: room for those of a piece. */
export function finishKnown(
  facts: Facts,
  count: i32,
  weights: Weights,
  alone: F64Column,
  known: F64Column,
  terms: F64Column,
): void {
  const early: f64 = earlyShare(facts);
  for (let piece = 0; piece < count; piece++) {
    writeTerms(facts, piece, terms, 0);
    let sum: f64 = weights[0]!;
    for (let term = 0; term < TERMS; term++) sum += weights[term + 1]! * terms[term]!;
    const added: f64 = known[piece]! + sum;
    known[piece] = early * alone[piece]! + (1 - early) * added;
  }
}

// The terms

export const TERMS: i32 = 10;

/** The longest label: of repeated texts that are content by reading, links apart, 98 in 100 are shorter; of others 84. */
const LABEL_LOGARITHM: f64 = logarithm(25);
/** Of its characters; a date or a counter in a frame makes it no content. */
const NEXT_TO_NOTHING: f64 = 0.05;
const NOTHING: f64 = 0.02;

/** Writes the terms of a piece to `terms`, from `to` on, in the order of `termNames`. */
export function writeTerms(facts: Facts, piece: i32, terms: F64Column, to: i32): void {
  const again: f64 = factOf(facts, piece, Fact.repeated);
  const repeatedLink: f64 = again * factOf(facts, piece, Fact.link);
  // Half by this page and half by those before it: either alone takes a sidebar of comments for the article at times.
  const step: f64 = (factOf(facts, piece, Fact.steps) + factOf(facts, piece, Fact.mixedSteps)) / 2;
  terms[to] = seenBefore(facts, piece);
  terms[to + 1] = repeatedLink;
  terms[to + 2] = step === 0 ? repeatedLink : 0;
  terms[to + 3] = again * Math.max(0, factOf(facts, piece, Fact.chars) - LABEL_LOGARITHM);
  terms[to + 4] = factOf(facts, piece, Fact.blockNew) < NOTHING ? again : 0;
  terms[to + 5] = factOf(facts, piece, Fact.new2) < NEXT_TO_NOTHING ? again : 0;
  terms[to + 6] = factOf(facts, piece, Fact.blockLink);
  terms[to + 7] = factOf(facts, piece, Fact.within);
  terms[to + 8] = step;
  terms[to + 9] = step / (1 + factOf(facts, piece, Fact.pages));
}

/** On a tenth of the pages that have its place a text has been seen before; once in forty is next to never. */
const SEEN_SHARE: f64 = 0.1;

function seenBefore(facts: Facts, piece: i32): f64 {
  return factOf(facts, piece, Fact.presence) > 0
    ? Math.min(1, factOf(facts, piece, Fact.shareHere) / SEEN_SHARE)
    : factOf(facts, piece, Fact.seen);
}

// Probabilities

/** The scores of a page's segments; those of one piece are the same. */
export function scoreSegments(starts: U32Column, count: i32, logOdds: F64Column, scores: F64Column): void {
  for (let piece = 0; piece < count; piece++)
    scores.fill(probability(logOdds[piece]!), starts[piece]!, starts[piece + 1]!);
}

/** Beyond that a score is 0 or 1 as far as anybody sees. */
const MOST_LOG_ODDS: f64 = 30;

/** Of log odds; by additions and multiplications, which are the same in every engine. `Math.exp` need not be. */
export function probability(logOdds: f64): f64 {
  const bounded: f64 = Math.min(MOST_LOG_ODDS, Math.max(-MOST_LOG_ODDS, logOdds));
  return 1 / (1 + exponential(-bounded));
}

const LOG_2: f64 = Math.LN2;

/** e to the power of x: a power of two, and a series for what is left of x. */
function exponential(x: f64): f64 {
  const twos: f64 = Math.round(x / LOG_2);
  const rest: f64 = x - twos * LOG_2;
  let sum: f64 = 1;
  for (let term = 12; term >= 1; term--) sum = 1 + (sum * rest) / term;
  return sum * powerOfTwo(twos);
}
