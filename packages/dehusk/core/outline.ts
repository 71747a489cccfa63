/**
 * The row of a page's segments, each with a few facts, as `detect/adaptive/outline.ts` makes it and by its settings,
 * which the loader hands over. The elements are marked before (`marks.ts`).
 *
 *     at OUTLINE_RULES   256 × u8   by tag: begins a block (1), begins a line (2)
 *                        13 × i32   settings, in the order of `Setting`
 *     at OUTLINE         columns one after the other, each as long as there are segments: hashes, letters, targets
 *                        (f64), characters (u32), joint, place, place of the joint (u16), flags (u8)
 */
import { addLink, beginLinks, roomForAddress } from './addresses';
import {
  DRAFT_FIRST,
  DRAFT_LAST,
  DRAFT_NEXT,
  DRAFT_PREVIOUS,
  DRAFT_TAG,
  DRAFT_END,
  fail,
  FORMATTING,
  I32Column,
  kept,
  NONE,
  NUMBER_OF,
  ORDER,
  OUTLINE,
  OUTLINE_END,
  OUTLINE_RULES,
  Stop,
  tagHashHigh,
  tagHashLow,
  taken,
  U8Column,
} from './columns';
import { Flat, mixHigh, mixLow } from './flatten';
import { writeHashes } from './hashes';
import { marks } from './marks';
import { hashClasses } from './class-hashes';
import { Source } from './source';
import {
  charsOf,
  classOf,
  depthOf,
  endOf,
  firstRowOf,
  lastRowOf,
  nodeOf,
  normalLengthOf,
  normalOf,
  parentOf,
  pathHighOf,
  pathLowOf,
  tagOf,
  textHighOf,
  textLowOf,
} from './table';
import { decode, Normal } from './text';
import { nameOf, valueEnd, valueStart } from './written';

const enum Kind {
  block = 1,
  line = 2,
}

const enum Setting {
  linkTag = 0,
  addressName = 1,
  link = 2,
  withinPage = 3,
  blockStart = 4,
  lineStart = 5,
  linkStart = 6,
  word = 7,
  longestSign = 8,
  leastLetters = 9,
  mostChars = 10,
  placeSteps = 11,
  mostPlaces = 12,
}

@inline
function setting(which: i32): i32 {
  return load<i32>(OUTLINE_RULES + 256 + ((<usize>which) << 2));
}

@inline
function kindOf(tag: i32): i32 {
  return tag < 256 ? <i32>load<u8>(OUTLINE_RULES + <usize>tag) : 0;
}

/** Bytes a segment in all columns. */
const OUTLINE_BYTES: usize = 3 * 8 + 4 + 3 * 2 + 1;

// By node, in columns of the draft: is there text in it, its step, its place.
const holdsText = changetype<U8Column>(DRAFT_TAG);
const stepHigh = changetype<I32Column>(DRAFT_FIRST);
const stepLow = changetype<I32Column>(DRAFT_LAST);
const placeOf = changetype<I32Column>(DRAFT_NEXT);
/** Rows of places by what tells them apart. */
const placeSlots = changetype<I32Column>(DRAFT_PREVIOUS);
/** Places: 2^16 each of path (f64), marks and lower half of the path. */
export const PLACE_PATHS: usize = NUMBER_OF;
export const PLACE_MARKS: usize = NUMBER_OF + 0x80000;
const placeMarks = changetype<I32Column>(PLACE_MARKS);
const placeLow = changetype<I32Column>(NUMBER_OF + 0xc0000);
/** Segments of which only the loader knows whether they have a letter or a digit. */
export const UNDECIDED: usize = FORMATTING;
const undecided = changetype<I32Column>(UNDECIDED);
/** By class attribute. */
const classHigh = changetype<I32Column>(DRAFT_END);
const classLow = changetype<I32Column>(DRAFT_END + 0x80000);

/** By target of links: two nodes at least have one, the link and its text. */
const linkHigh = changetype<I32Column>(ORDER);
const linkLow = changetype<I32Column>(ORDER + 0x80000);

export class Outline {
  static stride: i32 = 0;
  static places: i32 = 0;
  static undecided: i32 = 0;
  static slotMask: u32 = 0;
}

@inline
function stride(): usize {
  return <usize>Outline.stride;
}

@inline
function flagsAt(segment: i32): usize {
  return OUTLINE + stride() * 34 + <usize>segment;
}

@inline
function targetAt(segment: i32): usize {
  return OUTLINE + stride() * 16 + ((<usize>segment) << 3);
}

export function makeOutline(): void {
  Outline.stride = (Flat.segments + 7) & ~7;
  Outline.places = 0;
  Outline.undecided = 0;
  if (<usize>Outline.stride * OUTLINE_BYTES > OUTLINE_END - OUTLINE) fail(Stop.unusual);
  hashClasses(classHigh, classLow);
  findHolders();
  layOutPlaces();
  identify();
  markRuns();
}

// Elements that hold text: a third of a page's or so

function findHolders(): void {
  const nodes = Flat.nodes;
  memory.fill(DRAFT_TAG, 0, <usize>nodes);
  for (let i = 0; i < Flat.segments; i++) {
    for (let node = parentOf(nodeOf(i)); node >= 0 && holdsText[node] == 0; node = parentOf(node)) holdsText[node] = 1;
  }
  for (let node = 0; node < nodes; node++) {
    placeOf[node] = NONE;
    if (holdsText[node] == 0) continue;
    const above = parentOf(node);
    const tag = tagOf(node);
    const list = classOf(node);
    const high = mixHigh(tagHashHigh[tag], classHigh[list]);
    stepHigh[node] = high;
    stepLow[node] = mixLow(tagHashLow[tag], classLow[list], high);
    if (above >= 0) marks[node] = marks[node] | marks[above];
  }
}

// Places: elements with the same last steps and the same marks

/** At least four slots a segment, each of which may bring two places. */
function layOutPlaces(): void {
  const bits: u32 = min<u32>(17, 35 - clz<u32>(<u32>Flat.segments | 7));
  Outline.slotMask = (1 << bits) - 1;
  memory.fill(DRAFT_PREVIOUS, 0, (<usize>1 << bits) << 2);
}

function placeAt(node: i32): i32 {
  if (placeOf[node] >= 0) return placeOf[node];
  let high = <u32>stepHigh[node];
  let low = <u32>stepLow[node];
  let steps = 1;
  for (let above = parentOf(node); above >= 0 && steps < setting(Setting.placeSteps); steps++) {
    high = mixHigh(high, stepHigh[above]);
    low = mixLow(low, stepLow[above], high);
    above = parentOf(above);
  }
  const mark = marks[node];
  let slot = (low ^ (<u32>mark * 0x9e3779b1)) & Outline.slotMask;
  let place = placeSlots[slot] - 1;
  while (place >= 0 && (placeLow[place] != <i32>low || placeMarks[place] != mark)) {
    slot = (slot + 1) & Outline.slotMask;
    place = placeSlots[slot] - 1;
  }
  if (place < 0) {
    // A page of that many places has no design; which ones are one then is not for the core.
    if (Outline.places >= setting(Setting.mostPlaces) - 1) fail(Stop.unusual);
    place = Outline.places++;
    placeSlots[slot] = place + 1;
    placeLow[place] = low;
    placeMarks[place] = mark;
    store<f64>(PLACE_PATHS + ((<usize>place) << 3), wideHash(high, low));
  }
  placeOf[node] = place;
  return place;
}

/** 48 of 64 bits. */
@inline
function wideHash(high: u32, low: u32): f64 {
  return <f64>(high & 0xffff) * 4294967296.0 + <f64>low;
}

// Segments

function identify(): void {
  let previous = 0;
  for (let i = 0; i < Flat.segments; i++) {
    const node = nodeOf(i);
    const at = <usize>i;
    const high = mixHigh(pathHighOf(node), textHighOf(node));
    store<f64>(OUTLINE + (at << 3), wideHash(high, mixLow(pathLowOf(node), textLowOf(node), high)));
    store<f64>(OUTLINE + stride() * 8 + (at << 3), 0);
    store<f64>(targetAt(i), 0);
    store<u32>(OUTLINE + stride() * 24 + (at << 2), charsOf(node));
    store<u8>(flagsAt(i), <u8>(hasWord(i, node) ? setting(Setting.word) : 0));
    // What began before the previous segment and is still open holds both.
    let above = parentOf(node);
    store<u16>(OUTLINE + stride() * 30 + (at << 1), <u16>placeAt(above));
    while (above > previous) above = parentOf(above);
    store<u16>(OUTLINE + stride() * 28 + (at << 1), <u16>depthOf(above));
    store<u16>(OUTLINE + stride() * 32 + (at << 1), <u16>placeAt(above));
    previous = node;
  }
}

/** Long texts have words. Of signs beyond ASCII the loader decides. */
function hasWord(segment: i32, node: i32): bool {
  if (charsOf(node) > setting(Setting.longestSign)) return true;
  const from = Source.arena + <usize>normalOf(node);
  const to = from + <usize>normalLengthOf(node);
  let isAscii = true;
  for (let at = from; at < to; at++) {
    const byte = <i32>load<u8>(at);
    if (<u32>(byte - 0x30) < 10 || <u32>((byte | 0x20) - 0x61) < 26) return true;
    if (byte >= 0x80) isAscii = false;
  }
  if (!isAscii) undecided[Outline.undecided++] = segment;
  return false;
}

// Blocks, lines and links: runs of segments

/** How far the innermost open element of a kind reaches, and those around it on a stack. */
class Open {
  static blockEnd: i32 = 0;
  static blocks: i32 = 0;
  static lineEnd: i32 = 0;
  static lines: i32 = 0;
}

function markRuns(): void {
  Open.blockEnd = i32.MAX_VALUE;
  Open.blocks = 0;
  Open.lineEnd = i32.MAX_VALUE;
  Open.lines = 0;
  const linkTag = setting(Setting.linkTag);
  let node = 0;
  let line = 0;
  let linkEnd = 0;
  let link = 0;
  let linkStart = 0;
  // Of the link that is open: the row of its address while no segment in it was met, and the number of its target.
  let address = NONE;
  let target = 0;
  let targets = 0;
  beginLinks(changetype<usize>(linkHigh), changetype<usize>(linkLow));
  for (let i = 0; i < Flat.segments; i++) {
    let isBlock = i == 0;
    let isLine = i == 0;
    for (const segment = nodeOf(i); node <= segment; node++) {
      while (Open.blockEnd <= node) {
        Open.blockEnd = taken[--Open.blocks];
        isBlock = true;
      }
      while (Open.lineEnd <= node) {
        Open.lineEnd = kept[--Open.lines];
        isLine = true;
      }
      const tag = tagOf(node);
      const kind = kindOf(tag);
      if ((kind & Kind.block) != 0) {
        taken[Open.blocks++] = Open.blockEnd;
        Open.blockEnd = endOf(node);
        isBlock = true;
      }
      if ((kind & Kind.line) != 0) {
        kept[Open.lines++] = Open.lineEnd;
        Open.lineEnd = endOf(node);
        isLine = true;
      }
      // Scripts and misnested tables put links into links; the outer one lasts longer.
      if (tag != linkTag || node < linkEnd) continue;
      linkEnd = endOf(node);
      address = addressRow(node);
      target = 0;
      link = setting(Setting.link) | (leadsWithinPage(address) ? setting(Setting.withinPage) : 0);
      linkStart = setting(Setting.linkStart);
    }
    let flags = <i32>load<u8>(flagsAt(i));
    if (isBlock) flags |= setting(Setting.blockStart);
    if (isLine) {
      flags |= setting(Setting.lineStart);
      if (i > 0) hashLetters(line, i);
      line = i;
    }
    // The segment itself is what the nodes are behind now.
    if (node - 1 < linkEnd) {
      flags |= link | linkStart;
      linkStart = 0;
      if (address != NONE && addLink(valueStart(address), valueEnd(address), highAt(targets))) target = ++targets;
      address = NONE;
      store<i32>(targetAt(i), target);
    }
    store<u8>(flagsAt(i), <u8>flags);
  }
  if (Flat.segments > 0) hashLetters(line, Flat.segments);
  writeTargets();
}

/** In place of the numbers of the links. */
function writeTargets(): void {
  writeHashes();
  for (let i = 0; i < Flat.segments; i++) {
    const target = load<i32>(targetAt(i)) - 1;
    if (target >= 0) store<f64>(targetAt(i), wideHash(linkHigh[target], linkLow[target]));
  }
}

/** The row of a link's address; −1 if it has none. */
function addressRow(link: i32): i32 {
  const end = lastRowOf(link);
  for (let row = firstRowOf(link); row < end; row++) if (nameOf(row) == setting(Setting.addressName)) return row;
  return NONE;
}

/** Does the address begin with `#`, white space apart? */
function leadsWithinPage(row: i32): bool {
  if (row == NONE) return false;
  let from = valueStart(row);
  let to = valueEnd(row);
  if (from == to) return false;
  const first = <i32>load<u8>(from);
  if (first > 0x20 && first < 0x7f && first != 0x26) return first == 0x23;
  const room = roomForAddress();
  to = decode(from, to, room, false, true);
  from = room;
  for (let length = spaceLength(from, to); length > 0; length = spaceLength(from, to)) from += <usize>length;
  return from < to && load<u8>(from) == 0x23;
}

@inline
function highAt(target: i32): usize {
  return changetype<usize>(linkHigh) + ((<usize>target) << 2);
}

/** Bytes of the white space that stands there, as JavaScript has it; 0 for anything else. */
function spaceLength(at: usize, to: usize): i32 {
  if (at >= to) return 0;
  const byte = <i32>load<u8>(at);
  if (byte < 0x80) return byte == 0x20 || <u32>(byte - 9) < 5 ? 1 : 0;
  if (byte == 0xc2) return load<u8>(at, 1) == 0xa0 ? 2 : 0;
  if (byte < 0xe1 || byte > 0xef) return 0;
  const code = ((byte & 15) << 12) | ((<i32>load<u8>(at, 1) & 63) << 6) | (<i32>load<u8>(at, 2) & 63);
  const isSpace =
    code == 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code == 0x2028 ||
    code == 0x2029 ||
    code == 0x202f ||
    code == 0x205f ||
    code == 0x3000 ||
    code == 0xfeff;
  return isSpace ? 3 : 0;
}

// Lines by their letters alone

class Letters {
  static high: i32 = 0;
  static low: i32 = 0;
  static count: i32 = 0;
}

/** Of the segments of a line; none of a short one, or of one of a paragraph's length. */
function hashLetters(from: i32, to: i32): void {
  let chars = 0;
  for (let i = from; i < to; i++) chars += charsOf(nodeOf(i));
  const least = setting(Setting.leastLetters);
  if (chars < least || chars > setting(Setting.mostChars)) return;
  let block = parentOf(nodeOf(from));
  while (block > 0 && (kindOf(tagOf(block)) & Kind.line) == 0) block = parentOf(block);
  const high = mixHigh(pathHighOf(block), Normal.key0);
  Letters.high = high;
  Letters.low = mixLow(pathLowOf(block), Normal.key1, high);
  Letters.count = 0;
  for (let i = from; i < to; i++) addLetters(nodeOf(i));
  if (Letters.count < least) return;
  const mixed = <u32>Letters.high ^ (<u32>Letters.high >>> 16);
  store<f64>(OUTLINE + stride() * 8 + ((<usize>from) << 3), wideHash(mixed, Letters.low));
}

function addLetters(node: i32): void {
  let at = Source.arena + <usize>normalOf(node);
  const to = at + <usize>normalLengthOf(node);
  let high = Letters.high;
  let low = Letters.low;
  let count = Letters.count;
  while (at < to) {
    const byte = <i32>load<u8>(at);
    let letter: i32;
    if (byte < 0x80) {
      // Without a branch: where words end cannot be foretold.
      at++;
      letter = byte | 0x20;
      const isLetter = <u32>(letter - 0x61) < 26;
      count += <i32>isLetter;
      high = select(high * 31 + letter, high, isLetter);
      low = select(mixLetter(low, letter), low, isLetter);
      continue;
    } else if (byte < 0xe0) {
      letter = ((byte & 31) << 6) | (<i32>load<u8>(at, 1) & 63);
      at += 2;
      if (!isLetterUnit(letter)) continue;
    } else if (byte < 0xf0) {
      letter = ((byte & 15) << 12) | ((<i32>load<u8>(at, 1) & 63) << 6) | (<i32>load<u8>(at, 2) & 63);
      at += 3;
      if (!isLetterUnit(letter)) continue;
    } else {
      // Both units of a pair count as letters.
      const code =
        (((byte & 7) << 18) |
          ((<i32>load<u8>(at, 1) & 63) << 12) |
          ((<i32>load<u8>(at, 2) & 63) << 6) |
          (<i32>load<u8>(at, 3) & 63)) -
        0x10000;
      const first = 0xd800 | (code >> 10);
      letter = 0xdc00 | (code & 0x3ff);
      at += 4;
      count++;
      high = high * 31 + first;
      low = mixLetter(low, first);
    }
    count++;
    high = high * 31 + letter;
    low = mixLetter(low, letter);
  }
  Letters.high = high;
  Letters.low = low;
  Letters.count = count;
}

@inline
function mixLetter(low: i32, letter: i32): i32 {
  const mixed = (low ^ letter) * <i32>0x9e3779b1;
  return mixed ^ (mixed >>> 15);
}

/** A unit beyond ASCII is a letter unless it is a sign as far as units tell. */
@inline
function isLetterUnit(unit: i32): bool {
  const isSign = unit < 0xc0 || (unit >= 0x2000 && unit < 0x2070) || (unit >= 0x3000 && unit < 0x3040);
  return !isSign && unit < 0xfe00;
}
