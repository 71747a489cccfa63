/**
 * The header of a gzip member (RFC 1952, 2.3). `node:zlib` reads it too, but hides where members begin; and a
 * member's beginning is a WARC record's address.
 */
import { crc32 } from 'node:zlib';
import { DehuskError } from '../../errors.ts';
import type { ByteSource } from '../byte-reader.ts';

const flags = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;
const fixedBytes = 10;

/** A name or comment longer than this is taken for damage: a header must not be a way to fill the memory. */
const maxHeaderBytes = 64 * 1024;

/** Goes past a member's header; throws INPUT_CUT or INPUT_DAMAGED. */
export async function skipGzipHeader(source: ByteSource): Promise<void> {
  const start = source.offset;
  const header = await peekHeader(source, fixedBytes);
  const flag = header[3]!;
  if (header[0] !== 0x1f || header[1] !== 0x8b) throw damaged(start, 'no gzip member begins here');
  if (header[2] !== 8 || flag & flags.reserved) throw damaged(start, 'unknown kind of gzip member');
  let end = fixedBytes;
  if (flag & flags.extra) end = await endOfExtra(source, end);
  if (flag & flags.name) end = await endOfText(source, end);
  if (flag & flags.comment) end = await endOfText(source, end);
  if (flag & flags.headerCrc) end = await endOfCrc(source, end);
  source.skip(end);
}

async function endOfExtra(source: ByteSource, at: number): Promise<number> {
  const header = await peekHeader(source, at + 2);
  const end = at + 2 + header[at]! + header[at + 1]! * 256;
  await peekHeader(source, end);
  return end;
}

async function endOfText(source: ByteSource, at: number): Promise<number> {
  for (let known = at + 1; ; known = (await source.peek()).length + 1) {
    const header = await peekHeader(source, known);
    const end = header.subarray(0, maxHeaderBytes).indexOf(0, at);
    if (end >= 0) return end + 1;
    if (header.length >= maxHeaderBytes) throw damaged(source.offset, 'endless gzip header');
  }
}

async function endOfCrc(source: ByteSource, at: number): Promise<number> {
  const header = await peekHeader(source, at + 2);
  const expected = header[at]! + header[at + 1]! * 256;
  if ((crc32(header.subarray(0, at)) & 0xffff) !== expected) {
    throw damaged(source.offset, 'checksum of the gzip header does not match');
  }
  return at + 2;
}

async function peekHeader(source: ByteSource, minBytes: number): Promise<Uint8Array> {
  const header = await source.peek(minBytes);
  if (header.length >= minBytes) return header;
  const offset = source.offset + header.length;
  throw new DehuskError('INPUT_CUT', { offset, reason: 'a gzip header is incomplete' });
}

function damaged(offset: number, reason: string): DehuskError {
  return new DehuskError('INPUT_DAMAGED', { offset, reason });
}
