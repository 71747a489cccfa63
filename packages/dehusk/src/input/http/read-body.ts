/** The body of an answer: counted on the wire, its encodings undone, counted again; cut off where either is too much. */
import type { Readable } from 'node:stream';
import { DehuskError } from '../../errors.ts';
import { ByteReader, concatBytes } from '../byte-reader.ts';
import { encodingsOf, undoEncodings } from '../warc/body-encoding.ts';
import { printable, shownUrl } from './url-rules.ts';

/** What `undoEncodings` can undo. zstd is not asked for: the Node versions that we start from cannot undo it. */
export const acceptedEncodings = 'gzip, deflate, br';

export interface BodyLimits {
  /** Compressed, as it comes. */
  readonly maxWireBytes: number;
  /** With all encodings undone. */
  readonly maxBytes: number;
  /** What is done with a body that is larger than `maxBytes`: it fails, or the rest of it is left out. */
  readonly beyond: 'fail' | 'cut';
}

export interface BodyOptions extends BodyLimits {
  readonly url: URL;
  readonly fields: ReadonlyMap<string, string>;
  /** Told of every piece that comes over the wire. */
  readonly onWire: (count: number) => void;
  /** Told of every piece that comes out of the decompressors. */
  readonly onDecoded: (count: number) => void;
}

/** Reads to the end, or destroys the stream and with it the connection. */
export async function readBody(body: Readable, options: BodyOptions): Promise<Uint8Array> {
  const reader = new ByteReader(wireBytes(body, options));
  try {
    return await collect(undoEncodings(reader, encodingsToUndo(options)), options);
  } catch (error) {
    throw encodingFailure(error, options.url);
  } finally {
    body.destroy();
    reader.close();
  }
}

async function* wireBytes(body: Readable, options: BodyOptions): AsyncGenerator<Uint8Array> {
  const { maxWireBytes, url, beyond } = options;
  const sizeBytes = Number(options.fields.get('content-length') ?? 0);
  if (sizeBytes > maxWireBytes && beyond === 'fail') throw tooLarge(url, maxWireBytes, 'as it is sent');
  let seenBytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    options.onWire(chunk.length);
    seenBytes += chunk.length;
    if (seenBytes > maxWireBytes) throw tooLarge(url, maxWireBytes, 'as it is sent');
    yield chunk;
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, options: BodyOptions): Promise<Uint8Array> {
  const { url, maxBytes, beyond, onDecoded } = options;
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    onDecoded(chunk.length);
    if (sizeBytes + chunk.length > maxBytes && beyond === 'fail')
      throw tooLarge(url, maxBytes, 'decompressed');
    parts.push(chunk.subarray(0, maxBytes - sizeBytes));
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) break;
  }
  return concatBytes(parts);
}

/** Chunks are undone by then. A body that claims to be chunked in its content is nothing that we know. */
function encodingsToUndo({ fields, url }: BodyOptions): readonly string[] {
  const transfer = (fields.get('transfer-encoding') ?? '').replace(/\bchunked\b/gi, '');
  const content = fields.get('content-encoding') ?? '';
  const encodings = encodingsOf(new Map([...fields, ['transfer-encoding', transfer]]));
  if (encodings.includes('chunked')) throw badEncoding(url, `cannot undo the content encoding ${content}`);
  return encodings;
}

function encodingFailure(error: unknown, url: URL): unknown {
  const isOurs = error instanceof DehuskError && error.code.startsWith('PAGE_ENCODING');
  return isOurs ? badEncoding(url, error.message, error) : error;
}

function badEncoding(url: URL, reason: string, cause?: Error): DehuskError {
  return new DehuskError('HTTP_ENCODING', { url: shownUrl(url), reason: printable(reason) }, { cause });
}

function tooLarge(url: URL, limitBytes: number, form: string): DehuskError {
  return new DehuskError('HTTP_TOO_LARGE', { url: shownUrl(url), limitBytes, form });
}
