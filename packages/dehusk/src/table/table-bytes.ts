/** A segment table as bytes, and back as fast as memory is copied: the two rings, the slots, the chains. */
import { ContributorChains } from './contributor-chains.ts';
import { ExpiryRing } from './expiry-ring.ts';
import { checkTableOptions, cutSections, readSealedHeader, type SealedKind, seal } from './sealed-bytes.ts';
import { SegmentTable, type SegmentTableOptions } from './segment-table.ts';
import { SLOT_BYTES, Slots } from './slots.ts';

/** `dhst` */
const kind: SealedKind = { magic: 0x74736864, version: 1, name: 'segment table' };

interface Header {
  readonly options: SegmentTableOptions;
  readonly pageNumber: number;
  readonly templateVersion: number;
  readonly size: number;
  readonly templateSize: number;
  readonly settledPage: number;
  readonly sweepAt: number;
  readonly capacity: number;
  readonly occupied: number;
  readonly ringLength: number;
  readonly chainsLength: number;
  readonly chainsFree: number;
  readonly chainsUsed: number;
}

export function tableToBytes(table: SegmentTable): Uint8Array {
  const { slots, chains, expiring, templateExpiring, ...scalars } = table.state;
  const saved = chains.save();
  const header: Header = {
    options: table.options,
    ...scalars,
    capacity: slots.capacity,
    occupied: slots.occupied,
    ringLength: expiring.counts.length,
    chainsLength: saved.pages.length,
    chainsFree: saved.firstFree,
    chainsUsed: saved.used,
  };
  const sections = [
    expiring.counts,
    templateExpiring.counts,
    new Uint8Array(slots.buffer),
    saved.pages,
    saved.next,
  ];
  return seal(kind, header, sections);
}

/** The table of these bytes; they must have been written with the same options. */
export function tableFromBytes(bytes: Uint8Array, options: SegmentTableOptions): SegmentTable {
  const header = readSealedHeader<Header>(bytes, kind);
  checkTableOptions(header.options, options);
  const { ringLength, capacity, chainsLength } = header;
  const lengths = [ringLength * 4, ringLength * 4, capacity * SLOT_BYTES, chainsLength * 4, chainsLength * 4];
  const [expiring, templateExpiring, slots, pages, next] = cutSections(bytes, lengths);
  return new SegmentTable(options, {
    pageNumber: header.pageNumber,
    templateVersion: header.templateVersion,
    size: header.size,
    templateSize: header.templateSize,
    settledPage: header.settledPage,
    sweepAt: header.sweepAt,
    slots: new Slots(capacity, { buffer: slots!, occupied: header.occupied }),
    chains: new ContributorChains({
      pages: new Uint32Array(pages!),
      next: new Int32Array(next!),
      firstFree: header.chainsFree,
      used: header.chainsUsed,
    }),
    expiring: new ExpiryRing(ringLength - 1, new Int32Array(expiring!)),
    templateExpiring: new ExpiryRing(ringLength - 1, new Int32Array(templateExpiring!)),
  });
}

/** The options that these bytes were written with. */
export function readTableOptions(bytes: Uint8Array): SegmentTableOptions {
  return readSealedHeader<Header>(bytes, kind).options;
}
