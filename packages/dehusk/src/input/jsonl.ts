/**
 * JSON Lines: one page per line, `{"url": …, "html": …}`. A bad line fails alone, by its number, and the next ones
 * go on. Offsets and lines count the bytes given here: of a `.jsonl.gz`, the inflated ones.
 */
import { DehuskError } from '../errors.ts';
import type { Provenance } from '../page/raw-page.ts';
import type { ByteSource } from './byte-reader.ts';
import { readLine, skipLine } from './byte-reader.ts';
import { failure, type InputItem, type JsonlFields, type SourceItem } from './input.ts';
import { splitLine } from './json-line.ts';

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

export async function* readJsonl(source: ByteSource, options: JsonlOptions): AsyncGenerator<SourceItem> {
  const { provenance, maxPageBytes } = options;
  const fields = { ...defaultFields, ...options.fields };
  const limitBytes = maxLineBytes(maxPageBytes);
  await skipByteOrderMark(source);
  for (let line = 1; ; line++) {
    const place = { ...provenance, line, offset: source.offset };
    const read = await readLine(source, limitBytes);
    if (read === undefined) return;
    if (read === 'too-long') {
      yield failure(new DehuskError('INPUT_LINE_TOO_LONG', { line, limitBytes }), place);
      await skipLine(source);
      continue;
    }
    yield readPage(read.bytes, { provenance: place, maxPageBytes, fields });
  }
}

async function skipByteOrderMark(source: ByteSource): Promise<void> {
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
    const value: unknown = JSON.parse(text);
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
  const known = typeof url === 'string' ? { url } : {};
  if (bytes === undefined) return badLine(`it has no text in field "${fields.html}"`, context, known);
  if (bytes.length > maxPageBytes) {
    const facts = { sizeBytes: bytes.length, limitBytes: maxPageBytes };
    return failure(new DehuskError('PAGE_TOO_LARGE', facts), provenance, known.url);
  }
  return { kind: 'page', page: { ...known, bytes, contentType: 'text/html; charset=utf-8', provenance } };
}

function badLine(reason: string, { provenance }: LineContext, known: { url?: string } = {}): InputItem {
  return failure(new DehuskError('INPUT_LINE_BAD', { line: provenance.line, reason }), provenance, known.url);
}
