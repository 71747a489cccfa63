/** A fading table with the pages that it learned lately, as bytes. */
import { FadingTable, type FadingTableOptions } from './fading-table.ts';
import { RecentPages } from './recent-pages.ts';
import { checkTableOptions, cutSections, readSealedHeader, type SealedKind, seal } from './sealed-bytes.ts';

/** `dhft` */
const kind: SealedKind = { magic: 0x74666864, version: 2, name: 'fading table' };

/** What the pages of the site usually have in common, as the detector counts it. */
export interface UsualCounts {
  /** Segments of a page that are repeated on the site. */
  readonly familiar: number;
  /** Pages that had next to none, one after the other until now. */
  readonly strangeInRow: number;
}

export interface SavedTable<Options extends FadingTableOptions> {
  readonly table: FadingTable;
  readonly recent: RecentPages;
  readonly usual: UsualCounts;
  readonly templateVersion: number;
  readonly options: Options;
}

interface Header<Options> {
  readonly options: Options;
  readonly templateVersion: number;
  /** Version 1 did not have it. */
  readonly usual?: UsualCounts;
  readonly pageNumber: number;
  readonly distinctPages: number;
  readonly pages: number;
  readonly used: number;
  readonly capacity: number;
  readonly nextRecent: number;
}

export function fadingTableToBytes<Options extends FadingTableOptions>({
  table,
  recent,
  usual,
  templateVersion,
  options,
}: SavedTable<Options>): Uint8Array {
  const { pageNumber, distinctPages, pages, used, hash, count, last, total, peak } = table.state;
  const header: Header<Options> = {
    options,
    templateVersion,
    usual,
    pageNumber,
    distinctPages,
    pages,
    used,
    capacity: hash.length,
    nextRecent: recent.next,
  };
  return seal(kind, header, [recent.rows, hash, count, total, peak, last]);
}

/** They must have been written with the same options. */
export function fadingTableFromBytes<Options extends FadingTableOptions>(
  bytes: Uint8Array,
  options: Options,
): SavedTable<Options> {
  const header = readSealedHeader<Header<Options>>(bytes, kind);
  checkTableOptions(header.options, options);
  const { pageNumber, distinctPages, pages, used, capacity } = header;
  const extra = options.forgetting ? 0 : capacity;
  const columns = [capacity, capacity, extra, extra, capacity / 2].map((entries) => 4 * entries);
  const [recent, hash, count, total, peak, last] = cutSections(bytes, [8 * RecentPages.length, ...columns]);
  const state = {
    pageNumber,
    distinctPages,
    pages,
    used,
    hash: new Uint32Array(hash!),
    count: new Float32Array(count!),
    last: new Uint16Array(last!),
    total: new Float32Array(total!),
    peak: new Float32Array(peak!),
  };
  return {
    table: new FadingTable(options, state),
    recent: new RecentPages(new Uint32Array(recent!), header.nextRecent),
    usual: header.usual ?? { familiar: 0, strangeInRow: 0 },
    templateVersion: header.templateVersion,
    options,
  };
}

/** The options that these bytes were written with. */
export function readFadingTableOptions<Options>(bytes: Uint8Array): Options {
  return readSealedHeader<Header<Options>>(bytes, kind).options;
}
