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
    for (let i = 0; i < count; i++) {
      const weight = chars[i]! + 1;
      const fresh = weight * (1 - repeated[i]!);
      const isLink = (flags[i]! & SegmentFlag.link) !== 0;
      this.all[i + 1] = this.all[i]! + weight;
      this.fresh[i + 1] = this.fresh[i]! + fresh;
      this.prose[i + 1] = this.prose[i]! + (isLink ? 0 : fresh);
      this.links[i + 1] = this.links[i]! + (isLink ? weight : 0);
      this.placeChars[place[i]!]! += weight;
      this.#placeFresh[place[i]!]! += fresh;
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
    const { regionChars, regionNewness, regionProse } = this;
    for (let region = 0; region < count; region++) {
      const [start, end, at] = [from[region]!, to[region]!, place[region]!];
      const before = regionChars[at]!;
      regionChars[at] = before + this.all[end]! - this.all[start]!;
      const fresh = regionNewness[at]! * before + this.fresh[end]! - this.fresh[start]!;
      regionNewness[at] = fresh / regionChars[at]!;
      regionProse[at] = Math.max(regionProse[at]!, this.proseShare(start, end));
    }
  }
}
