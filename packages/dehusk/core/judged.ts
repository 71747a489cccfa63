/**
 * How likely the segments of a page are template, as `detect/adaptive/score.ts` works it out and from the same sources.
 * It has nothing to do with the page that was read last, and takes its columns: whoever asks brings an outline.
 *
 *     at MODEL     i32 trees of first pages, i32 trees of sites, the weights (f64), the trees (see `trees.ts`)
 *     at JUDGED    the columns that the loader fills or reads, one after the other; then those that only we know
 *                  f64   by segment   seen, targets, own, log odds, scores, newness of regions, their prose, pages that
 *                                     know them
 *                  f64   by place     sums of `PlaceSums` (5), presence, newness, pages that know it
 *                  u32   by segment   characters, pieces, mains
 *                  u32   by place     marks
 *                  u16   by segment   joint, place, place of the joint, places of regions
 *                  u8    by segment   flags
 */
import {
  DRAFT_PARENT,
  F64Column,
  fail,
  Failure,
  I32Column,
  JUDGED_PARTS,
  MODEL,
  OUT,
  Stop,
  U16Column,
  U8Column,
} from './columns';
import {
  FactColumns,
  Facts,
  Layout,
  Outline,
  PageSums,
  Places,
  PlaceSums,
  Regions,
  SchemaView,
  SightedPage,
  Sightings,
} from './judged-columns';
import { findRepeated, layOut, weighPieces } from './shared/evidence';
import { Fact, factCount, UNKNOWN } from './shared/facts';
import { earlyShare, finishAlone, finishKnown, scoreSegments, TERMS } from './shared/judges';
import { findPieces } from './shared/pieces';
import { addUpPage, findRegions } from './shared/regions';
import { addUpTrees, TREE_BYTES } from './trees';

/** Columns of the draft and what is behind them: nobody needs them once the page is read. */
const JUDGED: usize = DRAFT_PARENT;
const JUDGED_END: usize = OUT;

const outline = changetype<Outline>(JUDGED_PARTS);
const places = changetype<Places>(JUDGED_PARTS + 0x40);
const sightings = changetype<Sightings>(JUDGED_PARTS + 0x80);
const regions = changetype<Regions>(JUDGED_PARTS + 0xc0);
const sums = changetype<PageSums>(JUDGED_PARTS + 0x100);
const placeSums = changetype<PlaceSums>(JUDGED_PARTS + 0x140);
const page = changetype<SightedPage>(JUDGED_PARTS + 0x180);
const view = changetype<SchemaView>(JUDGED_PARTS + 0x1c0);
const layout = changetype<Layout>(JUDGED_PARTS + 0x200);
const terms = changetype<F64Column>(JUDGED_PARTS + 0x280);

export class Judged {
  /** Entries of a column by segment, and by place. */
  static segments: i32 = 0;
  static places: i32 = 0;
  /** Behind the columns. */
  static end: usize = 0;
  static own: F64Column = changetype<F64Column>(0);
  static logOdds: F64Column = changetype<F64Column>(0);
  static scores: F64Column = changetype<F64Column>(0);
  static starts: I32Column = changetype<I32Column>(0);
  static mains: I32Column = changetype<I32Column>(0);
  static pieces: i32 = 0;
  static facts: Facts = changetype<Facts>(0);
}

export function judgedAt(): usize {
  return JUDGED;
}

function take(count: i32, shift: usize): usize {
  const at = Judged.end;
  Judged.end += <usize>count << shift;
  if (Judged.end > JUDGED_END) fail(Stop.unusual);
  return at;
}

function takeF64(count: i32): F64Column {
  return changetype<F64Column>(take(count, 3));
}

function takeI32(count: i32): I32Column {
  return changetype<I32Column>(take(count, 2));
}

function takeU16(count: i32): U16Column {
  return changetype<U16Column>(take(count, 1));
}

function takeU8(count: i32): U8Column {
  return changetype<U8Column>(take(count, 0));
}

/** Makes room for a page. Fails where there is none. */
export function layOutJudged(segmentCount: i32, placeCount: i32): void {
  Failure.code = 0;
  const bySegment = (segmentCount + 8) & ~7;
  const byPlace = (placeCount + 7) & ~7;
  Judged.segments = bySegment;
  Judged.places = byPlace;
  Judged.end = JUDGED;
  outline.count = segmentCount;
  outline.places = places;
  page.outline = outline;
  page.sightings = sightings;
  page.regions = regions;
  page.sums = sums;
  sums.places = placeSums;
  sightings.seen = takeF64(bySegment);
  sightings.targets = takeF64(bySegment);
  Judged.own = takeF64(bySegment);
  Judged.logOdds = takeF64(bySegment);
  Judged.scores = takeF64(bySegment);
  view.regionNewness = takeF64(bySegment);
  view.regionProse = takeF64(bySegment);
  view.regionKnown = takeF64(bySegment);
  placeSums.chars = takeF64(byPlace);
  placeSums.fresh = takeF64(byPlace);
  placeSums.regionChars = takeF64(byPlace);
  placeSums.regionNewness = takeF64(byPlace);
  placeSums.regionProse = takeF64(byPlace);
  view.presence = takeF64(byPlace);
  view.newness = takeF64(byPlace);
  view.known = takeF64(byPlace);
  outline.chars = takeI32(bySegment);
  Judged.starts = takeI32(bySegment);
  Judged.mains = takeI32(bySegment);
  places.marks = takeI32(byPlace);
  outline.joint = takeU16(bySegment);
  outline.place = takeU16(bySegment);
  outline.jointPlace = takeU16(bySegment);
  regions.place = takeU16(bySegment);
  outline.flags = takeU8(bySegment);
  // Only we know these.
  page.repeated = takeF64(bySegment);
  page.knownTargets = takeF64(bySegment);
  sums.all = takeF64(bySegment);
  sums.fresh = takeF64(bySegment);
  sums.prose = takeF64(bySegment);
  sums.links = takeF64(bySegment);
  sums.knownLinks = takeF64(bySegment);
  layout.shares = takeF64(bySegment);
  regions.from = takeI32(bySegment);
  regions.to = takeI32(bySegment);
  regions.parent = takeI32(bySegment);
  regions.leaf = takeI32(bySegment);
  layout.blockFrom = takeI32(bySegment);
  layout.blockTo = takeI32(bySegment);
  layout.controls = takeI32(bySegment);
  layout.segmentsAt = takeI32(byPlace);
  regions.depth = takeU16(bySegment);
  layout.steps = takeU8(bySegment);
  layout.mixedSteps = takeU8(bySegment);
  Judged.facts = changetype<Facts>((Judged.end + 15) & ~15);
}

/** Once its outline is there, and on how many of `pages` its segments were seen. Returns how many regions it has. */
export function sight(pages: f64): i32 {
  sightings.pages = pages;
  findRepeated(sightings.seen, pages, outline.count, page.repeated);
  findRepeated(sightings.targets, pages, outline.count, page.knownTargets);
  findRegions(outline, regions);
  memory.fill(changetype<usize>(placeSums.chars), 0, (<usize>Judged.places << 3) * 5);
  sums.all[0] = 0;
  sums.fresh[0] = 0;
  sums.prose[0] = 0;
  sums.links[0] = 0;
  sums.knownLinks[0] = 0;
  addUpPage(outline, regions, page.repeated, page.knownTargets, sums);
  view.presence.fill(UNKNOWN, 0, Judged.places);
  view.newness.fill(UNKNOWN, 0, Judged.places);
  view.known.fill(0, 0, Judged.places);
  view.regionNewness.fill(UNKNOWN, 0, regions.count);
  view.regionProse.fill(UNKNOWN, 0, regions.count);
  view.regionKnown.fill(0, 0, regions.count);
  return regions.count;
}

/** Once the view is filled, and the model there. Returns how many pieces the page has. */
export function judge(): i32 {
  const count = findPieces(outline, page.repeated, view, Judged.starts);
  Judged.pieces = count;
  const stride = (count + 3) & ~3;
  FactColumns.stride = stride;
  Judged.end = changetype<usize>(Judged.facts);
  take(stride * factCount, 2);
  memory.fill(changetype<usize>(Judged.facts), 0, <usize>(stride * factCount) << 2);
  const alone = takeF64(stride);
  const known = takeF64(stride);
  memory.fill(changetype<usize>(layout.segmentsAt), 0, <usize>Judged.places << 2);
  layOut(page, view, layout);
  weighPieces(page, view, layout, Judged.starts, count, Judged.facts, Judged.mains);
  if (count == 0) return 0;
  const weights = changetype<F64Column>(MODEL + 8);
  const ofFirstPages = load<i32>(MODEL);
  const trees = MODEL + 8 + (<usize>(TERMS + 1) << 3);
  addUpTrees(trees, ofFirstPages, changetype<usize>(Judged.facts), stride, changetype<usize>(alone));
  finishAlone(Judged.facts, count, alone);
  let found = alone;
  if (earlyShare(Judged.facts) != 1) {
    const ofSites = trees + <usize>ofFirstPages * TREE_BYTES;
    addUpTrees(ofSites, load<i32>(MODEL, 4), changetype<usize>(Judged.facts), stride, changetype<usize>(known));
    finishKnown(Judged.facts, count, weights, alone, known, terms);
    found = known;
  }
  memory.copy(changetype<usize>(Judged.own), changetype<usize>(found), <usize>count << 3);
  memory.copy(changetype<usize>(Judged.logOdds), changetype<usize>(found), <usize>count << 3);
  return count;
}

/** On what share of the pages each piece stood. */
export function sharesAt(): usize {
  return changetype<usize>(Judged.facts) + (<usize>(FactColumns.stride * Fact.share) << 2);
}

/** Once the log odds are what they shall be. Returns how many scores there are. */
export function score(): i32 {
  scoreSegments(Judged.starts, Judged.pieces, Judged.logOdds, Judged.scores);
  return outline.count;
}
