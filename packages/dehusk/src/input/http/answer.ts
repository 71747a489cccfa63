/**
 * What a server answered to one request: status, fields, body. The body is counted on the wire, its encodings are undone,
 * and it is counted again; it is cut off where either is too much.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { DehuskError } from '../../errors.ts';
import { ByteReader, concatBytes } from '../byte-reader.ts';
import { encodingsOf, undoEncodings } from '../warc/body-encoding.ts';
import { printable, shownUrl } from './url-rules.ts';

export interface Answer {
  readonly url: URL;
  readonly status: number;
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  /** The body with its encodings undone; absent where the request did not wish for it. */
  readonly bytes?: Uint8Array;
}

/** A field that came twice is one list; of those that are no lists, the first counts. */
export function fieldsOf(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const values = Array.isArray(value) ? value : [value];
    fields.set(name, listFields.has(name) ? values.join(', ') : values[0]!);
  }
  return fields;
}

const listFields: ReadonlySet<string> = new Set([
  'cache-control',
  'content-encoding',
  'transfer-encoding',
  'vary',
]);

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A date of an HTTP header, in milliseconds since 1970; undefined for what is none (RFC 9110, 5.6.7). */
export function httpDateMs(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(trimmed)) return undefined;
  // The oldest of the three forms, C's asctime, names no zone: it is GMT all the same.
  const isZoned = / (gmt|utc)$/i.test(trimmed);
  const ms = Date.parse(isZoned ? trimmed : `${trimmed} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

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

interface BodyOptions extends BodyLimits {
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
