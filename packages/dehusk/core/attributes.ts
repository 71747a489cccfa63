/**
 * The attributes of start tags. They are read once, as the tag is passed: a tag that has any gets a number and rows, and
 * elements remember the number.
 */
import { byteAt, end, fail, MAX_ATTRIBUTES, seenInTag, SOURCE, start, Stop } from './columns';
import { Attribute } from './generated/names';
import { internAttribute } from './names';
import { chunkOf, findByte, isSpace, mixChunk, nameEnds, rangeIs, sameBytes } from './scan';
import { Source } from './source';
import {
  internClass,
  rowEnd,
  rowName,
  rowStart,
  tagClass,
  tagFirst,
  tagLast,
  tagTells,
  tellsOf,
  tellsOfClass,
  Written,
} from './written';

export class Attributes {
  /** Attributes met so far, repeated ones too. */
  static count: i32 = 0;
  static most: i32 = 0;
  /** The number of the tag that was read last; 0 if it has no attributes. */
  static tag: i32 = 0;
  static selfClosing: bool = false;
}

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
 * Reads the attributes from `from` on, behind a tag's name. Returns where the tag's `>` stands, or -1 if it never comes.
 * Repeated ones are counted, and different names are not: where they are too many, the other parser has to decide.
 */
export function readAttributes(from: i32): i32 {
  const length = Source.length;
  const stamp = ++Written.stamp;
  const first = Written.rows;
  let row = first;
  let room = Attributes.most - Attributes.count;
  let list = 0;
  let tells = 0;
  let at = from;
  Attributes.tag = 0;
  Attributes.selfClosing = false;
  for (;;) {
    at = skipSpaceTo(at);
    if (at >= length) return -1;
    const mark = byteAt(at);
    if (mark == 0x3e) break;
    if (mark == 0x2f) {
      at = skipSpaceTo(at + 1);
      if (at >= length || byteAt(at) != 0x3e) continue;
      Attributes.selfClosing = true;
      break;
    }
    const nameStart = at;
    const nameEnd = attributeNameEnd(at + 1, length);
    let valueStart = nameEnd;
    let valueEnd = nameEnd;
    at = skipSpaceTo(nameEnd);
    if (at >= length) return -1;
    if (byteAt(at) == 0x3d) {
      at = skipSpaceTo(at + 1);
      if (at >= length) return -1;
      const quote = byteAt(at);
      const isQuoted = quote == 0x22 || quote == 0x27;
      valueStart = isQuoted ? at + 1 : at;
      valueEnd = isQuoted ? findByte(valueStart, length, <u8>quote) : plainValueEnd(at, length);
      if (valueEnd >= length) return -1;
      at = isQuoted ? valueEnd + 1 : valueEnd;
    }
    if (--room < 0) fail(Stop.unusual);
    const name = internAttribute(nameStart, nameEnd);
    // Of attributes with one name the first counts.
    if (seenInTag[name] == stamp) continue;
    seenInTag[name] = stamp;
    rowStart[row] = valueStart;
    rowEnd[row] = valueEnd;
    rowName[row] = name;
    row++;
    if (name == Attribute.class_) {
      list = internClass(valueStart, valueEnd);
      tells |= tellsOfClass(list);
    } else tells |= tellsOf(name, valueStart, valueEnd);
  }
  Attributes.count = Attributes.most - room;
  if (row == first) return at;
  const tag = ++Written.tags;
  assert(row <= MAX_ATTRIBUTES);
  Written.rows = row;
  tagFirst[tag] = first;
  tagLast[tag] = row;
  tagClass[tag] = list;
  tagTells[tag] = tells;
  Attributes.tag = tag;
  return at;
}

// What tree construction asks of the attributes of a tag

/** The row with this name; -1 if there is none. */
function rowOfName(tag: i32, name: i32): i32 {
  for (let row = tagFirst[tag]; row < tagLast[tag]; row++) if (rowName[row] == name) return row;
  return -1;
}

@inline
function has(tag: i32, name: i32): bool {
  return rowOfName(tag, name) >= 0;
}

function valueIs(row: i32, word: usize, length: i32): bool {
  return rangeIs(rowStart[row], rowEnd[row], word, length);
}

/** `type=hidden` */
export function hidesInput(tag: i32): bool {
  const row = rowOfName(tag, Attribute.type);
  return row >= 0 && valueIs(row, memory.data<u8>([0x68, 0x69, 0x64, 0x64, 0x65, 0x6e]), 6);
}

export function hasFontAttribute(tag: i32): bool {
  return has(tag, Attribute.color) || has(tag, Attribute.face) || has(tag, Attribute.size);
}

/** A value that says that HTML stands in an annotation of MathML. */
// biome-ignore format: words as bytes
export function saysHtml(tag: i32): bool {
  const html = memory.data<u8>([0x74, 0x65, 0x78, 0x74, 0x2f, 0x68, 0x74, 0x6d, 0x6c]);
  const xhtml = memory.data<u8>([
    0x61, 0x70, 0x70, 0x6c, 0x69, 0x63, 0x61, 0x74, 0x69, 0x6f, 0x6e, 0x2f, 0x78, 0x68, 0x74, 0x6d, 0x6c, 0x2b, 0x78, 0x6d,
    0x6c,
  ]);
  for (let row = tagFirst[tag]; row < tagLast[tag]; row++)
    if (valueIs(row, html, 9) || valueIs(row, xhtml, 21)) return true;
  return false;
}

/** Elements with more attributes are not compared here. */
const MOST_COMPARED: i32 = 256;

/** The Noah's Ark clause: have two elements the same attributes with the same values? */
export function sameAttributes(one: i32, other: i32): bool {
  const tag = start[one];
  const otherTag = start[other];
  if (tag == otherTag) return true;
  if (tag == 0 || otherTag == 0 || signatureOf(one) != signatureOf(other)) return false;
  const count = tagLast[tag] - tagFirst[tag];
  if (count != tagLast[otherTag] - tagFirst[otherTag]) return false;
  if (count > MOST_COMPARED) fail(Stop.unusual);
  for (let row = tagFirst[tag]; row < tagLast[tag]; row++) {
    const found = rowOfName(otherTag, rowName[row]);
    if (found < 0) return false;
    const length = rowEnd[row] - rowStart[row];
    if (rowEnd[found] - rowStart[found] != length || !sameBytes(rowStart[row], rowStart[found], length)) return false;
  }
  return true;
}

/**
 * A number that elements with the same attributes have in common, in whatever order these stand. It is made once per
 * element: a page can keep a thousand formatting elements open, and ask of each whether it is like the next one.
 */
function signatureOf(element: i32): i32 {
  if (end[element] != 0) return end[element];
  const tag = start[element];
  let sum: u64 = 0;
  for (let row = tagFirst[tag]; row < tagLast[tag]; row++) {
    let hash: u64 = <u64>rowName[row];
    for (let at = rowStart[row]; at < rowEnd[row]; at += 16)
      hash = mixChunk(hash, chunkOf(SOURCE + <usize>at, rowEnd[row] - at));
    sum += hash;
  }
  end[element] = <i32>sum | 1;
  return end[element];
}
