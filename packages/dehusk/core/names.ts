/**
 * Names of tags as numbers. Those that HTML knows have the same number on every page and at most sixteen bytes, so
 * that one comparison tells. Others get numbers of their page, in the order in which they are met.
 */
import {
  fail,
  KNOWN_NAMES,
  KNOWN_SLOTS,
  MAX_NAMES,
  ownLength,
  ownSlotOf,
  ownSlots,
  ownStart,
  SOURCE,
  Stop,
  byteAt,
} from './columns';
import { KNOWN_TAGS, knownTagBytes } from './generated/names';
import { folded, sameFolded } from './scan';

const SLOT_MASK: u32 = 1023;
const OWN_MASK: u32 = 0x1ffff;

export class Names {
  /** Names of the page that HTML does not know. */
  static own: i32 = 0;
}

@inline
function slotOf(low: u64, high: u64, length: i32): u32 {
  const mixed = (low ^ (high << 7) ^ <u64>length) * 0x9e3779b97f4a7c15;
  return <u32>(mixed >> 48) & SLOT_MASK;
}

/** Sixteen bytes with ASCII letters in lower case, and zeros from `length` on. */
@inline
function foldedChunk(from: usize, length: i32): v128 {
  const chunk = v128.load(from);
  const isUpper = i8x16.lt_u(i8x16.sub(chunk, i8x16.splat(0x41)), i8x16.splat(26));
  const lower = v128.or(chunk, v128.and(isUpper, i8x16.splat(0x20)));
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return v128.and(lower, i8x16.lt_u(lanes, i8x16.splat(<i8>length)));
}

/** Fills the table of known names: 16 bytes each, then the lengths. */
export function makeKnownNames(): void {
  let from = knownTagBytes();
  for (let id = 0; id < KNOWN_TAGS; id++) {
    const length = <i32>load<u8>(from);
    const chunk = foldedChunk(from + 1, length);
    v128.store(KNOWN_NAMES + ((<usize>id) << 4), chunk);
    store<u8>(KNOWN_NAMES + 0x4000 + <usize>id, <u8>length);
    let slot = slotOf(i64x2.extract_lane(chunk, 0), i64x2.extract_lane(chunk, 1), length);
    while (load<u16>(KNOWN_SLOTS + <usize>(slot << 1)) != 0) slot = (slot + 1) & SLOT_MASK;
    store<u16>(KNOWN_SLOTS + <usize>(slot << 1), <u16>(id + 1));
    from += <usize>length + 1;
  }
}

/** The number of the name in `[from, to)`, whatever the case of its letters. */
export function internTag(from: i32, to: i32): i32 {
  const length = to - from;
  if (length <= 16) {
    const chunk = foldedChunk(SOURCE + <usize>from, length);
    let slot = slotOf(i64x2.extract_lane(chunk, 0), i64x2.extract_lane(chunk, 1), length);
    for (;;) {
      const id = <i32>load<u16>(KNOWN_SLOTS + <usize>(slot << 1)) - 1;
      if (id < 0) break;
      const same = i8x16.all_true(i8x16.eq(v128.load(KNOWN_NAMES + ((<usize>id) << 4)), chunk));
      if (same && <i32>load<u8>(KNOWN_NAMES + 0x4000 + <usize>id) == length) return id;
      slot = (slot + 1) & SLOT_MASK;
    }
  }
  return internOwn(from, length);
}

function internOwn(from: i32, length: i32): i32 {
  let hash: u32 = <u32>length;
  for (let i = 0; i < length; i++) hash = (hash ^ <u32>folded(byteAt(from + i))) * 0x01000193;
  let slot = (hash ^ (hash >>> 15)) & OWN_MASK;
  for (;;) {
    const own = ownSlots[slot] - 1;
    if (own < 0) break;
    if (ownLength[own] == length && sameFolded(ownStart[own], from, length)) return KNOWN_TAGS + own;
    slot = (slot + 1) & OWN_MASK;
  }
  if (Names.own >= MAX_NAMES) fail(Stop.tooManyNames);
  const own = Names.own++;
  ownStart[own] = from;
  ownLength[own] = length;
  ownSlotOf[own] = slot;
  ownSlots[slot] = own + 1;
  return KNOWN_TAGS + own;
}

export function forgetOwnNames(): void {
  for (let own = 0; own < Names.own; own++) ownSlots[ownSlotOf[own]] = 0;
  Names.own = 0;
}
