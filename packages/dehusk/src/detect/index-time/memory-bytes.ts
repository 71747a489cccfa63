/**
 * What is carried between batches as bytes, and back.
 *
 *     u32 version · u32 CRC-32 of all that follows · u32 length of the header
 *     header: JSON, padded with spaces to a multiple of 4
 *     of each feature, style by style: word · pages · last batch · signature, each 32 bits, little-endian
 */
import { crc32 } from '@exodus/bytes/crc.js';
import { DehuskError } from '../../errors.ts';
import { type Feature, Memory } from './memory.ts';
import type { IndexTimeOptions } from './method.ts';
import type { StyleLeader } from './style-clusters.ts';

interface Header {
  readonly pages: number;
  readonly batches: number;
  readonly variables: number;
  readonly styles: readonly { readonly leader: StyleLeader; readonly features: number }[];
  /** Features name words by their places here. */
  readonly words: readonly string[];
}

const VERSION = 1;
const PREFIX_BYTES = 12;
/** Numbers of a feature besides its signature. */
const FEATURE_NUMBERS = 3;

export function memoryToBytes({ pages, batches, styles }: Memory, variables: number): Uint8Array {
  const features = styles.flatMap((style) => style.features);
  const words = [...new Set(features.map(({ word }) => word))];
  const counted = styles.map((style) => ({ leader: style.leader, features: style.features.length }));
  const header = encodeHeader({ pages, batches, variables, styles: counted, words });
  const rows = featureRows(features, variables, words);
  const bytes = new Uint8Array(PREFIX_BYTES + header.length + rows.byteLength);
  bytes.set(header, PREFIX_BYTES);
  bytes.set(new Uint8Array(rows.buffer), PREFIX_BYTES + header.length);
  const prefix = new DataView(bytes.buffer);
  prefix.setUint32(0, VERSION, true);
  prefix.setUint32(8, header.length, true);
  prefix.setUint32(4, crc32(bytes.subarray(8)), true);
  return bytes;
}

function encodeHeader(header: Header): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify(header));
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(0x20);
  padded.set(bytes);
  return padded;
}

function featureRows(features: readonly Feature[], variables: number, words: readonly string[]): Int32Array {
  const placeOf = new Map(words.map((word, place) => [word, place]));
  const width = FEATURE_NUMBERS + variables;
  const rows = new Int32Array(features.length * width);
  for (const [i, { word, pages, lastBatch, signature }] of features.entries()) {
    rows.set([placeOf.get(word)!, pages, lastBatch], i * width);
    rows.set(signature, i * width + FEATURE_NUMBERS);
  }
  return rows;
}

export function memoryFromBytes(bytes: Uint8Array, options: IndexTimeOptions): Memory {
  const { header, rows } = open(bytes);
  const width = FEATURE_NUMBERS + header.variables;
  const memory = new Memory(options);
  memory.pages = header.pages;
  memory.batches = header.batches;
  let at = 0;
  const next = (): Feature => {
    const [word, pages, lastBatch] = rows.subarray(at, at + FEATURE_NUMBERS);
    const signature = rows.slice(at + FEATURE_NUMBERS, at + width);
    at += width;
    return { word: header.words[word!]!, pages: pages!, lastBatch: lastBatch!, signature };
  };
  memory.styles = header.styles.map(({ leader, features }) => ({
    leader,
    features: Array.from({ length: features }, next),
  }));
  return memory;
}

function open(bytes: Uint8Array): { readonly header: Header; readonly rows: Int32Array } {
  if (bytes.length < PREFIX_BYTES) throw new DehuskError('STATE_DAMAGED', { reason: 'it is too short' });
  const prefix = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = prefix.getUint32(0, true);
  if (version > VERSION) throw new DehuskError('STATE_NEWER', { found: version, known: VERSION });
  if (version === 0 || prefix.getUint32(4, true) !== crc32(bytes.subarray(8)))
    throw new DehuskError('STATE_DAMAGED', { reason: 'its checksum is wrong' });
  // From here on the bytes are known to be the ones that were written.
  const rowsAt = PREFIX_BYTES + prefix.getUint32(8, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, rowsAt))) as Header;
  // A copy, because numbers must lie at multiples of four; `slice` would not copy a Node buffer.
  return { header, rows: new Int32Array(new Uint8Array(bytes.subarray(rowsAt)).buffer) };
}
