/** A fading table with the pages that it learned lately, as bytes. */
import { FADING_SLOT_BYTES, FadingTable, type FadingTableOptions } from './fading-table.ts';
import { RecentPages } from './recent-pages.ts';
import { checkTableOptions, cutSections, readSealedHeader, type SealedKind, seal } from './sealed-bytes.ts';

/** `dhft` */
const kind: SealedKind = { magic: 0x74666864, version: 1, name: 'fading table' };

export interface SavedTable<Options extends FadingTableOptions> {
  readonly table: FadingTable;
  readonly recent: RecentPages;
  readonly templateVersion: number;
  readonly options: Options;
}

interface Header<Options> {
  readonly options: Options;
  readonly templateVersion: number;
  readonly pageNumber: number;
  readonly pages: number;
  readonly used: number;
  readonly capacity: number;
  readonly nextRecent: number;
}

export function fadingTableToBytes<Options extends FadingTableOptions>({
  table,
  recent,
  templateVersion,
  options,
}: SavedTable<Options>): Uint8Array {
  const { pageNumber, pages, used, hash, count, last } = table.state;
  const header: Header<Options> = {
    options,
    templateVersion,
    pageNumber,
    pages,
    used,
    capacity: hash.length,
    nextRecent: recent.next,
  };
  return seal(kind, header, [recent.rows, hash, count, last]);
}

/** They must have been written with the same options. */
export function fadingTableFromBytes<Options extends FadingTableOptions>(
  bytes: Uint8Array,
  options: Options,
): SavedTable<Options> {
  const header = readSealedHeader<Header<Options>>(bytes, kind);
  checkTableOptions(header.options, options);
  const { pageNumber, pages, used, capacity } = header;
  const lengths = [8 * RecentPages.length, 4 * capacity, 4 * capacity, (FADING_SLOT_BYTES - 8) * capacity];
  const [recent, hash, count, last] = cutSections(bytes, lengths);
  const state = {
    pageNumber,
    pages,
    used,
    hash: new Uint32Array(hash!),
    count: new Float32Array(count!),
    last: new Uint16Array(last!),
  };
  return {
    table: new FadingTable(options, state),
    recent: new RecentPages(new Uint32Array(recent!), header.nextRecent),
    templateVersion: header.templateVersion,
    options,
  };
}

/** The options that these bytes were written with. */
export function readFadingTableOptions<Options>(bytes: Uint8Array): Options {
  return readSealedHeader<Header<Options>>(bytes, kind).options;
}
