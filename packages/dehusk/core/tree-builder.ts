/** Tree construction (13.2.6): the state that all insertion modes share, and the operations they are made of. */
import {
  end,
  Flag,
  flags,
  lastChild,
  NONE,
  parent,
  previous,
  SOURCE,
  start,
  tag,
  TEXT,
  topmost,
} from './columns';
import { addNode, append, Draft, hasChildAfter, insertBefore, isText } from './draft';
import { entryIsMarker, Formatting, replaceAt } from './formatting';
import { Tag } from './generated/names';
import {
  generateImpliedEndTags,
  indexOf,
  inScope,
  nodeAt,
  Open,
  pop,
  popThrough,
  popTo,
  push,
  Scope,
  top,
  topTag,
} from './open-elements';
import { isBlank } from './scan';
import { addPart, partAt } from './source';
import { FOSTERING, isIn } from './tag-sets';
import { listed } from './columns';

export const enum Mode {
  initial,
  beforeHtml,
  beforeHead,
  inHead,
  afterHead,
  inBody,
  text,
  inTable,
  inCaption,
  inColumnGroup,
  inTableBody,
  inRow,
  inCell,
  inSelect,
  inSelectInTable,
  afterBody,
  inFrameset,
  afterFrameset,
}

export class Builder {
  static mode: i32 = 0;
  /** Where to return to from raw text. */
  static originalMode: i32 = 0;
  static head: i32 = 0;
  static body: i32 = 0;
  static form: i32 = 0;
  static framesetOk: bool = false;
  static quirks: bool = false;
  static fosterParenting: bool = false;
  /** The next line feed is dropped: it is the first character of a pre, listing or textarea. */
  static skipLineFeed: bool = false;
  /** Open templates whose content is passed over. */
  static templateDepth: i32 = 0;
  /** The noscript that is open, and where its content begins. */
  static noscript: i32 = NONE;
  static noscriptStart: i32 = 0;
  /** How long all texts in noscript are, at least as long as what they show. */
  static textInNoscript: i32 = 0;
  /** What is in a noscript of the body is a part of the page. */
  static opensNoscript: bool = false;
  /** Characters met directly in a table, until it is known whether they are white space only. */
  static tableTextStart: i32 = 0;
  static tableTextEnd: i32 = 0;
}

/** The start tag being processed. */
export class Token {
  /** The number of the tag; 0 if it has no attributes. */
  static attributes: i32 = 0;
  static selfClosing: bool = false;
}

export function resetBuilder(): void {
  popTo(0);
  Formatting.length = 0;
  Draft.count = 0;
  Draft.blanks = 0;
  Draft.moved = false;
  Builder.mode = Mode.initial;
  Builder.originalMode = Mode.initial;
  Builder.head = NONE;
  Builder.body = NONE;
  Builder.form = NONE;
  Builder.framesetOk = true;
  Builder.quirks = false;
  Builder.fosterParenting = false;
  Builder.skipLineFeed = false;
  Builder.templateDepth = 0;
  Builder.noscript = NONE;
  Builder.textInNoscript = 0;
  Builder.tableTextStart = NONE;
}

// Elements

/** Makes an element of the current token, puts it in its place and opens it. */
export function insertElement(tagNumber: i32): i32 {
  const node = addNode(tagNumber, Token.attributes, 0, 0);
  place(node, top());
  push(node, tagNumber);
  return node;
}

export function insertForeignElement(tagNumber: i32, namespaceFlag: i32): void {
  const node = addNode(tagNumber, Token.attributes, 0, namespaceFlag);
  place(node, top());
  if (!Token.selfClosing) push(node, tagNumber);
}

/** An element that is not left open: void, or with content that is passed over. */
export function insertClosedElement(tagNumber: i32): i32 {
  const node = addNode(tagNumber, Token.attributes, 0, 0);
  place(node, top());
  return node;
}

/** An element that the author left out. */
export function insertImplied(tagNumber: i32): i32 {
  const node = addNode(tagNumber, 0, 0, 0);
  if (Open.length > 0) place(node, top());
  push(node, tagNumber);
  return node;
}

export function insertRoot(): void {
  push(addNode(Tag.html, Token.attributes, 0, 0), Tag.html);
}

/** A second `<html>` or `<body>` lends its attributes to an element that has none. */
export function lendAttributes(node: i32): void {
  if (start[node] == 0) start[node] = Token.attributes;
}

export function clone(element: i32): i32 {
  return addNode(tag[element], start[element], end[element], 0);
}

/** "The appropriate place for inserting a node" (13.2.6.1), with foster parenting. */
@inline
export function place(node: i32, target: i32): void {
  if (!Builder.fosterParenting || !isIn(FOSTERING, tag[target])) append(target, node);
  else placeOutside(node);
}

function placeOutside(node: i32): void {
  const table = topmost[Tag.table];
  if (table < 0) append(nodeAt(0), node);
  else if (parent[nodeAt(table)] != NONE) insertBefore(nodeAt(table), node);
  else append(nodeAt(table - 1), node);
  Draft.moved = true;
}

/** At the end of the input: an empty page still has html, head and body. */
export function ensureBody(): void {
  if (Draft.count == 0) insertImplied(Tag.html);
  popTo(1);
  if (Builder.head == NONE) {
    Builder.head = insertImplied(Tag.head);
    pop();
  }
  // A frameset, or a body that was taken away for one, leaves no body to supply.
  if (Builder.body == NONE && !hasChildAfter(Builder.head)) Builder.body = insertImplied(Tag.body);
}

// Text

export function insertText(from: i32, to: i32, flag: i32): void {
  const target = top();
  let neighbour = lastChild[target];
  if (Builder.fosterParenting && isIn(FOSTERING, topTag())) neighbour = fosterNeighbour();
  if (isText(neighbour) && (flags[neighbour] & Flag.sealed) == 0) {
    joinText(neighbour, from, to);
    return;
  }
  place(addText(from, to, flag), target);
}

function addText(from: i32, to: i32, flag: i32): i32 {
  const blank = isBlank(SOURCE + <usize>from, SOURCE + <usize>to);
  if (blank) Draft.blanks++;
  return addNode(TEXT, from, to, blank ? flag | Flag.blank : flag);
}

function fosterNeighbour(): i32 {
  const table = topmost[Tag.table];
  if (table < 0) return lastChild[nodeAt(0)];
  const node = nodeAt(table);
  return parent[node] == NONE ? lastChild[nodeAt(table - 1)] : previous[node];
}

function joinText(node: i32, from: i32, to: i32): void {
  if ((flags[node] & Flag.blank) != 0) {
    flags[node] = flags[node] & ~Flag.blank;
    Draft.blanks--;
  }
  if ((flags[node] & Flag.joined) != 0) {
    const last = partAt(end[node]);
    if (load<i32>(last, 4) == from) {
      store<i32>(last, to, 4);
      return;
    }
    const part = addPart(from, to);
    store<i32>(last, part, 8);
    end[node] = part;
  } else if (end[node] == from) end[node] = to;
  else {
    const first = addPart(start[node], end[node]);
    const second = addPart(from, to);
    store<i32>(partAt(first), second, 8);
    start[node] = first;
    end[node] = second;
    flags[node] = flags[node] | Flag.joined;
  }
}

/** A comment between two texts keeps them apart. */
export function sealText(): void {
  if (Open.length == 0) return;
  const last = lastChild[top()];
  if (isText(last)) flags[last] = flags[last] | Flag.sealed;
}

// Steps that many modes share

export function closeParagraph(): void {
  if (!inScope(Tag.p, Scope.button)) return;
  generateImpliedEndTags(Tag.p);
  popThrough(Tag.p);
}

/** 13.2.4.3: opens again what was closed by force. */
@inline
export function reconstructFormatting(): void {
  const index = Formatting.length - 1;
  if (index >= 0 && !isOpenOrMarker(index)) reconstructFrom(index);
}

function reconstructFrom(last: i32): void {
  let index = last;
  while (index > 0 && !isOpenOrMarker(index - 1)) index--;
  for (; index < Formatting.length; index++) {
    const copy = clone(listed[index]);
    place(copy, top());
    push(copy, tag[copy]);
    replaceAt(index, copy);
  }
}

function isOpenOrMarker(index: i32): bool {
  return entryIsMarker(index) || indexOf(listed[index]) >= 0;
}

@inline
export function isForeign(node: i32): bool {
  return (flags[node] & Flag.foreign) != 0;
}
