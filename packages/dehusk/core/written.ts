/**
 * What was written in the page, once its table is there: rows of attributes, whole class attributes as numbers, and the
 * elements by which the page says something of itself.
 */
import { Walk, walkRow } from './attributes';
import {
  byteAt,
  CLASS_END,
  CLASS_SLOT_OF,
  CLASS_SLOTS,
  CLASS_START,
  DRAFT_END,
  DRAFT_FIRST,
  DRAFT_FLAGS,
  DRAFT_LAST,
  DRAFT_NEXT,
  DRAFT_PARENT,
  fail,
  FORMATTING,
  I32Column,
  NONE,
  numberOf,
  ORDER,
  OUT,
  seenInTag,
  SOURCE,
  start,
  Stop,
  tag,
  TEXT,
  U8Column,
} from './columns';
import { Draft } from './draft';
import { Flat } from './flatten';
import { Attribute } from './generated/names';
import { internAttribute } from './names';
import { chunkOf, mixChunk, rangeIs, sameBytes, skipSpace } from './scan';
import { Source } from './source';
import { isIn, TELLING } from './tag-sets';
import { Tokens } from './tokenizer';

const CLASS_MASK: u32 = 0x1ffff;
const MAX_CLASSES: i32 = 0xffff;

// By tag with attributes, in columns of the draft that nobody needs when the table is there.
const tagStart = changetype<I32Column>(ORDER);
const tagFirst = changetype<I32Column>(FORMATTING);
const tagLast = changetype<I32Column>(DRAFT_NEXT);
const tagClass = changetype<I32Column>(DRAFT_FIRST);
const tagTells = changetype<I32Column>(DRAFT_END);
/** Twice as many slots as tags: it reaches into the column behind it. */
const TAG_SLOTS: usize = DRAFT_LAST;

const classStart = changetype<I32Column>(CLASS_START);
const classEnd = changetype<I32Column>(CLASS_END);
const classSlotOf = changetype<I32Column>(CLASS_SLOT_OF);
const classSlots = changetype<I32Column>(CLASS_SLOTS);
const classTells = changetype<U8Column>(DRAFT_FLAGS);

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

/** Elements that tell something, in the order of the draft: the number of each, and four bits. */
export const telling = changetype<I32Column>(DRAFT_PARENT);

export class Written {
  /** Rows of attributes, and room for so many. */
  static rows: i32 = 0;
  static room: i32 = 0;
  /** Different class attributes. */
  static classes: i32 = 0;
  /** Tags with attributes. */
  static tags: i32 = 0;
  static telling: i32 = 0;
  /** Tells the tags of all pages apart. */
  static stamp: i32 = 0;
  static slotMask: u32 = 0;
  static slotShift: u32 = 0;
}

/** Where the values of the rows begin; behind them where they end, then the numbers of names. */
@inline
export function rowsAt(): usize {
  return Source.parts;
}

/** The name in a row, as its number. */
@inline
export function nameOf(row: i32): i32 {
  return <i32>load<u16>(rowsAt() + ((<usize>Written.room) << 3) + ((<usize>row) << 1));
}

/** Where the value in a row stands, and its end. */
@inline
export function valueStart(row: i32): usize {
  return SOURCE + <usize>load<i32>(rowsAt() + ((<usize>row) << 2));
}

@inline
export function valueEnd(row: i32): usize {
  return SOURCE + <usize>load<i32>(rowsAt() + ((<usize>(row + Written.room)) << 2));
}

/** Parts of texts are not needed any more: rows stand there. */
function layOutRows(): void {
  Written.rows = 0;
  Written.tags = 0;
  Written.room = (Tokens.attributes + 3) & ~3;
  Source.scratch = (rowsAt() + <usize>Written.room * 10 + 15) & ~15;
  const bits: u32 = min<u32>(19, 33 - clz<u32>(<u32>Draft.count | 7));
  Written.slotMask = (1 << bits) - 1;
  Written.slotShift = 32 - bits;
  memory.fill(TAG_SLOTS, 0, (<usize>1 << bits) << 2);
}

export function writeRows(): void {
  layOutRows();
  for (let i = 0; i < Written.classes; i++) classSlots[classSlotOf[i]] = 0;
  Written.classes = 0;
  Written.telling = 0;
  const wide = (<usize>Flat.stride) << 2;
  const outStart = OUT + 5 * wide;
  const outEnd = OUT + 6 * wide;
  const outClass = OUT + 11 * wide;
  for (let node = 0; node < Draft.count; node++) {
    const number = numberOf[node];
    if (number == NONE) continue;
    const row = (<usize>number) << 2;
    store<i32>(outClass + row, 0);
    if (tag[node] == TEXT) continue;
    const at = start[node];
    let tells = 0;
    if (at == 0) {
      store<i32>(outStart + row, 0);
      store<i32>(outEnd + row, 0);
    } else {
      const known = tagOf(at);
      store<i32>(outStart + row, tagFirst[known]);
      store<i32>(outEnd + row, tagLast[known]);
      store<i32>(outClass + row, tagClass[known]);
      tells = tagTells[known];
    }
    if (tells != 0 || isIn(TELLING, tag[node])) telling[Written.telling++] = (number << 4) | tells;
  }
}

/** The number of the tag whose attributes begin at `at`; its rows are written when it is met first. Copies share them. */
function tagOf(at: i32): i32 {
  let slot = (<u32>at * 0x9e3779b1) >>> Written.slotShift;
  for (;;) {
    const known = load<i32>(TAG_SLOTS + ((<usize>slot) << 2)) - 1;
    if (known < 0) break;
    if (tagStart[known] == at) return known;
    slot = (slot + 1) & Written.slotMask;
  }
  const known = Written.tags++;
  store<i32>(TAG_SLOTS + ((<usize>slot) << 2), known + 1);
  tagStart[known] = at;
  tagFirst[known] = Written.rows;
  tagClass[known] = 0;
  tagTells[known] = 0;
  addRows(known, at);
  tagLast[known] = Written.rows;
  return known;
}

function addRows(known: i32, at: i32): void {
  const stamp = ++Written.stamp;
  const starts = rowsAt();
  const ends = starts + <usize>Written.room * 4;
  const names = ends + <usize>Written.room * 4;
  for (let from = walkRow(at); from >= 0; from = walkRow(from)) {
    const name = internAttribute(Walk.nameStart, Walk.nameEnd);
    // Of attributes with one name the first counts.
    if (seenInTag[name] == stamp) continue;
    seenInTag[name] = stamp;
    assert(Written.rows < Written.room);
    const row = <usize>Written.rows;
    Written.rows++;
    store<i32>(starts + (row << 2), Walk.valueStart);
    store<i32>(ends + (row << 2), Walk.valueEnd);
    store<u16>(names + (row << 1), <u16>name);
    if (name == Attribute.class_) {
      const list = internClass(Walk.valueStart, Walk.valueEnd);
      tagClass[known] = list;
      if (list > 0) tagTells[known] = tagTells[known] | classTells[list - 1];
    } else tagTells[known] = tagTells[known] | tellsOf(name, Walk.valueStart, Walk.valueEnd);
  }
}

@inline
function tellsOf(name: i32, from: i32, to: i32): i32 {
  if (name == Attribute.rel) return mayRelate(from, to) ? Tells.relation : 0;
  if (name == Attribute.itemprop || name == Attribute.itemscope) return Tells.microdata;
  if (name == Attribute.type) return mayBeJsonLd(from, to) ? Tells.data : 0;
  if (name == Attribute.aria_label) return mayBeBreadcrumb(from, to) ? Tells.breadcrumb : 0;
  return 0;
}

/** The number of a class attribute, from 1 on; 0 for one without a name in it. */
function internClass(from: i32, to: i32): i32 {
  if (skipSpace(from, to) == to) return 0;
  let hash: u64 = <u64>(to - from);
  for (let at = from; at < to; at += 16) hash = mixChunk(hash, chunkOf(SOURCE + <usize>at, to - at));
  let slot = <u32>hash & CLASS_MASK;
  for (;;) {
    const found = classSlots[slot] - 1;
    if (found < 0) break;
    const length = classEnd[found] - classStart[found];
    if (length == to - from && sameBytes(classStart[found], from, length)) return found + 1;
    slot = (slot + 1) & CLASS_MASK;
  }
  if (Written.classes >= MAX_CLASSES) fail(Stop.unusual);
  const added = Written.classes++;
  classStart[added] = from;
  classEnd[added] = to;
  classSlotOf[added] = slot;
  classSlots[slot] = added + 1;
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
