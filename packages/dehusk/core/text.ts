/**
 * The normal form of a text (HTML white space collapsed and trimmed, NUL dropped, character references replaced) and
 * its keyed hash: HalfSipHash-1-3 over the UTF-16 units of the normal form, as the page model has it.
 */
import { Reference, writeReference } from './references';
import { copyOver, findIn, isSpace, skipBlank } from './scan';

export class Normal {
  /** Length of the last normal form in bytes, and in code points. */
  static length: i32 = 0;
  static chars: i32 = 0;
  static hashHigh: u32 = 0;
  static hashLow: u32 = 0;
  static hasHighBytes: bool = false;
  /** White space stood before or behind it. */
  static spaceFirst: bool = false;
  static spaceLast: bool = false;
  static key0: u32 = 0;
  static key1: u32 = 0;
}

/** Writes the normal form of `[from, to)` at `out`. */
export function normalise(from: usize, to: usize, out: usize, literal: bool): void {
  let at = from;
  let end = out;
  let high = i8x16.splat(0);
  // A space is written at once; at the end it goes again.
  let canSpace = false;
  Normal.spaceFirst = false;
  while (at < to) {
    if (!canSpace && load<u8>(at) <= 0x20) {
      const before = at;
      at = skipBlank(at, to);
      if (end == out && hasSpace(before, at)) Normal.spaceFirst = true;
      if (at >= to) break;
    }
    // Bytes to copy as they are: no control characters, no `&`, no space after a space.
    const chunk = v128.load(at);
    const isBlank = i8x16.eq(chunk, i8x16.splat(0x20));
    const isAfterBlank = i8x16.eq(v128.load(at - 1), i8x16.splat(0x20));
    const special = v128.or(
      v128.or(i8x16.le_u(chunk, i8x16.splat(0x1f)), i8x16.eq(chunk, i8x16.splat(0x26))),
      v128.and(isBlank, isAfterBlank),
    );
    const marks = i8x16.bitmask(special) | 0x10000;
    const plain = min(<usize>ctz(marks), to - at);
    v128.store(end, chunk);
    high = v128.or(high, chunk);
    at += plain;
    end += plain;
    if (plain > 0) canSpace = load<u8>(end - 1) != 0x20;
    if (plain == 16 || at >= to) continue;
    const byte = <i32>load<u8>(at);
    if (byte == 0x26) {
      const length = literal ? 0 : writeReference(at, to, end);
      if (length == 0) {
        store<u8>(end, 0x26);
        end++;
        at++;
        canSpace = true;
        continue;
      }
      at += length;
      if (Reference.out == end + 1 && isSpace(load<u8>(end))) {
        if (canSpace) store<u8>(end++, 0x20);
        else if (end == out) Normal.spaceFirst = true;
        canSpace = false;
        continue;
      }
      high = v128.or(high, v128.load(end));
      end = Reference.out;
      canSpace = true;
    } else if (isSpace(byte)) {
      if (canSpace) store<u8>(end++, 0x20);
      canSpace = false;
      at++;
    } else if (byte == 0) at++;
    else {
      store<u8>(end, <u8>byte);
      end++;
      at++;
      canSpace = true;
    }
  }
  Normal.spaceLast = end > out && load<u8>(end - 1) == 0x20;
  if (Normal.spaceLast) end--;
  Normal.length = <i32>(end - out);
  Normal.hasHighBytes = i8x16.bitmask(high) != 0;
}

/** NUL is no space. */
@inline
function hasSpace(from: usize, to: usize): bool {
  for (let at = from; at < to; at++) if (load<u8>(at) != 0) return true;
  return false;
}

/** The text or value as it stands but with references replaced, at `out`. Returns its end. */
export function decode(from: usize, to: usize, out: usize, literal: bool, inValue: bool = false): usize {
  let end = out;
  for (let at = from; at < to; ) {
    const mark = literal ? to : findIn(at, to, 0x26);
    copyOver(end, at, mark - at);
    end += mark - at;
    at = mark;
    if (at >= to) break;
    const length = writeReference(at, to, end, inValue);
    if (length > 0) {
      at += length;
      end = Reference.out;
    } else store<u8>(end++, load<u8>(at++));
  }
  return end;
}

/** Hashes a normal form, and counts its code points. */
export function hash(from: usize, length: i32, hasHighBytes: bool): void {
  let v0 = Normal.key0;
  let v1 = Normal.key1 ^ 0xee;
  let v2: u32 = 0x6c796765 ^ Normal.key0;
  let v3: u32 = 0x74656462 ^ Normal.key1;
  let units = 0;
  let chars = length;
  let word: u32 = 0;
  let at = from;
  const end = from + length;
  if (!hasHighBytes) {
    units = length;
    for (const even = from + (length & ~1); at < even; at += 2) {
      const pair = <u32>load<u16>(at);
      const both = (pair & 0xff) | ((pair & 0xff00) << 8);
      v3 ^= both;
      v0 += v1;
      v1 = rotl(v1, 5) ^ v0;
      v0 = rotl(v0, 16);
      v2 += v3;
      v3 = rotl(v3, 8) ^ v2;
      v0 += v3;
      v3 = rotl(v3, 7) ^ v0;
      v2 += v1;
      v1 = rotl(v1, 13) ^ v2;
      v2 = rotl(v2, 16);
      v0 ^= both;
    }
    if ((length & 1) != 0) word = load<u8>(at);
  } else {
    chars = 0;
    // The second unit of a pair waits here.
    let second: u32 = 0;
    while (at < end || second != 0) {
      let unit: u32;
      if (second != 0) {
        unit = second;
        second = 0;
      } else {
        unit = load<u8>(at);
        chars++;
        if (unit < 0x80) at++;
        else if (unit < 0xe0) {
          unit = ((unit & 31) << 6) | (load<u8>(at, 1) & 63);
          at += 2;
        } else if (unit < 0xf0) {
          unit = ((unit & 15) << 12) | ((<u32>load<u8>(at, 1) & 63) << 6) | (load<u8>(at, 2) & 63);
          at += 3;
        } else {
          const code =
            (((unit & 7) << 18) |
              ((<u32>load<u8>(at, 1) & 63) << 12) |
              ((<u32>load<u8>(at, 2) & 63) << 6) |
              (load<u8>(at, 3) & 63)) -
            0x10000;
          unit = 0xd800 | (code >> 10);
          second = 0xdc00 | (code & 0x3ff);
          at += 4;
        }
      }
      if ((units++ & 1) == 0) {
        word = unit;
        continue;
      }
      word |= unit << 16;
      v3 ^= word;
      v0 += v1;
      v1 = rotl(v1, 5) ^ v0;
      v0 = rotl(v0, 16);
      v2 += v3;
      v3 = rotl(v3, 8) ^ v2;
      v0 += v3;
      v3 = rotl(v3, 7) ^ v0;
      v2 += v1;
      v1 = rotl(v1, 13) ^ v2;
      v2 = rotl(v2, 16);
      v0 ^= word;
    }
  }
  Normal.chars = chars;
  // The last word: a left-over unit, and on top the length in bytes, as SipHash has it.
  const last = ((units & 1) == 1 ? word : 0) | (<u32>units << 25);
  // One round for it, three for each half of the hash.
  v3 ^= last;
  for (let round = 0; round < 7; round++) {
    v0 += v1;
    v1 = rotl(v1, 5) ^ v0;
    v0 = rotl(v0, 16);
    v2 += v3;
    v3 = rotl(v3, 8) ^ v2;
    v0 += v3;
    v3 = rotl(v3, 7) ^ v0;
    v2 += v1;
    v1 = rotl(v1, 13) ^ v2;
    v2 = rotl(v2, 16);
    if (round == 0) {
      v0 ^= last;
      v2 ^= 0xee;
    } else if (round == 3) {
      Normal.hashLow = v1 ^ v3;
      v1 ^= 0xdd;
    }
  }
  Normal.hashHigh = v1 ^ v3;
}
