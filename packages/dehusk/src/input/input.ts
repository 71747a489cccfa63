/** What every source of pages yields and may be told, and how the format of a file is found out. Free of Node. */
import type { DehuskError } from '../errors.ts';
import type { Provenance, RawPage } from '../page/raw-page.ts';

/**
 * What a source yields: a page, or the report of something that could not become one. A failure never ends the
 * stream of the other inputs.
 */
export type InputItem =
  | { readonly kind: 'page'; readonly page: RawPage }
  | {
      readonly kind: 'failure';
      readonly error: DehuskError;
      readonly provenance: Provenance;
      /** Address of the page that failed, where it was told before the failure. */
      readonly url?: string;
    };

/**
 * Something of an input that is no page and no failure. Its reason is
 *
 * - `status`: an HTTP response that is no success; `detail` is its status;
 * - `type`: content of another type; `detail` is the type, or `none`;
 * - `revisit`: a WARC record that refers to an earlier one, which is no page of this input;
 * - `conversion`: a WARC record that was made from another one, as `clean` writes them;
 * - `empty`: a response without a block;
 * - `record`: a WARC record that never holds a page; `detail` is its type, such as `request`;
 * - `blank`: a line of JSON Lines with nothing in it;
 * - `file`: a file of a folder that has another ending; `detail` is the ending.
 */
export interface PassedOver {
  readonly kind: 'passed-over';
  readonly reason: 'status' | 'type' | 'revisit' | 'conversion' | 'empty' | 'record' | 'blank' | 'file';
  readonly detail?: string;
  readonly provenance: Provenance;
}

export type PassedReason = PassedOver['reason'];

/** All that a source meets; whoever asks for pages is told of the rest by `onPassedOver`. */
export type SourceItem = InputItem | PassedOver;

/**
 * Items that can be had without waiting, made one by one when they are asked for: sources hand on what a chunk of a file
 * holds, since each promise that a page passes on its way costs as much as a hundred bytes of it.
 */
export type Portion = Iterable<SourceItem>;

/** A source of pages. Every source has this shape, and can be iterated again from the start. */
export interface Input extends AsyncIterable<InputItem> {
  /** True where standard input is among them: it has no second time. */
  readonly isReadOnce?: boolean;
}

/** What a file holds, once compression is undone. */
export type InputFormat = 'html' | 'jsonl' | 'warc';

/** Names of the fields of a JSON line. */
export interface JsonlFields {
  readonly url: string;
  readonly html: string;
}

/**
 * - `check`: a record whose block digest is wrong fails; a page whose payload digest is wrong is marked;
 * - `strict`: both fail;
 * - `skip`: digests are not looked at.
 */
export type DigestCheck = 'check' | 'strict' | 'skip';

/** How inputs are read. */
export interface InputOptions {
  /** Read every input as this, whatever its name and content say. */
  readonly inputFormat?: InputFormat;
  /** Address of the folder that was given: a page file's url is this plus its path in the folder. */
  readonly baseUrl?: string;
  /** Names of the fields of a JSON line; `url` and `html` unless told. */
  readonly fields?: Partial<JsonlFields>;
  /** A page is refused once it is known to be larger than this, counted after every decompression. */
  readonly maxPageBytes?: number;
  /** Also yield the pages of WARC responses with an error status (400 and above). */
  readonly anyStatus?: boolean;
  /** What is done about the digests of WARC records; `check` unless told. */
  readonly digests?: DigestCheck;
  /** Told of what is no page, before the item that comes behind it. */
  readonly onPassedOver?: (passed: PassedOver) => void;
  /** Ends the iteration by throwing the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told the number of bytes each time some were read from a file, for a progress bar (see `inputSizes`). */
  readonly onBytes?: (count: number) => void;
  /** What `-` reads; the standard input of the process unless told. */
  readonly stdin?: AsyncIterable<Uint8Array>;
}

/** Hears of the raw bytes of all files, each to its end. */
export interface InputTap {
  beginFile(): void;
  addBytes(bytes: Uint8Array): void;
}

/** The failure item for something at `provenance`. */
export function failure(error: DehuskError, provenance: Provenance, url?: string): InputItem {
  return { kind: 'failure', error, provenance, ...(url !== undefined && { url }) };
}

/** Enough bytes to tell every format apart, with a byte order mark and some white space in front. */
export const headBytes: number = 64;

const formatByExtension: Readonly<Record<string, InputFormat>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  warc: 'warc',
  // A ZIP of them.
  wacz: 'warc',
};

/** The format a file's name promises, `.gz` and `.zst` aside; undefined for names that promise nothing. */
export function formatOfName(name: string): InputFormat | undefined {
  const extension = /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(name)?.[1];
  return extension === undefined ? undefined : formatByExtension[extension.toLowerCase()];
}

export function namesGzip(name: string): boolean {
  return /\.gz$/i.test(name);
}

export function looksGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

export function namesZstd(name: string): boolean {
  return /\.zst$/i.test(name);
}

/** A frame, or one that is to be skipped. */
export function looksZstd(head: Uint8Array): boolean {
  const [first = 0, second, third, fourth] = head;
  if (first === 0x28) return second === 0xb5 && third === 0x2f && fourth === 0xfd;
  return first >> 4 === 5 && second === 0x2a && third === 0x4d && fourth === 0x18;
}

export function namesWacz(name: string): boolean {
  return /\.wacz$/i.test(name);
}

/** A ZIP that has something in it. */
export function looksZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
}

/** The format of content that no longer is gzip; what is neither WARC nor a JSON object is taken for HTML. */
export function formatOfContent(head: Uint8Array): InputFormat {
  const text = headText(head);
  if (text.startsWith('WARC/')) return 'warc';
  return text.startsWith('{') ? 'jsonl' : 'html';
}

/** Whether bytes that should be compressed are in fact readable markup. */
export function looksMarkup(head: Uint8Array): boolean {
  return /^<[!?/a-z]/i.test(headText(head));
}

/** The first bytes of what people take for pages. */
const otherKinds: readonly (readonly [RegExp, string])[] = [
  [/^SQLite format 3\0/, 'a SQLite database'],
  [/^\x89PNG\r\n|^\xff\xd8\xff|^GIF8[79]a|^RIFF....WEBP/s, 'a picture'],
  [/^%PDF-/, 'a PDF'],
  [/^PAR1/, 'a Parquet table'],
  [/^PK\x05\x06/, 'an empty ZIP archive'],
  // What scrapers write who have no JSON Lines.
  [/^(?:\xef\xbb\xbf)?\s*\[\s*\{\s*"/, "a JSON array (jq -c '.[]' makes JSON Lines of it)"],
  [/^7z\xbc\xaf|^Rar!|^BZh\d|^\xfd7zXZ/, 'an archive that is packed in another way'],
];

/** What no text has in it, by the MIME Sniffing Standard. */
const binaryByte = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/** What a page file is, where its first bytes say that it is none. Damaged pages are pages. */
export function otherThanPages(head: Uint8Array): string | undefined {
  const bytes = String.fromCharCode(...head.subarray(0, headBytes));
  const other = otherKinds.find(([pattern]) => pattern.test(bytes));
  if (other !== undefined) return other[1];
  const isText = !binaryByte.test(bytes) || /^(?:\xff\xfe|\xfe\xff)/.test(bytes);
  return isText || /<(?:[!?/]|[a-z]+[\s>])/i.test(bytes.replaceAll('\0', '')) ? undefined : 'binary data';
}

function headText(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, headBytes)).trimStart();
}
