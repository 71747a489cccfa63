/**
 * The elements of a page as regions: runs of segments, one inside the other. Elements that hold the same segments are
 * one region, so wrappers do not count, and a region has two segments at least.
 *
 *     <body> <div> <h1>a</h1> <p>b</p> </div> <footer>c</footer> </body>
 *
 *     region   from   to   parent        leaf of a and b: 0
 *     0        0      2    1    a b      leaf of c: 1
 *     1        0      3    -    a b c
 */
import { type Outline, SegmentFlag } from './outline.ts';

export interface Regions {
  readonly count: number;
  /** The first segment of each, and the one behind its last. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The next larger region; −1 for the largest. */
  readonly parent: Int32Array;
  /** The innermost element that holds it all: a row of the outline's places. */
  readonly place: Uint16Array;
  /** For each segment the smallest region that holds it; −1 for the only segment of a page. */
  readonly leaf: Int32Array;
}

/** A region is open as long as the next segment is joined to this one at its depth or below. */
export function regionsOf({ count: segments, joint, jointPlace }: Outline): Regions {
  // Each but the largest is joined to another one or to a segment.
  const most = Math.max(0, segments - 1);
  const [from, to] = [new Uint32Array(most), new Uint32Array(most)];
  const parent = new Int32Array(most).fill(-1);
  const place = new Uint16Array(most);
  const leaf = new Int32Array(segments);
  // The innermost region that is open, its depth, and those around it.
  let open = -1;
  let depth = -1;
  const around: number[] = [];
  const depths: number[] = [];
  let count = 0;
  for (let i = 0; i < segments; i++) {
    const next = i + 1 < segments ? joint[i + 1]! : -1;
    leaf[i] = open;
    let inner = -1;
    while (depth > next) {
      inner = open;
      to[inner] = i + 1;
      open = around.pop()!;
      depth = depths.pop()!;
    }
    if (depth === next) continue;
    // What was closed just now is inside, else this segment is the first.
    if (inner < 0) leaf[i] = count;
    else parent[inner] = count;
    from[count] = inner < 0 ? i : from[inner]!;
    parent[count] = open;
    place[count] = jointPlace[i + 1]!;
    around.push(open);
    depths.push(depth);
    open = count++;
    depth = next;
  }
  return { count, from, to, parent, place, leaf };
}

/** More than half, so that there is one such region; .5, .7 and .8 were tried as well. */
const MAIN_SHARE = 0.6;
/** Beyond that, further is not less likely. */
const MAX_STEPS = 6;

/**
 * How far each segment is from the main region: 0 inside it, 1 in the next larger region, and so on. The main region is
 * the smallest that holds most of the page's new prose. Content stands there; what stands far from it is template even
 * if this page words it in its own way (titles of other pages, a list of sections, a clock). `shareOf`: what share of
 * the new prose a region holds, on this page or usually.
 */
export function stepsFromMain(
  regions: Regions,
  segments: number,
  shareOf: (region: number) => number,
): Uint8Array {
  const { count, from, to, parent } = regions;
  // A page of one segment has no regions.
  const steps = new Uint8Array(segments).fill(count === 0 ? 0 : MAX_STEPS);
  let main = -1;
  let size = Number.POSITIVE_INFINITY;
  for (let region = 0; region < count; region++) {
    const segmentCount = to[region]! - from[region]!;
    if (segmentCount >= size || shareOf(region) < MAIN_SHARE) continue;
    main = region;
    size = segmentCount;
  }
  const nested: number[] = [];
  for (let region = main; region >= 0 && nested.length < MAX_STEPS; region = parent[region]!)
    nested.push(region);
  // The largest first, so that what is inside overwrites what is around.
  for (let step = nested.length - 1; step >= 0; step--)
    steps.fill(step, from[nested[step]!]!, to[nested[step]!]!);
  return steps;
}

/** The smallest region that holds more than these segments; −1 for the whole page. */
export function regionAround({ from, to, parent, leaf }: Regions, start: number, end: number): number {
  let region = leaf[start]!;
  while (
    region >= 0 &&
    !(from[region]! <= start && to[region]! >= end && to[region]! - from[region]! > end - start)
  )
    region = parent[region]!;
  return region;
}

// Sums

/**
 * Sums over the segments of a page: of its text, of what is new in it, and of both by region and place. A segment counts
 * by its characters, and one more: short ones must not vanish beside a paragraph.
 */
export class PageSums {
  /** Running sums: entry `i` is about all segments before `i`. */
  readonly all: Float64Array;
  readonly fresh: Float64Array;
  /** Of what is new and no link. */
  readonly prose: Float64Array;
  readonly links: Float64Array;
  /** By place: of the segments that stand in it. */
  readonly placeChars: Float64Array;
  readonly #placeFresh: Float64Array;
  /** By place, of the regions of it: their text, the share of it that is new, and the most of the new prose in one. */
  readonly regionChars: Float64Array;
  readonly regionNewness: Float64Array;
  readonly regionProse: Float64Array;

  /** `repeated`: how repeated each segment is, 0 … 1. */
  constructor({ count, chars, flags, place, places }: Outline, regions: Regions, repeated: Float64Array) {
    const placeCount = places.marks.length;
    // One array in parts: to make one costs as much as to fill a few dozen entries.
    const columns = new Float64Array(4 * (count + 1) + 5 * placeCount);
    let end = 0;
    const column = (length: number): Float64Array => {
      end += length;
      return columns.subarray(end - length, end);
    };
    this.all = column(count + 1);
    this.fresh = column(count + 1);
    this.prose = column(count + 1);
    this.links = column(count + 1);
    this.placeChars = column(placeCount);
    this.#placeFresh = column(placeCount);
    this.regionChars = column(placeCount);
    this.regionNewness = column(placeCount);
    this.regionProse = column(placeCount);
    const { all, fresh, prose, links, placeChars } = this;
    const placeFresh = this.#placeFresh;
    for (let i = 0; i < count; i++) {
      const weight = chars[i]! + 1;
      const freshWeight = weight * (1 - repeated[i]!);
      const isLink = (flags[i]! & SegmentFlag.link) !== 0;
      all[i + 1] = all[i]! + weight;
      fresh[i + 1] = fresh[i]! + freshWeight;
      prose[i + 1] = prose[i]! + (isLink ? 0 : freshWeight);
      links[i + 1] = links[i]! + (isLink ? weight : 0);
      placeChars[place[i]!]! += weight;
      placeFresh[place[i]!]! += freshWeight;
    }
    this.#addRegions(regions);
  }

  placeNewness(place: number): number {
    return this.#placeFresh[place]! / this.placeChars[place]!;
  }

  /** What share of the page's new prose stands between two segments. */
  proseShare(from: number, to: number): number {
    const total = this.prose[this.prose.length - 1]!;
    return total > 0 ? (this.prose[to]! - this.prose[from]!) / total : 0;
  }

  #addRegions({ count, from, to, place }: Regions): void {
    const { all, fresh, regionChars, regionNewness, regionProse } = this;
    for (let region = 0; region < count; region++) {
      const start = from[region]!;
      const end = to[region]!;
      const at = place[region]!;
      const before = regionChars[at]!;
      regionChars[at] = before + all[end]! - all[start]!;
      regionNewness[at] = (regionNewness[at]! * before + fresh[end]! - fresh[start]!) / regionChars[at]!;
      regionProse[at] = Math.max(regionProse[at]!, this.proseShare(start, end));
    }
  }
}
