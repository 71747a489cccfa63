/**
 * The attributes of a start tag. The tokenizer only passes over them: an element remembers where its attributes begin,
 * and the few that tree construction asks for are read again.
 */
import { ATTRIBUTE_ROWS, byteAt, end, fail, SOURCE, start, Stop } from './columns';
import { findByte, folded, isSpace, nameEnds, rangeIs, sameBytes, sameFolded } from './scan';
import { Source } from './source';

export class Walk {
  /** Attributes of the tag just passed, repeated ones too. */
  static count: i32 = 0;
  static selfClosing: bool = false;
  /** The attribute just passed. */
  static nameStart: i32 = 0;
  static nameEnd: i32 = 0;
  static valueStart: i32 = 0;
  static valueEnd: i32 = 0;
  static end: i32 = 0;
}

/** Elements with more attributes are not compared here. */
const MAX_ROWS: i32 = 256;
const ROW: usize = 16;
export const ONE: usize = ATTRIBUTE_ROWS;
export const OTHER: usize = ATTRIBUTE_ROWS + <usize>MAX_ROWS * ROW;

@inline
function skipSpaceTo(from: i32): i32 {
  let at = from;
  while (isSpace(byteAt(at))) at++;
  return at;
}

/** The end of an attribute's name: white space, `/`, `>` or `=`. */
@inline
function attributeNameEnd(from: i32, to: i32): i32 {
  let at = from;
  while (at < to) {
    const chunk = v128.load(SOURCE + <usize>at);
    const hits = i8x16.bitmask(v128.or(nameEnds(chunk), i8x16.eq(chunk, i8x16.splat(0x3d))));
    if (hits != 0) return at + ctz(hits);
    at += 16;
  }
  return to;
}

/** The end of a value without quotes: white space or `>`. */
@inline
function plainValueEnd(from: i32, to: i32): i32 {
  let at = from;
  while (at < to && byteAt(at) != 0x3e && !isSpace(byteAt(at))) at++;
  return at;
}

/**
 * Finds the next attribute at or after `from`, and leaves its ranges in `Walk`. Returns what is behind it; -1 behind the
 * last one, and `Walk.end` is where the tag's `>` stands then, or -1 if it never comes.
 */
@inline
export function walkRow(from: i32): i32 {
  const length = Source.length;
  let at = from;
  Walk.end = -1;
  for (;;) {
    at = skipSpaceTo(at);
    if (at >= length) return -1;
    const first = byteAt(at);
    if (first == 0x3e) {
      Walk.end = at;
      return -1;
    }
    if (first != 0x2f) break;
    at = skipSpaceTo(at + 1);
    if (at < length && byteAt(at) == 0x3e) {
      Walk.selfClosing = true;
      Walk.end = at;
      return -1;
    }
  }
  const nameEnd = attributeNameEnd(at + 1, length);
  Walk.nameStart = at;
  Walk.nameEnd = nameEnd;
  Walk.valueStart = nameEnd;
  Walk.valueEnd = nameEnd;
  at = skipSpaceTo(nameEnd);
  if (at >= length) return -1;
  if (byteAt(at) != 0x3d) return at;
  at = skipSpaceTo(at + 1);
  if (at >= length) return -1;
  const quote = byteAt(at);
  if (quote == 0x22 || quote == 0x27) {
    const end = findByte(at + 1, length, <u8>quote);
    if (end >= length) return -1;
    Walk.valueStart = at + 1;
    Walk.valueEnd = end;
    return end + 1;
  }
  const end = plainValueEnd(at, length);
  if (end >= length) return -1;
  Walk.valueStart = at;
  Walk.valueEnd = end;
  return end;
}

/**
 * Passes over the attributes from `from` on. Returns where the tag's `>` stands, or -1 if it never comes. With `rows`,
 * each attribute is written there: start and end of name and value.
 */
export function walkAttributes(from: i32, rows: usize): i32 {
  let count = 0;
  Walk.selfClosing = false;
  for (let at = walkRow(from); at >= 0; at = walkRow(at)) {
    if (rows != 0) {
      if (count >= MAX_ROWS) fail(Stop.unusual);
      const row = rows + <usize>count * ROW;
      store<i32>(row, Walk.nameStart);
      store<i32>(row, Walk.nameEnd, 4);
      store<i32>(row, Walk.valueStart, 8);
      store<i32>(row, Walk.valueEnd, 12);
    }
    count++;
  }
  Walk.count = count;
  return Walk.end;
}

/** Writes the attributes that begin at `from`; of those with one name the first counts. Returns how many there are. */
export function readAttributes(from: i32, rows: usize): i32 {
  if (from == 0) return 0;
  walkAttributes(from, rows);
  let kept = 0;
  for (let i = 0; i < Walk.count; i++) {
    const row = rows + <usize>i * ROW;
    if (rowOfName(rows, kept, load<i32>(row), load<i32>(row, 4)) != 0) continue;
    v128.store(rows + <usize>kept * ROW, v128.load(row));
    kept++;
  }
  return kept;
}

/** The row with this name among the first ones; 0 if there is none. */
function rowOfName(rows: usize, count: i32, from: i32, to: i32): usize {
  for (let i = 0; i < count; i++) {
    const row = rows + <usize>i * ROW;
    if (load<i32>(row, 4) - load<i32>(row) == to - from && sameFolded(load<i32>(row), from, to - from)) return row;
  }
  return 0;
}

/**
 * A number that elements with the same attributes have in common, in whatever order these stand. It is made once per
 * element: a page can keep a thousand formatting elements open, and ask of each whether it is like the next one.
 */
function signatureOf(element: i32): i32 {
  if (end[element] != 0) return end[element];
  const count = readAttributes(start[element], ONE);
  let sum: u32 = 0;
  for (let i = 0; i < count; i++) {
    const row = ONE + <usize>i * ROW;
    let hash: u32 = 0x811c9dc5;
    for (let at = load<i32>(row); at < load<i32>(row, 4); at++) hash = (hash ^ folded(byteAt(at))) * 0x01000193;
    hash = (hash ^ 0x3d) * 0x01000193;
    for (let at = load<i32>(row, 8); at < load<i32>(row, 12); at++) hash = (hash ^ byteAt(at)) * 0x01000193;
    sum += hash;
  }
  end[element] = sum | 1;
  return end[element];
}

/** The Noah's Ark clause: have two elements the same attributes with the same values? */
export function sameAttributes(one: i32, other: i32): bool {
  const from = start[one];
  const otherFrom = start[other];
  if (from == otherFrom) return true;
  if (from == 0 || otherFrom == 0 || signatureOf(one) != signatureOf(other)) return false;
  const count = readAttributes(from, ONE);
  if (count != readAttributes(otherFrom, OTHER)) return false;
  for (let i = 0; i < count; i++) {
    const row = ONE + <usize>i * ROW;
    const found = rowOfName(OTHER, count, load<i32>(row), load<i32>(row, 4));
    if (found == 0) return false;
    const length = load<i32>(row, 12) - load<i32>(row, 8);
    if (load<i32>(found, 12) - load<i32>(found, 8) != length) return false;
    if (!sameBytes(load<i32>(row, 8), load<i32>(found, 8), length)) return false;
  }
  return true;
}

function nameIs(row: usize, word: usize, length: i32): bool {
  return rangeIs(load<i32>(row), load<i32>(row, 4), word, length);
}

function valueIs(row: usize, word: usize, length: i32): bool {
  return rangeIs(load<i32>(row, 8), load<i32>(row, 12), word, length);
}

/** `type=hidden` */
export function hidesInput(from: i32): bool {
  const type = memory.data<u8>([0x74, 0x79, 0x70, 0x65]);
  const hidden = memory.data<u8>([0x68, 0x69, 0x64, 0x64, 0x65, 0x6e]);
  const count = readAttributes(from, ONE);
  for (let i = 0; i < count; i++) {
    const row = ONE + <usize>i * ROW;
    if (nameIs(row, type, 4)) return valueIs(row, hidden, 6);
  }
  return false;
}

/** `color`, `face` or `size` */
export function hasFontAttribute(from: i32): bool {
  const color = memory.data<u8>([0x63, 0x6f, 0x6c, 0x6f, 0x72]);
  const face = memory.data<u8>([0x66, 0x61, 0x63, 0x65]);
  const size = memory.data<u8>([0x73, 0x69, 0x7a, 0x65]);
  const count = readAttributes(from, ONE);
  for (let i = 0; i < count; i++) {
    const row = ONE + <usize>i * ROW;
    if (nameIs(row, color, 5) || nameIs(row, face, 4) || nameIs(row, size, 4)) return true;
  }
  return false;
}

/** A value that says that HTML stands in an annotation of MathML. */
// biome-ignore format: words as bytes
export function saysHtml(from: i32): bool {
  const html = memory.data<u8>([0x74, 0x65, 0x78, 0x74, 0x2f, 0x68, 0x74, 0x6d, 0x6c]);
  const xhtml = memory.data<u8>([
    0x61, 0x70, 0x70, 0x6c, 0x69, 0x63, 0x61, 0x74, 0x69, 0x6f, 0x6e, 0x2f, 0x78, 0x68, 0x74, 0x6d, 0x6c, 0x2b, 0x78, 0x6d,
    0x6c,
  ]);
  const count = readAttributes(from, ONE);
  for (let i = 0; i < count; i++) {
    const row = ONE + <usize>i * ROW;
    if (valueIs(row, html, 9) || valueIs(row, xhtml, 21)) return true;
  }
  return false;
}
