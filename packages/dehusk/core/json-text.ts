/**
 * The text of a JSON string, escapes replaced. It is put a little behind the source, from behind its first quote on, and
 * what it means becomes the source: it is never longer, and mostly a page that is read next. And a text as such a string.
 */
import { ESCAPES, PADDING, SOURCE } from './columns';
import { writeCodePoint } from './references';

/** As far behind as a copy may write. */
export const ESCAPED: usize = SOURCE + 64;

export class JsonText {
  /** Where the string's last quote is, counted from its first byte. */
  static end: i32 = 0;
}

/** What escapes of one letter mean, by letter; 0 for letters that are none. Called once. */
export function makeEscapes(): void {
  setEscape(0x22, 0x22);
  setEscape(0x5c, 0x5c);
  setEscape(0x2f, 0x2f);
  setEscape(0x6e, 0x0a);
  setEscape(0x74, 0x09);
  setEscape(0x72, 0x0d);
  setEscape(0x66, 0x0c);
  setEscape(0x62, 0x08);
}

function setEscape(letter: usize, meant: u8): void {
  store<u8>(ESCAPES + letter, meant);
}

/** Returns the length of what `length` bytes begin with; -1 where JSON does not allow it, or there is no last quote. */
export function unescapeText(length: i32): i32 {
  const to = ESCAPED + <usize>length;
  memory.fill(to, 0, PADDING);
  let out = SOURCE;
  let at = ESCAPED;
  while (at < to) {
    const block = at;
    const end = block + 64;
    // A bit for each byte that does not mean itself: all of a block are found before any of them is looked at.
    let marks = marksOf(block);
    while (marks != 0) {
      const mark = block + <usize>ctz(marks);
      out = copy(out, at, mark);
      const byte = load<u8>(mark);
      if (byte == 0x22) {
        JsonText.end = <i32>(mark - ESCAPED);
        return <i32>(out - SOURCE);
      }
      if (byte != 0x5c) return -1;
      const meant = load<u8>(ESCAPES + <usize>load<u8>(mark, 1));
      if (meant != 0) {
        store<u8>(out++, meant);
        at = mark + 2;
        // The letter may be marked, too; behind the block it is the first one's turn again, which is over.
        marks = marks & (marks - 1) & ~(<u64>1 << (<u64>(mark - block) + 1));
        continue;
      }
      const code = load<u8>(mark, 1) == 0x75 ? escapedCode(mark + 2) : -1;
      if (code < 0) return -1;
      out = writeCodePoint(out, <u32>code);
      // A pair is two escapes. What is behind it is another block.
      at = mark + (code > 0xffff ? 12 : 6);
      break;
    }
    if (marks != 0 || at >= end) continue;
    out = copy(out, at, end);
    at = end;
  }
  return -1;
}

/** The letters that control characters are escaped by; 0 for those that have none. */
// biome-ignore format: a table
const LETTERS: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0x62, 0x74, 0x6e, 0, 0x66, 0x72, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/** What 64 bytes may become, and as far as a copy may write behind it. */
const MOST_ESCAPED: usize = 64 * 6 + 64;

/**
 * Writes a text behind itself as it stands between the quotes of a JSON string, in the form of `JSON.stringify`. Returns
 * the length, -1 where there is no room for it; it begins at `escapedTextAt`.
 */
export function escapeText(from: usize, length: i32): i32 {
  const to = from + <usize>length;
  const start = escapedTextAt(from, length);
  const limit = (<usize>memory.size()) << 16;
  let out = start;
  for (let at = from; at < to; ) {
    if (out + MOST_ESCAPED > limit) return -1;
    const block = at;
    const end = min(block + 64, to);
    for (let marks = marksOf(block); marks != 0; marks &= marks - 1) {
      const mark = block + <usize>ctz(marks);
      if (mark >= end) break;
      out = writeEscape(copy(out, at, mark), <i32>load<u8>(mark));
      at = mark + 1;
    }
    out = copy(out, at, end);
    at = end;
  }
  return <i32>(out - start);
}

export function escapedTextAt(from: usize, length: i32): usize {
  return from + <usize>length + PADDING;
}

@inline
function writeEscape(out: usize, byte: i32): usize {
  store<u8>(out, 0x5c);
  const letter = byte < 0x20 ? <i32>load<u8>(LETTERS + <usize>byte) : byte;
  if (letter != 0) {
    store<u8>(out, <u8>letter, 1);
    return out + 2;
  }
  // \u00, and two digits.
  store<u32>(out, 0x30303075, 1);
  const low = byte & 0x0f;
  store<u8>(out, <u8>(0x30 + (byte >> 4)), 4);
  store<u8>(out, <u8>(low < 10 ? 0x30 + low : 0x57 + low), 5);
  return out + 6;
}

/** Control characters, quotes and backslashes among 64 bytes. */
@inline
function marksOf(block: usize): u64 {
  return (
    <u64>marksOfChunk(v128.load(block)) |
    (<u64>marksOfChunk(v128.load(block, 16)) << 16) |
    (<u64>marksOfChunk(v128.load(block, 32)) << 32) |
    (<u64>marksOfChunk(v128.load(block, 48)) << 48)
  );
}

@inline
function marksOfChunk(chunk: v128): u32 {
  return i8x16.bitmask(
    v128.or(
      i8x16.le_u(chunk, i8x16.splat(0x1f)),
      v128.or(i8x16.eq(chunk, i8x16.splat(0x22)), i8x16.eq(chunk, i8x16.splat(0x5c))),
    ),
  );
}

/** At most 64 bytes, and others behind them, which are no further than what is read. Returns where the next ones go. */
@inline
function copy(out: usize, from: usize, to: usize): usize {
  const length = to - from;
  v128.store(out, v128.load(from));
  v128.store(out, v128.load(from, 16), 16);
  if (length > 32) {
    v128.store(out, v128.load(from, 32), 32);
    v128.store(out, v128.load(from, 48), 48);
  }
  return out + length;
}

/** The code point that the digits at `at` mean, with the escape behind them where it makes a pair; -1 if they are none. */
function escapedCode(at: usize): i32 {
  const unit = hexUnit(at);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const second = load<u16>(at, 4) == 0x755c ? hexUnit(at + 6) : -1;
  // Half a pair has no bytes of its own, and becomes what encoders make of it.
  if (unit > 0xdbff || second < 0xdc00 || second > 0xdfff) return 0xfffd;
  return 0x10000 + ((unit & 0x3ff) << 10) + (second & 0x3ff);
}

function hexUnit(at: usize): i32 {
  let unit = 0;
  for (let i: usize = 0; i < 4; i++) {
    const byte = <i32>load<u8>(at + i);
    const letter = byte | 0x20;
    if (<u32>(byte - 0x30) < 10) unit = (unit << 4) + byte - 0x30;
    else if (<u32>(letter - 0x61) < 6) unit = (unit << 4) + letter - 0x57;
    else return -1;
  }
  return unit;
}
