/**
 * What is known of a site's layout, beside its texts: how its places behave.
 *
 * Of each place that texts stand in: on what share of the pages it stood, and how much of what it said was new. A menu
 * always says the same, a price always something else, and a headline stands in the same place on all pages.
 * Of each place that is a region: how much of what it holds is new, and what share of the page's new prose that is.
 * So the main region is known from the pages before, and does not jump from the article to its comments.
 */
import { damagedState } from '../../errors.ts';
import {
  columnNames,
  FadingMeans,
  type FadingMeansOptions,
  type Means,
  type SavedMeans,
} from '../../table/fading-means.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import { columnBytes, readColumn } from '../saved-state.ts';
import { UNKNOWN } from './facts.ts';
import type { LaidOutPage, PageSight } from './score.ts';

/** Less than that of a page says nothing. */
const LEAST_WEIGHT = 0.3;
/** What was new on a site's first pages is not known to be: a page is asked fully from the fifth on. */
const ASKED_FULLY = 4;
/** Far above what the busiest site of the corpus has alive at once. */
const MOST_PLACES = 3_000;

/** Whom else it is compared with. */
export interface OtherPages {
  readonly pages: number;
  /** How much of what is known the page has taught itself. */
  readonly own: number;
}

export class SiteSchema {
  readonly #options: FadingMeansOptions;
  #places: FadingMeans;
  #regions: FadingMeans;

  constructor({ memoryPages, forgetting }: Omit<FadingMeansOptions, 'maxKeys'>, saved?: Uint8Array) {
    this.#options = { memoryPages, forgetting, maxKeys: MOST_PLACES };
    const [places, regions] = saved === undefined || saved.length === 0 ? [] : readMeans(saved);
    this.#places = new FadingMeans(this.#options, places);
    this.#regions = new FadingMeans(this.#options, regions);
  }

  /** The site has another layout. */
  clear(): void {
    this.#places = new FadingMeans(this.#options);
    this.#regions = new FadingMeans(this.#options);
  }

  get sizeBytes(): number {
    return this.#places.sizeBytes + this.#regions.sizeBytes;
  }

  /** Fills a view of which nothing is known. */
  view({ page: { outline, regions, sums }, view }: PageSight, { pages, own }: OtherPages): void {
    const { paths } = outline.places;
    const { chars, fresh, regionNewness, regionProse } = sums.places;
    const means: Means = { pages: 0, weight: 0, first: 0, second: 0 };
    for (let place = 0; place < paths.length; place++) {
      if (chars[place] === 0) continue;
      const isKnown = this.#places.find(paths[place]!, means);
      view.presence[place] = pages > 0 ? Math.max(0, means.pages - own) / pages : UNKNOWN;
      const weight = isKnown ? Math.max(0, means.weight - own) : 0;
      view.known[place] = weight;
      if (weight < LEAST_WEIGHT) continue;
      view.newness[place] = clamp((means.first - own * (fresh[place]! / chars[place]!)) / weight);
    }
    for (let region = 0; region < regions.count; region++) {
      const place = regions.place[region]!;
      if (!this.#regions.find(paths[place]!, means)) continue;
      const weight = Math.max(0, means.weight - own);
      view.regionKnown[region] = weight;
      if (weight < LEAST_WEIGHT) continue;
      view.regionNewness[region] = clamp((means.first - own * regionNewness[place]!) / weight);
      view.regionProse[region] = clamp((means.second - own * regionProse[place]!) / weight);
    }
  }

  /** The page that has this number on the clock of the site; `pages` were learned before it. */
  learn({ outline, sums }: LaidOutPage, pageNumber: number, pages: number): void {
    const weight = Math.min(1, pages / ASKED_FULLY);
    const { paths } = outline.places;
    const { chars, fresh, regionChars, regionNewness, regionProse } = sums.places;
    this.#places.beginPage(pageNumber);
    this.#regions.beginPage(pageNumber);
    for (let place = 0; place < paths.length; place++) {
      if (chars[place]! > 0) this.#places.add(paths[place]!, weight, fresh[place]! / chars[place]!, 0);
      if (regionChars[place]! > 0)
        this.#regions.add(paths[place]!, weight, regionNewness[place]!, regionProse[place]!);
    }
  }

  /** What the constructor needs to go on from here to the bit; nothing where there is nothing. */
  save(): Uint8Array {
    if (this.#places.keyCount === 0 && this.#regions.keyCount === 0) return new Uint8Array();
    return writeMeans([this.#places.save(), this.#regions.save()]);
  }
}

/** One column of bytes: a state has a name for each, and a broad crawl hundreds of thousands of small states. */
function writeMeans(tables: readonly SavedMeans[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { pageNumber, rewrittenAt, capacity, used, columns } of tables) {
    writer.counts([pageNumber, rewrittenAt, capacity, used.length]);
    for (let i = 0; i < used.length; i++) writer.count(used[i]! - (i === 0 ? 0 : used[i - 1]!));
    for (const column of columns) {
      const bytes = columnBytes(column);
      writer.count(bytes.length);
      writer.bytes(bytes);
    }
  }
  return writer.take();
}

function readMeans(saved: Uint8Array): readonly SavedMeans[] {
  const reader = new ByteReader(saved);
  return [0, 1].map(() => {
    const [pageNumber, rewrittenAt, capacity, length] = [0, 0, 0, 0].map(() => reader.count()) as [
      number,
      number,
      number,
      number,
    ];
    const used = new Uint32Array(length);
    for (let i = 0, slot = 0; i < length; i++) {
      slot += reader.count();
      used[i] = slot;
    }
    const columns = columnNames.map(() => {
      const column = readColumn(reader.bytes(reader.count()));
      if (column.length !== length) throw damagedState('columns of places differ in length');
      return column;
    });
    return { pageNumber, rewrittenAt, capacity, used, columns };
  });
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
