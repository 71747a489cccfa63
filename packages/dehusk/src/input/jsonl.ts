/**
 * JSON Lines: one page per line, `{"url": …, "html": …}`. A bad line fails alone, by its number, and the next ones
 * go on. Offsets and lines count the bytes given here: of a `.jsonl.gz`, the inflated ones.
 *
 * The text of one field is most of a line: its bytes are taken out of the line as they stand, escapes replaced, and only
 * what is left around them is parsed. A string of a page would be decoded, parsed and encoded again, which costs several
 * times as much. Only what is beyond doubt is taken so: a line that is not UTF-8, not JSON, or odd in any way is left to
 * `JSON.parse`, which knows what is wrong with it; so is every line where there is no core.
 */
import { isUtf8 } from 'node:buffer';
import { DehuskError } from '../errors.ts';
import { unescapeJson } from '../page/parse.ts';
import type { Provenance } from '../page/raw-page.ts';
import type { ByteReader } from './byte-reader.ts';
import { readLine, skipLine } from './byte-reader.ts';
import { failure, type InputItem, type JsonlFields, type Portion, type SourceItem } from './input.ts';

export interface JsonlOptions {
  readonly provenance: Provenance;
  readonly maxPageBytes: number;
  readonly fields?: Partial<JsonlFields> | undefined;
}

interface LineContext {
  readonly provenance: Provenance & { readonly line: number };
  readonly maxPageBytes: number;
  readonly fields: JsonlFields;
}

const defaultFields: JsonlFields = { url: 'url', html: 'html' };

/**
 * The longest line for a page of `maxPageBytes`: a quarter more for escapes (quotes and newlines of real pages make
 * 5 to 10 %) and room for the other fields.
 */
export function maxLineBytes(maxPageBytes: number): number {
  return Math.ceil(maxPageBytes * 1.25) + 64 * 1024;
}

export async function* readJsonl(source: ByteReader, options: JsonlOptions): AsyncGenerator<Portion> {
  const { provenance, maxPageBytes } = options;
  const fields = { ...defaultFields, ...options.fields };
  const limitBytes = maxLineBytes(maxPageBytes);
  let line = 1;
  const here = (): LineContext['provenance'] => ({ line, offset: source.offset, ...provenance });
  const pagesAtHand = function* (): Generator<SourceItem> {
    for (; ; line++) {
      const place = here();
      const bytes = source.takeLine(limitBytes);
      if (bytes === undefined) return;
      yield readPage(bytes, { provenance: place, maxPageBytes, fields });
    }
  };
  await skipByteOrderMark(source);
  for (; ; line++) {
    yield pagesAtHand();
    // What is left goes on in the next chunk, or ends here.
    const place = here();
    const read = await readLine(source, limitBytes);
    if (read === undefined) return;
    if (read === 'too-long') {
      yield [failure(new DehuskError('INPUT_LINE_TOO_LONG', { line, limitBytes }), place)];
      await skipLine(source);
    } else yield [readPage(read.bytes, { provenance: place, maxPageBytes, fields })];
  }
}

async function skipByteOrderMark(source: ByteReader): Promise<void> {
  const [first, second, third] = await source.peek(3);
  if (first === 0xef && second === 0xbb && third === 0xbf) source.skip(3);
}

/** The page of a line; a blank line is no page and no mistake. */
function readPage(bytes: Uint8Array, context: LineContext): SourceItem {
  const { url, html } = context.fields;
  const split = url === html ? undefined : splitLine(bytes, html);
  if (split !== undefined) return pageOf(split.value, split.bytes, context);
  const text = decodeLine(bytes);
  if (text === undefined) return badLine('it is not UTF-8', context);
  if (text.trim() === '') return { kind: 'passed-over', reason: 'blank', provenance: context.provenance };
  const value = parseLine(text);
  if (typeof value === 'string') return badLine(value, context);
  const found = Object.hasOwn(value, html) ? value[html] : undefined;
  return pageOf(value, typeof found === 'string' ? encoder.encode(found) : undefined, context);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
const laxDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeLine(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The object of a line, or the reason why there is none. */
function parseLine(text: string): Readonly<Record<string, unknown>> | string {
  try {
    // Its end is no part of what is said of a line that was cut short.
    const value: unknown = JSON.parse(text.trimEnd());
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object';
    return value as Readonly<Record<string, unknown>>;
  } catch (error) {
    return `it is not JSON (${(error as SyntaxError).message})`;
  }
}

function pageOf(
  value: Readonly<Record<string, unknown>>,
  bytes: Uint8Array | undefined,
  context: LineContext,
): InputItem {
  const { provenance, maxPageBytes, fields } = context;
  const url = Object.hasOwn(value, fields.url) ? value[fields.url] : undefined;
  // Who writes "" has no address: pages without one are told apart by their lines.
  const known = typeof url === 'string' && url.trim() !== '' ? url : undefined;
  if (bytes === undefined) return badLine(`it has no text in field "${fields.html}"`, context, known);
  if (bytes.length > maxPageBytes) {
    const facts = { sizeBytes: bytes.length, limitBytes: maxPageBytes };
    return failure(new DehuskError('PAGE_TOO_LARGE', facts), provenance, known);
  }
  const contentType = 'text/html; charset=utf-8';
  const page =
    known === undefined ? { bytes, contentType, provenance } : { url: known, bytes, contentType, provenance };
  return { kind: 'page', page };
}

function badLine(reason: string, { provenance }: LineContext, url?: string): InputItem {
  return failure(new DehuskError('INPUT_LINE_BAD', { line: provenance.line, reason }), provenance, url);
}

// The text of a line without a string of it

/** A line whose long field was taken out. */
interface SplitLine {
  /** The object of the line; in place of the text stands something else. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The text of the field, as UTF-8. */
  readonly bytes: Uint8Array;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Stands for the text in what is parsed. Nobody writes it, and if somebody does, the line is odd. It has one byte: for one
 * unit that needs two, V8 would make two of all of them.
 */
const STAND_IN = '\x7f';

/** Undefined where the line must be parsed as a whole. */
export function splitLine(line: Uint8Array, field: string): SplitLine | undefined {
  const start = findText(line, field);
  if (start === -1 || !isUtf8(line)) return undefined;
  const text = unescapeJson(line, start);
  if (text === undefined) return undefined;
  const before = laxDecoder.decode(line.subarray(0, start));
  const after = laxDecoder.decode(line.subarray(text.end));
  const rest = `${before}${STAND_IN}${after}`;
  // A second field of that name would count, however it is spelled.
  if (rest.includes('\\u') || rest.indexOf(STAND_IN) !== rest.lastIndexOf(STAND_IN)) return undefined;
  const value = parseObject(rest);
  return value?.[field] === STAND_IN ? { value, bytes: text.bytes } : undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Where the text of the field begins, behind its quote; -1 if it is not found. Of an inner object it may be, too. */
function findText(line: Uint8Array, field: string): number {
  for (let at = line.indexOf(QUOTE); at !== -1; ) {
    const end = endOfText(line, at + 1);
    if (end === -1) return -1;
    let next = skipSpace(line, end + 1);
    if (line[next] === 0x3a && isField(line, at + 1, end, field)) {
      next = skipSpace(line, next + 1);
      return line[next] === QUOTE ? next + 1 : -1;
    }
    at = line.indexOf(QUOTE, next);
  }
  return -1;
}

function endOfText(line: Uint8Array, from: number): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === QUOTE) return at;
    if (line[at] === BACKSLASH) at++;
  }
  return -1;
}

function isField(line: Uint8Array, from: number, to: number, field: string): boolean {
  if (to - from !== field.length) return false;
  for (let i = 0; i < field.length; i++) if (line[from + i] !== field.charCodeAt(i)) return false;
  return true;
}

function skipSpace(line: Uint8Array, from: number): number {
  let at = from;
  while (line[at] === 0x20 || line[at] === 0x09) at++;
  return at;
}
