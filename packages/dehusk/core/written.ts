/**
 * What was written in the page, once its table is there: rows of attributes, whole class attributes as numbers, and
 * offsets in units of a string (UTF-16) instead of bytes.
 */
import { Walk, walkRow } from './attributes';
import {
  byteAt,
  CLASS_END,
  CLASS_SLOT_OF,
  CLASS_SLOTS,
  CLASS_START,
  DRAFT_FIRST,
  DRAFT_LAST,
  DRAFT_NEXT,
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
  GAPS,
  RAW_CONTENT,
} from './columns';
import { Draft } from './draft';
import { Flat } from './flatten';
import { CLASS, internAttribute } from './names';
import { RawContent } from './other-modes';
import { isSpace, sameBytes } from './scan';
import { Source } from './source';
import { Tokens } from './tokenizer';

const CLASS_MASK: u32 = 0x1ffff;
const MAX_CLASSES: i32 = 0xffff;

// By tag with attributes, in columns of the draft that nobody needs when the table is there.
const tagStart = changetype<I32Column>(ORDER);
const tagFirst = changetype<I32Column>(FORMATTING);
const tagLast = changetype<I32Column>(DRAFT_NEXT);
const tagClass = changetype<I32Column>(DRAFT_FIRST);
/** Twice as many slots as tags: it reaches into the column behind it. */
const TAG_SLOTS: usize = DRAFT_LAST;

const classStart = changetype<I32Column>(CLASS_START);
const classEnd = changetype<I32Column>(CLASS_END);
const classSlotOf = changetype<I32Column>(CLASS_SLOT_OF);
const classSlots = changetype<I32Column>(CLASS_SLOTS);

export class Written {
  /** Rows of attributes, and room for so many. */
  static rows: i32 = 0;
  static room: i32 = 0;
  /** Different class attributes. */
  static classes: i32 = 0;
  /** Units of the string that source and spilled texts make. */
  static units: i32 = 0;
  static marks: usize = 0;
  /** Tags with attributes. */
  static tags: i32 = 0;
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

/** Parts of texts are not needed any more: rows and marks stand there. */
function layOutRows(): void {
  Written.rows = 0;
  Written.tags = 0;
  Written.room = (Tokens.attributes + 3) & ~3;
  Written.marks = (rowsAt() + <usize>Written.room * 10 + 15) & ~15;
  const bits: u32 = min<u32>(19, 33 - clz<u32>(<u32>Draft.count | 7));
  Written.slotMask = (1 << bits) - 1;
  Written.slotShift = 32 - bits;
  memory.fill(TAG_SLOTS, 0, (<usize>1 << bits) << 2);
}

export function writeRows(): void {
  layOutRows();
  for (let i = 0; i < Written.classes; i++) classSlots[classSlotOf[i]] = 0;
  Written.classes = 0;
  const wide = (<usize>Flat.stride) << 2;
  const outStart = OUT + 5 * wide;
  const outEnd = OUT + 6 * wide;
  const outClass = OUT + 13 * wide;
  for (let node = 0; node < Draft.count; node++) {
    const number = numberOf[node];
    if (number == NONE) continue;
    const row = (<usize>number) << 2;
    store<i32>(outClass + row, 0);
    if (tag[node] == TEXT) continue;
    const at = start[node];
    if (at == 0) {
      store<i32>(outStart + row, 0);
      store<i32>(outEnd + row, 0);
      continue;
    }
    const known = tagOf(at);
    store<i32>(outStart + row, tagFirst[known]);
    store<i32>(outEnd + row, tagLast[known]);
    store<i32>(outClass + row, tagClass[known]);
  }
  countUnits();
  if (Written.units != Source.length + Source.spillLength) toUnits();
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
    if (name == CLASS) tagClass[known] = internClass(Walk.valueStart, Walk.valueEnd);
  }
}

/** The number of a class attribute, from 1 on; 0 for one without a name in it. */
function internClass(from: i32, to: i32): i32 {
  let hash: u32 = <u32>(to - from);
  let blank = true;
  for (let at = from; at < to; at++) {
    const byte = byteAt(at);
    hash = (hash ^ <u32>byte) * 0x01000193;
    blank = blank && isSpace(byte);
  }
  if (blank) return 0;
  let slot = (hash ^ (hash >>> 15)) & CLASS_MASK;
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
  return added + 1;
}

// Offsets. A unit begins at each byte that continues nothing; four bytes are two units.

/** Units that begin in the sixteen bytes at `from`, as far as `lanes` says. */
@inline
function unitsOf(from: usize, lanes: i32): i32 {
  const chunk = v128.load(from);
  // 0x80 to 0xbf are -128 to -65.
  const begins = i8x16.bitmask(i8x16.gt_s(chunk, i8x16.splat(-65))) & lanes;
  const fours = i8x16.bitmask(i8x16.ge_u(chunk, i8x16.splat(<i8>0xf0))) & lanes;
  return popcnt(begins) + popcnt(fours);
}

/** A mark for every 64 bytes: the units before it. */
function countUnits(): void {
  const length = Source.length + Source.spillLength;
  let units = 0;
  let mark = Written.marks;
  let at = 0;
  for (; at + 64 <= length; at += 64) {
    store<i32>(mark, units);
    mark += 4;
    const from = SOURCE + <usize>at;
    const all = v128.or(
      v128.or(v128.load(from), v128.load(from, 16)),
      v128.or(v128.load(from, 32), v128.load(from, 48)),
    );
    if (i8x16.bitmask(all) == 0) units += 64;
    else units += unitsOf(from, 0xffff) + unitsOf(from + 16, 0xffff) + unitsOf(from + 32, 0xffff) + unitsOf(from + 48, 0xffff);
  }
  store<i32>(mark, units);
  Written.units = units + unitsBetween(at, length);
}

@inline
function unitsBetween(from: i32, to: i32): i32 {
  let units = 0;
  let at = from;
  for (; at + 16 <= to; at += 16) units += unitsOf(SOURCE + <usize>at, 0xffff);
  return at < to ? units + unitsOf(SOURCE + <usize>at, (1 << (to - at)) - 1) : units;
}

function unitOffset(at: i32): i32 {
  const mark = at >> 6;
  return load<i32>(Written.marks + ((<usize>mark) << 2)) + unitsBetween(mark << 6, at);
}

/** Changes a range in place. */
@inline
function rangeToUnits(from: usize, to: usize): void {
  const first = load<i32>(from);
  const last = load<i32>(to);
  const units = unitOffset(first);
  store<i32>(from, units);
  store<i32>(to, last - first < 64 ? units + unitsBetween(first, last) : unitOffset(last));
}

function toUnits(): void {
  const wide = (<usize>Flat.stride) << 2;
  const tags = OUT + 14 * wide;
  for (let node = 0; node < Flat.nodes; node++) {
    if (load<u16>(tags + ((<usize>node) << 1)) != TEXT) continue;
    const row = OUT + 5 * wide + ((<usize>node) << 2);
    rangeToUnits(row, row + wide);
  }
  const ends = <usize>Written.room * 4;
  for (let row = 0; row < Written.rows; row++) {
    const at = rowsAt() + ((<usize>row) << 2);
    rangeToUnits(at, at + ends);
  }
  for (let i = 0; i < RawContent.count; i++) triplesToUnits(RAW_CONTENT + <usize>i * 12);
  for (let i = 0; i < Flat.gaps; i++) triplesToUnits(GAPS + <usize>i * 12);
}

function triplesToUnits(row: usize): void {
  rangeToUnits(row + 4, row + 8);
}
