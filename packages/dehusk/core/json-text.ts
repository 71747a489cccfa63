/**
 * The text of a JSON string, escapes replaced. It is put at the source, from behind its first quote on; what it means
 * goes behind it. No page is there meanwhile.
 */
import { PADDING, SOURCE } from './columns';
import { writeCodePoint } from './references';

export class JsonText {
  /** Where the string's last quote is, counted from its first byte. */
  static end: i32 = 0;
  static at: usize = 0;
}

/** Returns the length of what `length` bytes begin with; -1 where JSON does not allow it, or there is no last quote. */
export function unescapeText(length: i32): i32 {
  memory.fill(SOURCE + <usize>length, 0, PADDING);
  const start = (SOURCE + <usize>length + PADDING + 15) & ~15;
  const to = SOURCE + <usize>length;
  let at = SOURCE;
  let out = start;
  while (at < to) {
    const chunk = v128.load(at);
    const special = v128.or(
      i8x16.lt_u(chunk, i8x16.splat(0x20)),
      v128.or(i8x16.eq(chunk, i8x16.splat(0x22)), i8x16.eq(chunk, i8x16.splat(0x5c))),
    );
    const plain = <usize>ctz(i8x16.bitmask(special) | 0x10000);
    v128.store(out, chunk);
    at += plain;
    out += plain;
    if (plain == 16) continue;
    const byte = <i32>load<u8>(at);
    if (byte == 0x22) {
      JsonText.end = <i32>(at - SOURCE);
      JsonText.at = start;
      return <i32>(out - start);
    }
    if (byte != 0x5c) return -1;
    const letter = <i32>load<u8>(at, 1);
    const meant = shortEscape(letter);
    if (meant != 0) {
      store<u8>(out++, <u8>meant);
      at += 2;
      continue;
    }
    const code = letter == 0x75 ? escapedCode(at + 2) : -1;
    if (code < 0) return -1;
    out = writeCodePoint(out, <u32>code);
    // A pair is two escapes.
    at += code > 0xffff ? 12 : 6;
  }
  return -1;
}

/** What an escape of one letter means; 0 for letters that are none. */
@inline
function shortEscape(letter: i32): i32 {
  if (letter == 0x22 || letter == 0x5c || letter == 0x2f) return letter;
  if (letter == 0x6e) return 0x0a;
  if (letter == 0x74) return 0x09;
  if (letter == 0x72) return 0x0d;
  if (letter == 0x66) return 0x0c;
  return letter == 0x62 ? 0x08 : 0;
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
