/**
 * A segment table as bytes, and back as fast as memory is copied.
 *
 *     u32 magic · u32 version · u32 CRC-32 of all that follows · u32 length of the header
 *     header: JSON with the options and the scalars, padded with spaces to a multiple of 4
 *     the two rings · the slots · the chains' pages · the chains' next, each as it lies in memory (little-endian)
 */
import { crc32 } from '@exodus/bytes/crc.js';
import { DehuskError } from '../errors.ts';
import { ContributorChains } from './contributor-chains.ts';
import { ExpiryRing } from './expiry-ring.ts';
import { SegmentTable, type SegmentTableOptions } from './segment-table.ts';
import { SLOT_BYTES, Slots } from './slots.ts';

/** `dhst` */
const MAGIC = 0x74736864;
const VERSION = 1;
const PREFIX_BYTES = 16;

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
  return pack(encodeHeader(header), sections);
}

function encodeHeader(header: Header): Uint8Array {
  const json = JSON.stringify(header);
  return new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
}

function pack(header: Uint8Array, sections: readonly ArrayBufferView[]): Uint8Array {
  const length = sections.reduce((sum, { byteLength }) => sum + byteLength, PREFIX_BYTES + header.length);
  const bytes = new Uint8Array(length);
  bytes.set(header, PREFIX_BYTES);
  let at = PREFIX_BYTES + header.length;
  for (const { buffer, byteOffset, byteLength } of sections) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  const prefix = new DataView(bytes.buffer);
  prefix.setUint32(0, MAGIC, true);
  prefix.setUint32(4, VERSION, true);
  prefix.setUint32(12, header.length, true);
  prefix.setUint32(8, crc32(bytes.subarray(12)), true);
  return bytes;
}

/** The table of these bytes; they must have been written with the same options. */
export function tableFromBytes(bytes: Uint8Array, options: SegmentTableOptions): SegmentTable {
  const header = readHeader(bytes);
  checkOptions(header.options, options);
  const { ringLength, capacity, chainsLength } = header;
  const lengths = [ringLength * 4, ringLength * 4, capacity * SLOT_BYTES, chainsLength * 4, chainsLength * 4];
  const [expiring, templateExpiring, slots, pages, next] = cut(bytes, lengths);
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
  return readHeader(bytes).options;
}

function readHeader(bytes: Uint8Array): Header {
  if (bytes.length < PREFIX_BYTES) throw new DehuskError('STATE_DAMAGED', { reason: 'it is too short' });
  const prefix = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (prefix.getUint32(0, true) !== MAGIC)
    throw new DehuskError('STATE_DAMAGED', { reason: 'it is no segment table' });
  const version = prefix.getUint32(4, true);
  if (version > VERSION) throw new DehuskError('STATE_NEWER', { found: version, known: VERSION });
  if (version === 0 || prefix.getUint32(8, true) !== crc32(bytes.subarray(12))) {
    throw new DehuskError('STATE_DAMAGED', { reason: 'its checksum is wrong' });
  }
  // From here on the bytes are known to be the ones that were written.
  const header = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + prefix.getUint32(12, true));
  return JSON.parse(new TextDecoder().decode(header)) as Header;
}

function checkOptions(found: SegmentTableOptions, expected: SegmentTableOptions): void {
  for (const name of Object.keys(expected) as (keyof SegmentTableOptions)[]) {
    if (String(found[name]) === String(expected[name])) continue;
    // The key itself is nobody's business.
    const told =
      name === 'hashKey' ? ['another value', 'this one'] : [String(found[name]), String(expected[name])];
    throw new DehuskError('STATE_OF_OTHER_OPTIONS', { name, found: told[0]!, expected: told[1]! });
  }
}

/** Copies of the sections behind the header, each with a buffer of its own. */
function cut(bytes: Uint8Array, lengths: readonly number[]): readonly ArrayBuffer[] {
  let at = PREFIX_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  return lengths.map((length) => {
    // Not `slice`, which does not copy a Node buffer.
    const section = new Uint8Array(bytes.subarray(at, at + length));
    at += length;
    return section.buffer;
  });
}
