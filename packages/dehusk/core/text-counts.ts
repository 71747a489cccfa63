/**
 * How long a text is, as `page/text-counts.ts` counts it and by the same classes of characters, which the loader hands over.
 * Most text is ASCII: 64 bytes of it become a bit each, and words and tokens are counted in these.
 */
import { PADDING, UNIT_CLASSES } from './columns';

/** What a unit of UTF-16 is, and how many parts of a token a word may fill; the numbers are shared with the loader. */
const enum Class {
  space = 0,
  sign = 1,
  character = 2,
  letter = 3,
  other = 4,
}
const TOKEN: i32 = 21;
const LETTER_PARTS: i32 = 3;
const OTHER_PARTS: i32 = 7;

export class Counted {
  /** Code points. */
  static chars: i32 = 0;
  static words: i32 = 0;
  static tokens: i32 = 0;
}

/** Counts `length` bytes of UTF-8; there is room behind them for zeros. */
export function countText(from: usize, length: i32): void {
  const to = from + <usize>length;
  memory.fill(to, 0, PADDING);
  Counted.chars = 0;
  Counted.words = 0;
  Counted.tokens = 0;
  for (let at = from; at < to; ) {
    const counted = countAscii(at, <i32>min<usize>(64, to - at));
    at = counted > 0 ? at + <usize>counted : countWords(at, to);
  }
}

// 64 bytes as bits

@inline
function bitsOf(one: v128, two: v128, three: v128, four: v128): u64 {
  const low = <u64>(<u32>i8x16.bitmask(one) | (<u32>i8x16.bitmask(two) << 16));
  const high = <u64>(<u32>i8x16.bitmask(three) | (<u32>i8x16.bitmask(four) << 16));
  return low | (high << 32);
}

@inline
function isLetter(chunk: v128): v128 {
  const folded = v128.or(chunk, i8x16.splat(0x20));
  return i8x16.le_u(i8x16.sub(folded, i8x16.splat(0x61)), i8x16.splat(25));
}

@inline
function isDigit(chunk: v128): v128 {
  return i8x16.le_u(i8x16.sub(chunk, i8x16.splat(0x30)), i8x16.splat(9));
}

@inline
function isSpace(chunk: v128): v128 {
  return v128.or(i8x16.le_u(chunk, i8x16.splat(0x20)), i8x16.eq(chunk, i8x16.splat(0x7f)));
}

/** Whole words of ASCII and what is between them. Returns how many bytes that was: 0 where a word ends otherwise. */
function countAscii(at: usize, length: i32): i32 {
  const one = v128.load(at);
  const two = v128.load(at, 16);
  const three = v128.load(at, 32);
  const four = v128.load(at, 48);
  const beyond = bitsOf(one, two, three, four);
  const ascii = min(length, <i32>ctz<u64>(beyond));
  if (ascii == 0) return 0;
  let letters = bitsOf(isLetter(one), isLetter(two), isLetter(three), isLetter(four));
  const digits = bitsOf(isDigit(one), isDigit(two), isDigit(three), isDigit(four));
  const between = ~(letters | digits) & (~<u64>0 >> <u64>(64 - ascii));
  if (between == 0) return 0;
  // The word behind the last of them may go on.
  const end = 64 - <i32>clz<u64>(between);
  const counted = ~<u64>0 >> <u64>(64 - end);
  const spaces = bitsOf(isSpace(one), isSpace(two), isSpace(three), isSpace(four));
  letters &= counted;
  const words = (letters | digits) & counted;
  let starts = words & ~(words << 1);
  Counted.chars += end;
  Counted.words += <i32>popcnt<u64>(starts);
  Counted.tokens += <i32>popcnt<u64>(between & ~spaces);
  for (let rest = digits & counted; rest != 0; ) {
    const word = wordAround(words, <i32>ctz<u64>(rest));
    const ofDigits = <i32>popcnt<u64>(digits & word);
    const parts = LETTER_PARTS * (<i32>popcnt<u64>(word) - ofDigits) + OTHER_PARTS * ofDigits;
    Counted.tokens += (parts + TOKEN - 1) / TOKEN;
    rest &= ~word;
    letters &= ~word;
    starts &= ~word;
  }
  Counted.tokens += <i32>popcnt<u64>(starts);
  // Seven letters further on another token begins, if all before it are letters too.
  let before = letters & (letters << 1);
  before &= before << 2;
  before &= before << 4;
  for (let more = (starts << 7) & before; more != 0; more = (more << 7) & before)
    Counted.tokens += <i32>popcnt<u64>(more);
  return end;
}

/** The bits of the word that one of its bits is in; it ends before the last of all bits. */
@inline
function wordAround(words: u64, at: i32): u64 {
  const others = ~words;
  const before = others & ((<u64>1 << <u64>at) - 1);
  const start = before == 0 ? 0 : 64 - <i32>clz<u64>(before);
  const end = at + <i32>ctz<u64>(others >> <u64>at);
  return ((<u64>1 << <u64>end) - 1) & (~<u64>0 << <u64>start);
}

// One character at a time

@inline
function classOf(unit: i32): i32 {
  return <i32>load<u8>(UNIT_CLASSES + <usize>unit);
}

/** Words in any script, from the start of one on. Returns where it is between words with ASCII behind it. */
function countWords(from: usize, to: usize): usize {
  /** Parts of its last token that a word has filled; 0 where no word has begun. */
  let filled = 0;
  let at = from;
  while (at < to) {
    const lead = <i32>load<u8>(at);
    if (lead < 0x80 && filled == 0 && at > from) return at;
    let unit = lead;
    if (lead < 0x80) at++;
    else if (lead < 0xe0) {
      unit = ((lead & 0x1f) << 6) | (<i32>load<u8>(at, 1) & 0x3f);
      at += 2;
    } else if (lead < 0xf0) {
      unit = ((lead & 0x0f) << 12) | ((<i32>load<u8>(at, 1) & 0x3f) << 6) | (<i32>load<u8>(at, 2) & 0x3f);
      at += 3;
    } else {
      // The first half of the pair: all but the last ten bits are in it.
      const bits = ((lead & 0x07) << 8) | ((<i32>load<u8>(at, 1) & 0x3f) << 2) | ((<i32>load<u8>(at, 2) & 0x30) >> 4);
      unit = 0xd800 + bits - 0x40;
      at += 4;
    }
    Counted.chars++;
    const kind = classOf(unit);
    if (kind < Class.letter) {
      filled = 0;
      if (kind == Class.character) Counted.words++;
      if (kind != Class.space) Counted.tokens++;
      continue;
    }
    if (filled == 0) Counted.words++;
    const parts = kind == Class.letter ? LETTER_PARTS : OTHER_PARTS;
    if (filled == 0 || filled + parts > TOKEN) {
      Counted.tokens++;
      if (filled > 0) filled -= TOKEN;
    }
    filled += parts;
  }
  return at;
}
