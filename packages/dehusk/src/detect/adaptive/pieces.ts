/**
 * The pieces of a page: what is kept or removed whole. A piece is a line, the text between two block borders: so no
 * word is taken out of a sentence, no value out of its cell, no type out of a line of code.
 *
 * What stands in one line and is several things to a reader comes apart:
 *
 *     Home | News | Contact          every word is in a link, and there are several links: each is a piece
 *     History [edit]                 links or buttons behind a heading, the same on many pages where the heading is
 *                                    new, in a place of the site that never says anything new
 */
import { type Outline, SegmentFlag } from './outline.ts';
import { Mark } from './places.ts';

/** What the memory of a site says of the segments of a page. */
export interface SegmentMemory {
  /** How repeated each is, 0 … 1. */
  readonly repeated: Float64Array;
  /** Whether its place says the same things on all pages. */
  readonly isFixedPlace: (segment: number) => boolean;
}

/** Less repeated than that a text counts as new. */
export const NEW_BELOW = 0.5;

/** The first segment of each piece, and the number of segments. */
export function piecesOf(outline: Outline, memory: SegmentMemory): Uint32Array {
  const { count, flags } = outline;
  const starts = new Uint32Array(count + 1);
  let pieces = 0;
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && (flags[to]! & SegmentFlag.lineStart) === 0) to++;
    starts[pieces++] = from;
    if (to - from > 1) {
      if (isLinkList(outline, from, to)) {
        for (let i = from + 1; i < to; i++)
          if ((flags[i]! & SegmentFlag.linkStart) !== 0 && hasLinkBefore(outline, from, i))
            starts[pieces++] = i;
      } else {
        const tail = tailOf(outline, memory, { from, to });
        if (tail < to) starts[pieces++] = tail;
      }
    }
    from = to;
  }
  starts[pieces++] = count;
  return starts.slice(0, pieces);
}

interface Line {
  readonly from: number;
  readonly to: number;
}

/** Headings and code are one thing, even where every word of them is a link. */
const wholeMarks = Mark.heading | Mark.preformatted;

function isLinkList({ flags, place, places }: Outline, from: number, to: number): boolean {
  if ((places.marks[place[from]!]! & wholeMarks) !== 0) return false;
  let links = 0;
  for (let i = from; i < to; i++) {
    const isLink = (flags[i]! & SegmentFlag.link) !== 0;
    if (!isLink && (flags[i]! & SegmentFlag.word) !== 0) return false;
    if ((flags[i]! & SegmentFlag.linkStart) !== 0) links++;
  }
  return links > 1;
}

function hasLinkBefore({ flags }: Outline, from: number, before: number): boolean {
  for (let i = from; i < before; i++) if ((flags[i]! & SegmentFlag.link) !== 0) return true;
  return false;
}

/**
 * Where the tail of a heading begins that is a thing of its own; `to` if it has none. Behind other lines such tails
 * are mostly parts of a sentence ("see also our FAQ").
 */
function tailOf(outline: Outline, { repeated, isFixedPlace }: SegmentMemory, { from, to }: Line): number {
  const { flags, place, places, joint } = outline;
  if ((places.marks[place[from]!]! & Mark.heading) === 0) return to;
  let top = joint[from + 1]!;
  for (let i = from + 2; i < to; i++) top = Math.min(top, joint[i]!);
  let tail = to;
  for (let i = to - 1; i > from; i--) {
    if ((flags[i]! & SegmentFlag.word) !== 0) {
      const isLinkOrControl =
        (flags[i]! & SegmentFlag.link) !== 0 || (places.marks[place[i]!]! & Mark.control) !== 0;
      if (!isLinkOrControl || repeated[i]! < 1 || !isFixedPlace(i)) break;
    }
    // Only where an element directly in the line begins: a bracket before a link goes with the link.
    if (joint[i] === top) tail = i;
  }
  if (tail === to) return to;
  // Signs alone are no thing, and what is left must be worth keeping by itself.
  let tailHasWord = false;
  for (let i = tail; i < to; i++) tailHasWord ||= (flags[i]! & SegmentFlag.word) !== 0;
  let restIsNew = false;
  for (let i = from; i < tail; i++)
    restIsNew ||= (flags[i]! & SegmentFlag.word) !== 0 && repeated[i]! < NEW_BELOW;
  return tailHasWord && restIsNew ? tail : to;
}
