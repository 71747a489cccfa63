/** The probability that a segment is template: a logistic score of the evidence. */
import type { Evidence, Sightings } from './evidence.ts';
import { gatherEvidence } from './evidence.ts';
import { type Outline, SegmentFlag } from './outline.ts';

/**
 * Log odds for template, fitted on labelled sites with each site and, within a site, content and template counting
 * the same; docs/methods/adaptive.md tells how, and what is lost without each of them.
 */
const weights = {
  bias: -2.72,
  /** A menu item that nearly every page has is template; a label ("Price:") may be just as frequent. */
  sightingOdds: 0.27,
  /** So what is repeated weighs far more as a link, */
  repeatedLink: 2.18,
  /** as a text longer than any label, per factor e of its length beyond `LABEL_CHARS`, */
  repeatedProse: 1.46,
  /** and where its block says nothing new. */
  repeatedAlone: 1.69,
  /** Lists of links are navigation more often than not, even before they are seen again. */
  blockLinks: 1,
  /** Links to places of the same page are its table of contents. */
  withinPage: 2.7,
  /** Per step away from where the page says most of its new prose. */
  step: 0.93,
  /** Of a site's first page nothing is known to be repeated; what is template must be found by the rest. */
  firstPages: 1.35,
};

/** The longest label: of the repeated texts that are content by gold nine in ten are shorter. */
const LABEL_CHARS = 25;

export function scoreSegments(outline: Outline, sightings: Sightings): Float64Array {
  const evidence = gatherEvidence(outline, sightings);
  const start = weights.bias + weights.firstPages / (1 + sightings.pages);
  const scores = new Float64Array(outline.count);
  for (let i = 0; i < outline.count; i++) {
    const logOdds = start + repetitionOdds(evidence, outline, i) + placeOdds(evidence, outline, i);
    scores[i] = 1 / (1 + Math.exp(-logOdds));
  }
  return scores;
}

function repetitionOdds(evidence: Evidence, { chars, flags }: Outline, i: number): number {
  const isLink = (flags[i]! & SegmentFlag.link) !== 0;
  const prose = Math.max(0, Math.log((chars[i]! + 1) / LABEL_CHARS));
  const kind =
    (isLink ? weights.repeatedLink : 0) +
    weights.repeatedProse * prose +
    (evidence.besideNew[i] === 0 ? weights.repeatedAlone : 0);
  return weights.sightingOdds * evidence.sightingOdds[i]! + evidence.repeated[i]! * kind;
}

function placeOdds({ blockLinks, steps }: Evidence, { flags }: Outline, i: number): number {
  const isWithinPage = (flags[i]! & SegmentFlag.withinPage) !== 0;
  return (
    weights.blockLinks * blockLinks[i]! + weights.step * steps[i]! + (isWithinPage ? weights.withinPage : 0)
  );
}
