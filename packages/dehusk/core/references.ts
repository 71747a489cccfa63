/** Character references (13.2.5.72 to 80): by name, by number, and those that lack their semicolon. */
import { ENTITY_MASK, entityNames, entityRows, entitySlots } from './generated/entities';

export class Reference {
  /** Behind what was written. */
  static out: usize = 0;
}

/** The longest name is shorter; so is the longest one that needs no semicolon. */
const LONGEST: i32 = 32;
const LONGEST_BARE: i32 = 6;

@inline
function isAlphanumeric(byte: i32): bool {
  return <u32>(byte - 0x30) < 10 || <u32>((byte | 0x20) - 0x61) < 26;
}

/** Writes a code point as UTF-8 and returns where it ends. */
export function writeCodePoint(out: usize, code: u32): usize {
  if (code < 0x80) {
    store<u8>(out, <u8>code);
    return out + 1;
  }
  if (code < 0x800) {
    store<u8>(out, <u8>(0xc0 | (code >> 6)));
    store<u8>(out, <u8>(0x80 | (code & 63)), 1);
    return out + 2;
  }
  if (code < 0x10000) {
    store<u8>(out, <u8>(0xe0 | (code >> 12)));
    store<u8>(out, <u8>(0x80 | ((code >> 6) & 63)), 1);
    store<u8>(out, <u8>(0x80 | (code & 63)), 2);
    return out + 3;
  }
  store<u8>(out, <u8>(0xf0 | (code >> 18)));
  store<u8>(out, <u8>(0x80 | ((code >> 12) & 63)), 1);
  store<u8>(out, <u8>(0x80 | ((code >> 6) & 63)), 2);
  store<u8>(out, <u8>(0x80 | (code & 63)), 3);
  return out + 4;
}

/**
 * The reference whose `&` stands at `at`: writes what it means and returns its length, 0 if it is none. In a value one
 * that lacks its semicolon is none before a letter, a digit or `=`: addresses have parameters.
 */
export function writeReference(at: usize, end: usize, out: usize, inValue: bool = false): i32 {
  if (at + 1 < end && load<u8>(at, 1) == 0x23) return writeNumber(at, end, out);
  let run = 0;
  while (run < LONGEST && at + 1 + <usize>run < end && isAlphanumeric(load<u8>(at + 1 + <usize>run))) run++;
  if (run < 2) return 0;
  if (at + 1 + <usize>run < end && load<u8>(at + 1 + <usize>run) == 0x3b) {
    const row = rowOf(at + 1, run);
    if (row != 0) return writeValue(row, out, run + 2);
  }
  // Longest first.
  for (let length = min(run, LONGEST_BARE); length >= 2; length--) {
    const row = rowOf(at + 1, length);
    if (row == 0 || (load<u8>(row, 3) & 0x80) == 0) continue;
    const after = at + 1 + <usize>length < end ? <i32>load<u8>(at + 1 + <usize>length) : 0;
    if (inValue && (after == 0x3d || isAlphanumeric(after))) return 0;
    return writeValue(row, out, length + 1);
  }
  return 0;
}

/** A row: offset of the name (2 bytes), its length, length of the value and whether it may be bare, the value. */
function rowOf(name: usize, length: i32): usize {
  let hash: u32 = <u32>length;
  for (let i = 0; i < length; i++) hash = (hash ^ load<u8>(name + <usize>i)) * 0x01000193;
  let slot = (hash ^ (hash >>> 15)) & ENTITY_MASK;
  let entry = <i32>load<u16>(entitySlots() + <usize>(slot << 1));
  while (entry != 0) {
    const row = entityRows() + <usize>(entry - 1) * 12;
    if (<i32>load<u8>(row, 2) == length && memory.compare(entityNames() + <usize>load<u16>(row), name, length) == 0)
      return row;
    slot = (slot + 1) & ENTITY_MASK;
    entry = <i32>load<u16>(entitySlots() + <usize>(slot << 1));
  }
  return 0;
}

function writeValue(row: usize, out: usize, consumed: i32): i32 {
  store<u64>(out, load<u64>(row, 4));
  Reference.out = out + <usize>(load<u8>(row, 3) & 0x7f);
  return consumed;
}

function writeNumber(at: usize, end: usize, out: usize): i32 {
  let digit = at + 2;
  const isHex = digit < end && (load<u8>(digit) | 0x20) == 0x78;
  if (isHex) digit++;
  const first = digit;
  let code: u32 = 0;
  for (; digit < end; digit++) {
    const byte = <i32>load<u8>(digit);
    let value = byte - 0x30;
    if (<u32>value > 9) {
      value = (byte | 0x20) - 0x61;
      if (!isHex || <u32>value > 5) break;
      value += 10;
    }
    // It need not be exact once it is too large.
    if (code < 0x110000) code = code * (isHex ? 16 : 10) + <u32>value;
  }
  if (digit == first) return 0;
  if (digit < end && load<u8>(digit) == 0x3b) digit++;
  Reference.out = writeCodePoint(out, replaced(code));
  return <i32>(digit - at);
}

/** Numbers that mean no character, and those that authors took from windows-1252. */
// biome-ignore format: the standard's table
function replaced(code: u32): u32 {
  const c1 = memory.data<u16>([
    8364, 129, 8218, 402, 8222, 8230, 8224, 8225, 710, 8240, 352, 8249, 338, 141, 381, 143,
    144, 8216, 8217, 8220, 8221, 8226, 8211, 8212, 732, 8482, 353, 8250, 339, 157, 382, 376,
  ]);
  if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return 0xfffd;
  return code - 128 < 32 ? <u32>load<u16>(c1 + <usize>((code - 128) << 1)) : code;
}
