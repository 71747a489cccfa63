/**
 * The bytes of a table: told apart by what they begin with, versioned, and sealed with a checksum.
 *
 *     u32 magic · u32 version · u32 CRC-32 of all that follows · u32 length of the header
 *     header: JSON, padded with spaces to a multiple of 4
 *     sections, each as it lies in memory (little-endian)
 */
import { crc32 } from '@exodus/bytes/crc.js';
import { DehuskError } from '../errors.ts';

/** What a kind of table calls itself, in bytes and in words. */
export interface SealedKind {
  readonly magic: number;
  readonly version: number;
  readonly name: string;
}

const PREFIX_BYTES = 16;

export function seal(kind: SealedKind, header: object, sections: readonly ArrayBufferView[]): Uint8Array {
  const json = JSON.stringify(header);
  const head = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
  const length = sections.reduce((sum, { byteLength }) => sum + byteLength, PREFIX_BYTES + head.length);
  const bytes = new Uint8Array(length);
  bytes.set(head, PREFIX_BYTES);
  let at = PREFIX_BYTES + head.length;
  for (const { buffer, byteOffset, byteLength } of sections) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  const prefix = new DataView(bytes.buffer);
  prefix.setUint32(0, kind.magic, true);
  prefix.setUint32(4, kind.version, true);
  prefix.setUint32(12, head.length, true);
  prefix.setUint32(8, crc32(bytes.subarray(12)), true);
  return bytes;
}

/** The header of sealed bytes, after they were found to be the ones that were written. */
export function readSealedHeader<Header>(bytes: Uint8Array, { magic, version, name }: SealedKind): Header {
  if (bytes.length < PREFIX_BYTES) throw new DehuskError('STATE_DAMAGED', { reason: 'it is too short' });
  const prefix = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (prefix.getUint32(0, true) !== magic)
    throw new DehuskError('STATE_DAMAGED', { reason: `it is no ${name}` });
  const found = prefix.getUint32(4, true);
  if (found > version) throw new DehuskError('STATE_NEWER', { found, known: version });
  if (found === 0 || prefix.getUint32(8, true) !== crc32(bytes.subarray(12))) {
    throw new DehuskError('STATE_DAMAGED', { reason: 'its checksum is wrong' });
  }
  const head = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + prefix.getUint32(12, true));
  return JSON.parse(new TextDecoder().decode(head)) as Header;
}

/** Copies of the sections behind the header, each with a buffer of its own. */
export function cutSections(bytes: Uint8Array, lengths: readonly number[]): readonly ArrayBuffer[] {
  let at = PREFIX_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  return lengths.map((length) => {
    // Not `slice`, which does not copy a Node buffer.
    const section = new Uint8Array(bytes.subarray(at, at + length));
    at += length;
    return section.buffer;
  });
}

/** Throws STATE_OF_OTHER_OPTIONS unless the table was written with these options. */
export function checkTableOptions<Options extends object>(found: Options, expected: Options): void {
  for (const name of Object.keys(expected) as (keyof Options & string)[]) {
    if (String(found[name]) === String(expected[name])) continue;
    // The key itself is nobody's business.
    const told =
      name === 'hashKey' ? ['another value', 'this one'] : [String(found[name]), String(expected[name])];
    throw new DehuskError('STATE_OF_OTHER_OPTIONS', { name, found: told[0]!, expected: told[1]! });
  }
}
