/**
 * Lines of text out of a flow of words, spaces and breaks, as `Flow` of `output/flow.ts` makes them for plain text:
 * spaces, breaks and list markers are held back until a word follows. Everything is written once, where it stays.
 */
import { DRAFT_END, fail, SIGNS, Stop } from './columns';
import { copyOver } from './scan';
import { Source } from './source';

export const LINE: i32 = 1;
export const PARAGRAPH: i32 = 2;

const MAX_INDENT_DEPTH: i32 = 24;

// In a column of the draft, which is free by now: the marker, held spaces, and the open containers.
const MARKER: usize = DRAFT_END;
/** Twenty-four markers of at most eleven bytes, behind as much indent. */
const MARKER_BYTES: i32 = 0x400;
const HELD: usize = DRAFT_END + 0x400;
const HELD_BYTES: i32 = 0x8000;
const CONTAINERS: usize = DRAFT_END + 0x10000;

export class Flow {
  static start: usize = 0;
  static out: usize = 0;
  /** Nothing is written behind it. */
  static limit: usize = 0;
  /** Bytes of the line. */
  static line: i32 = 0;
  /** Spaces before each line. */
  static indent: i32 = 0;
  /** Bytes that take the place of the indent in the next line, once; -1 if there are none. */
  static marker: i32 = -1;
  static containers: i32 = 0;
  static breaks: i32 = 0;
  static space: bool = false;
  /** Tabs that go between what was written and the next word. */
  static tabs: i32 = 0;
  static held: i32 = 0;
  static inlineDepth: i32 = 0;
  /** Where the line under way began, with what is before its first word; and what was held back then. */
  static lineAt: usize = 0;
  static lineMarker: i32 = -1;
  static lineBreaks: i32 = 0;
  /** The line has more than signs. */
  static saysSomething: bool = false;
}

export function beginFlow(): void {
  Flow.start = Source.written;
  Flow.out = Source.written;
  Flow.limit = Source.written + Source.writtenRoom;
  Flow.line = 0;
  Flow.indent = 0;
  Flow.marker = -1;
  Flow.containers = 0;
  Flow.breaks = 0;
  Flow.space = false;
  Flow.tabs = 0;
  Flow.held = 0;
  Flow.inlineDepth = 0;
  Flow.saysSomething = false;
}

export function endFlow(): void {
  if (Flow.inlineDepth == 0) takeBackSigns();
}

/** What does not fit is left to the other writer. */
@inline
function room(length: i32): void {
  if (Flow.out + <usize>length > Flow.limit) fail(Stop.unusual);
}

@inline
function fill(byte: u8, count: i32): void {
  room(count);
  for (let at = 0; at < count; at += 16) v128.store(Flow.out + <usize>at, i8x16.splat(byte));
  Flow.out += <usize>count;
}

/** Copies bytes into the line. */
export function put(from: usize, length: i32): void {
  room(length);
  copyOver(Flow.out, from, <usize>length);
  Flow.out += <usize>length;
  Flow.line += length;
}

/** A place for `length` bytes of the line, which are then written by hand. */
export function reserve(length: i32): usize {
  room(length);
  return Flow.out;
}

export function startWord(): void {
  if (Flow.breaks > 0) Flow.line = 0;
  Flow.held = 0;
  if (Flow.line == 0) {
    Flow.lineAt = Flow.out;
    Flow.lineMarker = Flow.marker;
    Flow.lineBreaks = Flow.breaks;
    Flow.saysSomething = false;
    if (Flow.out != Flow.start) fill(0x0a, max(1, Flow.breaks));
    if (Flow.marker >= 0) {
      room(Flow.marker);
      copyOver(Flow.out, MARKER, <usize>Flow.marker);
      Flow.out += <usize>Flow.marker;
    } else fill(0x20, Flow.indent);
    Flow.marker = -1;
    Flow.breaks = 0;
  }
  if (Flow.tabs > 0) {
    fill(0x09, Flow.tabs);
    Flow.line += Flow.tabs;
    Flow.saysSomething = true;
  } else if (Flow.space && Flow.line > 0) {
    fill(0x20, 1);
    Flow.line++;
  }
  Flow.tabs = 0;
  Flow.space = false;
}

export function breakFlow(strength: i32): void {
  if (Flow.inlineDepth > 0) {
    Flow.space = true;
    return;
  }
  takeBackSigns();
  // Between a marker and the first word behind it nothing breaks.
  if (Flow.marker >= 0) return;
  // Line ends of verbatim text may have added up to more than a paragraph.
  Flow.breaks = max(min(Flow.breaks, PARAGRAPH), strength);
  Flow.held = 0;
  Flow.space = false;
  Flow.tabs = 0;
}

/** As if the line under way had not been begun, where it says nothing. What its marker was is still in its place. */
function takeBackSigns(): void {
  if (Flow.line == 0 || Flow.saysSomething) return;
  Flow.out = Flow.lineAt;
  Flow.line = 0;
  Flow.marker = Flow.lineMarker;
  Flow.breaks = Flow.lineBreaks;
}

/** Words that come into the line: do they say something, or are they signs alone? */
export function noteSigns(from: usize, to: usize): void {
  for (let at = from; at < to && !Flow.saysSomething; ) {
    const byte = <i32>load<u8>(at);
    if (byte < 0x80) {
      Flow.saysSomething = !isSign(byte);
      at++;
    } else if (byte < 0xe0) {
      Flow.saysSomething = !isSign(((byte & 0x1f) << 6) | (<i32>load<u8>(at, 1) & 0x3f));
      at += 2;
    } else {
      const code = ((byte & 0x0f) << 12) | ((<i32>load<u8>(at, 1) & 0x3f) << 6) | (<i32>load<u8>(at, 2) & 0x3f);
      Flow.saysSomething = byte >= 0xf0 || !isSign(code);
      at += 3;
    }
  }
}

/** Which characters are, `output/flow.ts` knows, and the loader hands it over. */
@inline
function isSign(code: i32): bool {
  return ((<i32>load<u8>(SIGNS + (<usize>code >> 3)) >> (code & 7)) & 1) != 0;
}

export function tightBreak(): void {
  breakFlow(LINE);
  Flow.breaks = min(Flow.breaks, LINE);
}

export function lineBreak(): void {
  breakFlow(Flow.breaks == 0 ? LINE : PARAGRAPH);
}

export function addTab(): void {
  Flow.tabs++;
  Flow.space = false;
}

// Containers: 8 bytes each, the indent and the marker before it

/** A list item: its first line begins with the marker, the others with as many spaces. */
export function enterContainer(marker: usize, length: i32): void {
  const at = CONTAINERS + ((<usize>Flow.containers) << 3);
  const added = Flow.containers >= MAX_INDENT_DEPTH ? 0 : length;
  store<i32>(at, Flow.indent);
  store<i32>(at, Flow.marker, 4);
  Flow.containers++;
  // What must stay in one line has no items.
  if (Flow.inlineDepth > 0) return;
  if (Flow.marker < 0) {
    memory.fill(MARKER, 0x20, <usize>Flow.indent);
    Flow.marker = Flow.indent;
  }
  assert(Flow.marker + added <= MARKER_BYTES);
  memory.copy(MARKER + <usize>Flow.marker, marker, <usize>added);
  Flow.marker += added;
  Flow.indent += added;
}

/** Returns whether anything was written inside. */
export function leaveContainer(): bool {
  if (Flow.inlineDepth == 0) takeBackSigns();
  Flow.containers--;
  const at = CONTAINERS + ((<usize>Flow.containers) << 3);
  const isEmpty = Flow.marker >= 0;
  // Markers only grow, so what was there before is the beginning of what is there now.
  if (isEmpty) Flow.marker = load<i32>(at, 4);
  Flow.indent = load<i32>(at);
  return !isEmpty;
}

// Text in which white space and line ends count

/** Lines without a character lose their white space. */
export function verbatim(from: usize, to: usize): void {
  let start = from;
  for (;;) {
    let end = start;
    while (end < to && load<u8>(end) != 0x0a && load<u8>(end) != 0x0d) end++;
    verbatimLine(start, end);
    if (end >= to) return;
    start = end + (load<u8>(end) == 0x0d && end + 1 < to && load<u8>(end, 1) == 0x0a ? 2 : 1);
    Flow.held = 0;
    if (Flow.line > 0) Flow.breaks++;
  }
}

function verbatimLine(from: usize, to: usize): void {
  const length = <i32>(to - from);
  if (isBlank(from, to)) {
    if (Flow.line > 0 && Flow.breaks == 0) put(from, length);
    else {
      if (Flow.held + length > HELD_BYTES) fail(Stop.unusual);
      memory.copy(HELD + <usize>Flow.held, from, <usize>length);
      Flow.held += length;
    }
    return;
  }
  const held = Flow.held;
  startWord();
  Flow.saysSomething = true;
  put(HELD, held);
  put(from, length);
}

/** Nothing but what `trim` of JavaScript takes away. */
function isBlank(from: usize, to: usize): bool {
  let at = from;
  while (at < to) {
    const byte = <i32>load<u8>(at);
    if (byte == 0x20 || <u32>(byte - 9) < 5) {
      at++;
      continue;
    }
    if (byte == 0xc2 && load<u8>(at, 1) == 0xa0) {
      at += 2;
      continue;
    }
    if (byte < 0xe1) return false;
    const rest = (<i32>load<u8>(at, 1) << 8) | <i32>load<u8>(at, 2);
    const isSpace =
      (byte == 0xe1 && rest == 0x9a80) ||
      (byte == 0xe2 && (<u32>(rest - 0x8080) < 11 || rest == 0x80a8 || rest == 0x80a9 || rest == 0x80af || rest == 0x819f)) ||
      (byte == 0xe3 && rest == 0x8080) ||
      (byte == 0xef && rest == 0xbbbf);
    if (!isSpace) return false;
    at += 3;
  }
  return true;
}
