/** From a WARC record to its page: which records hold one, and how its bytes are reached. */
import { DehuskError } from '../../errors.ts';
import type { Provenance, RawPage } from '../../page/raw-page.ts';
import { ByteReader, collectBytes } from '../byte-reader.ts';
import { encodingsOf, undoEncodings } from './body-encoding.ts';
import { readHeaderBlock } from './headers.ts';
import type { WarcRecord } from './record.ts';

export interface RecordOptions {
  readonly provenance: Provenance;
  readonly maxPageBytes: number;
  readonly anyStatus?: boolean | undefined;
}

interface Body {
  readonly reader: ByteReader;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly encodings: readonly string[];
}

/**
 * The page of a record, or undefined where it holds none: another type, no HTML, no success. Throws a DehuskError
 * for a page that is there and cannot be had.
 */
export async function readRecordPage(
  record: WarcRecord,
  options: RecordOptions,
): Promise<RawPage | undefined> {
  const body = await openBody(record, options);
  if (!body) return undefined;
  if (record.fields.has('warc-segment-number')) throw bad(record, 'it is one segment of several');
  const bytes = await readBody(body, options.maxPageBytes);
  const url = record.fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1');
  const date = record.fields.get('warc-date');
  const recordId = record.fields.get('warc-record-id');
  const known = {
    ...(url !== undefined && { url }),
    ...(date !== undefined && { date }),
    ...(recordId !== undefined && { recordId }),
  };
  return { ...known, bytes, contentType: body.contentType, provenance: options.provenance };
}

async function openBody(record: WarcRecord, options: RecordOptions): Promise<Body | undefined> {
  const type = record.fields.get('warc-type')?.toLowerCase();
  const contentType = record.fields.get('content-type') ?? '';
  if (record.leftBytes === 0) return undefined;
  if (type === 'response' && /^application\/http\b/i.test(contentType)) return openHttpBody(record, options);
  if ((type !== 'resource' && type !== 'response') || !isHtml(contentType)) return undefined;
  return { reader: new ByteReader(record.block()), sizeBytes: record.leftBytes, contentType, encodings: [] };
}

async function openHttpBody(record: WarcRecord, { anyStatus }: RecordOptions): Promise<Body | undefined> {
  const blockBytes = record.leftBytes;
  const reader = new ByteReader(record.block());
  const header = await readHeaderBlock(reader);
  if (typeof header === 'string') throw bad(record, 'its HTTP header has no end');
  const status = /^HTTP\/[\d.]+ +(\d{3})\b/i.exec(header.firstLine)?.[1];
  if (status === undefined) throw bad(record, 'it is no HTTP response');
  const contentType =
    header.fields.get('content-type') ?? record.fields.get('warc-identified-payload-type') ?? '';
  if (!isHtml(contentType) || !isWanted(Number(status), anyStatus)) return undefined;
  return {
    reader,
    sizeBytes: blockBytes - reader.offset,
    contentType,
    encodings: encodingsOf(header.fields),
  };
}

/** Successes, but for 206: part of a page is not that page. Redirects never, their page is elsewhere. */
function isWanted(status: number, anyStatus = false): boolean {
  if (status >= 200 && status < 300) return status !== 206;
  return anyStatus && status >= 400;
}

function isHtml(contentType: string): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\s*(;|,|$)/i.test(contentType);
}

async function readBody(body: Body, limitBytes: number): Promise<Uint8Array> {
  const { sizeBytes, encodings } = body;
  const grows = encodings.some((encoding) => encoding !== 'chunked');
  const tooLarge = grows
    ? new DehuskError('PAGE_INFLATES_TOO_LARGE', { limitBytes })
    : new DehuskError('PAGE_TOO_LARGE', { sizeBytes, limitBytes });
  // Nothing undone makes it smaller: refused by its length, before a byte of it is held.
  if (encodings.length === 0 && sizeBytes > limitBytes) throw tooLarge;
  const bytes = await collectBytes(undoEncodings(body.reader, encodings), limitBytes);
  if (!bytes) throw tooLarge;
  return bytes;
}

function bad(record: WarcRecord, reason: string): DehuskError {
  return new DehuskError('INPUT_RECORD_BAD', { offset: record.offset, reason });
}
