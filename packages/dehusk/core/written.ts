/**
 * What was written in the page's tags: rows of attributes, whole class attributes as numbers, and the elements by which
 * the page says something of itself.
 */
import {
  byteAt,
  CLASS_END,
  CLASS_HASH,
  CLASS_SLOTS,
  CLASS_START,
  CLASS_TELLS,
  fail,
  FORMATTING,
  I32Column,
  ROW_END,
  ROW_NAME,
  ROW_START,
  SOURCE,
  Stop,
  TAG_CLASS,
  TAG_FIRST,
  TAG_LAST,
  TAG_TELLS,
  U16Column,
  U8Column,
} from './columns';
import { Attribute } from './generated/names';
import { chunkOf, mixChunk, rangeIs, sameBytes, skipSpace } from './scan';
import { isIn, TELLING } from './tag-sets';

/** Slots of class attributes. Most pages have a hundred different ones: few slots are near, many are not. */
const FEWEST_SLOTS: u32 = 256;
const MOST_SLOTS: u32 = 0x20000;
const MAX_CLASSES: i32 = 0xffff;

export const rowStart = changetype<I32Column>(ROW_START);
export const rowEnd = changetype<I32Column>(ROW_END);
export const rowName = changetype<U16Column>(ROW_NAME);

// By number of a tag that has attributes; 0 is for those that have none.
export const tagFirst = changetype<I32Column>(TAG_FIRST);
export const tagLast = changetype<I32Column>(TAG_LAST);
export const tagClass = changetype<I32Column>(TAG_CLASS);
export const tagTells = changetype<U8Column>(TAG_TELLS);

const classStart = changetype<I32Column>(CLASS_START);
const classEnd = changetype<I32Column>(CLASS_END);
const classHash = changetype<I32Column>(CLASS_HASH);
const classSlots = changetype<I32Column>(CLASS_SLOTS);
const classTells = changetype<U8Column>(CLASS_TELLS);

/** What an element tells besides what its tag does; the bits are shared with the loader. */
const enum Tells {
  /** What it leads to, and that is one of the things that somebody asks for. */
  relation = 1,
  microdata = 2,
  /** It may be named a breadcrumb, by its classes or its label. */
  breadcrumb = 4,
  /** As a script it is JSON-LD. */
  data = 8,
}

/** Elements that tell something, in their order: the number of each, and four bits. */
export const telling = changetype<I32Column>(FORMATTING);

export class Written {
  /** Rows of attributes. */
  static rows: i32 = 0;
  /** Different class attributes. */
  static classes: i32 = 0;
  static classSlots: u32 = FEWEST_SLOTS;
  /** Tags with attributes. */
  static tags: i32 = 0;
  static telling: i32 = 0;
  /** Tells the tags of all pages apart. */
  static stamp: i32 = 0;
}

/** The name in a row, as its number. */
@inline
export function nameOf(row: i32): i32 {
  return rowName[row];
}

/** Where the value in a row stands, and its end. */
@inline
export function valueStart(row: i32): usize {
  return SOURCE + <usize>rowStart[row];
}

@inline
export function valueEnd(row: i32): usize {
  return SOURCE + <usize>rowEnd[row];
}

/** Before another page. */
export function forgetWritten(): void {
  if (Written.classes > 0) {
    Written.classes = 0;
    layOutClassSlots(FEWEST_SLOTS);
  }
  Written.rows = 0;
  Written.tags = 0;
  Written.telling = 0;
}

/** Notes an element of the page if it tells something. */
@inline
export function noteTelling(node: i32, tagNumber: i32, attributes: i32): void {
  const tells = tagTells[attributes];
  if (tells != 0 || isIn(TELLING, tagNumber)) telling[Written.telling++] = (node << 4) | tells;
}

/** What an attribute tells by itself. */
@inline
export function tellsOf(name: i32, from: i32, to: i32): i32 {
  if (name == Attribute.rel) return mayRelate(from, to) ? Tells.relation : 0;
  if (name == Attribute.itemprop || name == Attribute.itemscope) return Tells.microdata;
  if (name == Attribute.type) return mayBeJsonLd(from, to) ? Tells.data : 0;
  if (name == Attribute.aria_label) return mayBeBreadcrumb(from, to) ? Tells.breadcrumb : 0;
  return 0;
}

@inline
export function tellsOfClass(list: i32): i32 {
  return list == 0 ? 0 : classTells[list - 1];
}

function layOutClassSlots(count: u32): void {
  Written.classSlots = count;
  memory.fill(CLASS_SLOTS, 0, <usize>count << 2);
  for (let list = 0; list < Written.classes; list++) {
    let slot = <u32>classHash[list] & (count - 1);
    while (classSlots[slot] != 0) slot = (slot + 1) & (count - 1);
    classSlots[slot] = list + 1;
  }
}

/** The number of a class attribute, from 1 on; 0 for one without a name in it. */
export function internClass(from: i32, to: i32): i32 {
  if (skipSpace(from, to) == to) return 0;
  let hash: u64 = <u64>(to - from);
  for (let at = from; at < to; at += 16) hash = mixChunk(hash, chunkOf(SOURCE + <usize>at, to - at));
  let slot = <u32>hash & (Written.classSlots - 1);
  for (;;) {
    const found = classSlots[slot] - 1;
    if (found < 0) break;
    const length = classEnd[found] - classStart[found];
    if (length == to - from && sameBytes(classStart[found], from, length)) return found + 1;
    slot = (slot + 1) & (Written.classSlots - 1);
  }
  if (Written.classes >= MAX_CLASSES) fail(Stop.unusual);
  const added = Written.classes++;
  classStart[added] = from;
  classEnd[added] = to;
  classHash[added] = <i32>hash;
  classSlots[slot] = added + 1;
  if (<u32>Written.classes << 1 > Written.classSlots && Written.classSlots < MOST_SLOTS)
    layOutClassSlots(min(Written.classSlots << 2, MOST_SLOTS));
  classTells[added] = mayBeBreadcrumb(from, to) ? Tells.breadcrumb : 0;
  return added + 1;
}

// What a value may be, whatever the case. A reference or what is beyond ASCII may be anything

const READCRUMB: usize = memory.data<u8>([0x72, 0x65, 0x61, 0x64, 0x63, 0x72, 0x75, 0x6d, 0x62]);

function mayBeBreadcrumb(from: i32, to: i32): bool {
  for (let at = from; at < to; at += 16) {
    const lanes: u32 = to - at < 16 ? (1 << <u32>(to - at)) - 1 : 0xffff;
    const chunk = v128.load(SOURCE + <usize>at);
    if ((i8x16.bitmask(i8x16.eq(chunk, i8x16.splat(0x26))) & lanes) != 0) return true;
    // By its rarest letters.
    const isDc = v128.and(isLetter(chunk, 0x64), isLetter(v128.load(SOURCE + <usize>at + 1), 0x63));
    for (let hits = <u32>i8x16.bitmask(isDc) & lanes; hits != 0; hits &= hits - 1) {
      const first = at + ctz(hits) - 3;
      if (first >= from && first + 9 <= to && rangeIs(first, first + 9, READCRUMB, 9)) return true;
    }
  }
  return false;
}

@inline
function isLetter(chunk: v128, letter: u8): v128 {
  return i8x16.eq(v128.or(chunk, i8x16.splat(0x20)), i8x16.splat(letter));
}

/** `author`, `tag`, `license`, `copyright`, `canonical`, `image_src` */
function mayRelate(from: i32, to: i32): bool {
  const author = memory.data<u8>([0x61, 0x75, 0x74, 0x68, 0x6f, 0x72]);
  const tag = memory.data<u8>([0x74, 0x61, 0x67]);
  const license = memory.data<u8>([0x6c, 0x69, 0x63, 0x65, 0x6e, 0x73, 0x65]);
  const copyright = memory.data<u8>([0x63, 0x6f, 0x70, 0x79, 0x72, 0x69, 0x67, 0x68, 0x74]);
  const canonical = memory.data<u8>([0x63, 0x61, 0x6e, 0x6f, 0x6e, 0x69, 0x63, 0x61, 0x6c]);
  const imageSource = memory.data<u8>([0x69, 0x6d, 0x61, 0x67, 0x65, 0x5f, 0x73, 0x72, 0x63]);
  for (let at = from; at < to; ) {
    let end = at;
    while (end < to && byteAt(end) > 0x20) if (isUnclear(byteAt(end++))) return true;
    const isWanted =
      rangeIs(at, end, author, 6) ||
      rangeIs(at, end, tag, 3) ||
      rangeIs(at, end, license, 7) ||
      rangeIs(at, end, copyright, 9) ||
      rangeIs(at, end, canonical, 9) ||
      rangeIs(at, end, imageSource, 9);
    if (isWanted) return true;
    at = end + 1;
  }
  return false;
}

/** It begins with `application/ld+json`. */
// biome-ignore format: a word as bytes
function mayBeJsonLd(from: i32, to: i32): bool {
  const jsonLd = memory.data<u8>([
    0x61, 0x70, 0x70, 0x6c, 0x69, 0x63, 0x61, 0x74, 0x69, 0x6f, 0x6e, 0x2f, 0x6c, 0x64, 0x2b, 0x6a, 0x73, 0x6f, 0x6e,
  ]);
  let at = from;
  while (at < to && byteAt(at) <= 0x20) at++;
  const end = min(to, at + 19);
  if (rangeIs(at, end, jsonLd, 19)) return true;
  while (at < end && !isUnclear(byteAt(at))) at++;
  return at < end;
}

@inline
function isUnclear(byte: i32): bool {
  return byte == 0x26 || byte >= 0x80;
}
