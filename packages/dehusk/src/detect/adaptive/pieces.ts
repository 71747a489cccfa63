/**
 * The pieces of a page: what is kept or removed whole. A piece is a line, the text between two block borders: so no
 * word is taken out of a sentence, no value out of its cell, no line out of a program. The core is compiled from this
 * file too.
 *
 * What stands in one line and is several things to a reader comes apart:
 *
 *     Home | News | Contact          every word is in a link, and there are several links: each is a piece
 *     History [edit]                 links or buttons behind a heading, the same on many pages where the heading is
 *                                    new, in a place of the site that never says anything new
 */
import type { bool, F64Column, f64, i32, Outline, SchemaView, U32Column } from './columns.ts';
import { Mark, NEW_BELOW, SegmentFlag } from './facts.ts';

/** The first segment of each piece, and the number of segments. Returns how many pieces there are. */
export function findPieces(outline: Outline, repeated: F64Column, view: SchemaView, starts: U32Column): i32 {
  const flags = outline.flags;
  const count: i32 = outline.count;
  let pieces: i32 = 0;
  let from: i32 = 0;
  while (from < count) {
    let to: i32 = from + 1;
    while (to < count && !isBorder(outline, to)) to++;
    starts[pieces++] = from;
    if (to - from > 1) {
      if (isLinkList(outline, from, to)) {
        for (let i = from + 1; i < to; i++)
          if ((flags[i]! & SegmentFlag.linkStart) !== 0 && hasLinkBefore(outline, from, i))
            starts[pieces++] = i;
      } else {
        const tail: i32 = tailOf(outline, repeated, view, from, to);
        if (tail < to) starts[pieces++] = tail;
      }
    }
    from = to;
  }
  starts[pieces] = count;
  return pieces;
}

/** Between the lines of preformatted text there is none: code is kept or removed whole, however its lines are set. */
function isBorder(outline: Outline, segment: i32): bool {
  if ((outline.flags[segment]! & SegmentFlag.lineStart) === 0) return false;
  return (outline.places.marks[outline.jointPlace[segment]!]! & Mark.preformatted) === 0;
}

function marksAt(outline: Outline, segment: i32): i32 {
  return outline.places.marks[outline.place[segment]!]!;
}

/** Headings and code are one thing, even where every word of them is a link. */
const WHOLE_MARKS: i32 = Mark.heading | Mark.preformatted;

function isLinkList(outline: Outline, from: i32, to: i32): bool {
  const flags = outline.flags;
  if ((marksAt(outline, from) & WHOLE_MARKS) !== 0) return false;
  let links: i32 = 0;
  for (let i = from; i < to; i++) {
    const isLink: bool = (flags[i]! & SegmentFlag.link) !== 0;
    if (!isLink && (flags[i]! & SegmentFlag.word) !== 0) return false;
    if ((flags[i]! & SegmentFlag.linkStart) !== 0) links++;
  }
  return links > 1;
}

function hasLinkBefore(outline: Outline, from: i32, before: i32): bool {
  for (let i = from; i < before; i++) if ((outline.flags[i]! & SegmentFlag.link) !== 0) return true;
  return false;
}

/** A place says the same on all pages if less than that of it is new, and so many pages say so. */
const FIXED_NEWNESS: f64 = 0.1;
const FIXED_PAGES: f64 = 3;

function isFixedPlace(view: SchemaView, place: i32): bool {
  return view.known[place]! >= FIXED_PAGES && view.newness[place]! < FIXED_NEWNESS;
}

/**
 * Where the tail of a heading begins that is a thing of its own; `to` if it has none. Behind other lines such tails
 * are mostly parts of a sentence ("see also our FAQ").
 */
function tailOf(outline: Outline, repeated: F64Column, view: SchemaView, from: i32, to: i32): i32 {
  const flags = outline.flags;
  const joint = outline.joint;
  if ((marksAt(outline, from) & Mark.heading) === 0) return to;
  let top: i32 = joint[from + 1]!;
  for (let i = from + 2; i < to; i++) if (joint[i]! < top) top = joint[i]!;
  let tail: i32 = to;
  for (let i = to - 1; i > from; i--) {
    if ((flags[i]! & SegmentFlag.word) !== 0) {
      const isLinkOrControl: bool =
        (flags[i]! & SegmentFlag.link) !== 0 || (marksAt(outline, i) & Mark.control) !== 0;
      if (!isLinkOrControl || repeated[i]! < 1 || !isFixedPlace(view, outline.place[i]!)) break;
    }
    // Only where an element directly in the line begins: a bracket before a link goes with the link.
    if (joint[i]! === top) tail = i;
  }
  if (tail === to) return to;
  // Signs alone are no thing, and what is left must be worth keeping by itself.
  let tailHasWord: bool = false;
  for (let i = tail; i < to; i++) if ((flags[i]! & SegmentFlag.word) !== 0) tailHasWord = true;
  let restIsNew: bool = false;
  for (let i = from; i < tail; i++)
    if ((flags[i]! & SegmentFlag.word) !== 0 && repeated[i]! < NEW_BELOW) restIsNew = true;
  return tailHasWord && restIsNew ? tail : to;
}
