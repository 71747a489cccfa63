/**
 * What is weighed: of each term a segment has so much, and its log odds for template are the weighted sum. Apart from
 * the weights, because whoever fits them anew must see the same terms as the method (scripts/fit-adaptive.ts).
 */
import { gatherEvidence, type Sightings } from './evidence.ts';
import { type Outline, SegmentFlag } from './outline.ts';

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
export type TermName = (typeof termNames)[number];

/** The longest label: of repeated texts that are content by reading, links apart, 98 in 100 are shorter; of others 84. */
const LABEL_CHARS = 25;

/** A row for each segment, one after the other. */
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
