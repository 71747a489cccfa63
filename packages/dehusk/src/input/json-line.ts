/**
 * The page of a JSON line without a string of it. The text of one field is most of the line: its bytes are taken out of
 * the line as they stand, escapes replaced, and only what is left around them is parsed. A string of a page would be
 * decoded, parsed and encoded again, which costs several times as much.
 *
 * Only what is beyond doubt is taken. A line that is not UTF-8, not JSON, or odd in any way is left to `JSON.parse`,
 * which knows what is wrong with it.
 */
import { isUtf8 } from 'node:buffer';

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
  const text = unescapeText(line, start);
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

/** What the escapes of one letter mean; 0 for letters that are none. */
const shortEscapes = new Uint8Array(256);
for (const [letter, meant] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'])
  shortEscapes[letter!.charCodeAt(0)] = meant!.charCodeAt(0);

/** The text from `start` to its quote, which is at `end`; undefined where JSON does not allow what stands there. */
function unescapeText(
  line: Uint8Array,
  start: number,
): { readonly bytes: Uint8Array; readonly end: number } | undefined {
  // An escape is never shorter than what it means.
  const bytes = new Uint8Array(Buffer.allocUnsafeSlow(line.length - start).buffer);
  let length = 0;
  for (let at = start; at < line.length; ) {
    const byte = line[at++]!;
    if (byte === QUOTE) return { bytes: bytes.subarray(0, length), end: at - 1 };
    if (byte !== BACKSLASH) {
      if (byte < 0x20) return undefined;
      bytes[length++] = byte;
      continue;
    }
    const letter = line[at++] ?? 0;
    const meant = shortEscapes[letter]!;
    if (meant !== 0) {
      bytes[length++] = meant;
      continue;
    }
    const code = letter === 0x75 ? escapedCode(line, at) : -1;
    if (code === -1) return undefined;
    // A pair is two escapes.
    at += code > 0xffff ? 10 : 4;
    length = writeCodePoint(bytes, length, code);
  }
  return undefined;
}

/** The code point that the digits at `at` mean, with the escape behind them where it makes a pair; -1 if they are none. */
function escapedCode(line: Uint8Array, at: number): number {
  const unit = hexUnit(line, at);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const second = line[at + 4] === BACKSLASH && line[at + 5] === 0x75 ? hexUnit(line, at + 6) : -1;
  const isPair = unit < 0xdc00 && second >= 0xdc00 && second < 0xe000;
  // Half a pair has no bytes of its own, and becomes what encoders make of it.
  return isPair ? 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff) : 0xfffd;
}

/** The four digits at `at`; -1 if they are none. */
function hexUnit(line: Uint8Array, at: number): number {
  let unit = 0;
  for (let i = at; i < at + 4; i++) {
    const byte = line[i] ?? 0;
    const letter = byte | 0x20;
    if (byte >= 0x30 && byte <= 0x39) unit = unit * 16 + byte - 0x30;
    else if (letter >= 0x61 && letter <= 0x66) unit = unit * 16 + letter - 0x57;
    else return -1;
  }
  return unit;
}

function writeCodePoint(bytes: Uint8Array, at: number, code: number): number {
  let end = at;
  if (code < 0x80) {
    bytes[end++] = code;
    return end;
  }
  if (code < 0x800) bytes[end++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) bytes[end++] = 0xe0 | (code >> 12);
    else {
      bytes[end++] = 0xf0 | (code >> 18);
      bytes[end++] = 0x80 | ((code >> 12) & 63);
    }
    bytes[end++] = 0x80 | ((code >> 6) & 63);
  }
  bytes[end++] = 0x80 | (code & 63);
  return end;
}
