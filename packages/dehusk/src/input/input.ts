/** What every source of pages yields and may be told, and how the format of a file is found out. Free of Node. */
import type { DehuskError } from '../errors.ts';
import type { Provenance, RawPage } from '../page/raw-page.ts';

/**
 * What a source yields: a page, or the report of something that could not become one. A failure never ends the
 * stream of the other inputs.
 */
export type InputItem =
  | { readonly kind: 'page'; readonly page: RawPage }
  | { readonly kind: 'failure'; readonly error: DehuskError; readonly provenance: Provenance };

/** A source of pages. Every source has this shape, and can be iterated again from the start. */
export interface Input extends AsyncIterable<InputItem> {
  /** True where standard input is among them: it has no second time. */
  readonly isReadOnce?: boolean;
}

/** What a file holds, once gzip is undone. */
export type InputFormat = 'html' | 'jsonl' | 'warc';

/** Names of the fields of a JSON line. */
export interface JsonlFields {
  readonly url: string;
  readonly html: string;
}

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
  /** Also yield the pages of WARC responses whose HTTP status is no success. */
  readonly anyStatus?: boolean;
  /** Ends the iteration by throwing the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told the number of bytes each time some were read from a file, for a progress bar (see `inputSizes`). */
  readonly onBytes?: (count: number) => void;
  /** What `-` reads; the standard input of the process unless told. */
  readonly stdin?: AsyncIterable<Uint8Array>;
}

/** The failure item for something at `provenance`. */
export function failure(error: DehuskError, provenance: Provenance): InputItem {
  return { kind: 'failure', error, provenance };
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
};

/** The format a file's name promises, `.gz` aside; undefined for names that promise nothing. */
export function formatOfName(name: string): InputFormat | undefined {
  const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1];
  return extension === undefined ? undefined : formatByExtension[extension.toLowerCase()];
}

export function namesGzip(name: string): boolean {
  return /\.gz$/i.test(name);
}

export function looksGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
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

function headText(head: Uint8Array): string {
  return new TextDecoder().decode(head.subarray(0, headBytes)).trimStart();
}
