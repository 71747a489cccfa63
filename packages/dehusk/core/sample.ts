/**
 * The first texts of a page's content, by which its language is told: as `metadata/language-sample.ts` reads them and by
 * the same tables, which the loader hands over. Counted are letters by script, and words that are common in a language.
 */
import {
  COMMON_WORDS,
  DRAFT_FLAGS,
  Flag,
  I32Column,
  LETTERS,
  SAMPLE_COUNTS,
  SAMPLE_SHARES,
  SCRIPT_UNITS,
  SCRIPTS,
  SOURCE,
  U8Column,
} from './columns';
import { Flat } from './flatten';
import { Reference, writeReference } from './references';
import { Source } from './source';
import { charsOf, flagsOf, nodeOf, textEndOf, textStartOf } from './table';

/** Put there by the loader: 1 for what is template. */
const template = changetype<U8Column>(DRAFT_FLAGS);
/** By script; and by the number of a language. */
const counts = changetype<I32Column>(SAMPLE_COUNTS);
const shares = changetype<I32Column>(SAMPLE_SHARES);
const MOST_COUNTS: i32 = 64;

/** Shared with the loader: what a letter and a word are in the tables, and which texts are sentences. */
const LETTER_BITS: i32 = 7;
const KEY_LETTERS: i32 = 4;
const LONGEST_WORD: i32 = 6;
const SLOT_BITS: i32 = 10;
const SENTENCE_CHARS: i32 = 30;

export class Sample {
  /** In units of UTF-16. */
  static units: i32 = 0;
  static words: i32 = 0;
  static most: i32 = 0;
}

/** What a reference means is put there. */
const MOST_UNITS: i32 = 0x800;

@inline
function unitsAt(i: i32): usize {
  return Source.written + ((<usize>i) << 1);
}

@inline
function put(unit: i32): void {
  store<u16>(unitsAt(Sample.units), <u16>unit);
  Sample.units++;
}

/** Reads `most` units at most, and counts them. */
export function readSample(most: i32): void {
  Sample.most = min(most, MOST_UNITS);
  Sample.units = 0;
  addTexts(true);
  if (Sample.units * 4 < Sample.most) addTexts(false);
  // What was written at once, or the second half of a pair, may be too much.
  Sample.units = min(Sample.units, Sample.most);
  countScripts(Sample.units);
  countWords(Sample.units);
}

function addTexts(areSentences: bool): void {
  for (let i = 0; i < Flat.segments && Sample.units < Sample.most; i++) {
    const node = nodeOf(i);
    if (template[node] == 1 || charsOf(node) >= SENTENCE_CHARS != areSentences) continue;
    const flags = flagsOf(node);
    if ((flags & Flag.preformatted) != 0) continue;
    addText(SOURCE + <usize>textStartOf(node), SOURCE + <usize>textEndOf(node), (flags & Flag.literal) != 0);
    if (Sample.units < Sample.most) put(0x0a);
  }
}

function addText(from: usize, to: usize, literal: bool): void {
  const meant = Source.written + 4 * <usize>MOST_UNITS;
  for (let at = from; at < to && Sample.units < Sample.most; ) {
    // Most bytes are a unit each.
    const chunk = v128.load(at);
    const out = unitsAt(Sample.units);
    v128.store(out, i16x8.extend_low_i8x16_u(chunk));
    v128.store(out, i16x8.extend_high_i8x16_u(chunk), 16);
    const plain = min<i32>(ctz(specialIn(chunk) | 0x10000), <i32>min<usize>(to - at, 16));
    Sample.units += plain;
    at += <usize>plain;
    if (plain == 16 || at >= to) continue;
    const byte = <i32>load<u8>(at);
    const length = byte == 0x26 && !literal ? writeReference(at, to, meant) : 0;
    if (length > 0) {
      for (let part = meant; part < Reference.out; ) part = addCharacter(part);
      at += <usize>length;
    } else if (byte == 0) at++;
    else at = addCharacter(at);
  }
}

/** A bit for each byte that may be another unit than itself: of longer characters, `&` and NUL. */
@inline
function specialIn(chunk: v128): i32 {
  const isSign = v128.or(i8x16.eq(chunk, i8x16.splat(0x26)), i8x16.eq(chunk, i8x16.splat(0)));
  return i8x16.bitmask(v128.or(chunk, isSign));
}

/** Returns where the next one is. */
function addCharacter(at: usize): usize {
  const lead = <i32>load<u8>(at);
  if (lead < 0x80) {
    put(lead);
    return at + 1;
  }
  const second = <i32>load<u8>(at, 1) & 0x3f;
  if (lead < 0xe0) {
    put(((lead & 0x1f) << 6) | second);
    return at + 2;
  }
  const third = <i32>load<u8>(at, 2) & 0x3f;
  if (lead < 0xf0) {
    put(((lead & 0x0f) << 12) | (second << 6) | third);
    return at + 3;
  }
  const code = (((lead & 0x07) << 18) | (second << 12) | (third << 6) | (<i32>load<u8>(at, 3) & 0x3f)) - 0x10000;
  put(0xd800 | (code >> 10));
  put(0xdc00 | (code & 0x3ff));
  return at + 4;
}

/** Of ASCII what is a letter has the number 1: eight of it are counted at once. */
function countScripts(units: i32): void {
  counts.fill(0, 0, MOST_COUNTS);
  const end = unitsAt(units);
  let latin = 0;
  let at = unitsAt(0);
  for (; at + 16 <= end; at += 16) {
    const eight = v128.load(at);
    if (i16x8.bitmask(i16x8.gt_u(eight, i16x8.splat(0x7f))) != 0) countUnits(at, at + 16);
    else {
      const folded = i16x8.sub(v128.or(eight, i16x8.splat(0x20)), i16x8.splat(0x61));
      latin += popcnt(i16x8.bitmask(i16x8.lt_u(folded, i16x8.splat(26))));
    }
  }
  countUnits(at, end);
  counts[1] += latin;
}

function countUnits(from: usize, to: usize): void {
  for (let at = from; at < to; at += 2) {
    const unit = <i32>load<u16>(at);
    if (unit < SCRIPT_UNITS) counts[<i32>load<u8>(SCRIPTS + <usize>unit)]++;
  }
}

@inline
function letterAt(i: i32): i32 {
  return <i32>load<u8>(LETTERS + <usize>load<u16>(unitsAt(i)));
}

function countWords(units: i32): void {
  shares.fill(0, 0, MOST_COUNTS);
  // Behind the last word, too, is a space.
  store<u16>(unitsAt(units), 0x20);
  let words = 1;
  let start = 0;
  let key = 0;
  for (let i = 0; i <= units; i++) {
    const letter = letterAt(i);
    if (letter != 0) {
      key = (key << LETTER_BITS) | letter;
      continue;
    }
    const length = i - start;
    if (length > 0 && length <= LONGEST_WORD)
      for (let bits = languagesOf(key, headOf(start, length)); bits != 0; bits &= bits - 1) shares[ctz(bits)]++;
    // Signs that stand together part two words, and not three.
    if (i < units && (i == 0 || length > 0)) words++;
    start = i + 1;
    key = 0;
  }
  Sample.words = words;
}

/** The letters before those that a key holds. */
@inline
function headOf(start: i32, length: i32): i32 {
  let head = 0;
  for (let i = start; i < start + length - KEY_LETTERS; i++) head = (head << LETTER_BITS) | letterAt(i);
  return head;
}

/** A bit for each language that has the word; a slot of the table is its key, what is before that, and these bits. */
@inline
function languagesOf(key: i32, head: i32): i32 {
  let slot = <u32>(key * 0x9e3779b1) >>> (32 - SLOT_BITS);
  let at = slotAt(slot);
  while (load<i32>(at, 8) != 0 && (load<i32>(at) != key || load<i32>(at, 4) != head)) {
    slot = (slot + 1) & ((1 << SLOT_BITS) - 1);
    at = slotAt(slot);
  }
  return load<i32>(at, 8);
}

@inline
function slotAt(slot: u32): usize {
  return COMMON_WORDS + <usize>slot * 12;
}
