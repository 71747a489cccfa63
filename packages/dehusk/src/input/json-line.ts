/**
 * The page of a JSON line without a string of it. The text of one field is most of the line: its bytes are taken out of
 * the line as they stand, escapes replaced, and only what is left around them is parsed. A string of a page would be
 * decoded, parsed and encoded again, which costs several times as much.
 *
 * Only what is beyond doubt is taken. A line that is not UTF-8, not JSON, or odd in any way is left to `JSON.parse`,
 * which knows what is wrong with it; so is every line where there is no core.
 */
import { isUtf8 } from 'node:buffer';
import { unescapeJson } from '../page/parse.ts';

/** A line whose long field was taken out. */
interface SplitLine {
  /** The object of the line; in place of the text stands something else. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The text of the field, as UTF-8. */
  readonly bytes: Uint8Array;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Stands for the text in what is parsed. No character: nobody writes it, and if somebody does, the line is odd. */
const STAND_IN = '\u{10ffff}';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Undefined where the line must be parsed as a whole. */
export function splitLine(line: Uint8Array, field: string): SplitLine | undefined {
  const start = findText(line, field);
  if (start === -1 || !isUtf8(line)) return undefined;
  const text = unescapeJson(line, start);
  if (text === undefined) return undefined;
  const before = decoder.decode(line.subarray(0, start));
  const after = decoder.decode(line.subarray(text.end));
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
