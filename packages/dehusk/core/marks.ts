/**
 * Marks on elements, by rules that the loader hands over: bits for a tag, for the value of an attribute, for a name among
 * the classes. What a value says that is not plain is asked of the loader, so that no rule is written twice.
 *
 *     at MARK_RULES   256 × u32   bits by tag
 *                     16 × 16     rules: kind, bits, first word, how many words
 *                     16 × u16    the attribute that each of them is of
 *                     2 × u32     names among classes: first word, how many
 *                     u32         how many rules there are
 *                     u32         1 if there is nothing but names among classes
 *                     n × 32      words: length, bits, bytes
 */
import {
  DRAFT_END,
  DRAFT_LAST,
  DRAFT_NEXT,
  DRAFT_START,
  fail,
  I32Column,
  MARK_RULES,
  ORDER,
  ROW_NAME,
  ROWS,
  SOURCE,
  Stop,
  TEXT,
  CLASS_START,
  CLASS_END,
} from './columns';
import { Flat } from './flatten';
import { findByte, folded, isSpace, spacesOf } from './scan';
import { Source } from './source';
import { classOf, firstRowOf, lastRowOf, tagOf } from './table';
import { decode } from './text';
import { nameOf, valueEnd, valueStart, Written } from './written';

/** How a rule reads a value; the numbers are shared with the loader. */
const enum Rule {
  /** Whatever it is. */
  any = 0,
  /** It is one of the words. */
  values = 1,
  /** It says nothing unless it has one of the words in it; if it has, the loader is asked. */
  hints = 2,
  /** The loader is asked. */
  ask = 3,
}

const RULES: usize = MARK_RULES + 1024;
const RULE_NAMES: usize = RULES + 256;
const CLASS_NAMES: usize = RULE_NAMES + 32;
const WORDS: usize = CLASS_NAMES + 16;

// By node; nodes that may have any; (node, row) pairs that the loader is asked of; rows of attributes that have a rule,
// in their order, with its number in four bits; by class attribute. In columns of the draft.
export const marks = changetype<I32Column>(DRAFT_START);
export const markedNodes = changetype<I32Column>(DRAFT_LAST);
const asked = changetype<I32Column>(ORDER);
const ruledRows = changetype<I32Column>(DRAFT_NEXT);
const classMarks = changetype<I32Column>(DRAFT_END);
const MOST_ASKED: i32 = 0x20000;
const RULE_BITS: i32 = 4;

const classStart = changetype<I32Column>(CLASS_START);
const classEnd = changetype<I32Column>(CLASS_END);

export class Marking {
  /** Nodes that may have marks. */
  static nodes: i32 = 0;
  static asked: i32 = 0;
  static ruled: i32 = 0;
}

@inline
export function bitsOfTag(tag: i32): i32 {
  return tag < 256 ? load<i32>(MARK_RULES + ((<usize>tag) << 2)) : 0;
}

/** Leaves a list of the nodes that may have marks. */
export function markElements(): void {
  Marking.asked = 0;
  Marking.nodes = 0;
  const hasClassMarks = markClasses();
  // Most pages have no such class, and a look at each class attribute is a tenth of a walk over the elements.
  if (!hasClassMarks && load<i32>(CLASS_NAMES, 12) == 1) return;
  memory.fill(DRAFT_START, 0, (<usize>Flat.nodes) << 2);
  findRuledRows();
  // The first ruled row that is not before those of the node.
  let next = 0;
  for (let node = 0; node < Flat.nodes; node++) {
    const tag = tagOf(node);
    if (tag == TEXT) continue;
    const before = Marking.asked;
    let bits = bitsOfTag(tag);
    if (hasClassMarks) bits |= classMarks[classOf(node)];
    const end = lastRowOf(node) << RULE_BITS;
    if (end > 0) {
      const first = firstRowOf(node) << RULE_BITS;
      // An element that is opened again has the rows of before.
      if (ruledRows[next] < first || (next > 0 && ruledRows[next - 1] >= first)) next = firstRuledRow(first);
      for (let at = next; ruledRows[at] < end; at++) bits |= marksOfValue(node, ruledRows[at]);
    }
    marks[node] = bits;
    if (bits != 0 || Marking.asked > before) markedNodes[Marking.nodes++] = node;
  }
}

/** Names are compared eight at a time: one attribute in ten has a rule, or fewer. */
function findRuledRows(): void {
  const rules = load<i32>(CLASS_NAMES, 8);
  let count = 0;
  for (let row = 0; row < Written.rows; row += 8) {
    const chunk = v128.load(ROW_NAME + ((<usize>row) << 1));
    let found = i16x8.splat(0);
    for (let rule = 0; rule < rules; rule++)
      found = v128.or(found, i16x8.eq(chunk, v128.load16_splat(RULE_NAMES + ((<usize>rule) << 1))));
    const lanes: u32 = Written.rows - row < 8 ? (1 << <u32>(Written.rows - row)) - 1 : 0xff;
    for (let hits = <u32>i16x8.bitmask(found) & lanes; hits != 0; hits &= hits - 1) {
      if (count >= <i32>ROWS - 1) fail(Stop.unusual);
      const at = row + <i32>ctz(hits);
      ruledRows[count++] = (at << RULE_BITS) | ruleOf(nameOf(at), rules);
    }
  }
  ruledRows[count] = i32.MAX_VALUE;
  Marking.ruled = count;
}

/** As many as there are rules where it has none. */
function ruleOf(name: i32, rules: i32): i32 {
  let rule = 0;
  while (rule < rules && <i32>load<u16>(RULE_NAMES + ((<usize>rule) << 1)) != name) rule++;
  return rule;
}

/** The first that is not below `least`. */
function firstRuledRow(least: i32): i32 {
  let low = 0;
  let high = Marking.ruled;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ruledRows[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function marksOfValue(node: i32, ruled: i32): i32 {
  const row = ruled >> RULE_BITS;
  const rule = RULES + ((<usize>(ruled & ((1 << RULE_BITS) - 1))) << 4);
  const kind = load<i32>(rule);
  if (kind == Rule.any) return load<i32>(rule, 4);
  const from = valueStart(row);
  const to = valueEnd(row);
  const first = WORDS + ((<usize>load<i32>(rule, 8)) << 5);
  const count = load<i32>(rule, 12);
  if (kind == Rule.values) {
    if (isPlain(from, to)) return bitsOfWord(from, <i32>(to - from), first, count);
  } else if (kind == Rule.hints && !mayHave(from, to, first, count)) return 0;
  ask(node, row);
  return 0;
}

/** Has one of its attributes what the rule of that attribute looks for? */
export function mayHaveHint(node: i32): bool {
  if (tagOf(node) == TEXT) return false;
  const rules = load<i32>(CLASS_NAMES, 8);
  const end = lastRowOf(node);
  for (let row = firstRowOf(node); row < end; row++) {
    const number = ruleOf(nameOf(row), rules);
    if (number == rules) continue;
    const rule = RULES + ((<usize>number) << 4);
    const first = WORDS + ((<usize>load<i32>(rule, 8)) << 5);
    if (mayHave(valueStart(row), valueEnd(row), first, load<i32>(rule, 12))) return true;
  }
  return false;
}

function ask(node: i32, row: i32): void {
  if (Marking.asked >= MOST_ASKED) fail(Stop.unusual);
  const pair = Marking.asked++ << 1;
  asked[pair] = node;
  asked[pair + 1] = row;
}

/** ASCII without references, and no white space or control characters at its ends. */
function isPlain(from: usize, to: usize): bool {
  if (from == to) return true;
  if (load<u8>(from) <= 0x20 || load<u8>(to - 1) <= 0x20) return false;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if (byte >= 0x80 || byte == 0x26) return false;
  }
  return true;
}

/** The bits of the word that stands there; 0 if it is none of them. */
function bitsOfWord(from: usize, length: i32, first: usize, count: i32): i32 {
  for (let i = 0; i < count; i++) {
    const word = first + ((<usize>i) << 5);
    // Words have two bytes at least.
    const isLike = load<i32>(word) == length && load<u16>(word, 8) == load<u16>(from);
    if (isLike && memory.compare(word + 8, from, <usize>length) == 0) return load<i32>(word, 4);
  }
  return 0;
}

/** Has the value one of the words in it, whatever the case, or a reference? */
function mayHave(from: usize, to: usize, first: usize, count: i32): bool {
  for (let at = from; at < to; at += 16) {
    const lanes: u32 = to - at < 16 ? (1 << <u32>(to - at)) - 1 : 0xffff;
    const chunk = v128.load(at);
    if ((i8x16.bitmask(i8x16.eq(chunk, i8x16.splat(0x26))) & lanes) != 0) return true;
    const lower = v128.or(chunk, i8x16.splat(0x20));
    const after = v128.or(v128.load(at + 1), i8x16.splat(0x20));
    for (let i = 0; i < count; i++) {
      const word = first + ((<usize>i) << 5);
      const both = v128.and(
        i8x16.eq(lower, i8x16.splat(load<u8>(word, 8))),
        i8x16.eq(after, i8x16.splat(load<u8>(word, 9))),
      );
      for (let hits = <u32>i8x16.bitmask(both) & lanes; hits != 0; hits &= hits - 1)
        if (beginsWith(at + <usize>ctz(hits), to, word)) return true;
    }
  }
  return false;
}

function beginsWith(from: usize, to: usize, word: usize): bool {
  const length = load<i32>(word);
  if (<i32>(to - from) < length) return false;
  for (let i = 0; i < length; i++)
    if (folded(<i32>load<u8>(from + <usize>i)) != <i32>load<u8>(word + 8 + <usize>i)) return false;
  return true;
}

// Classes

/** The value of a class attribute with its references replaced: where it begins; `ClassValue.end` is where it ends. */
export class ClassValue {
  static end: usize = 0;
}

export function classValue(list: i32): usize {
  const start = classStart[list];
  const end = classEnd[list];
  const from = SOURCE + <usize>start;
  const to = SOURCE + <usize>end;
  ClassValue.end = to;
  if (findByte(start, end, 0x26) == end) return from;
  ClassValue.end = decode(from, to, Source.scratch, false, true);
  return Source.scratch;
}

/** Where the name that begins at `from` ends. */
@inline
export function classNameEnd(from: usize, end: usize): usize {
  for (let at = from; at < end; at += 16) {
    const spaces = i8x16.bitmask(spacesOf(v128.load(at)));
    if (spaces != 0) return min(at + <usize>ctz(spaces), end);
  }
  return end;
}

/** With what letters the names begin that are looked for: a table of 16 bytes for the first ones, and for the second. */
const LETTERS: usize = memory.data(32);

class ClassNames {
  static first: usize = 0;
  static count: i32 = 0;
  /** A bit for each length of a name. */
  static lengths: u32 = 0;
}

/** Returns whether any class attribute has a mark. */
function markClasses(): bool {
  ClassNames.first = WORDS + ((<usize>load<i32>(CLASS_NAMES)) << 5);
  ClassNames.count = load<i32>(CLASS_NAMES, 4);
  if (ClassNames.count == 0) return false;
  readClassNames();
  let any = 0;
  classMarks[0] = 0;
  for (let list = 0; list < Written.classes; list++) {
    const bits = marksOfClasses(list);
    classMarks[list + 1] = bits;
    any |= bits;
  }
  return any != 0;
}

function readClassNames(): void {
  memory.fill(LETTERS, 0, 32);
  ClassNames.lengths = 0;
  for (let i = 0; i < ClassNames.count; i++) {
    const name = ClassNames.first + ((<usize>i) << 5);
    ClassNames.lengths |= 1 << <u32>load<i32>(name);
    addLetter(LETTERS, <u32>load<u8>(name, 8));
    addLetter(LETTERS + 16, <u32>load<u8>(name, 9));
  }
}

/** The lower half of a byte says where in the table, and the upper half which bit. */
@inline
function addLetter(letters: usize, letter: u32): void {
  const at = letters + <usize>(letter & 15);
  store<u8>(at, <u8>(<u32>load<u8>(at) | (1 << (letter >> 4))));
}

@inline
function areLetters(letters: usize, chunk: v128): v128 {
  const halves = i8x16.swizzle(v128.load(letters), v128.and(chunk, i8x16.splat(15)));
  const bits = i8x16.swizzle(i8x16(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0), i8x16.shr_u(chunk, 4));
  return i8x16.ne(v128.and(halves, bits), i8x16.splat(0));
}

/** Names are read only where one begins as those do that are looked for. */
function marksOfClasses(list: i32): i32 {
  const from = classValue(list);
  const to = ClassValue.end;
  let bits = 0;
  for (let at = from; at < to; at += 16) {
    const lanes: u32 = to - at < 16 ? (1 << <u32>(to - at)) - 1 : 0xffff;
    const chunk = v128.load(at);
    const both = v128.and(areLetters(LETTERS, chunk), areLetters(LETTERS + 16, v128.load(at + 1)));
    for (let hits = <u32>i8x16.bitmask(both) & lanes; hits != 0; hits &= hits - 1) {
      const name = at + <usize>ctz(hits);
      if (name == from || isSpace(<i32>load<u8>(name - 1))) bits |= marksOfName(name, to);
    }
  }
  return bits;
}

function marksOfName(from: usize, to: usize): i32 {
  const length = <u32>(classNameEnd(from, to) - from);
  if (length >= 32 || ((ClassNames.lengths >> length) & 1) == 0) return 0;
  return bitsOfWord(from, <i32>length, ClassNames.first, ClassNames.count);
}
