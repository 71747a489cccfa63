/** The page being read, and where things that grow with it stand in memory. */
import { PADDING, SOURCE } from './columns';

export class Source {
  static length: i32 = 0;
  /** How far it is read. */
  static at: i32 = 0;
  /** Normal text of all text nodes, in document order. */
  static arena: usize = 0;
  /** Texts in several parts, put behind the source when all of it is read. */
  static spillLength: i32 = 0;
  /** Parts of such texts: start, end, next. */
  static parts: usize = 0;
  static partCount: i32 = 0;
  /** The page written as text; and, where the parts of texts stood, room for one of its texts. */
  static written: usize = 0;
  static writtenRoom: usize = 0;
  static scratch: usize = 0;
}

/** A named reference of five bytes becomes six at most, so no text grows by more than a quarter. */
@inline
function grownText(length: usize): usize {
  return length + (length >> 2) + PADDING;
}

/** A part of a text and what parts it from the next one have four bytes at least, and its row twelve. */
@inline
function partsRoom(length: usize): usize {
  return 6 * length + 4 * PADDING;
}

/** Indents may make a text longer than its page; a longer one is not for the core. */
@inline
function writtenRoom(length: usize): usize {
  return 2 * length + 0x4000;
}

/** Bytes of memory that a page of this length needs. */
export function memoryFor(length: usize): usize {
  return SOURCE + length + 2 * grownText(length) + partsRoom(length) + writtenRoom(length) + 4 * PADDING;
}

/** Lays out the memory for a page of this length. */
export function layOut(length: i32): void {
  const spill = SOURCE + <usize>length;
  Source.length = length;
  Source.at = 0;
  Source.arena = (spill + grownText(length) + 15) & ~15;
  Source.spillLength = 0;
  Source.parts = (Source.arena + grownText(length) + 15) & ~15;
  Source.partCount = 0;
  Source.scratch = Source.parts;
  Source.written = (Source.parts + partsRoom(length) + 15) & ~15;
  Source.writtenRoom = writtenRoom(length);
}

export function addPart(from: i32, to: i32): i32 {
  const part = Source.partCount++;
  const at = Source.parts + <usize>part * 12;
  store<i32>(at, from);
  store<i32>(at, to, 4);
  store<i32>(at, -1, 8);
  return part;
}

@inline
export function partAt(part: i32): usize {
  assert(<u32>part < <u32>Source.partCount);
  return Source.parts + <usize>part * 12;
}
