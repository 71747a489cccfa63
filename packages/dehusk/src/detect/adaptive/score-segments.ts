/** The probability that a segment is template: a logistic score of the evidence. */
import type { Sightings } from './evidence.ts';
import type { Outline } from './outline.ts';
import { segmentTerms, type TermName, termNames } from './terms.ts';

/**
 * Log odds for template, fitted on labelled sites with each site counting the same and, within a site, content and
 * template nearly so: `npm run fit:adaptive`. docs/methods/adaptive.md tells how, and what is lost without each of them.
 */
export const weights: Readonly<Record<'bias' | TermName, number>> = {
  bias: -4.42,
  /** Prose that is new is content; what was seen before may be a menu item or a label ("Price:"). */
  seenBefore: 1.46,
  /** So what is repeated weighs far more as a link, */
  repeatedLink: 2.14,
  /** even where the content is, in which distance says nothing, */
  repeatedLinkInMain: 0.86,
  /** as a text longer than any label, per factor e of its length beyond that of a label, */
  repeatedProse: 1.85,
  /** where its block says nothing new, */
  repeatedAlone: 2.28,
  /** and where nothing is new around its block: a heading over a menu, not one over a table. */
  repeatedAround: 1.57,
  /** Lists of links are navigation more often than not, even before they are seen again. */
  blockLinks: 1.22,
  /** Links to places of the same page are its table of contents. */
  withinPage: 2.84,
  /** Per step away from where the page says most of its new prose, */
  step: 0.67,
  /** and more on a site's first pages, of which nothing is known to be repeated. */
  stepOnFirstPages: 2.4,
};

const inOrder = Float64Array.from(termNames, (name) => weights[name]);

export function scoreSegments(outline: Outline, sightings: Sightings): Float64Array {
  const terms = segmentTerms(outline, sightings);
  const scores = new Float64Array(outline.count);
  for (let i = 0, at = 0; i < scores.length; i++) {
    let logOdds = weights.bias;
    for (let term = 0; term < inOrder.length; term++) logOdds += inOrder[term]! * terms[at++]!;
    scores[i] = 1 / (1 + Math.exp(-logOdds));
  }
  return scores;
}
