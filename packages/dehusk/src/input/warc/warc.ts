/**
 * The pages of a WARC archive. What is whole is delivered, each damage is one failure with its place, and reading goes
 * on behind it where a record begins for sure. What is no page is passed over, each with its reason.
 *
 * A page is handed out only after the byte behind its record was seen: in an archive with a gzip member per record
 * that is after its checksum was checked. In one gzip stream over the whole archive the only checksum stands at the
 * end, so there a wrong one is reported after the pages. Digests that a record states are checked before it is handed
 * out, in every kind of archive.
 */
import { DehuskError } from '../../errors.ts';
import type { Provenance, RawPage } from '../../page/raw-page.ts';
import { ByteReader, collectBytes } from '../byte-reader.ts';
import { readFileBytesFrom } from '../files.ts';
import {
  type DigestCheck,
  failure,
  headBytes,
  type InputItem,
  looksGzip,
  type PassedOver,
  type PassedReason,
  type SourceItem,
} from '../input.ts';
import { type Archive, gzipArchive, openGzip, plainArchive } from './archive.ts';
import { encodingsOf, undoEncodings } from './body-encoding.ts';
import {
  createDigest,
  createPayloadDigests,
  digestText,
  isStated,
  readDigest,
  type StatedDigest,
} from './digest.ts';
import { bareUri, isOriginalOf, type Originals, type RecordLocation } from './originals.ts';
import { closeRecord, openRecord, readHeaderBlock, type WarcRecord } from './record.ts';

export interface WarcOptions {
  readonly provenance: Provenance;
  /** A pipe: nothing of it can be read again. */
  readonly isReadOnce?: boolean | undefined;
  readonly maxPageBytes: number;
  readonly anyStatus?: boolean | undefined;
  /** Content types that are wanted; those of pages unless told. */
  readonly types?: RegExp | undefined;
  readonly digests?: DigestCheck | undefined;
  /** The pages before these, of all archives of the input. Without them no revisit finds its page. */
  readonly originals?: Originals | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function* readWarc(archive: Archive, options: WarcOptions): AsyncGenerator<SourceItem> {
  for (let going = true; going; ) {
    try {
      yield* readRecords(archive, options);
      return;
    } catch (error) {
      if (!isDamage(error)) throw error;
      const offset = archive.lossOffset();
      yield failure(archive.provesItsEnd ? error : withRestLost(error), { ...options.provenance, offset });
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

/** Whoever reads of the damage must hear that it is the end, too: nothing in a plain file shows for sure where to go on. */
function withRestLost(error: DehuskError): DehuskError {
  if (error.code !== 'INPUT_DAMAGED') return error;
  const { offset, reason } = error.facts as DehuskError<'INPUT_DAMAGED'>['facts'];
  return new DehuskError('INPUT_DAMAGED', { offset, reason: `${reason}; what follows it is not read` });
}

function isDamage(error: unknown): error is DehuskError {
  return error instanceof DehuskError && (error.code === 'INPUT_CUT' || error.code === 'INPUT_DAMAGED');
}

async function* readRecords(archive: Archive, options: WarcOptions): AsyncGenerator<SourceItem> {
  for (;;) {
    const record = await openRecord(archive);
    if (!record) return;
    const checkBlock = watchBlock(record, options);
    const item = await readItem(record, options);
    try {
      await closeRecord(archive, record);
    } catch (error) {
      // Else the damage stands for the item, be it a page or a failure: one loss, one report.
      if (isWhole(archive, record, error)) yield checkBlock(item);
      throw error;
    }
    const checked = checkBlock(item);
    if (checked.kind === 'page' && !checked.page.revisit) remember(archive, record, options);
    yield checked;
  }
}

/** Whether a record is whole although something failed at its end: cut behind its last byte, or damaged there. */
function isWhole(archive: Archive, record: WarcRecord, error: unknown): boolean {
  if (record.leftBytes > 0 || !isDamage(error)) return false;
  return error.code === 'INPUT_CUT' || archive.damageIsBehind();
}

function remember(archive: Archive, { fields, offset }: WarcRecord, options: WarcOptions): void {
  const { isReadOnce, originals, provenance } = options;
  if (!isReadOnce && archive.canReadAgain()) originals?.add(fields, { file: provenance.file, offset });
}

/** The types of records whose block may be a page: those that are checked, whatever is then made of them. */
const pageTypes: ReadonlySet<string> = new Set(['response', 'resource', 'revisit']);

/** Digests the block while it is read. What is returned takes the record's item, and gives it back if all is right. */
function watchBlock(record: WarcRecord, options: WarcOptions): (item: SourceItem) => SourceItem {
  const stated =
    options.digests !== 'skip' && pageTypes.has(typeOf(record))
      ? readDigest(record.fields.get('warc-block-digest'))
      : undefined;
  if (stated === undefined) return (item) => item;
  if (stated === 'unknown') return withUnknownDigest;
  const hash = createDigest(stated);
  record.watch((bytes) => hash.update(bytes));
  return (item) => {
    const digest = hash.digest();
    if (isStated(stated, digest)) return item;
    const error = wrongDigest(record, 'block', digestText(stated, digest), stated);
    return failure(error, { ...options.provenance, offset: record.offset }, addressOf(record));
  };
}

function withUnknownDigest(item: SourceItem): SourceItem {
  if (item.kind !== 'page' || item.page.digest !== undefined) return item;
  return { kind: 'page', page: { ...item.page, digest: 'unknown' } };
}

/** The record's page, its failure, or why it has none; throws where it is the archive that is damaged, not the page. */
async function readItem(record: WarcRecord, options: WarcOptions): Promise<SourceItem> {
  const provenance = { ...options.provenance, offset: record.offset };
  try {
    const found = await readRecordPage(record, { ...options, provenance });
    return 'kind' in found ? found : { kind: 'page', page: found };
  } catch (error) {
    if (isDamage(error) || !(error instanceof DehuskError)) throw error;
    return failure(error, provenance, addressOf(record));
  }
}

function typeOf({ fields }: WarcRecord): string {
  return fields.get('warc-type')?.toLowerCase() ?? '';
}

function addressOf({ fields }: WarcRecord): string | undefined {
  const uri = fields.get('warc-target-uri');
  return uri === undefined ? undefined : bareUri(uri);
}

interface Body {
  readonly reader: ByteReader;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly encodings: readonly string[];
  /** Of the HTTP response, where it is one. */
  readonly status?: number;
}

/** The page of a record, or why it has none. Throws a DehuskError for a page that is there and cannot be had. */
async function readRecordPage(record: WarcRecord, options: WarcOptions): Promise<RawPage | PassedOver> {
  if (typeOf(record) === 'revisit') return readRevisit(record, options);
  const body = await openBody(record, options);
  if ('kind' in body) return body;
  if (record.fields.has('warc-segment-number')) throw bad(record, 'it is one segment of several');
  const stated =
    options.digests === 'skip' ? undefined : readDigest(record.fields.get('warc-payload-digest'));
  const { bytes, wrong } = await readBody(body, options.maxPageBytes, stated);
  if (wrong !== undefined && options.digests === 'strict')
    throw wrongDigest(record, 'payload', wrong, stated as StatedDigest);
  const digest = wrong !== undefined ? 'wrong' : stated === 'unknown' ? stated : undefined;
  return {
    bytes,
    contentType: body.contentType,
    provenance: options.provenance,
    ...factsOf(record),
    ...(body.status !== undefined && { status: body.status }),
    ...(digest !== undefined && { digest }),
  };
}

function factsOf(record: WarcRecord): Pick<RawPage, 'url' | 'date' | 'recordId'> {
  const url = addressOf(record);
  const date = record.fields.get('warc-date');
  const recordId = record.fields.get('warc-record-id');
  return {
    ...(url !== undefined && { url }),
    ...(date !== undefined && { date }),
    ...(recordId !== undefined && { recordId }),
  };
}

async function openBody(record: WarcRecord, options: WarcOptions): Promise<Body | PassedOver> {
  const type = typeOf(record);
  const contentType = record.fields.get('content-type') ?? '';
  if (type === 'conversion') return passedOver('conversion', options);
  if (type !== 'resource' && type !== 'response') return passedOver('record', options, knownType(type));
  if (record.leftBytes === 0) return passedOver('empty', options);
  if (type === 'response' && /^application\/http\b/i.test(contentType)) return openHttpBody(record, options);
  if (!isOfType(contentType, options)) return passedOver('type', options, essenceOf(contentType));
  return { reader: new ByteReader(record.block()), sizeBytes: record.leftBytes, contentType, encodings: [] };
}

async function openHttpBody(record: WarcRecord, options: WarcOptions): Promise<Body | PassedOver> {
  const blockBytes = record.leftBytes;
  const reader = new ByteReader(record.block());
  const header = await readHeaderBlock(reader);
  if (typeof header === 'string') throw bad(record, 'its HTTP header has no end');
  const status = statusOf(header.firstLine);
  if (status === undefined) throw bad(record, 'it is no HTTP response');
  const contentType =
    header.fields.get('content-type') ?? record.fields.get('warc-identified-payload-type') ?? '';
  const passed = unwanted(status, contentType, options);
  if (passed) return passed;
  return {
    reader,
    sizeBytes: blockBytes - reader.offset,
    contentType,
    encodings: encodingsOf(header.fields),
    status,
  };
}

function statusOf(firstLine: string): number | undefined {
  const digits = /^HTTP\/[\d.]+ +(\d{3})\b/i.exec(firstLine)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Another type first: it would be no page with any status. A redirect need not have a type. */
function unwanted(status: number, contentType: string, options: WarcOptions): PassedOver | undefined {
  const isOther = !isOfType(contentType, options);
  const hasStatus = isWanted(status, options.anyStatus);
  if (isOther && (hasStatus || contentType.trim() !== ''))
    return passedOver('type', options, essenceOf(contentType));
  return hasStatus ? undefined : passedOver('status', options, String(status));
}

/** Successes, but for 206: part of a page is not that page. Redirects never, their page is elsewhere. */
function isWanted(status: number, anyStatus = false): boolean {
  if (status >= 200 && status < 300) return status !== 206;
  return anyStatus && status >= 400;
}

const htmlTypes = /^\s*(text\/html|application\/xhtml\+xml)\s*(;|,|$)/i;

function isOfType(contentType: string, { types = htmlTypes }: WarcOptions): boolean {
  return types.test(contentType);
}

/** `image/png` of `Image/PNG; q=1`; what is no type is not repeated. */
function essenceOf(contentType: string): string {
  if (contentType.trim() === '') return 'none';
  const essence = /^\s*([\w.+-]{1,60}\/[\w.+-]{1,80})\s*(?:[;,]|$)/.exec(contentType)?.[1];
  return essence?.toLowerCase() ?? 'unknown';
}

const recordTypes: ReadonlySet<string> = new Set(['warcinfo', 'request', 'metadata', 'continuation']);

function knownType(type: string): string {
  return recordTypes.has(type) ? type : 'unknown';
}

function passedOver(reason: PassedReason, { provenance }: WarcOptions, detail?: string): PassedOver {
  return { kind: 'passed-over', reason, ...(detail !== undefined && { detail }), provenance };
}

/** `wrong` is the digest of the body, where another one was stated. */
async function readBody(
  body: Body,
  limitBytes: number,
  stated: StatedDigest | 'unknown' | undefined,
): Promise<{ readonly bytes: Uint8Array; readonly wrong?: string }> {
  const { sizeBytes, encodings } = body;
  const grows = encodings.some((encoding) => encoding !== 'chunked');
  const tooLarge = (): DehuskError =>
    grows
      ? new DehuskError('PAGE_INFLATES_TOO_LARGE', { limitBytes })
      : new DehuskError('PAGE_TOO_LARGE', { sizeBytes, limitBytes });
  // Nothing undone makes it smaller: refused by its length, before a byte of it is held.
  if (encodings.length === 0 && sizeBytes > limitBytes) throw tooLarge();
  const digests = typeof stated === 'object' ? createPayloadDigests(stated) : undefined;
  const bytes = await collectBytes(undoEncodings(body.reader, encodings, digests?.watch), limitBytes);
  if (!bytes) throw tooLarge();
  const wrong = digests?.wrong(bytes);
  return wrong === undefined ? { bytes } : { bytes, wrong: digestText(stated as StatedDigest, wrong) };
}

const notModified = 304;

/**
 * The page that a revisit refers to, with the address and date of the revisit. Its block holds the HTTP header of the
 * second answer, or nothing.
 */
async function readRevisit(record: WarcRecord, options: WarcOptions): Promise<RawPage | PassedOver> {
  const header = await readHeaderBlock(new ByteReader(record.block()));
  const answer = typeof header === 'string' ? undefined : header;
  const contentType = answer?.fields.get('content-type') ?? '';
  const status = (answer && statusOf(answer.firstLine)) ?? notModified;
  // What the second answer does not say, the first one did.
  const passed = unwanted(status === notModified ? 200 : status, contentType || 'text/html', options);
  if (passed) return passed;
  for (const location of options.originals?.find(record.fields) ?? []) {
    const original = await readOriginal(record, location, options);
    if (original === undefined) continue;
    const { bytes, digest } = original;
    return {
      ...factsOf(record),
      bytes,
      contentType: contentType === '' ? original.contentType! : contentType,
      status,
      ...(digest !== undefined && { digest }),
      revisit: true,
      provenance: options.provenance,
    };
  }
  return passedOver('revisit', options);
}

/** Reads a page of an archive once more; undefined if the record there is not the one that the revisit means. */
async function readOriginal(
  revisit: WarcRecord,
  { file, offset }: RecordLocation,
  options: WarcOptions,
): Promise<RawPage | undefined> {
  const reader = new ByteReader(readFileBytesFrom(file, offset, options.signal));
  let gzip: ReturnType<typeof openGzip> | undefined;
  try {
    if (looksGzip(await reader.peek(headBytes))) gzip = openGzip(reader);
    const record = await openRecord(gzip ? gzipArchive(gzip) : plainArchive(reader));
    if (record === undefined || !isOriginalOf(revisit.fields, record.fields)) return undefined;
    const page = await readRecordPage(record, options);
    return 'kind' in page ? undefined : page;
  } catch (error) {
    if (!(error instanceof DehuskError)) throw error;
    // It could be read before: the file has changed since.
    throw bad(
      revisit,
      `the record at byte ${offset} of ${file} that it refers to is gone (${error.message})`,
    );
  } finally {
    gzip?.inflated.close();
    reader.close();
  }
}

function wrongDigest(
  { offset }: WarcRecord,
  what: 'block' | 'payload',
  found: string,
  { text }: StatedDigest,
): DehuskError {
  return new DehuskError('INPUT_DIGEST_WRONG', { offset, what, expected: text.slice(0, 200), found });
}

function bad(record: WarcRecord, reason: string): DehuskError {
  return new DehuskError('INPUT_RECORD_BAD', { offset: record.offset, reason });
}
