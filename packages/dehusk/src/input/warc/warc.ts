/**
 * The pages of a WARC archive. What is whole is delivered, each damage is one failure with its place, and reading goes
 * on behind it where a record begins for sure.
 *
 * A page is handed out only after the byte behind its record was seen: in an archive with a gzip member per record
 * that is after its checksum was checked. In one gzip stream over the whole archive the only checksum stands at the
 * end, so there a wrong one is reported after the pages.
 */
import { DehuskError } from '../../errors.ts';
import type { Provenance, RawPage } from '../../page/raw-page.ts';
import { ByteReader, collectBytes } from '../byte-reader.ts';
import { failure, type InputItem } from '../input.ts';
import type { Archive } from './archive.ts';
import { encodingsOf, undoEncodings } from './body-encoding.ts';
import { closeRecord, openRecord, readHeaderBlock, type WarcRecord } from './record.ts';

export interface WarcOptions {
  readonly provenance: Provenance;
  readonly maxPageBytes: number;
  readonly anyStatus?: boolean | undefined;
}

export async function* readWarc(archive: Archive, options: WarcOptions): AsyncGenerator<InputItem> {
  for (let going = true; going; ) {
    try {
      yield* readRecords(archive, options);
      return;
    } catch (error) {
      if (!isDamage(error)) throw error;
      const offset = archive.lossOffset();
      yield failure(error, { ...options.provenance, offset });
      going = yield* resync(archive, options.provenance, offset);
    }
  }
}

/** Looks for the next sure record. Damage met on the way is a failure of its own, unless it is of the same place. */
async function* resync(
  archive: Archive,
  provenance: Provenance,
  knownLoss: number,
): AsyncGenerator<InputItem, boolean> {
  for (let lastLoss = knownLoss; ; ) {
    try {
      return await archive.resync();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const offset = archive.lossOffset();
      if (offset !== lastLoss) yield failure(error, { ...provenance, offset });
      lastLoss = offset;
    }
  }
}

function isDamage(error: unknown): error is DehuskError {
  return error instanceof DehuskError && (error.code === 'INPUT_CUT' || error.code === 'INPUT_DAMAGED');
}

async function* readRecords(archive: Archive, options: WarcOptions): AsyncGenerator<InputItem> {
  for (;;) {
    const record = await openRecord(archive);
    if (!record) return;
    const item = await readItem(record, options);
    try {
      await closeRecord(archive, record);
    } catch (error) {
      // Else the damage stands for the item, be it a page or a failure: one loss, one report.
      if (item && isWhole(archive, record, error)) yield item;
      throw error;
    }
    if (item) yield item;
  }
}

/** Whether a record is whole although something failed at its end: cut behind its last byte, or damaged there. */
function isWhole(archive: Archive, record: WarcRecord, error: unknown): boolean {
  if (record.leftBytes > 0 || !isDamage(error)) return false;
  return error.code === 'INPUT_CUT' || archive.damageIsBehind();
}

/** The record's page or its failure; throws where it is the archive that is damaged, not the page. */
async function readItem(record: WarcRecord, options: WarcOptions): Promise<InputItem | undefined> {
  const provenance = { ...options.provenance, offset: record.offset };
  try {
    const page = await readRecordPage(record, { ...options, provenance });
    return page && { kind: 'page', page };
  } catch (error) {
    if (isDamage(error) || !(error instanceof DehuskError)) throw error;
    return failure(error, provenance);
  }
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
async function readRecordPage(record: WarcRecord, options: WarcOptions): Promise<RawPage | undefined> {
  const body = await openBody(record, options);
  if (!body) return undefined;
  if (record.fields.has('warc-segment-number')) throw bad(record, 'it is one segment of several');
  const bytes = await readBody(body, options.maxPageBytes);
  const url = record.fields.get('warc-target-uri')?.replace(/^<(.*)>$/, '$1');
  const date = record.fields.get('warc-date');
  const recordId = record.fields.get('warc-record-id');
  const facts = {
    ...(url !== undefined && { url }),
    ...(date !== undefined && { date }),
    ...(recordId !== undefined && { recordId }),
  };
  return { ...facts, bytes, contentType: body.contentType, provenance: options.provenance };
}

async function openBody(record: WarcRecord, options: WarcOptions): Promise<Body | undefined> {
  const type = record.fields.get('warc-type')?.toLowerCase();
  const contentType = record.fields.get('content-type') ?? '';
  if (record.leftBytes === 0) return undefined;
  if (type === 'response' && /^application\/http\b/i.test(contentType)) return openHttpBody(record, options);
  if ((type !== 'resource' && type !== 'response') || !isHtml(contentType)) return undefined;
  return { reader: new ByteReader(record.block()), sizeBytes: record.leftBytes, contentType, encodings: [] };
}

async function openHttpBody(record: WarcRecord, { anyStatus }: WarcOptions): Promise<Body | undefined> {
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
