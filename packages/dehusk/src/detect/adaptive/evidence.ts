/**
 * The evidence on each piece of a page, as a row of numbers: how repeated it is, how it stands on this page, and how
 * its place behaves on the site. What follows from it is up to `score.ts`; whoever fits that sees the same rows.
 */
import { type Outline, SegmentFlag } from './outline.ts';
import { NEW_BELOW, piecesOf } from './pieces.ts';
import { Mark } from './places.ts';
import { PageSums, regionAround, regionsOf, stepsFromMain } from './regions.ts';
import { type LaidOutPage, type SchemaView, UNKNOWN } from './schema.ts';

/** On how many other pages the segments of a page stood: faded counts, so they need not be whole. */
export interface Sightings {
  /** Of `pages`, for each segment. */
  readonly seen: Float64Array;
  readonly pages: number;
}

const MARKS: number = Object.keys(Mark).length;

/** The number of each column that is not a mark; constants, because rows are written in the innermost loop. */
export const Fact = {
  seen: 0,
  repeated: 1,
  share: 2,
  link: 3,
  blockLink: 4,
  within: 5,
  chars: 6,
  blockNew: 7,
  new1: 8,
  new2: 9,
  new3: 10,
  steps: 11,
  mixedSteps: 12,
  pages: 13,
  presence: 14,
  newness: 15,
  known: 16,
  usualNew1: 17,
  usualNew2: 18,
  usualNew3: 19,
  usualProse1: 20,
  usualProse2: 21,
  usualProse3: 22,
  repeatedAfter: 23,
  position: 24,
  alike: 25,
  placeShare: 26,
  link1: 27,
  link2: 28,
  size1: 29,
  prose1: 30,
  prose2: 31,
  pageRepeated: 32,
  pageLinks: 33,
  shareHere: 34,
  control1: 35,
  control2: 36,
  /** Not evidence of the page but what the judge of first pages makes of it: `score.ts` writes it. */
  alone: 37,
} as const;

/** In the order of the columns. Of what is said of three regions, the first is the smallest around the piece. */
export const factNames: readonly string[] = /* @__PURE__ */ Object.keys({ ...Fact, ...Mark });

export const factCount: number = Object.keys(Fact).length + MARKS;

export interface Evidence {
  /** The first segment of each piece, and the number of segments. */
  readonly pieces: Uint32Array;
  /** A row of `factCount` numbers for each piece. */
  readonly rows: Float32Array;
  /** The longest segment of each piece. */
  readonly mains: Uint32Array;
}

/** On two pages of five and more a segment is wholly repeated: menus of a section need not be on every page. */
const WHOLLY_REPEATED_SHARE = 0.4;
/** The share of pages from which on a text is not new. */
export const REPEATED_SHARE: number = WHOLLY_REPEATED_SHARE * NEW_BELOW;

/** A page, and how much of it was seen before. */
export interface SightedPage extends LaidOutPage {
  readonly sightings: Sightings;
  readonly repeated: Float64Array;
}

export function sightedPage(outline: Outline, sightings: Sightings): SightedPage {
  const repeated = repetition(sightings);
  const regions = regionsOf(outline);
  return { outline, sightings, repeated, regions, sums: new PageSums(outline, regions, repeated) };
}

function repetition({ seen, pages }: Sightings): Float64Array {
  const repeated = new Float64Array(seen.length);
  if (pages === 0) return repeated;
  for (let i = 0; i < seen.length; i++) repeated[i] = Math.min(1, seen[i]! / (WHOLLY_REPEATED_SHARE * pages));
  return repeated;
}

/** A place says the same on all pages if less than that of it is new, and so many pages say so. */
const FIXED_NEWNESS = 0.1;
const FIXED_PAGES = 3;

/** Makes room for rows of facts, all 0. */
export type CreateRows = (length: number) => Float32Array;

export function evidenceOf(
  page: SightedPage,
  view: SchemaView,
  createRows: CreateRows = (length) => new Float32Array(length),
): Evidence {
  const { outline, repeated } = page;
  const isFixedPlace = (segment: number): boolean => {
    const place = outline.place[segment]!;
    return view.known[place]! >= FIXED_PAGES && view.newness[place]! < FIXED_NEWNESS;
  };
  const pieces = piecesOf(outline, { repeated, isFixedPlace });
  const rows = createRows((pieces.length - 1) * factCount);
  const mains = new Uint32Array(pieces.length - 1);
  const scene = { page, view, layout: layoutOf(page, view) };
  // One for all of them, because a page has hundreds.
  const piece: Piece = { from: 0, to: 0, main: 0, weight: 0, repeated: 1 };
  for (let i = 0, at = 0; i < mains.length; i++, at += factCount) {
    weighPiece(page, pieces[i]!, pieces[i + 1]!, piece);
    if (i > 0) rows[at - factCount + Fact.repeatedAfter] = piece.repeated;
    mains[i] = piece.main;
    addOwnFacts(rows, at, scene, piece);
    addPlaceFacts(rows, at, scene, piece);
    addRegionFacts(rows, at, scene, piece);
  }
  if (rows.length > 0) rows[rows.length - factCount + Fact.repeatedAfter] = 1;
  return { pieces, rows, mains };
}

interface Piece {
  from: number;
  to: number;
  /** Its longest segment: the piece stands where that stands. */
  main: number;
  weight: number;
  repeated: number;
}

function weighPiece({ outline, sums }: SightedPage, from: number, to: number, piece: Piece): void {
  const { chars } = outline;
  let main = from;
  for (let i = from + 1; i < to; i++) if (chars[i]! > chars[main]!) main = i;
  const weight = sums.all[to]! - sums.all[from]!;
  piece.from = from;
  piece.to = to;
  piece.main = main;
  piece.weight = weight;
  piece.repeated = 1 - (sums.fresh[to]! - sums.fresh[from]!) / weight;
}

/** What the piece itself is. */
function addOwnFacts(rows: Float32Array, at: number, { page }: Scene, piece: Readonly<Piece>): void {
  const { from, to, weight, repeated } = piece;
  const { outline, sightings, sums } = page;
  const { chars, flags } = outline;
  let seen = 0;
  let share = 0;
  let within = 0;
  let allChars = 0;
  for (let i = from; i < to; i++) {
    const segment = chars[i]! + 1;
    seen += segment * Math.min(1, sightings.seen[i]!);
    share += segment * sightings.seen[i]!;
    allChars += chars[i]!;
    if ((flags[i]! & SegmentFlag.withinPage) !== 0) within += segment;
  }
  rows[at + Fact.seen] = seen / weight;
  rows[at + Fact.repeated] = repeated;
  rows[at + Fact.share] = sightings.pages > 0 ? share / weight / sightings.pages : 0;
  rows[at + Fact.link] = (sums.links[to]! - sums.links[from]!) / weight;
  rows[at + Fact.within] = within / weight;
  rows[at + Fact.chars] = logarithm(allChars + 1);
}

/** Things that are the same for all pieces of a page, or looked up by segment. */
interface Layout {
  readonly steps: Uint8Array;
  readonly mixedSteps: Uint8Array;
  /** By segment. */
  readonly blockFrom: Uint32Array;
  readonly blockTo: Uint32Array;
  /** By place. */
  readonly segmentsAt: Uint32Array;
  /** How many segments before each are in buttons or labels, and of all. */
  readonly controls: Uint32Array;
  readonly pageRepeated: number;
  readonly pageLinks: number;
}

interface Scene {
  readonly page: SightedPage;
  readonly view: SchemaView;
  readonly layout: Layout;
}

/** Pages before this one count as much as so many of its kind: one that is different may still say where it differs. */
const MOST_HEARD = 3;
/** Of the place of a piece more pages than that say the same. */
const MOST_PAGES = 10;

function layoutOf(page: SightedPage, view: SchemaView): Layout {
  const { outline, regions, sums } = page;
  const { count, place, places } = outline;
  const own = (region: number): number => sums.proseShare(regions.from[region]!, regions.to[region]!);
  const mixed = (region: number): number => {
    if (view.regionProse[region] === UNKNOWN) return own(region);
    const heard = Math.min(MOST_HEARD, view.regionKnown[region]!);
    return (own(region) + heard * view.regionProse[region]!) / (1 + heard);
  };
  const segmentsAt = new Uint32Array(places.marks.length);
  const controls = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) {
    segmentsAt[place[i]!]!++;
    controls[i + 1] = controls[i]! + ((places.marks[place[i]!]! & Mark.control) === 0 ? 0 : 1);
  }
  const [all, fresh, prose] = [sums.all[count]!, sums.fresh[count]!, sums.prose[count]!];
  return {
    steps: stepsFromMain(regions, count, own),
    mixedSteps: stepsFromMain(regions, count, mixed),
    ...blocksOf(outline),
    segmentsAt,
    controls,
    pageRepeated: all > 0 ? 1 - fresh / all : 0,
    pageLinks: fresh > 0 ? (fresh - prose) / fresh : 0,
  };
}

function blocksOf({ count, flags }: Outline): Pick<Layout, 'blockFrom' | 'blockTo'> {
  const [blockFrom, blockTo] = [new Uint32Array(count), new Uint32Array(count)];
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && (flags[to]! & SegmentFlag.blockStart) === 0) to++;
    blockFrom.fill(from, from, to);
    blockTo.fill(to, from, to);
    from = to;
  }
  return { blockFrom, blockTo };
}

/**
 * On what share of the pages that have this place the text stood. What is on few pages of a site may be on all of its
 * kind: the menu of a second layout is; the name of a product in a list of products is not.
 */
function shareHere(share: number, presence: number): number {
  return presence > 0 ? Math.min(1, share / presence) : 0;
}

/** Where it stands, and what is known of that place. */
function addPlaceFacts(
  rows: Float32Array,
  at: number,
  { page, view, layout }: Scene,
  piece: Readonly<Piece>,
): void {
  const { from, main } = piece;
  const { outline, sums, sightings } = page;
  const { count } = outline;
  const place = outline.place[main]!;
  const blockFrom = layout.blockFrom[main]!;
  const blockTo = layout.blockTo[main]!;
  const block = sums.all[blockTo]! - sums.all[blockFrom]!;
  rows[at + Fact.blockLink] = (sums.links[blockTo]! - sums.links[blockFrom]!) / block;
  rows[at + Fact.blockNew] = (sums.fresh[blockTo]! - sums.fresh[blockFrom]!) / block;
  rows[at + Fact.steps] = layout.steps[main]!;
  rows[at + Fact.mixedSteps] = layout.mixedSteps[main]!;
  rows[at + Fact.pages] = Math.min(MOST_PAGES, sightings.pages);
  rows[at + Fact.presence] = view.presence[place]!;
  rows[at + Fact.newness] = view.newness[place]!;
  rows[at + Fact.shareHere] = shareHere(rows[at + Fact.share]!, view.presence[place]!);
  rows[at + Fact.known] = Math.min(MOST_PAGES, view.known[place]!);
  rows[at + Fact.position] = sums.all[from]! / sums.all[count]!;
  rows[at + Fact.alike] = logarithm(layout.segmentsAt[place]! + 1);
  rows[at + Fact.placeShare] = sums.placeChars[place]! / sums.all[count]!;
  rows[at + Fact.pageRepeated] = layout.pageRepeated;
  rows[at + Fact.pageLinks] = layout.pageLinks;
  // Each mark is the bit of its number; of most there are none.
  for (let marks = outline.places.marks[place]!; marks !== 0; marks &= marks - 1)
    rows[at + factCount - MARKS + 31 - Math.clz32(marks & -marks)] = 1;
}

/** What is around it: of the next larger region without the piece itself, of the two after that as a whole. */
function addRegionFacts(
  rows: Float32Array,
  at: number,
  { page, view, layout: { controls } }: Scene,
  piece: Readonly<Piece>,
): void {
  const { outline, regions, sums } = page;
  let region = regionAround(regions, piece.from, piece.to);
  for (let ring = 0; ring < 3; ring++) {
    const start = region < 0 ? 0 : regions.from[region]!;
    const end = region < 0 ? outline.count : regions.to[region]!;
    const all = sums.all[end]! - sums.all[start]!;
    const fresh = sums.fresh[end]! - sums.fresh[start]!;
    const ownAll = ring === 0 ? piece.weight : 0;
    const ownFresh = ownAll * (1 - piece.repeated);
    rows[at + Fact.new1 + ring] = all > ownAll ? (fresh - ownFresh) / (all - ownAll) : 0;
    rows[at + Fact.usualNew1 + ring] = region < 0 ? UNKNOWN : view.regionNewness[region]!;
    rows[at + Fact.usualProse1 + ring] = region < 0 ? UNKNOWN : view.regionProse[region]!;
    if (ring === 0) rows[at + Fact.size1] = logarithm(end - start + 1);
    if (ring < 2) {
      rows[at + Fact.link1 + ring] = (sums.links[end]! - sums.links[start]!) / all;
      rows[at + Fact.prose1 + ring] = sums.proseShare(start, end);
      rows[at + Fact.control1 + ring] = (controls[end]! - controls[start]!) / (end - start);
    }
    region = region < 0 ? -1 : regions.parent[region]!;
  }
}

/** To the base of two, and straight between powers of it: the same in every engine, which `Math.log` is not. */
export function logarithm(value: number): number {
  const whole = 31 - Math.clz32(value);
  return whole + value / (1 << whole) - 1;
}
