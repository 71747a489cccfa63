/** The one door: whatever the user named, as one stream of pages and failures. */
import { checkOptions, DehuskError, type OptionTable } from '../errors.ts';
import { defaultPageLimits, type Provenance, type RawPage } from '../page/raw-page.ts';
import { ByteReader, type ByteSource, collectBytes, remainingBytes } from './byte-reader.ts';
import { type InputFile, type InputSize, listInput, readFileBytes, readFileBytesFrom } from './files.ts';
import {
  failure,
  formatOfContent,
  formatOfName,
  headBytes,
  type Input,
  type InputItem,
  type InputOptions,
  type InputTap,
  looksGzip,
  looksMarkup,
  looksZip,
  looksZstd,
  namesGzip,
  namesWacz,
  namesZstd,
  otherThanPages,
  type Portion,
  type SourceItem,
} from './input.ts';
import { readJsonl } from './jsonl.ts';
import { type Archive, gzipArchive, openGzip, plainArchive } from './warc/archive.ts';
import { Originals } from './warc/originals.ts';
import { readWarc } from './warc/warc.ts';

/**
 * The pages of files, folders, patterns and `-`, in order. Nothing is opened until it is iterated, and each iteration
 * starts anew (standard input alone has no second time). Throws only for a bad option; a bad input is a failure item.
 */
export function openInputs(inputs: readonly string[], options: InputOptions = {}): Input {
  // Its letters would be taken for names, and the first one of a path is the whole disk.
  if (!Array.isArray(inputs))
    throw new DehuskError('OPTION_BAD', {
      option: 'inputs',
      expected: 'a list of names',
      value: String(inputs),
    });
  checkOptions(options, inputOptions);
  const source = portionsOf(inputs, options);
  return {
    [Symbol.asyncIterator]: () => pagesOf(source, options),
    isReadOnce: inputs.includes('-'),
  };
}

const inputOptions: OptionTable<InputOptions> = {
  inputFormat: 'any',
  baseUrl: 'any',
  fields: 'any',
  maxPageBytes: 1,
  anyStatus: 'any',
  digests: 'any',
  onPassedOver: 'any',
  signal: 'any',
  onBytes: 'any',
  stdin: 'any',
};

async function* pagesOf(
  source: AsyncIterable<Portion>,
  { onPassedOver }: InputOptions,
): AsyncGenerator<InputItem> {
  for await (const portion of source)
    for (const item of portion) {
      if (item.kind === 'passed-over') onPassedOver?.(item);
      else yield item;
    }
}

/** The same with what is passed over in its place, for those who count it as they go. */
export function openSource(
  inputs: readonly string[],
  options: SourceOptions = {},
): AsyncIterable<SourceItem> {
  return itemsIn(portionsOf(inputs, options));
}

/** And as much of it at once as is there. Each portion is to be taken to its end before the next one is asked for. */
export function portionsOf(inputs: readonly string[], options: SourceOptions): AsyncIterable<Portion> {
  if (options.baseUrl !== undefined) checkBaseUrl(options.baseUrl);
  return { [Symbol.asyncIterator]: () => readInputs(inputs, { ...options, originals: new Originals() }) };
}

/**
 * The same of files that were found before, each for itself: what a revisit of an archive refers to is looked for in the
 * same file, so that what comes of a file does not depend on which others are read with it.
 */
export function openFiles(
  files: readonly InputSize[],
  options: SourceOptions = {},
): AsyncIterable<SourceItem> {
  return itemsIn(portionsOfFiles(files, options));
}

export function portionsOfFiles(files: readonly InputSize[], options: SourceOptions): AsyncIterable<Portion> {
  // How large a file is does not belong to where its pages come from.
  const found = files.map(({ sizeBytes: _, ...file }): InputFile => file);
  return {
    [Symbol.asyncIterator]: () => readFiles(found, () => ({ ...options, originals: new Originals() })),
  };
}

export function itemsIn(portions: AsyncIterable<Portion>): AsyncIterable<SourceItem> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const portion of portions) yield* portion;
    },
  };
}

interface SourceOptions extends InputOptions {
  readonly tap?: InputTap | undefined;
}

/** What the files of one reading share. */
interface Reading extends SourceOptions {
  readonly originals: Originals;
  /** Of archives: other things than pages are wanted. */
  readonly types?: RegExp | undefined;
}

/** Style sheets and pictures of an archive, as they come; what cannot be read of them is passed over. */
export async function* readResources(
  file: string,
  options: Pick<InputOptions, 'maxPageBytes' | 'signal'>,
): AsyncGenerator<RawPage> {
  const types = /^\s*(?:text\/css|image\/)/i;
  const reading: Reading = {
    ...options,
    inputFormat: 'warc',
    digests: 'skip',
    originals: new Originals(),
    types,
  };
  for await (const item of itemsIn(readInputs([file], reading))) if (item.kind === 'page') yield item.page;
}

async function* readInputs(inputs: readonly string[], options: Reading): AsyncGenerator<Portion> {
  for (const input of inputs) {
    options.signal?.throwIfAborted();
    yield* orFailure(readInput(input, options), { file: input });
  }
}

async function* readInput(input: string, options: Reading): AsyncGenerator<Portion> {
  const { files, passed } = await listInput(input);
  for (const [detail, count] of passed)
    for (let nth = 0; nth < count; nth++)
      options.onPassedOver?.({ kind: 'passed-over', reason: 'file', detail, provenance: { file: input } });
  yield* readFiles(files, () => options);
}

async function* readFiles(files: readonly InputFile[], optionsOf: () => Reading): AsyncGenerator<Portion> {
  for (const file of files) {
    const { isReadOnce: _, ...provenance } = file;
    yield* orFailure(readFile(file, optionsOf()), provenance);
  }
}

/** Passes items on; an error of ours becomes the last of them. Others are faults of the program and go up. */
async function* orFailure(
  portions: AsyncGenerator<Portion>,
  provenance: Provenance,
): AsyncGenerator<Portion> {
  try {
    yield* portions;
  } catch (error) {
    if (!(error instanceof DehuskError)) throw error;
    yield [failure(error, provenance)];
  }
}

async function* readFile(file: InputFile, options: Reading): AsyncGenerator<Portion> {
  const raw = new ByteReader(tapped(readFileBytes(file.file, options), options.tap));
  try {
    const head = await raw.peek(headBytes);
    const read = looksZip(head) || namesWacz(file.file) ? readWacz : readerOf(file.file, head);
    yield* read(raw, file, options);
    if (options.tap) await readRest(raw);
  } catch (error) {
    // What could not be read to its end could be read no further.
    if (options.tap && error instanceof DehuskError) await readRest(raw).catch(() => undefined);
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    raw.close();
  }
}

async function* tapped(
  chunks: AsyncIterable<Uint8Array>,
  tap: InputTap | undefined,
): AsyncGenerator<Uint8Array> {
  tap?.beginFile();
  for await (const chunk of chunks) {
    tap?.addBytes(chunk);
    yield chunk;
  }
}

/** The tap hears of all bytes, also of those behind damage or a limit. */
async function readRest(raw: ByteReader): Promise<void> {
  for await (const _ of remainingBytes(raw));
}

type ReadBytes = (raw: ByteReader, file: InputFile, options: Reading) => AsyncGenerator<Portion>;

/** By how the bytes are compressed. */
function readerOf(name: string, head: Uint8Array): ReadBytes {
  if (isPacked(head, looksGzip(head), namesGzip(name))) return readPacked;
  return isPacked(head, looksZstd(head), namesZstd(name)) ? readZstd : readPlain;
}

/** Of a pipe too, if it is one; the archives of a WACZ file are read from its end. */
async function* readWacz(raw: ByteReader, file: InputFile, options: Reading): AsyncGenerator<Portion> {
  const { boundedBytes, listWacz, seekEntry } = await import('./wacz.ts');
  const { isReadOnce = false, ...provenance } = file;
  for (const entry of await listWacz(file.file, isReadOnce)) {
    await seekEntry(raw, file.file, entry);
    // Places are those in the whole file.
    const archive = new ByteReader(boundedBytes(raw, entry.sizeBytes), raw.offset);
    const read = looksGzip(await archive.peek(headBytes)) ? readPacked : readPlain;
    yield* orFailure(read(archive, file, options), provenance);
    await readRest(archive);
  }
}

async function* readZstd(raw: ByteReader, file: InputFile, options: Reading): AsyncGenerator<Portion> {
  const { inflateZstd } = await import('./zstd.ts');
  const reader = new ByteReader(inflateZstd(raw));
  // A record cannot be read from its place again.
  const archive = (): Archive => plainArchive(reader, false);
  try {
    yield* readContent({ file, options, reader, inflated: true, archive });
  } finally {
    reader.close();
  }
}

function readPlain(reader: ByteReader, file: InputFile, options: Reading): AsyncGenerator<Portion> {
  return readContent({ file, options, reader, inflated: false, archive: () => plainArchive(reader) });
}

async function* readPacked(raw: ByteReader, file: InputFile, options: Reading): AsyncGenerator<Portion> {
  const readAgain = (offset: number): AsyncIterable<Uint8Array> =>
    readFileBytesFrom(file.file, offset, options.signal);
  const gzip = openGzip(raw, file.isReadOnce ? undefined : readAgain);
  const archive = (): Archive => gzipArchive(gzip);
  try {
    yield* readContent({ file, options, reader: gzip.inflated, inflated: true, archive });
  } finally {
    gzip.inflated.close();
  }
}

/** By the first bytes; or by the name, so that damage to those bytes is damage to a compressed file. */
function isPacked(head: Uint8Array, looksIt: boolean, isNamed: boolean): boolean {
  return looksIt || (isNamed && formatOfContent(head) === 'html' && !looksMarkup(head));
}

interface Content {
  readonly file: InputFile;
  readonly options: Reading;
  readonly reader: ByteReader;
  readonly inflated: boolean;
  readonly archive: () => Archive;
}

async function* readContent(content: Content): AsyncGenerator<Portion> {
  const { options, reader, inflated } = content;
  const { isReadOnce, ...file } = content.file;
  const { maxPageBytes = defaultPageLimits.maxBytes, fields } = options;
  const { anyStatus, digests, originals, signal, types } = options;
  // Of a pipe that brings nothing, whoever was to write into it has failed, or has no page.
  if (isReadOnce && options.inputFormat !== 'html' && (await reader.peek(1)).length === 0) return;
  const format =
    options.inputFormat ?? formatOfName(file.file) ?? formatOfContent(await reader.peek(headBytes));
  const other = format === 'html' && !options.inputFormat && otherThanPages(await reader.peek(headBytes));
  if (other) throw new DehuskError('INPUT_NOT_PAGES', { file: file.file, what: other });
  const warc = { provenance: file, isReadOnce, maxPageBytes, anyStatus, digests, originals, signal, types };
  if (format === 'warc') yield* oneByOne(readWarc(content.archive(), warc));
  else if (format === 'jsonl') yield* readJsonl(reader, { provenance: file, maxPageBytes, fields });
  else
    yield [await readHtml(reader, { provenance: file, maxPageBytes, inflated, ...pageFacts(file, options) })];
}

/** Each record of an archive has to be waited for. */
async function* oneByOne(items: AsyncGenerator<SourceItem>): AsyncGenerator<Portion> {
  for await (const item of items) yield [item];
}

/** What only the name of a page file tells. */
function pageFacts(file: InputFile, { baseUrl }: InputOptions): { url?: string; contentType?: string } {
  const name = file.path ?? file.file.replace(/^.*[\\/]/, '');
  const isXhtml = /\.xhtml(\.(gz|zst))?$/i.test(name);
  return {
    ...(baseUrl !== undefined && file.file !== '-' && { url: pageUrl(baseUrl, name) }),
    ...(isXhtml && { contentType: 'application/xhtml+xml' }),
  };
}

interface HtmlOptions {
  readonly provenance: Provenance;
  readonly maxPageBytes: number;
  /** Whether the bytes come out of a decompressor: chooses the error of a page that is too large. */
  readonly inflated?: boolean;
  readonly url?: string | undefined;
  readonly contentType?: string | undefined;
}

/** A file that is one page: exactly one item, and none of a page whose stream fails: a short page is not that page. */
async function readHtml(source: ByteSource, options: HtmlOptions): Promise<InputItem> {
  const { provenance, maxPageBytes, url, contentType } = options;
  const bytes = await collectBytes(remainingBytes(source), maxPageBytes);
  if (!bytes) return failure(tooLarge(source.offset, options), provenance);
  const facts = { ...(url !== undefined && { url }), ...(contentType !== undefined && { contentType }) };
  return { kind: 'page', page: { ...facts, bytes, provenance } };
}

function tooLarge(seenBytes: number, { inflated, maxPageBytes }: HtmlOptions): DehuskError {
  return inflated
    ? new DehuskError('PAGE_INFLATES_TOO_LARGE', { limitBytes: maxPageBytes })
    : new DehuskError('PAGE_TOO_LARGE', { sizeBytes: seenBytes, limitBytes: maxPageBytes });
}

/** Throws INPUT_BASE_URL_BAD unless pages can have addresses below it. */
function checkBaseUrl(baseUrl: string): void {
  if (!URL.canParse('page.html', baseUrl)) throw new DehuskError('INPUT_BASE_URL_BAD', { baseUrl });
}

/**
 * The address of a page file: the base, taken as a folder, and the file's path in it. The path is a path: `?` and `%`
 * of a file name are encoded. `index.html` is its folder's address, as servers and links have it, and `.gz` or `.zst` is no
 * part of an address.
 */
function pageUrl(baseUrl: string, path: string): string {
  const base = new URL(baseUrl);
  const page = path.replace(/\.(?:gz|zst)$/i, '').replace(/(^|\/)index\.x?html?$/i, '$1');
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base.href + page.split('/').map(encodeSegment).join('/');
}

/** Characters that a path segment may show as they are (RFC 3986, pchar) and that encodeURIComponent hides. */
const plainInPath = /%(?:40|3A|24|26|2B|2C|3B|3D)/g;

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    plainInPath,
    decodeURIComponent,
  );
}
