/**
 * Whether what stands around a block is repeated as well. The heading of a menu has the menu around it, and the other
 * boxes of the frame; the label of a field has the other fields, some of which are new on any page.
 */
import { type Outline, SegmentFlag } from './outline.ts';
import type { Regions } from './regions.ts';

/** Of its characters; a date or a counter in a frame makes it no content. */
const NEXT_TO_NOTHING = 0.05;

/** 1 for the segments of blocks in whose surroundings nothing is new. */
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
