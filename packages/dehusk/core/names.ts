/**
 * Names of tags as numbers. Those that HTML knows have the same number on every page and at most sixteen bytes, so
 * that one comparison tells. Others get numbers of their page, in the order in which they are met.
 */
import {
  byteAt,
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
  ATTRIBUTE_LENGTH,
  ATTRIBUTE_SLOT_OF,
  ATTRIBUTE_SLOTS,
  ATTRIBUTE_START,
  I32Column,
  KNOWN_ATTRIBUTE_SLOTS,
  KNOWN_ATTRIBUTES,
} from './columns';
import { KNOWN_ATTRIBUTE_COUNT, KNOWN_TAGS, knownAttributeBytes, knownTagBytes } from './generated/names';
import { foldedChunk, mixChunk, sameFolded } from './scan';

const SLOT_MASK: u32 = 1023;
const OWN_MASK: u32 = 0x1ffff;

export class Names {
  /** Names of the page that HTML does not know. */
  static own: i32 = 0;
  static ownAttributes: i32 = 0;
}

// A table of known names: by number their 16 bytes, and their lengths. Slots by these; and slots of the short ones, which
// are most, by their eight bytes: those bytes (no name is empty, so 0 is a free slot), and the numbers.
export const LENGTHS: usize = 0x4000;
const SHORT_NAMES: usize = 0x1000;
const SHORT_NUMBERS: usize = 0x3000;

@inline
function slotOf(low: u64, high: u64, length: i32): u32 {
  const mixed = (low ^ (high << 7) ^ <u64>length) * 0x9e3779b97f4a7c15;
  return <u32>(mixed >> 48) & SLOT_MASK;
}

@inline
function shortSlotOf(name: u64): u32 {
  return <u32>((name * 0x9e3779b97f4a7c15) >> 54);
}

/** Fills the tables of known names. */
export function makeKnownNames(): void {
  makeKnown(knownTagBytes(), KNOWN_TAGS, KNOWN_NAMES, KNOWN_SLOTS);
  makeKnown(knownAttributeBytes(), KNOWN_ATTRIBUTE_COUNT, KNOWN_ATTRIBUTES, KNOWN_ATTRIBUTE_SLOTS);
}

function makeKnown(list: usize, count: i32, names: usize, slots: usize): void {
  let from = list;
  for (let id = 0; id < count; id++) {
    const length = <i32>load<u8>(from);
    const chunk = foldedChunk(from + 1, length);
    v128.store(names + ((<usize>id) << 4), chunk);
    store<u8>(names + LENGTHS + <usize>id, <u8>length);
    const low = i64x2.extract_lane(chunk, 0);
    let slot = slotOf(low, i64x2.extract_lane(chunk, 1), length);
    while (load<u16>(slots + <usize>(slot << 1)) != 0) slot = (slot + 1) & SLOT_MASK;
    store<u16>(slots + <usize>(slot << 1), <u16>(id + 1));
    if (length > 0 && length <= 8) {
      slot = shortSlotOf(low);
      while (load<u64>(names + SHORT_NAMES + <usize>(slot << 3)) != 0) slot = (slot + 1) & SLOT_MASK;
      store<u64>(names + SHORT_NAMES + <usize>(slot << 3), low);
      store<u8>(names + SHORT_NUMBERS + <usize>slot, <u8>id);
    }
    from += <usize>length + 1;
  }
}

/** The number of a known name of small letters, eight at most; -1 for others. */
@inline
function findShort(from: i32, length: i32, names: usize): i32 {
  // Behind a zero byte nobody could tell how long it is.
  if (length > 8 || byteAt(from + length - 1) == 0) return -1;
  const name = load<u64>(SOURCE + <usize>from) & (~<u64>0 >> <u64>(64 - (length << 3)));
  let slot = shortSlotOf(name);
  let known = load<u64>(names + SHORT_NAMES + <usize>(slot << 3));
  while (known != name && known != 0) {
    slot = (slot + 1) & SLOT_MASK;
    known = load<u64>(names + SHORT_NAMES + <usize>(slot << 3));
  }
  return known == 0 ? -1 : <i32>load<u8>(names + SHORT_NUMBERS + <usize>slot);
}

/** The number of a known name; -1 for others. */
function findKnown(from: i32, length: i32, names: usize, slots: usize): i32 {
  if (length > 16) return -1;
  const chunk = foldedChunk(SOURCE + <usize>from, length);
  let slot = slotOf(i64x2.extract_lane(chunk, 0), i64x2.extract_lane(chunk, 1), length);
  let id = <i32>load<u16>(slots + <usize>(slot << 1)) - 1;
  while (id >= 0) {
    const same = i8x16.all_true(i8x16.eq(v128.load(names + ((<usize>id) << 4)), chunk));
    if (same && <i32>load<u8>(names + LENGTHS + <usize>id) == length) break;
    slot = (slot + 1) & SLOT_MASK;
    id = <i32>load<u16>(slots + <usize>(slot << 1)) - 1;
  }
  return id;
}

/** The slot in which a name of the page stands in a table of such names, or would. */
function findOwn(from: i32, length: i32, starts: I32Column, lengths: I32Column, slots: I32Column): u32 {
  let hash: u64 = <u64>length;
  for (let i = 0; i < length; i += 16) hash = mixChunk(hash, foldedChunk(SOURCE + <usize>(from + i), length - i));
  let slot = <u32>hash & OWN_MASK;
  let own = slots[slot] - 1;
  while (own >= 0 && !(lengths[own] == length && sameFolded(starts[own], from, length))) {
    slot = (slot + 1) & OWN_MASK;
    own = slots[slot] - 1;
  }
  return slot;
}

/** The number of the tag in `[from, to)`, whatever the case of its letters. */
@inline
export function internTag(from: i32, to: i32): i32 {
  const known = findShort(from, to - from, KNOWN_NAMES);
  return known >= 0 ? known : internOther(from, to - from);
}

function internOther(from: i32, length: i32): i32 {
  const known = findKnown(from, length, KNOWN_NAMES, KNOWN_SLOTS);
  if (known >= 0) return known;
  const slot = findOwn(from, length, ownStart, ownLength, ownSlots);
  if (ownSlots[slot] != 0) return KNOWN_TAGS + ownSlots[slot] - 1;
  if (Names.own >= MAX_NAMES) fail(Stop.tooManyNames);
  const own = Names.own++;
  ownStart[own] = from;
  ownLength[own] = length;
  ownSlotOf[own] = slot;
  ownSlots[slot] = own + 1;
  return KNOWN_TAGS + own;
}

const attributeStart = changetype<I32Column>(ATTRIBUTE_START);
const attributeLength = changetype<I32Column>(ATTRIBUTE_LENGTH);
const attributeSlotOf = changetype<I32Column>(ATTRIBUTE_SLOT_OF);
const attributeSlots = changetype<I32Column>(ATTRIBUTE_SLOTS);

/** The number of the attribute in `[from, to)`, likewise. */
@inline
export function internAttribute(from: i32, to: i32): i32 {
  const known = findShort(from, to - from, KNOWN_ATTRIBUTES);
  return known >= 0 ? known : internOtherAttribute(from, to - from);
}

function internOtherAttribute(from: i32, length: i32): i32 {
  const known = findKnown(from, length, KNOWN_ATTRIBUTES, KNOWN_ATTRIBUTE_SLOTS);
  if (known >= 0) return known;
  const slot = findOwn(from, length, attributeStart, attributeLength, attributeSlots);
  if (attributeSlots[slot] != 0) return KNOWN_ATTRIBUTE_COUNT + attributeSlots[slot] - 1;
  if (Names.ownAttributes >= MAX_NAMES) fail(Stop.tooManyNames);
  const own = Names.ownAttributes++;
  attributeStart[own] = from;
  attributeLength[own] = length;
  attributeSlotOf[own] = slot;
  attributeSlots[slot] = own + 1;
  return KNOWN_ATTRIBUTE_COUNT + own;
}

export function forgetOwnNames(): void {
  for (let own = 0; own < Names.own; own++) ownSlots[ownSlotOf[own]] = 0;
  Names.own = 0;
  for (let own = 0; own < Names.ownAttributes; own++) attributeSlots[attributeSlotOf[own]] = 0;
  Names.ownAttributes = 0;
}
