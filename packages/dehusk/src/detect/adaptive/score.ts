/**
 * The probability that a segment is template: a logistic score of what speaks for and against it.
 *
 * Everything is about one page and about on how many other pages each of its segments stood; nothing depends on
 * words, on class names or on what kind of site it is. Evidence is gathered from the page, terms are made of it, and
 * the log odds for template are the weighted sum of the terms.
 */
import { nothingNewAround, type Outline, regionsOf, SegmentFlag, stepsFromMain } from './outline.ts';

/** On how many other pages the segments of a page stood: faded counts, so they need not be whole. */
export interface Sightings {
  /** Of `pages`, for each segment. */
  readonly seen: Float64Array;
  readonly pages: number;
}

/** In the order of the columns of `segmentTerms`. */
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
type TermName = (typeof termNames)[number];

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

/** The longest label: of repeated texts that are content by reading, links apart, 98 in 100 are shorter; of others 84. */
const LABEL_CHARS = 25;

/**
 * A row for each segment, one after the other. Apart from the weights, because whoever fits them anew must see the
 * same terms.
 */
export function segmentTerms(outline: Outline, sightings: Sightings): Float64Array {
  const { count, chars, flags } = outline;
  const { repeated, seenBefore, blockLinks, besideNew, nothingNewAround, steps } = gatherEvidence(
    outline,
    sightings,
  );
  const firstPages = 1 / (1 + sightings.pages);
  const terms = new Float64Array(count * termNames.length);
  for (let i = 0, at = 0; i < count; i++) {
    const repeatedLink = (flags[i]! & SegmentFlag.link) !== 0 ? repeated[i]! : 0;
    const isProse = repeated[i]! > 0 && chars[i]! >= LABEL_CHARS;
    terms[at++] = seenBefore[i]!;
    terms[at++] = repeatedLink;
    terms[at++] = steps[i] === 0 ? repeatedLink : 0;
    terms[at++] = isProse ? repeated[i]! * Math.log((chars[i]! + 1) / LABEL_CHARS) : 0;
    terms[at++] = besideNew[i] === 0 ? repeated[i]! : 0;
    terms[at++] = nothingNewAround[i] === 1 ? repeated[i]! : 0;
    terms[at++] = blockLinks[i]!;
    terms[at++] = (flags[i]! & SegmentFlag.withinPage) !== 0 ? 1 : 0;
    terms[at++] = steps[i]!;
    terms[at++] = steps[i]! * firstPages;
  }
  return terms;
}

/** Columns of as many entries as the page has segments. */
interface Evidence {
  /** How repeated the segment is, 0 … 1. */
  readonly repeated: Float64Array;
  /** 1 if it was seen on another page, and less if that is long ago, or if hardly any page of many has it. */
  readonly seenBefore: Float64Array;
  /** Share of its block's characters that are in links. */
  readonly blockLinks: Float64Array;
  /** 1 if its block has a text that is new. */
  readonly besideNew: Uint8Array;
  /** 1 if what is around its block has next to nothing new either. */
  readonly nothingNewAround: Uint8Array;
  /** How far it is from where the page says most of its new prose. */
  readonly steps: Uint8Array;
}

/** On two pages of five and more a segment is wholly repeated: menus of a section need not be on every page. */
const WHOLLY_REPEATED_SHARE = 0.4;
/** Less repeated than that, on one page of five, a text counts as new. */
const NEW_BELOW = 0.5;
/** The share of pages from which on a text is not new. */
export const REPEATED_SHARE: number = WHOLLY_REPEATED_SHARE * NEW_BELOW;

export function gatherEvidence(outline: Outline, sightings: Sightings): Evidence {
  const repeated = repetition(sightings);
  const regions = regionsOf(outline);
  return {
    repeated,
    seenBefore: sightings.seen.map((count) => Math.min(1, count)),
    ...blockEvidence(outline, repeated),
    nothingNewAround: nothingNewAround(outline, regions, repeated),
    steps: stepsFromMain(outline, regions, repeated),
  };
}

function repetition({ seen, pages }: Sightings): Float64Array {
  const repeated = new Float64Array(seen.length);
  if (pages === 0) return repeated;
  for (let i = 0; i < seen.length; i++) repeated[i] = Math.min(1, seen[i]! / (WHOLLY_REPEATED_SHARE * pages));
  return repeated;
}

function blockEvidence(
  { count, chars, flags }: Outline,
  repeated: Float64Array,
): Pick<Evidence, 'blockLinks' | 'besideNew'> {
  const blockLinks = new Float64Array(count);
  const besideNew = new Uint8Array(count);
  for (let from = 0; from < count; ) {
    let to = from;
    let all = 0;
    let inLinks = 0;
    let hasNew = 0;
    do {
      const weight = chars[to]! + 1;
      all += weight;
      if ((flags[to]! & SegmentFlag.link) !== 0) inLinks += weight;
      if (repeated[to]! < NEW_BELOW) hasNew = 1;
      to++;
    } while (to < count && (flags[to]! & SegmentFlag.blockStart) === 0);
    blockLinks.fill(inLinks / all, from, to);
    besideNew.fill(hasNew, from, to);
    from = to;
  }
  return { blockLinks, besideNew };
}
