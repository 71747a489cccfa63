/**
 * From the linked draft to the page's table: nodes in document order, without white-space-only text, with hashes of
 * texts and paths. Columns stand one after the other, each as long as the draft has nodes.
 */
import {
  end,
  firstChild,
  Flag,
  flags,
  GAPS,
  next,
  NONE,
  numberOf,
  order,
  OUT,
  ownLength,
  ownStart,
  parent,
  RAW_CONTENT,
  SOURCE,
  start,
  tag,
  tagHashHigh,
  tagHashLow,
  TEXT,
  VERBATIM,
} from './columns';
import { Draft } from './draft';
import { KNOWN_TAGS, Tag } from './generated/names';
import { addHash, beginHashes, writeHashes } from './hashes';
import { Names } from './names';
import { RawContent } from './other-modes';
import { folded } from './scan';
import { partAt, Source } from './source';
import { HIDDEN, isIn } from './tag-sets';
import { decode, hash, Normal, normalise } from './text';
import { noteTelling, tagClass, tagFirst, tagLast } from './written';

export class Flat {
  static nodes: i32 = 0;
  static segments: i32 = 0;
  static gaps: i32 = 0;
  /** Entries of verbatim text. */
  static verbatim: i32 = 0;
  /** Rows that each column has room for. */
  static stride: i32 = 0;
}

/** Bytes a node in the columns that others may see: twelve wide ones, the tag and the flags. */
export const SHOWN_BYTES: usize = 12 * 4 + 3;
/** Behind them, for the core alone: edges, and where the normal forms of texts stand in the arena. */
export const EDGES: usize = SHOWN_BYTES;
export const NORMAL: usize = EDGES + 1;
export const NORMAL_LENGTH: usize = NORMAL + 4;

/** What the normal form of a text lacks: white space at its ends; and whether it may have spaces that do not break. */
export const enum Edge {
  spaceFirst = 1,
  spaceLast = 2,
  fixedSpace = 4,
}

const KEPT: i32 = Flag.literal | Flag.svg | Flag.mathml;
const INHERITED: i32 = Flag.hidden | Flag.preformatted;

/** The hash of a name that stands in memory. */
export function hashTag(id: i32, from: usize, length: i32, hasHighBytes: bool): void {
  hash(from, length, hasHighBytes);
  tagHashHigh[id] = Normal.hashHigh;
  tagHashLow[id] = Normal.hashLow;
}

/** Own names are brought to lower case in the arena, which is free then. */
function hashOwnNames(): void {
  for (let own = 0; own < Names.own; own++) {
    const length = ownLength[own];
    let written = 0;
    for (let i = 0; i < length; i++) {
      const byte = folded(<i32>load<u8>(SOURCE + <usize>(ownStart[own] + i)));
      if (byte != 0) store<u8>(Source.arena + <usize>(written++), <u8>byte);
    }
    hashTag(KNOWN_TAGS + own, Source.arena, written, true);
  }
}

/** The draft's nodes in document order, found by their links. Returns how many there are; some are in no tree any more. */
function preOrder(): i32 {
  Draft.blanks = 0;
  for (let node = 0; node < Draft.count; node++) numberOf[node] = NONE;
  let count = 0;
  for (let node = 0; node != NONE; ) {
    order[count++] = node;
    if ((flags[node] & Flag.blank) != 0) Draft.blanks++;
    if (firstChild[node] != NONE) {
      node = firstChild[node];
      continue;
    }
    while (node != NONE && next[node] == NONE) node = parent[node];
    if (node != NONE) node = next[node];
  }
  return count;
}

/** Texts in several parts are decoded part by part and put behind the source; they stay literal from then on. */
function spill(node: i32): void {
  const from = Source.length + Source.spillLength;
  let out = SOURCE + <usize>from;
  const literal = (flags[node] & Flag.literal) != 0;
  for (let part = start[node]; part != NONE; ) {
    const at = partAt(part);
    out = decode(SOURCE + <usize>load<i32>(at), SOURCE + <usize>load<i32>(at, 4), out, literal);
    part = load<i32>(at, 8);
  }
  start[node] = from;
  end[node] = <i32>(out - SOURCE);
  Source.spillLength = end[node] - Source.length;
  flags[node] = (flags[node] & ~Flag.joined) | Flag.literal;
}

/** Returns the length. */
function normaliseText(node: i32, out: usize): i32 {
  if ((flags[node] & Flag.joined) != 0) spill(node);
  normalise(SOURCE + <usize>start[node], SOURCE + <usize>end[node], out, (flags[node] & Flag.literal) != 0);
  return Normal.length;
}

function addGap(node: i32, from: i32, to: i32): void {
  const row = GAPS + <usize>(Flat.gaps++) * 12;
  store<i32>(row, node);
  store<i32>(row, from, 4);
  store<i32>(row, to, 8);
}

/** White space that counts: of the text before a node, the complement of its number stands for it. */
function addVerbatim(node: i32, from: i32, to: i32): void {
  const row = VERBATIM + <usize>(Flat.verbatim++) * 12;
  store<i32>(row, node);
  store<i32>(row, from, 4);
  store<i32>(row, to, 8);
}

/** U+00A0 begins with one of these bytes, U+2007 and U+202F with the other. */
function hasFixedSpace(from: usize, length: i32): bool {
  for (let at: usize = 0; at < <usize>length; at += 16) {
    const chunk = v128.load(from + at);
    const found = v128.or(i8x16.eq(chunk, i8x16.splat(<i8>0xc2)), i8x16.eq(chunk, i8x16.splat(<i8>0xe2)));
    if (v128.any_true(found)) return true;
  }
  return false;
}

function edgesOf(from: usize): i32 {
  let edges = 0;
  if (Normal.spaceFirst) edges |= Edge.spaceFirst;
  if (Normal.spaceLast) edges |= Edge.spaceLast;
  if (Normal.hasHighBytes && hasFixedSpace(from, Normal.length)) edges |= Edge.fixedSpace;
  return edges;
}

/** A step of a path, high half and low half. */
@inline
export function mixHigh(above: u32, own: u32): u32 {
  const mixed = (above ^ own) * 0x9e3779b1;
  return mixed ^ (mixed >>> 15);
}

@inline
export function mixLow(above: u32, own: u32, high: u32): u32 {
  const mixed = (above ^ own ^ rotl(high, 13)) * 0x85ebca6b;
  return mixed ^ (mixed >>> 13);
}

export function flatten(): void {
  hashOwnNames();
  const moved = Draft.moved;
  const total = moved ? preOrder() : Draft.count;
  // A third of a draft's nodes are white space. Few others turn out to be none either.
  const stride = (total - Draft.blanks + 3) & ~3;
  const wide = (<usize>stride) << 2;
  const outParent = OUT;
  const outDepth = OUT + wide;
  const outEnd = OUT + 2 * wide;
  const pathHigh = OUT + 3 * wide;
  const pathLow = OUT + 4 * wide;
  const outStart = OUT + 5 * wide;
  const outStop = OUT + 6 * wide;
  const textHigh = OUT + 7 * wide;
  const textLow = OUT + 8 * wide;
  const outChars = OUT + 9 * wide;
  const outSegments = OUT + 10 * wide;
  const outClass = OUT + 11 * wide;
  const outTag = OUT + 12 * wide;
  const outFlags = outTag + (wide >> 1);
  const outEdges = OUT + <usize>stride * EDGES;
  const outNormal = OUT + <usize>stride * NORMAL;
  const outNormalLength = OUT + <usize>stride * NORMAL_LENGTH;
  Flat.gaps = 0;
  Flat.verbatim = 0;
  beginHashes(textHigh, textLow);
  let count = 0;
  let segments = 0;
  let spaceBefore = 0;
  let arena = Source.arena;
  for (let i = 0; i < total; i++) {
    const from = moved ? order[i] : i;
    const above = parent[from] == NONE ? NONE : numberOf[parent[from]];
    const aboveAt = (<usize>above) << 2;
    const inherited = above == NONE ? 0 : <i32>load<u8>(outFlags + <usize>above) & INHERITED;
    const row = (<usize>count) << 2;
    const tagNumber = tag[from];
    if (tagNumber == TEXT) {
      const length = (flags[from] & Flag.blank) != 0 ? 0 : normaliseText(from, arena);
      if (length == 0) {
        numberOf[from] = NONE;
        spaceBefore = Flag.spaceBefore;
        if ((inherited & Flag.preformatted) != 0) {
          addGap(count, start[from], end[from]);
          addVerbatim(~count, start[from], end[from]);
        }
        continue;
      }
      Normal.chars = length;
      addHash(arena, length, textHigh + row, Normal.hasHighBytes);
      store<i32>(outChars + row, Normal.chars);
      store<i32>(outStart + row, start[from]);
      store<i32>(outStop + row, end[from]);
      store<i32>(outClass + row, 0);
      store<i32>(outNormal + row, <i32>(arena - Source.arena));
      store<i32>(outNormalLength + row, length);
      store<u8>(outEdges + <usize>count, <u8>edgesOf(arena));
      const tagAbove = above == NONE ? 0 : <i32>load<u16>(outTag + ((<usize>above) << 1));
      if ((inherited & Flag.preformatted) != 0 || tagAbove == Tag.xmp || tagAbove == Tag.plaintext)
        addVerbatim(count, start[from], end[from]);
      arena += length;
      // A text has the path of its parent.
      store<i32>(pathHigh + row, load<i32>(pathHigh + aboveAt));
      store<i32>(pathLow + row, load<i32>(pathLow + aboveAt));
      store<u8>(outFlags + <usize>count, <u8>((flags[from] & KEPT) | inherited | spaceBefore));
      if ((inherited & Flag.hidden) == 0) store<i32>(outSegments + ((<usize>(segments++)) << 2), count);
    } else {
      store<i32>(textHigh + row, 0);
      store<i32>(textLow + row, 0);
      store<i32>(outChars + row, 0);
      store<i32>(outNormal + row, 0);
      store<i32>(outNormalLength + row, 0);
      const attributes = start[from];
      store<i32>(outStart + row, tagFirst[attributes]);
      store<i32>(outStop + row, tagLast[attributes]);
      store<i32>(outClass + row, tagClass[attributes]);
      noteTelling(count, tagNumber, attributes);
      const highAbove = above == NONE ? 0 : load<u32>(pathHigh + aboveAt);
      const lowAbove = above == NONE ? 0 : load<u32>(pathLow + aboveAt);
      const high = mixHigh(highAbove, tagHashHigh[tagNumber]);
      store<i32>(pathHigh + row, high);
      store<i32>(pathLow + row, mixLow(lowAbove, tagHashLow[tagNumber], high));
      let own = 0;
      if (isIn(HIDDEN, tagNumber)) own = Flag.hidden;
      else if (tagNumber == Tag.pre || tagNumber == Tag.listing) own = Flag.preformatted;
      store<u8>(outFlags + <usize>count, <u8>((flags[from] & KEPT) | inherited | own | spaceBefore));
    }
    numberOf[from] = count;
    store<u16>(outTag + ((<usize>count) << 1), <u16>tagNumber);
    store<i32>(outParent + row, above);
    store<i32>(outDepth + row, above == NONE ? 0 : load<i32>(outDepth + aboveAt) + 1);
    store<i32>(outEnd + row, 0);
    spaceBefore = 0;
    count++;
  }
  writeHashes();
  // Backwards, so that every subtree is complete when it is added to its parent's.
  for (let node = count - 1; node >= 0; node--) {
    const row = outEnd + ((<usize>node) << 2);
    if (load<i32>(row) == 0) store<i32>(row, node + 1);
    const above = load<i32>(outParent + ((<usize>node) << 2));
    if (above == NONE) continue;
    const aboveRow = outEnd + ((<usize>above) << 2);
    if (load<i32>(aboveRow) == 0) store<i32>(aboveRow, load<i32>(row));
  }
  numberRawContent();
  Flat.nodes = count;
  Flat.segments = segments;
  Flat.stride = stride;
}

/** Raw content has the numbers of the draft until now; what is in no tree goes. */
function numberRawContent(): void {
  let count = 0;
  for (let i = 0; i < RawContent.count; i++) {
    const row = RAW_CONTENT + <usize>i * 12;
    const node = numberOf[load<i32>(row)];
    if (node == NONE) continue;
    const to = RAW_CONTENT + <usize>(count++) * 12;
    store<i32>(to, node);
    store<i32>(to, load<i32>(row, 4), 4);
    store<i32>(to, load<i32>(row, 8), 8);
  }
  RawContent.count = count;
}
