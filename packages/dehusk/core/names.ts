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

@inline
function slotOf(low: u64, high: u64, length: i32): u32 {
  const mixed = (low ^ (high << 7) ^ <u64>length) * 0x9e3779b97f4a7c15;
  return <u32>(mixed >> 48) & SLOT_MASK;
}

/** Fills the tables of known names: 16 bytes each, then the lengths. */
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
    store<u8>(names + 0x4000 + <usize>id, <u8>length);
    let slot = slotOf(i64x2.extract_lane(chunk, 0), i64x2.extract_lane(chunk, 1), length);
    while (load<u16>(slots + <usize>(slot << 1)) != 0) slot = (slot + 1) & SLOT_MASK;
    store<u16>(slots + <usize>(slot << 1), <u16>(id + 1));
    from += <usize>length + 1;
  }
}

/** The number of a known name; -1 for others. */
@inline
function findKnown(from: i32, length: i32, names: usize, slots: usize): i32 {
  if (length > 16) return -1;
  const chunk = foldedChunk(SOURCE + <usize>from, length);
  let slot = slotOf(i64x2.extract_lane(chunk, 0), i64x2.extract_lane(chunk, 1), length);
  let id = <i32>load<u16>(slots + <usize>(slot << 1)) - 1;
  while (id >= 0) {
    const same = i8x16.all_true(i8x16.eq(v128.load(names + ((<usize>id) << 4)), chunk));
    if (same && <i32>load<u8>(names + 0x4000 + <usize>id) == length) break;
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
export function internTag(from: i32, to: i32): i32 {
  const length = to - from;
  const known = findKnown(from, length, KNOWN_NAMES, KNOWN_SLOTS);
  return known >= 0 ? known : internOwn(from, length);
}

function internOwn(from: i32, length: i32): i32 {
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
export function internAttribute(from: i32, to: i32): i32 {
  const length = to - from;
  const known = findKnown(from, length, KNOWN_ATTRIBUTES, KNOWN_ATTRIBUTE_SLOTS);
  return known >= 0 ? known : internOwnAttribute(from, length);
}

function internOwnAttribute(from: i32, length: i32): i32 {
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
