/**
 * The evidence on each piece of a page, as a row of numbers: how repeated it is, how it stands on this page, and how
 * its place behaves on the site. What follows from it is up to `judges.ts`; whoever fits those sees the same rows. The
 * core is compiled from this file too.
 */

import type { bool, f64, i32 } from './columns.ts';
import {
  type F64Column,
  type Facts,
  factOf,
  type Layout,
  type Outline,
  type PageSums,
  type SchemaView,
  type SightedPage,
  setFact,
  type U32Column,
  wholeLogarithm,
} from './columns.ts';
import { Fact, MARKS_FROM, Mark, SegmentFlag, UNKNOWN, WHOLLY_REPEATED_SHARE } from './facts.ts';
import { findSteps, proseShare, regionAround } from './regions.ts';

/** How repeated each segment is that was seen so often on `pages` others, 0 … 1; or what its link leads to. */
export function findRepeated(seen: F64Column, pages: f64, count: i32, repeated: F64Column): void {
  const wholly: f64 = WHOLLY_REPEATED_SHARE * pages;
  for (let i = 0; i < count; i++) repeated[i] = pages === 0 ? 0 : Math.min(1, seen[i]! / wholly);
}

/** Pages before this one count as much as so many of its kind: one that is different may still say where it differs. */
const MOST_HEARD: f64 = 3;

/** Things that are the same for all pieces of a page. `layout.segmentsAt` is 0 before. */
export function layOut(page: SightedPage, view: SchemaView, layout: Layout): void {
  const outline = page.outline;
  const regions = page.regions;
  const sums = page.sums;
  const shares = layout.shares;
  const count: i32 = outline.count;
  for (let region = 0; region < regions.count; region++)
    shares[region] = proseShare(sums, regions.from[region]!, regions.to[region]!);
  findSteps(regions, count, shares, layout.steps);
  for (let region = 0; region < regions.count; region++) {
    if (view.regionProse[region] === UNKNOWN) continue;
    const heard: f64 = Math.min(MOST_HEARD, view.regionKnown[region]!);
    shares[region] = (shares[region]! + heard * view.regionProse[region]!) / (1 + heard);
  }
  findSteps(regions, count, shares, layout.mixedSteps);
  findBlocks(outline, layout);
  layout.controls[0] = 0;
  for (let i = 0; i < count; i++) {
    const place: i32 = outline.place[i]!;
    const isControl: i32 = (outline.places.marks[place]! & Mark.control) === 0 ? 0 : 1;
    layout.segmentsAt[place] = layout.segmentsAt[place]! + 1;
    layout.controls[i + 1] = layout.controls[i]! + isControl;
  }
}

function findBlocks(outline: Outline, layout: Layout): void {
  const flags = outline.flags;
  let from: i32 = 0;
  while (from < outline.count) {
    let to: i32 = from + 1;
    while (to < outline.count && (flags[to]! & SegmentFlag.blockStart) === 0) to++;
    layout.blockFrom.fill(from, from, to);
    layout.blockTo.fill(to, from, to);
    from = to;
  }
}

/** Writes the facts of pieces that begin where `starts` says, and the longest segment of each. Facts are 0 before. */
export function weighPieces(
  page: SightedPage,
  view: SchemaView,
  layout: Layout,
  starts: U32Column,
  count: i32,
  facts: Facts,
  mains: U32Column,
): void {
  const sums = page.sums;
  for (let i = 0; i < count; i++) {
    const from: i32 = starts[i]!;
    const to: i32 = starts[i + 1]!;
    const main: i32 = longestOf(page.outline, from, to);
    const weight: f64 = sums.all[to]! - sums.all[from]!;
    const repeated: f64 = 1 - (sums.fresh[to]! - sums.fresh[from]!) / weight;
    mains[i] = main;
    if (i > 0) setFact(facts, i - 1, Fact.repeatedAfter, repeated);
    writeOwnFacts(facts, i, page, from, to, weight, repeated);
    writePlaceFacts(facts, i, page, view, layout, from, main);
    writeRegionFacts(facts, i, page, view, layout, from, to, weight, repeated);
  }
  if (count > 0) setFact(facts, count - 1, Fact.repeatedAfter, 1);
}

/** The piece stands where its longest segment stands. */
function longestOf(outline: Outline, from: i32, to: i32): i32 {
  const chars = outline.chars;
  let main: i32 = from;
  for (let i = from + 1; i < to; i++) if (chars[i]! > chars[main]!) main = i;
  return main;
}

/** What the piece itself is. */
function writeOwnFacts(
  facts: Facts,
  i: i32,
  page: SightedPage,
  from: i32,
  to: i32,
  weight: f64,
  repeated: f64,
): void {
  const chars = page.outline.chars;
  const flags = page.outline.flags;
  const seenOn = page.sightings.seen;
  const pages: f64 = page.sightings.pages;
  const links = page.sums.links;
  let seen: f64 = 0;
  let share: f64 = 0;
  let within: f64 = 0;
  let allChars: i32 = 0;
  for (let at = from; at < to; at++) {
    const segment: f64 = chars[at]! + 1;
    seen += segment * Math.min(1, seenOn[at]!);
    share += segment * seenOn[at]!;
    allChars += chars[at]!;
    if ((flags[at]! & SegmentFlag.withinPage) !== 0) within += segment;
  }
  setFact(facts, i, Fact.seen, seen / weight);
  setFact(facts, i, Fact.repeated, repeated);
  setFact(facts, i, Fact.share, pages > 0 ? share / weight / pages : 0);
  setFact(facts, i, Fact.link, (links[to]! - links[from]!) / weight);
  setFact(facts, i, Fact.within, within / weight);
  setFact(facts, i, Fact.chars, logarithm(allChars + 1));
}

/** Of the place of a piece more pages than that say the same. */
const MOST_PAGES: f64 = 10;

/** Where it stands, and what is known of that place. */
function writePlaceFacts(
  facts: Facts,
  i: i32,
  page: SightedPage,
  view: SchemaView,
  layout: Layout,
  from: i32,
  main: i32,
): void {
  const outline = page.outline;
  const sums = page.sums;
  const place: i32 = outline.place[main]!;
  const blockFrom: i32 = layout.blockFrom[main]!;
  const blockTo: i32 = layout.blockTo[main]!;
  const block: f64 = sums.all[blockTo]! - sums.all[blockFrom]!;
  const all: f64 = sums.all[outline.count]!;
  const fresh: f64 = sums.fresh[outline.count]!;
  const presence: f64 = view.presence[place]!;
  const share: f64 = factOf(facts, i, Fact.share);
  setFact(facts, i, Fact.blockLink, (sums.links[blockTo]! - sums.links[blockFrom]!) / block);
  setFact(facts, i, Fact.blockNew, (sums.fresh[blockTo]! - sums.fresh[blockFrom]!) / block);
  setFact(facts, i, Fact.steps, layout.steps[main]!);
  setFact(facts, i, Fact.mixedSteps, layout.mixedSteps[main]!);
  setFact(facts, i, Fact.pages, Math.min(MOST_PAGES, page.sightings.pages));
  setFact(facts, i, Fact.presence, presence);
  setFact(facts, i, Fact.newness, view.newness[place]!);
  // On what share of the pages that have this place the text stood. What is on few pages of a site may be on all of
  // its kind: the menu of a second layout is; the name of a product in a list of products is not.
  setFact(facts, i, Fact.shareHere, presence > 0 ? Math.min(1, share / presence) : 0);
  setFact(facts, i, Fact.known, Math.min(MOST_PAGES, view.known[place]!));
  setFact(facts, i, Fact.position, sums.all[from]! / all);
  setFact(facts, i, Fact.alike, logarithm(layout.segmentsAt[place]! + 1));
  setFact(facts, i, Fact.placeShare, sums.places.chars[place]! / all);
  setFact(facts, i, Fact.pageRepeated, 1 - fresh / all);
  setFact(facts, i, Fact.pageLinks, fresh > 0 ? (fresh - sums.allProse) / fresh : 0);
  let marks: i32 = outline.places.marks[place]!;
  if (isTail(outline, from, marks)) {
    marks &= ~HEADING_MARKS;
    setFact(facts, i, Fact.blockNew, 1 - factOf(facts, i, Fact.repeated));
  }
  // Each mark is the bit of its number.
  for (let fact: i32 = MARKS_FROM; marks !== 0; marks >>= 1) {
    if ((marks & 1) !== 0) setFact(facts, i, fact, 1);
    fact++;
  }
}

const HEADING_MARKS: i32 = Mark.heading | Mark.title;

/** Was it parted from a heading (`pieces.ts`)? Then it is none itself, and the heading says nothing of it. */
function isTail(outline: Outline, from: i32, marks: i32): bool {
  return (outline.flags[from]! & SegmentFlag.lineStart) === 0 && (marks & Mark.heading) !== 0;
}

/** What is around it: of the next larger region without the piece itself, of the two after that as a whole. */
function writeRegionFacts(
  facts: Facts,
  i: i32,
  page: SightedPage,
  view: SchemaView,
  layout: Layout,
  from: i32,
  to: i32,
  weight: f64,
  repeated: f64,
): void {
  const regions = page.regions;
  const sums = page.sums;
  const controls = layout.controls;
  let region: i32 = regionAround(regions, from, to);
  for (let ring = 0; ring < 3; ring++) {
    const start: i32 = region < 0 ? 0 : regions.from[region]!;
    const end: i32 = region < 0 ? page.outline.count : regions.to[region]!;
    const all: f64 = sums.all[end]! - sums.all[start]!;
    const fresh: f64 = sums.fresh[end]! - sums.fresh[start]!;
    const ownAll: f64 = ring === 0 ? weight : 0;
    const ownFresh: f64 = ownAll * (1 - repeated);
    setFact(facts, i, Fact.new1 + ring, all > ownAll ? (fresh - ownFresh) / (all - ownAll) : 0);
    setFact(facts, i, Fact.usualNew1 + ring, region < 0 ? UNKNOWN : view.regionNewness[region]!);
    setFact(facts, i, Fact.usualProse1 + ring, region < 0 ? UNKNOWN : view.regionProse[region]!);
    if (ring === 2) setFact(facts, i, Fact.knownLinks3, knownLinkShare(sums, start, end, page.outline.count));
    if (ring === 0) setFact(facts, i, Fact.size1, logarithm(end - start + 1));
    if (ring < 2) {
      const among: f64 = end - start;
      const controlCount: f64 = controls[end]! - controls[start]!;
      setFact(facts, i, Fact.link1 + ring, (sums.links[end]! - sums.links[start]!) / all);
      setFact(facts, i, Fact.prose1 + ring, proseShare(sums, start, end));
      setFact(facts, i, Fact.control1 + ring, controlCount / among);
    }
    region = region < 0 ? -1 : regions.parent[region]!;
  }
}

/** What is taken for it on a page that has no link at all: the links of most pages lead where other pages have some. */
const KNOWN_ON_MOST_PAGES: f64 = 0.5;

/**
 * How much of the links between two segments leads to where many pages have links: a menu does, however it is worded on
 * this page, and a list of what is content does not. A text far from all links is mostly one of an article.
 */
function knownLinkShare(sums: PageSums, start: i32, end: i32, count: i32): f64 {
  const links: f64 = sums.links[end]! - sums.links[start]!;
  if (links > 0) return (sums.knownLinks[end]! - sums.knownLinks[start]!) / links;
  return sums.links[count]! > 0 ? UNKNOWN : KNOWN_ON_MOST_PAGES;
}

/** To the base of two, and straight between powers of it: the same in every engine, which `Math.log` is not. */
export function logarithm(value: i32): f64 {
  const whole: i32 = wholeLogarithm(value);
  const power: i32 = 1 << whole;
  const size: f64 = value;
  return whole + size / power - 1;
}
