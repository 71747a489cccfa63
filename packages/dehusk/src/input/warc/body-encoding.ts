/**
 * The encodings of an HTTP body, undone while streaming. A body that is readable markup although its header names an
 * encoding was decoded by the tool that archived it, and is taken as it is.
 */
import { createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { DehuskError } from '../../errors.ts';
import { ByteReader, type ByteSource, readLine, remainingBytes } from '../byte-reader.ts';
import { headBytes, looksGzip, looksMarkup } from '../input.ts';
import { inflateMember } from './gzip-member.ts';
import { createInflater, type Inflater, inflaterOptions, sliceBytes } from './inflater.ts';

/** More than this on top of each other is an attack, not a server. */
const maxEncodings = 5;

/** The encodings in the order in which they were put on, of the content first, of the transfer last. */
export function encodingsOf(fields: ReadonlyMap<string, string>): string[] {
  const names = `${fields.get('content-encoding') ?? ''},${fields.get('transfer-encoding') ?? ''}`
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/**
 * Undoes all encodings; throws PAGE_ENCODING_UNKNOWN or PAGE_ENCODING_DAMAGED. `watch` may look at what each of them is
 * undone of: it is then taken to its end, also what stands behind the encoded data.
 */
export async function* undoEncodings(
  body: ByteSource,
  encodings: readonly string[],
  watch?: (source: ByteSource) => ByteSource,
): AsyncGenerator<Uint8Array> {
  if (encodings.length > maxEncodings) throw unknown(encodings.join(', '));
  const layers: ByteReader[] = [];
  const sources: ByteSource[] = [];
  for (const encoding of encodings.toReversed()) {
    const source = layers.at(-1) ?? body;
    sources.push(watch?.(source) ?? source);
    layers.push(new ByteReader(undoEncoding(sources.at(-1)!, encoding)));
  }
  try {
    yield* remainingBytes(layers.at(-1) ?? body);
    if (watch) for (const source of sources.toReversed()) await takeRest(source);
  } finally {
    // A page that is refused leaves its decompressors in the middle.
    for (const layer of layers) layer.close();
  }
}

/** The page is whole already: damage of an encoding behind it is none of the page. */
async function takeRest(source: ByteSource): Promise<void> {
  try {
    for await (const _ of remainingBytes(source));
  } catch (error) {
    if (!(error instanceof DehuskError) || error.code !== 'PAGE_ENCODING_DAMAGED') throw error;
  }
}

async function* undoEncoding(source: ByteSource, encoding: string): AsyncGenerator<Uint8Array> {
  const head = await source.peek(headBytes);
  if (encoding === 'chunked') yield* undoChunked(source);
  else if (head.length === 0 || looksMarkup(head)) yield* remainingBytes(source);
  else if (encoding === 'gzip' || encoding === 'x-gzip') yield* undoMarked(source, encoding, inflateMembers);
  else if (encoding === 'zstd') yield* undoMarked(source, encoding, (await import('../zstd.ts')).inflateZstd);
  else yield* inflate(source, encoding, openDecompressor(encoding, head));
}

/** Browsers read a gzip body up to what is no member any more, and so do we; zlib's own reader does so by chance. */
async function* inflateMembers(body: ByteSource): AsyncGenerator<Uint8Array> {
  do yield* inflateMember(body);
  while (looksGzip(await body.peek(2)));
}

async function* undoMarked(
  source: ByteSource,
  encoding: string,
  inflateBody: (body: ByteSource) => AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* inflateBody(new ByteReader(sourceErrorsMarked(source)));
  } catch (error) {
    if (error instanceof SourceError) throw error.cause;
    throw damaged(encoding, String((error as DehuskError<'INPUT_DAMAGED'>).facts.reason));
  }
}

/** Tells damage of the archive around a body from damage of the body: both are of gzip, with the same codes. */
class SourceError extends Error {}

async function* sourceErrorsMarked(source: ByteSource): AsyncGenerator<Uint8Array> {
  try {
    yield* remainingBytes(source);
  } catch (cause) {
    throw new SourceError('', { cause });
  }
}

function openDecompressor(encoding: string, head: Uint8Array): Inflater {
  switch (encoding) {
    case 'deflate':
      return createInflater(
        looksZlib(head) ? createInflate(inflaterOptions) : createInflateRaw(inflaterOptions),
      );
    case 'br':
      return createInflater(createBrotliDecompress(inflaterOptions));
    default:
      throw unknown(encoding);
  }
}

/** `deflate` should be a zlib stream (RFC 1950), yet some servers send the raw data. */
function looksZlib([method = 0, check = 0]: Uint8Array): boolean {
  return (method & 15) === 8 && (method * 256 + check) % 31 === 0;
}

async function* inflate(
  source: ByteSource,
  encoding: string,
  inflater: Inflater,
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const slice = (await source.peek()).subarray(0, sliceBytes);
      if (slice.length === 0 || inflater.ended) break;
      source.skip(slice.length);
      yield* undamaged(inflater.push(slice), encoding);
    }
    if (!inflater.ended) yield* undamaged(inflater.finish(), encoding);
  } finally {
    inflater.close();
  }
}

async function* undamaged(output: AsyncGenerator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  try {
    yield* output;
  } catch (error) {
    throw damaged(encoding, (error as Error).message);
  }
}

const maxSizeLineBytes = 4096;

/**
 * HTTP's chunked transfer encoding, undone. Forgiven, because archives are full of it: a body that an earlier tool has
 * already joined under a header that still says chunked, either case of the hexadecimal sizes, no last chunk. A chunk
 * that is cut is not forgiven: its page would be short.
 */
async function* undoChunked(source: ByteSource): AsyncGenerator<Uint8Array> {
  if (!(await beginsWithSize(source))) {
    yield* remainingBytes(source);
    return;
  }
  for (;;) {
    const sizeBytes = await readSize(source);
    if (sizeBytes === 0) return;
    yield* takeChunk(source, sizeBytes);
    if ((await source.peek()).length === 0) return;
    await skipChunkEnd(source);
  }
}

async function beginsWithSize(source: ByteSource): Promise<boolean> {
  const head = new TextDecoder().decode((await source.peek(32)).subarray(0, 32));
  return /^[0-9a-f]{1,12}[ \t]*(\r?\n|;)/i.test(head);
}

/** The size of the next chunk; 0 at the last one, or where the body ends without it. */
async function readSize(source: ByteSource): Promise<number> {
  const line = await readLine(source, maxSizeLineBytes);
  if (line === undefined) return 0;
  const text = line === 'too-long' ? '' : new TextDecoder().decode(line.bytes);
  const digits = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?\r?\n?$/i.exec(text)?.[1];
  if (digits === undefined) throw damaged('chunked', 'a chunk has no size');
  return Number.parseInt(digits, 16);
}

async function* takeChunk(source: ByteSource, sizeBytes: number): AsyncGenerator<Uint8Array> {
  for (let leftBytes = sizeBytes; leftBytes > 0; ) {
    const bytes = (await source.peek()).subarray(0, leftBytes);
    if (bytes.length === 0) throw damaged('chunked', 'a chunk is cut');
    source.skip(bytes.length);
    leftBytes -= bytes.length;
    yield bytes;
  }
}

async function skipChunkEnd(source: ByteSource): Promise<void> {
  const [first, second] = await source.peek(2);
  if (first === 0x0d && second === 0x0a) source.skip(2);
  else if (first === 0x0a) source.skip(1);
  else throw damaged('chunked', 'a chunk is longer than its size');
}

function unknown(encoding: string): DehuskError {
  return new DehuskError('PAGE_ENCODING_UNKNOWN', { encoding });
}

function damaged(encoding: string, reason: string): DehuskError {
  return new DehuskError('PAGE_ENCODING_DAMAGED', { encoding, reason });
}
