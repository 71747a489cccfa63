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
import type { Outline } from './outline.ts';

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
