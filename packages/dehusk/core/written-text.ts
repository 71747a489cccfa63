/**
 * The content of a page as plain text, as `output/text.ts` writes it and from the same lists of tags, which the loader
 * hands over: the texts of the page that are not left out, laid out by the elements around them.
 */
import {
  DRAFT_FLAGS,
  DRAFT_PARENT,
  Flag,
  I32Column,
  NONE,
  NUMBER_OF,
  SOURCE,
  TAG_KINDS,
  TEXT,
  U8Column,
  VERBATIM,
} from './columns';
import { Edge, Flat } from './flatten';
import {
  addTab,
  beginFlow,
  breakFlow,
  endFlow,
  enterContainer,
  Flow,
  LINE,
  leaveContainer,
  lineBreak,
  noteSigns,
  PARAGRAPH,
  put,
  reserve,
  startWord,
  tightBreak,
  verbatim,
} from './flow';
import { Tag } from './generated/names';
import { Source } from './source';
import { edgesOf, endOf, flagsOf, normalLengthOf, normalOf, parentOf, tagOf } from './table';
import { decode } from './text';

/** What the loader says of a tag; the bits are shared with it. */
const enum Kind {
  paragraph = 1,
  line = 2,
  replaced = 4,
  list = 8,
  cell = 16,
  literal = 32,
}

// Put there by the loader, in columns of the draft: 1 for texts that are left out; numbers of lists, items and cells.
const omitted = changetype<U8Column>(DRAFT_FLAGS);
const numbers = changetype<I32Column>(DRAFT_PARENT);
/** The next number of each open list; -1 for lists without numbers, -2 for those that have lost theirs. */
const nextNumber = changetype<I32Column>(NUMBER_OF);

/** Of a list with numbers one item is left. */
const RESIDUE: i32 = -2;

/** Before this node a word ends. */
const PARTED: i32 = -3;

class Writing {
  static lists: i32 = 0;
  /** The next entry of verbatim text. */
  static verbatim: i32 = 0;
}

/** Tags that HTML does not know are of no kind. */
@inline
function kindOf(tag: i32): i32 {
  return tag < 256 ? <i32>load<u8>(TAG_KINDS + <usize>tag) : 0;
}

/**
 * What the loader says of a list or an item: its number, or -1, or -2 for what is left of a list; of a cell of data: 1; of
 * what is parted from what stands before it: -3.
 */
@inline
function numberAt(node: i32): i32 {
  return numbers[node];
}

/** Returns the length of the text, which is at `Source.written`. Fails where there is no room for it. */
export function writeText(): i32 {
  Writing.lists = 0;
  Writing.verbatim = 0;
  beginFlow();
  let open = NONE;
  for (let node = 0; node < Flat.nodes; ) {
    for (; open != NONE && endOf(open) <= node; open = parentOf(open)) leave(open);
    const flags = flagsOf(node);
    const tag = tagOf(node);
    if ((flags & Flag.spaceBefore) != 0) writeGap(node);
    else if (numberAt(node) == PARTED) Flow.space = true;
    if (tag == TEXT) {
      writeTextNode(node);
      node++;
    } else if ((flags & Flag.hidden) != 0) {
      if ((kindOf(tag) & Kind.replaced) != 0) Flow.space = true;
      node = endOf(node);
    } else {
      enter(node, tag);
      open = node;
      node++;
    }
  }
  for (; open != NONE; open = parentOf(open)) leave(open);
  endFlow();
  return <i32>(Flow.out - Flow.start);
}

@inline
function isPreformatted(element: i32): bool {
  return (flagsOf(element) & Flag.preformatted) != 0 || (kindOf(tagOf(element)) & Kind.literal) != 0;
}

// Entries of verbatim text: 12 bytes, the node (of white space before it, its complement), and a range of the source

@inline
function verbatimAt(entry: i32): usize {
  return VERBATIM + <usize>entry * 12;
}

/** The next entry of a node or of what is before it; `Flat.verbatim` if it has none. Nodes come in their order. */
function findVerbatim(wanted: i32): i32 {
  const node = wanted < 0 ? ~wanted : wanted;
  while (Writing.verbatim < Flat.verbatim) {
    const found = load<i32>(verbatimAt(Writing.verbatim));
    if (found == wanted) return Writing.verbatim;
    const place = found < 0 ? ~found : found;
    if (place > node || (place == node && wanted < 0)) break;
    Writing.verbatim++;
  }
  return Flat.verbatim;
}

function writeGap(node: i32): void {
  if (node == 0 || !isPreformatted(parentOf(node))) {
    Flow.space = true;
    return;
  }
  // Of several parts: all of them are one text.
  let entry = findVerbatim(~node);
  let length = 0;
  const out = Source.scratch;
  for (; entry < Flat.verbatim && load<i32>(verbatimAt(entry)) == ~node; entry++) {
    const from = load<i32>(verbatimAt(entry), 4);
    const part = load<i32>(verbatimAt(entry), 8) - from;
    memory.copy(out + <usize>length, SOURCE + <usize>from, <usize>part);
    length += part;
  }
  verbatim(out, out + <usize>length);
}

function writeTextNode(node: i32): void {
  if (omitted[node] == 1) {
    // Words on both sides of a text that is left out are two words.
    Flow.space = true;
    return;
  }
  if (isPreformatted(parentOf(node))) writeVerbatim(node);
  else writeWords(node);
}

function writeVerbatim(node: i32): void {
  const entry = findVerbatim(node);
  assert(entry < Flat.verbatim);
  const from = SOURCE + <usize>load<i32>(verbatimAt(entry), 4);
  const to = SOURCE + <usize>load<i32>(verbatimAt(entry), 8);
  const out = Source.scratch;
  const end = decode(from, to, out, (flagsOf(node) & Flag.literal) != 0);
  verbatim(out, withoutNul(out, end));
}

/** Returns the new end. */
function withoutNul(from: usize, to: usize): usize {
  let out = from;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at);
    if (byte != 0) store<u8>(out++, byte);
  }
  return out;
}

/** The normal form of a text, with plain spaces for those that do not break. */
function writeWords(node: i32): void {
  const edges = edgesOf(node);
  let from = Source.arena + <usize>normalOf(node);
  let to = from + <usize>normalLengthOf(node);
  if ((edges & Edge.spaceFirst) != 0) Flow.space = true;
  let endsInSpace = (edges & Edge.spaceLast) != 0;
  if ((edges & Edge.fixedSpace) == 0) {
    startWord();
    noteSigns(from, to);
    put(from, <i32>(to - from));
  } else {
    const first = from;
    while (from < to && spaceAt(from) > 0) from += spaceAt(from);
    if (from > first) Flow.space = true;
    if (from >= to) return;
    startWord();
    noteSigns(from, to);
    endsInSpace = putPlain(from, to) || endsInSpace;
  }
  if (endsInSpace) Flow.space = true;
}

/** The length of the space at `at`, plain or not (U+00A0, U+2007, U+202F); 0 if there is none. */
@inline
function spaceAt(at: usize): usize {
  const byte = load<u8>(at);
  if (byte == 0x20) return 1;
  if (byte == 0xc2) return load<u8>(at, 1) == 0xa0 ? 2 : 0;
  if (byte != 0xe2 || load<u8>(at, 1) != 0x80) return 0;
  return load<u8>(at, 2) == 0x87 || load<u8>(at, 2) == 0xaf ? 3 : 0;
}

/** Spaces in a row become one, and none at the end: returns whether one stood there. */
function putPlain(from: usize, to: usize): bool {
  const start = reserve(<i32>(to - from));
  let out = start;
  let hasSpace = false;
  for (let at = from; at < to; ) {
    const space = spaceAt(at);
    if (space > 0) {
      hasSpace = true;
      at += space;
      continue;
    }
    if (hasSpace) store<u8>(out++, 0x20);
    hasSpace = false;
    store<u8>(out++, load<u8>(at++));
  }
  Flow.out = out;
  Flow.line += <i32>(out - start);
  return hasSpace;
}

// Elements

function enter(node: i32, tag: i32): void {
  const kind = kindOf(tag);
  if (tag == Tag.br) lineBreak();
  else if ((kind & Kind.replaced) != 0) Flow.space = true;
  else if ((kind & Kind.list) != 0) {
    breakFlow(listBreak());
    nextNumber[Writing.lists++] = numberAt(node);
  } else if (tag == Tag.li) {
    breakFlow(LINE);
    enterItem(node);
  } else if (tag == Tag.dd) {
    breakFlow(LINE);
    enterContainer(memory.data<u8>([0x20, 0x20]), 2);
  } else if ((kind & Kind.cell) != 0) enterCell(node);
  else breakAround(kind);
}

function leave(node: i32): void {
  const tag = tagOf(node);
  const kind = kindOf(tag);
  if ((kind & Kind.list) != 0) {
    Writing.lists--;
    breakFlow(listBreak());
  } else if (tag == Tag.li || tag == Tag.dd) {
    if (leaveContainer()) tightBreak();
  } else if ((kind & Kind.cell) != 0) {
    if (isDataCell(node)) Flow.inlineDepth--;
    else breakFlow(LINE);
  } else breakAround(kind);
}

/** A list inside a list stands close to its item. */
@inline
function listBreak(): i32 {
  return Writing.lists > 0 ? LINE : PARAGRAPH;
}

/** Items outside of any list count as bulleted. */
function enterItem(node: i32): void {
  const next = Writing.lists == 0 ? NONE : nextNumber[Writing.lists - 1];
  if (next == NONE) {
    enterContainer(memory.data<u8>([0x2d, 0x20]), 2);
    return;
  }
  if (next == RESIDUE) {
    enterContainer(0, 0);
    return;
  }
  const own = numberAt(node);
  const number = own == NONE ? next : own;
  nextNumber[Writing.lists - 1] = number + 1;
  // Ten digits at most, written from the end.
  const text = memory.data(16);
  let at = text + 12;
  store<u8>(at, 0x2e);
  store<u8>(at, 0x20, 1);
  let rest = number;
  do {
    store<u8>(--at, <u8>(0x30 + (rest % 10)));
    rest /= 10;
  } while (rest > 0);
  enterContainer(at, <i32>(text + 14 - at));
}

@inline
function isDataCell(node: i32): bool {
  return numberAt(node) == 1;
}

function enterCell(node: i32): void {
  if (!isDataCell(node)) {
    breakFlow(LINE);
    return;
  }
  if (node != parentOf(node) + 1) addTab();
  Flow.inlineDepth++;
}

function breakAround(kind: i32): void {
  if ((kind & Kind.paragraph) != 0) breakFlow(PARAGRAPH);
  else if ((kind & Kind.line) != 0) breakFlow(LINE);
  else if ((kind & Kind.replaced) != 0) Flow.space = true;
}
