/**
 * What speaks for and against each segment of a page being template, as numbers that weights are made for.
 *
 * Everything is about one page and about on how many other pages each of its segments stood; nothing depends on
 * words, on class names or on what kind of site it is.
 */
import { stepsFromMain } from './main-region.ts';
import { type Outline, SegmentFlag } from './outline.ts';
import { regionsOf } from './regions.ts';
import { nothingNewAround } from './surroundings.ts';

/** On how many other pages the segments of a page stood: faded counts, so they need not be whole. */
export interface Sightings {
  /** Of `pages`, for each segment. */
  readonly seen: Float64Array;
  readonly pages: number;
}

/** Columns of as many entries as the page has segments. */
export interface Evidence {
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
