/**
 * What the method looks at, and nothing else: a page as the row of its segments, each with a few facts. It is small
 * enough to be kept where a page is not, so that a verdict can be made again long after the page is gone.
 */

import { splitBlocks } from '../../page/blocks.ts';
import { pathStepHigh, pathStepLow } from '../../page/hash.ts';
import { Tag } from '../../page/names.ts';
import { type Page, readAttribute } from '../../page/page.ts';

export const SegmentFlag = {
  /** Inside an `a`. */
  link: 1,
  /** Inside an `a` that leads to a place of the same page. */
  withinPage: 2,
  /** The first of its block. */
  blockStart: 4,
} as const;

/** Columns of as many entries as the page has segments. */
export interface Outline {
  readonly count: number;
  /** Tag path and text, as 32 bits: more would tell segments apart that the table takes for one. */
  readonly hashes: Uint32Array;
  readonly chars: Uint32Array;
  /**
   * Depth of the lowest element that holds the segment and the one before it. Between them these depths tell the tree
   * of the page as far as text is concerned: elements that hold the same segments are one.
   */
  readonly joint: Uint16Array;
  readonly flags: Uint8Array;
}

export function createOutline(count: number): Outline {
  return {
    count,
    hashes: new Uint32Array(count),
    chars: new Uint32Array(count),
    joint: new Uint16Array(count),
    flags: new Uint8Array(count),
  };
}

export function outlineOf(page: Page): Outline {
  const outline = createOutline(page.segments.length);
  identify(page, outline);
  markBlocks(page, outline);
  markLinks(page, outline);
  return outline;
}

function identify(page: Page, { hashes, chars, joint }: Outline): void {
  const { segments, parent, depth, pathHashHigh, pathHashLow, textHashHigh, textHashLow } = page;
  let previous = 0;
  for (let i = 0; i < segments.length; i++) {
    const node = segments[i]!;
    const high = pathStepHigh(pathHashHigh[node]!, textHashHigh[node]!);
    hashes[i] = pathStepLow(pathHashLow[node]!, textHashLow[node]!, high);
    chars[i] = page.chars[node]!;
    // Nodes are numbered in document order, so what began before the previous segment and is still open holds both.
    let above = parent[node]!;
    while (above > previous) above = parent[above]!;
    joint[i] = depth[above]!;
    previous = node;
  }
}

function markBlocks(page: Page, { flags }: Outline): void {
  const { count, start } = splitBlocks(page);
  for (let block = 0; block < count; block++) flags[start[block]!]! |= SegmentFlag.blockStart;
}

function markLinks(page: Page, { flags }: Outline): void {
  const { segments, tag, subtreeEnd } = page;
  let node = 0;
  let end = 0;
  let mark = 0;
  for (let i = 0; i < segments.length; i++) {
    for (const segment = segments[i]!; node < segment; node++) {
      // Scripts and misnested tables put links into links; the outer one lasts longer.
      if (tag[node] !== Tag.a || node < end) continue;
      end = subtreeEnd[node]!;
      mark = SegmentFlag.link | (leadsWithinPage(page, node) ? SegmentFlag.withinPage : 0);
    }
    if (node < end) flags[i]! |= mark;
  }
}

function leadsWithinPage(page: Page, link: number): boolean {
  return readAttribute(page, link, 'href')?.trimStart().startsWith('#') ?? false;
}

/**
 * Where on a page a segment stands: how far from what is new there, and whether anything is new around it.
 *
 * The elements of a page are regions: runs of segments, one inside the other. Elements that hold the same segments are
 * one region, so wrappers do not count, and a region has two segments at least.
 *
 *     <body> <div> <h1>a</h1> <p>b</p> </div> <footer>c</footer> </body>
 *
 *     region   from   to   parent        leaf of a and b: 0
 *     0        0      2    1    a b      leaf of c: 1
 *     1        0      3    -    a b c
 */

export interface Regions {
  readonly count: number;
  /** The first segment of each, and the one behind its last. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The next larger region; −1 for the largest. */
  readonly parent: Int32Array;
  /** For each segment the smallest region that holds it; −1 for the only segment of a page. */
  readonly leaf: Int32Array;
}

/** A region is open as long as the next segment is joined to this one at its depth or below. */
export function regionsOf({ count: segments, joint }: Outline): Regions {
  // Each but the largest is joined to another one or to a segment.
  const most = Math.max(0, segments - 1);
  const [from, to] = [new Uint32Array(most), new Uint32Array(most)];
  const parent = new Int32Array(most).fill(-1);
  const leaf = new Int32Array(segments);
  const open: number[] = [];
  const depths: number[] = [];
  let count = 0;
  for (let i = 0; i < segments; i++) {
    const next = i + 1 < segments ? joint[i + 1]! : -1;
    leaf[i] = open.at(-1) ?? -1;
    let inner = -1;
    while (depths.length > 0 && depths.at(-1)! > next) {
      depths.pop();
      inner = open.pop()!;
      to[inner] = i + 1;
    }
    if (next < 0 || depths.at(-1) === next) continue;
    // What was closed just now is inside, else this segment is the first.
    if (inner < 0) leaf[i] = count;
    else parent[inner] = count;
    from[count] = inner < 0 ? i : from[inner]!;
    parent[count] = open.at(-1) ?? -1;
    open.push(count++);
    depths.push(next);
  }
  return { count, from, to, parent, leaf };
}

/** More than half, so that there is one such region; .5, .7 and .8 were tried as well. */
const MAIN_SHARE = 0.6;
/** Beyond that, further is not less likely. */
const MAX_STEPS = 6;

/** Segments from `from` to before `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * How far each segment is from the main region: 0 inside it, 1 in the next larger region, and so on. The main region is
 * the smallest that holds most of the page's new prose. Content stands there; what stands far from it is template even
 * if this page words it in its own way (titles of other pages, a list of sections, a clock). `repeated` is from 0,
 * never seen before, to 1.
 */
export function stepsFromMain(outline: Outline, regions: Regions, repeated: Float64Array): Uint8Array {
  const steps = new Uint8Array(outline.count).fill(MAX_STEPS);
  const nested = spansAround(regions, newProse(outline, repeated));
  // The largest first, so that what is inside overwrites what is around.
  for (let step = nested.length - 1; step >= 0; step--) {
    const { from, to } = nested[step]!;
    steps.fill(step, from, to);
  }
  return steps;
}

/** Running sums: entry `i` is the new prose of all segments before `i`. Links are no prose. */
function newProse({ count, chars, flags }: Outline, repeated: Float64Array): Float64Array {
  const before = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) {
    const isLink = (flags[i]! & SegmentFlag.link) !== 0;
    before[i + 1] = before[i]! + (isLink ? 0 : (chars[i]! + 1) * (1 - repeated[i]!));
  }
  return before;
}

/**
 * What holds most of the new prose, smallest first, as far as steps are counted. As each has more than half of it, one
 * is inside the other.
 */
function spansAround(regions: Regions, before: Float64Array): readonly Span[] {
  const least = MAIN_SHARE * before.at(-1)!;
  if (least <= 0) return [];
  const segment = mainSegment(before, least);
  const spans: Span[] = segment < 0 ? [] : [{ from: segment, to: segment + 1 }];
  let region = segment < 0 ? mainRegion(regions, before, least) : regions.leaf[segment]!;
  for (; region >= 0 && spans.length < MAX_STEPS; region = regions.parent[region]!)
    spans.push({ from: regions.from[region]!, to: regions.to[region]! });
  return spans;
}

/** The segment that has most of the new prose alone, or −1. */
function mainSegment(before: Float64Array, least: number): number {
  for (let i = 0; i + 1 < before.length; i++) if (before[i + 1]! - before[i]! >= least) return i;
  return -1;
}

/** The smallest region that has most of it. */
function mainRegion({ count, from, to }: Regions, before: Float64Array, least: number): number {
  let main = -1;
  let size = Number.POSITIVE_INFINITY;
  for (let region = 0; region < count; region++) {
    const segments = to[region]! - from[region]!;
    if (segments >= size || before[to[region]!]! - before[from[region]!]! < least) continue;
    main = region;
    size = segments;
  }
  return main;
}

/** Of its characters; a date or a counter in a frame makes it no content. */
const NEXT_TO_NOTHING = 0.05;

/**
 * 1 for the segments of blocks in whose surroundings nothing is new. The heading of a menu has the menu around it, and
 * the other boxes of the frame; the label of a field has the other fields, some of which are new on any page.
 */
export function nothingNewAround(outline: Outline, regions: Regions, repeated: Float64Array): Uint8Array {
  const { count, flags } = outline;
  const { all, fresh } = charsBefore(outline, repeated);
  const result = new Uint8Array(count);
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && (flags[to]! & SegmentFlag.blockStart) === 0) to++;
    const around = surroundings(regions, from, to);
    const [start, end] = around < 0 ? [0, count] : [regions.from[around]!, regions.to[around]!];
    const share = (fresh[end]! - fresh[start]!) / (all[end]! - all[start]!);
    if (share < NEXT_TO_NOTHING) result.fill(1, from, to);
    from = to;
  }
  return result;
}

/** The second region that holds more than the block: the first may be a row of a table; −1 for the whole page. */
function surroundings({ from, to, parent, leaf }: Regions, blockFrom: number, blockTo: number): number {
  const isLarger = (region: number): boolean =>
    from[region]! <= blockFrom && to[region]! >= blockTo && to[region]! - from[region]! > blockTo - blockFrom;
  let region = leaf[blockFrom]!;
  while (region >= 0 && !isLarger(region)) region = parent[region]!;
  return region < 0 ? -1 : parent[region]!;
}

/** Running sums: entry `i` is about all segments before `i`. */
function charsBefore(
  { count, chars }: Outline,
  repeated: Float64Array,
): { readonly all: Float64Array; readonly fresh: Float64Array } {
  const [all, fresh] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  for (let i = 0; i < count; i++) {
    const weight = chars[i]! + 1;
    all[i + 1] = all[i]! + weight;
    fresh[i + 1] = fresh[i]! + weight * (1 - repeated[i]!);
  }
  return { all, fresh };
}
