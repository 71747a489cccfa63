/**
 * Looking through the source, sixteen bytes at a time. Behind its end are zeros, which are no mark. Bytes are compared by
 * `le_u`, which is two instructions on x64, where `lt_u` is five.
 */
import { byteAt, SOURCE } from './columns';

/** Where `mark` stands in the source at or after `from`; `to` if it does not before that. */
@inline
export function findByte(from: i32, to: i32, mark: u8): i32 {
  return <i32>(findIn(SOURCE + <usize>from, SOURCE + <usize>to, mark) - SOURCE);
}

/** The same anywhere in memory. */
export function findIn(from: usize, to: usize, mark: u8): usize {
  const wanted = i8x16.splat(mark);
  for (let at = from; at < to; at += 16) {
    const hits = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (hits != 0) return min(at + <usize>ctz(hits), to);
  }
  return to;
}

/** Copies bytes, and what is behind them as far as a chunk reaches: a short copy costs less here than a call out of here. */
@inline
export function copyOver(out: usize, from: usize, length: usize): void {
  for (let at: usize = 0; at < length; at += 16) v128.store(out + at, v128.load(from + at));
}

@inline
export function isLetter(byte: i32): bool {
  return <u32>((byte | 0x20) - 0x61) < 26;
}

@inline
export function isSpace(byte: i32): bool {
  return byte <= 0x20 && ((1 << byte) & 0x3600) != 0 || byte == 0x20;
}

/** The bytes of a chunk that are white space. */
@inline
export function spacesOf(chunk: v128): v128 {
  // Five kinds: 9, 10, 12, 13 (not 11) and 32.
  const low = i8x16.sub(chunk, i8x16.splat(9));
  const isLow = v128.andnot(i8x16.le_u(low, i8x16.splat(4)), i8x16.eq(low, i8x16.splat(2)));
  return v128.or(isLow, i8x16.eq(chunk, i8x16.splat(0x20)));
}

/** Is there nothing but white space? */
export function isBlank(from: usize, to: usize): bool {
  for (let at = from; at < to; at += 16) {
    const spaces = <u32>i8x16.bitmask(spacesOf(v128.load(at)));
    const lanes: u32 = to - at < 16 ? (1 << <u32>(to - at)) - 1 : 0xffff;
    if ((~spaces & lanes) != 0) return false;
  }
  return true;
}

/** The first byte of `[from, to)` that is neither white space nor 0; `to` if there is none. */
export function skipBlank(from: usize, to: usize): usize {
  for (let at = from; at < to; at += 16) {
    const chunk = v128.load(at);
    const others = ~i8x16.bitmask(v128.or(spacesOf(chunk), i8x16.eq(chunk, i8x16.splat(0)))) & 0xffff;
    if (others != 0) return min(at + <usize>ctz(others), to);
  }
  return to;
}

/** Those that end a name: white space, `/` and `>`. No two of them have the same lower half, so that says which it may be. */
@inline
export function nameEnds(chunk: v128): v128 {
  const byHalf = i8x16(0x20, -1, -1, -1, -1, -1, -1, -1, -1, 0x09, 0x0a, -1, 0x0c, 0x0d, 0x3e, 0x2f);
  return i8x16.eq(i8x16.swizzle(byHalf, v128.and(chunk, i8x16.splat(15))), chunk);
}

/** The first byte at or after `from` that ends a name; `to` if there is none. */
export function findNameEnd(from: i32, to: i32): i32 {
  let at = from;
  while (at < to) {
    const hits = i8x16.bitmask(nameEnds(v128.load(SOURCE + <usize>at)));
    if (hits != 0) {
      const found = at + ctz(hits);
      return found < to ? found : to;
    }
    at += 16;
  }
  return to;
}

/** The first byte of `[from, to)` that is not HTML white space; `to` if there is none. */
export function skipSpace(from: i32, to: i32): i32 {
  let at = from;
  while (at < to && isSpace(byteAt(at))) at++;
  return at;
}

@inline
export function folded(byte: i32): i32 {
  return <u32>(byte - 0x41) < 26 ? byte | 0x20 : byte;
}

/** Is the range this word of ASCII, in any case? */
export function rangeIs(from: i32, to: i32, word: usize, length: i32): bool {
  if (to - from != length) return false;
  for (let i = 0; i < length; i++) {
    if (folded(byteAt(from + i)) != <i32>load<u8>(word + <usize>i)) return false;
  }
  return true;
}

/** Sixteen bytes or fewer with zeros behind them. */
@inline
export function chunkOf(from: usize, length: i32): v128 {
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return v128.and(v128.load(from), i8x16.lt_s(lanes, i8x16.splat(<i8>min(length, 16))));
}

/** The same with ASCII letters in lower case. */
@inline
export function foldedChunk(from: usize, length: i32): v128 {
  const chunk = chunkOf(from, length);
  const isUpper = i8x16.le_u(i8x16.sub(chunk, i8x16.splat(0x41)), i8x16.splat(25));
  return v128.or(chunk, v128.and(isUpper, i8x16.splat(0x20)));
}

/** One step of a hash over such chunks. */
@inline
export function mixChunk(hash: u64, chunk: v128): u64 {
  const mixed = (hash ^ i64x2.extract_lane(chunk, 0) ^ rotl<u64>(i64x2.extract_lane(chunk, 1), 29)) * 0x9e3779b97f4a7c15;
  return mixed ^ (mixed >> 32);
}

/** Are two ranges the same but for the case of ASCII letters? */
export function sameFolded(one: i32, other: i32, length: i32): bool {
  for (let i = 0; i < length; i += 16) {
    const first = foldedChunk(SOURCE + <usize>(one + i), length - i);
    const second = foldedChunk(SOURCE + <usize>(other + i), length - i);
    if (!i8x16.all_true(i8x16.eq(first, second))) return false;
  }
  return true;
}

export function sameBytes(one: i32, other: i32, length: i32): bool {
  for (let i = 0; i < length; i += 16) {
    const first = chunkOf(SOURCE + <usize>(one + i), length - i);
    const second = chunkOf(SOURCE + <usize>(other + i), length - i);
    if (!i8x16.all_true(i8x16.eq(first, second))) return false;
  }
  return true;
}

/** Is the source valid UTF-8? The Unicode standard's table 3-7, after a fast way through ASCII. */
export function isUtf8(length: i32): bool {
  let at = 0;
  while (at < length) {
    const high = i8x16.bitmask(v128.load(SOURCE + <usize>at));
    if (high == 0) {
      at += 16;
      continue;
    }
    at += ctz(high);
    if (at >= length) return true;
    // Text in other scripts has many in a row.
    while (at < length && byteAt(at) >= 0x80) {
      const lead = byteAt(at);
      const second = byteAt(at + 1);
      if (lead < 0xe0) {
        if (lead < 0xc2 || (second & 0xc0) != 0x80) return false;
        at += 2;
      } else if (lead < 0xf0) {
        if ((second & 0xc0) != 0x80 || (byteAt(at + 2) & 0xc0) != 0x80) return false;
        if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f)) return false;
        at += 3;
      } else {
        if (lead > 0xf4 || (second & 0xc0) != 0x80) return false;
        if ((byteAt(at + 2) & 0xc0) != 0x80 || (byteAt(at + 3) & 0xc0) != 0x80) return false;
        if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) return false;
        at += 4;
      }
    }
  }
  return true;
}
