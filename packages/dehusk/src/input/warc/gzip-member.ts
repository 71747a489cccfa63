/**
 * One gzip member: header, deflate data, checksum and length. The two are checked here because the raw inflater does
 * not know them; the raw inflater is used because the others hide where a member ends.
 *
 * What a flipped bit can do: in the magic, method and reserved flags it is refused; in the deflate data, checksum and
 * length it is noticed, or the data is the same (padding bits, codes never used); in the flag "is text", the time,
 * the extra flags and the operating system it stays unseen, since nothing covers them and nothing depends on them.
 */
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { DehuskError } from '../../errors.ts';
import type { ByteSource } from '../byte-reader.ts';
import { createInflater, type DeflateTrail, type Inflater, inflaterOptions, sliceBytes } from './inflater.ts';

const trailerBytes = 8;

/**
 * The inflated bytes, as they come; throws INPUT_CUT or INPUT_DAMAGED after the last good ones. Without `trail` the
 * last good ones before damage may be missing, which is cheaper where they are of no use.
 */
export async function* inflateMember(source: ByteSource, trail?: DeflateTrail): AsyncGenerator<Uint8Array> {
  await skipGzipHeader(source);
  trail?.begin(source.offset);
  let checksum = 0;
  let sizeBytes = 0;
  for await (const bytes of inflateRaw(source, trail)) {
    checksum = crc32(bytes, checksum);
    sizeBytes += bytes.length;
    yield bytes;
  }
  await checkTrailer(source, checksum, sizeBytes);
}

async function* inflateRaw(source: ByteSource, trail?: DeflateTrail): AsyncGenerator<Uint8Array> {
  const whole = inflateAtOnce(await source.peek());
  if (whole !== undefined) {
    yield whole.bytes;
    source.skip(whole.usedBytes);
    return;
  }
  // Without a trail it is the body of one page.
  const options = trail === undefined ? inflaterOptions : { ...inflaterOptions, chunkSize: longOutputBytes };
  const inflater = createInflater(createInflateRaw(options));
  try {
    yield* inflateSlices(source, inflater, trail);
  } finally {
    inflater.close();
    trail?.close();
  }
}

/** What is inflated at once has no more bytes than this; a page seldom has. */
const atOnceBytes = 1024 * 1024;

/**
 * A member that is all there and good, as the record of a page mostly is: without a stream, its events and another
 * thread, which cost more than inflating it. Undefined for any other.
 */
function inflateAtOnce(
  slice: Uint8Array,
): { readonly bytes: Uint8Array; readonly usedBytes: number } | undefined {
  const options = { chunkSize: inflaterOptions.chunkSize, maxOutputLength: atOnceBytes, info: true };
  try {
    // The types of Node do not know what `info` does.
    const { buffer, engine } = inflateRawSync(slice, options) as unknown as {
      readonly buffer: Uint8Array;
      readonly engine: { readonly bytesWritten: number };
    };
    return { bytes: buffer, usedBytes: engine.bytesWritten };
  } catch {
    // It is met again, slice by slice, where it can be said what is wrong and where.
    return undefined;
  }
}

/**
 * A member that is longer than this is mostly a whole file: each slice and each piece of output wakes another thread and
 * this one again: 7 % of what it costs to clean what is in it. Damage in a longer slice takes longer to find.
 */
const shortMemberBytes = 256 * 1024;
const longSliceBytes = 64 * 1024;
const longOutputBytes = 256 * 1024;

async function* inflateSlices(
  source: ByteSource,
  inflater: Inflater,
  trail?: DeflateTrail,
): AsyncGenerator<Uint8Array> {
  let outputBytes = 0;
  while (!inflater.ended) {
    const mostBytes = inflater.usedBytes < shortMemberBytes ? sliceBytes : longSliceBytes;
    const slice = (await source.peek()).subarray(0, mostBytes);
    if (slice.length === 0) throw cut(source.offset, 'gzip data is incomplete');
    const usedBefore = inflater.usedBytes;
    try {
      for await (const bytes of inflater.push(slice)) {
        outputBytes += bytes.length;
        yield bytes;
      }
    } catch (error) {
      const goodBytes = trail ? yield* trail.resume(slice, outputBytes) : 0;
      throw damaged(source.offset + goodBytes, `gzip data cannot be inflated (${(error as Error).message})`);
    }
    source.skip(inflater.usedBytes - usedBefore);
    if (!inflater.ended) await trail?.follow(slice);
  }
}

async function checkTrailer(source: ByteSource, checksum: number, sizeBytes: number): Promise<void> {
  const bytes = await source.peek(trailerBytes);
  if (bytes.length < trailerBytes) throw cut(source.offset + bytes.length, 'a gzip checksum is incomplete');
  const trailer = new DataView(bytes.buffer, bytes.byteOffset, trailerBytes);
  if (trailer.getUint32(0, true) !== checksum) throw damaged(source.offset, 'gzip checksum does not match');
  if (trailer.getUint32(4, true) !== sizeBytes % 2 ** 32)
    throw damaged(source.offset, 'gzip length does not match');
  source.skip(trailerBytes);
}

const flags = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;
const fixedBytes = 10;

/** A name or comment longer than this is taken for damage: a header must not be a way to fill the memory. */
const maxHeaderBytes = 64 * 1024;

/**
 * Goes past a member's header (RFC 1952, 2.3); throws INPUT_CUT or INPUT_DAMAGED. `node:zlib` reads it too, but hides
 * where members begin; and a member's beginning is a WARC record's address.
 */
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
  for (let minBytes = at + 1; ; minBytes = (await source.peek()).length + 1) {
    const header = await peekHeader(source, minBytes);
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
  throw cut(source.offset + header.length, 'a gzip header is incomplete');
}

function cut(offset: number, reason: string): DehuskError {
  return new DehuskError('INPUT_CUT', { offset, reason });
}

function damaged(offset: number, reason: string): DehuskError {
  return new DehuskError('INPUT_DAMAGED', { offset, reason });
}
