/**
 * Where the page says something new: the smallest element that holds most of its new prose. Content stands there;
 * what stands far from it is template even if this page words it in its own way (titles of other pages, a list of
 * sections, a clock).
 */
import { type Outline, SegmentFlag } from './outline.ts';
import type { Regions } from './regions.ts';

/** More than half, so that there is one such element; .5, .7 and .8 were tried as well. */
const MAIN_SHARE = 0.6;
/** Beyond that, further is not less likely. */
const MAX_STEPS = 6;

/** Segments from `from` to before `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * How far each segment is from the main region: 0 inside it, 1 in the next larger region, and so on. Only elements
 * that hold more text than the ones inside them count as steps, so wrappers do not matter. `repeated` is from 0,
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
