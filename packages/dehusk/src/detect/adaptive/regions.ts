/**
 * The elements of a page as regions: runs of segments, one inside the other. Elements that hold the same segments are
 * one region, so wrappers do not count, and a region has two segments at least. The core is compiled from this file too.
 *
 *     <body> <div> <h1>a</h1> <p>b</p> </div> <footer>c</footer> </body>
 *
 *     region   from   to   parent        leaf of a and b: 0
 *     0        0      2    1    a b      leaf of c: 1
 *     1        0      3    -    a b c
 */
import type { F64Column, f64, i32, Outline, PageSums, Regions, U8Column } from './columns.ts';
import { SegmentFlag } from './facts.ts';

/** A region is open as long as the next segment is joined to this one at its depth or below. */
export function findRegions(outline: Outline, regions: Regions): void {
  const joint = outline.joint;
  const from = regions.from;
  const to = regions.to;
  const parent = regions.parent;
  const depths = regions.depth;
  const leaf = regions.leaf;
  const segments: i32 = outline.count;
  // The innermost region that is open, and its depth; those around it are its parents.
  let open: i32 = -1;
  let depth: i32 = -1;
  let count: i32 = 0;
  for (let i = 0; i < segments; i++) {
    const next: i32 = i + 1 < segments ? joint[i + 1]! : -1;
    leaf[i] = open;
    let inner: i32 = -1;
    while (depth > next) {
      inner = open;
      to[inner] = i + 1;
      open = parent[inner]!;
      depth = open < 0 ? -1 : depths[open]!;
    }
    if (depth === next) continue;
    // What was closed just now is inside, else this segment is the first.
    if (inner < 0) leaf[i] = count;
    else parent[inner] = count;
    from[count] = inner < 0 ? i : from[inner]!;
    parent[count] = open;
    depths[count] = next;
    regions.place[count] = outline.jointPlace[i + 1]!;
    open = count++;
    depth = next;
  }
  regions.count = count;
}

/** More than half, so that there is one such region; .5, .7 and .8 were tried as well. */
const MAIN_SHARE: f64 = 0.6;
/** Beyond that, further is not less likely. */
const MAX_STEPS: i32 = 6;

/**
 * How far each segment is from the main region: 0 inside it, 1 in the next larger region, and so on. The main region is
 * the smallest that holds most of the page's new prose. Content stands there; what stands far from it is template even
 * if this page words it in its own way (titles of other pages, a list of sections, a clock). `shares`: what share of
 * the new prose each region holds, on this page or usually.
 */
export function findSteps(regions: Regions, segments: i32, shares: F64Column, steps: U8Column): void {
  const from = regions.from;
  const to = regions.to;
  let main: i32 = -1;
  let size: i32 = 0;
  for (let region = 0; region < regions.count; region++) {
    const segmentCount: i32 = to[region]! - from[region]!;
    if ((main >= 0 && segmentCount >= size) || shares[region]! < MAIN_SHARE) continue;
    main = region;
    size = segmentCount;
  }
  // A page of one segment has no regions.
  const far: i32 = regions.count === 0 ? 0 : MAX_STEPS;
  if (main < 0) {
    steps.fill(far, 0, segments);
    return;
  }
  let start: i32 = from[main]!;
  let end: i32 = to[main]!;
  steps.fill(0, start, end);
  let region: i32 = regions.parent[main]!;
  for (let step = 1; region >= 0 && step < MAX_STEPS; step++) {
    // What is inside has fewer.
    steps.fill(step, from[region]!, start);
    steps.fill(step, end, to[region]!);
    start = from[region]!;
    end = to[region]!;
    region = regions.parent[region]!;
  }
  steps.fill(far, 0, start);
  steps.fill(far, end, segments);
}

/** The smallest region that holds more than these segments; −1 for the whole page. */
export function regionAround(regions: Regions, start: i32, end: i32): i32 {
  let region: i32 = regions.leaf[start]!;
  while (region >= 0) {
    const from: i32 = regions.from[region]!;
    const to: i32 = regions.to[region]!;
    if (from <= start && to >= end && to - from > end - start) break;
    region = regions.parent[region]!;
  }
  return region;
}

// Sums

/**
 * Those by place are 0 before, and so are the first ones. `repeated`: how repeated each segment is, 0 … 1; `knownTargets`:
 * the same of where its link leads.
 */
export function addUpPage(
  outline: Outline,
  regions: Regions,
  repeated: F64Column,
  knownTargets: F64Column,
  sums: PageSums,
): void {
  const chars = outline.chars;
  const flags = outline.flags;
  const place = outline.place;
  const placeChars = sums.places.chars;
  const placeFresh = sums.places.fresh;
  let all: f64 = 0;
  let fresh: f64 = 0;
  let prose: f64 = 0;
  let links: f64 = 0;
  let knownLinks: f64 = 0;
  for (let i = 0; i < outline.count; i++) {
    const weight: f64 = chars[i]! + 1;
    const freshWeight: f64 = weight * (1 - repeated[i]!);
    all += weight;
    fresh += freshWeight;
    if ((flags[i]! & SegmentFlag.link) !== 0) {
      links += weight;
      knownLinks += weight * knownTargets[i]!;
    } else prose += freshWeight;
    const at: i32 = place[i]!;
    placeChars[at] = placeChars[at]! + weight;
    placeFresh[at] = placeFresh[at]! + freshWeight;
    sums.all[i + 1] = all;
    sums.fresh[i + 1] = fresh;
    sums.prose[i + 1] = prose;
    sums.links[i + 1] = links;
    sums.knownLinks[i + 1] = knownLinks;
  }
  sums.allProse = prose;
  addUpRegions(regions, sums);
}

function addUpRegions(regions: Regions, sums: PageSums): void {
  const chars = sums.places.regionChars;
  const newness = sums.places.regionNewness;
  const prose = sums.places.regionProse;
  for (let region = 0; region < regions.count; region++) {
    const from: i32 = regions.from[region]!;
    const to: i32 = regions.to[region]!;
    const at: i32 = regions.place[region]!;
    const before: f64 = chars[at]!;
    chars[at] = before + sums.all[to]! - sums.all[from]!;
    newness[at] = (newness[at]! * before + sums.fresh[to]! - sums.fresh[from]!) / chars[at]!;
    prose[at] = Math.max(prose[at]!, proseShare(sums, from, to));
  }
}

/** What share of the page's new prose stands between two segments. */
export function proseShare(sums: PageSums, from: i32, to: i32): f64 {
  return sums.allProse > 0 ? (sums.prose[to]! - sums.prose[from]!) / sums.allProse : 0;
}
