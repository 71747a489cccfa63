/** Sums over the segments of a page: of its text, of what is new in it, and of both by region and place. */
import { type Outline, SegmentFlag } from './outline.ts';
import type { Regions } from './regions.ts';

/** A segment counts by its characters, and one more: short ones must not vanish beside a paragraph. */
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
    const column = (length: number): Float64Array => new Float64Array(length);
    const placeCount = places.marks.length;
    [this.all, this.fresh, this.prose, this.links] = [
      column(count + 1),
      column(count + 1),
      column(count + 1),
      column(count + 1),
    ];
    [this.placeChars, this.#placeFresh] = [column(placeCount), column(placeCount)];
    [this.regionChars, this.regionNewness, this.regionProse] = [
      column(placeCount),
      column(placeCount),
      column(placeCount),
    ];
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
