/** The insertion modes up to the body: before html, before head, in head, after head (13.2.6.4.2 to 6). */
import { Tag } from './generated/names';
import { inBodyStart, inBodyText, inBodyEnd } from './in-body';
import { indexOf, pop, push, removeAt } from './open-elements';
import { startNoscript, startRawText, startTemplate } from './other-modes';
import { skipSpace } from './scan';
import { END_BEFORE_BODY, IN_HEAD, isIn } from './tag-sets';
import {
  Builder,
  insertClosedElement,
  insertElement,
  insertImplied,
  insertRoot,
  insertText,
  Mode,
} from './tree-builder';

// Before html

function impliedHtml(): void {
  insertImplied(Tag.html);
  Builder.mode = Mode.beforeHead;
}

export function beforeHtmlText(from: i32, to: i32): void {
  const at = skipSpace(from, to);
  if (at == to) return;
  impliedHtml();
  beforeHeadText(at, to);
}

export function beforeHtmlStart(tag: i32): void {
  if (tag == Tag.html) {
    insertRoot();
    Builder.mode = Mode.beforeHead;
    return;
  }
  impliedHtml();
  beforeHeadStart(tag);
}

export function beforeHtmlEnd(tag: i32): void {
  if (tag != Tag.head && !isIn(END_BEFORE_BODY, tag)) return;
  impliedHtml();
  beforeHeadEnd(tag);
}

// Before head

function impliedHead(): void {
  Builder.head = insertImplied(Tag.head);
  Builder.mode = Mode.inHead;
}

export function beforeHeadText(from: i32, to: i32): void {
  const at = skipSpace(from, to);
  if (at == to) return;
  impliedHead();
  inHeadText(at, to);
}

export function beforeHeadStart(tag: i32): void {
  if (tag == Tag.html) inBodyStart(tag);
  else if (tag == Tag.head) {
    Builder.head = insertElement(tag);
    Builder.mode = Mode.inHead;
  } else {
    impliedHead();
    inHeadStart(tag);
  }
}

export function beforeHeadEnd(tag: i32): void {
  if (tag != Tag.head && !isIn(END_BEFORE_BODY, tag)) return;
  impliedHead();
  inHeadEnd(tag);
}

// In head

function leaveHead(): void {
  pop();
  Builder.mode = Mode.afterHead;
}

/** The start tags that every mode handles "using the rules for in head". */
export function startInHead(tag: i32): void {
  switch (tag) {
    case Tag.base:
    case Tag.basefont:
    case Tag.bgsound:
    case Tag.link:
    case Tag.meta:
      insertClosedElement(tag);
      return;
    case Tag.template:
      startTemplate();
      return;
    default:
      startRawText(tag);
  }
}

/** Leading white space stays where it is. */
export function inHeadText(from: i32, to: i32): void {
  const at = skipSpace(from, to);
  if (at > from) insertText(from, at, 0);
  if (at == to) return;
  leaveHead();
  afterHeadText(at, to);
}

export function inHeadStart(tag: i32): void {
  if (tag == Tag.html) inBodyStart(tag);
  else if (isIn(IN_HEAD, tag)) startInHead(tag);
  else if (tag == Tag.noscript) startNoscript();
  else if (tag != Tag.head) {
    leaveHead();
    afterHeadStart(tag);
  }
}

export function inHeadEnd(tag: i32): void {
  if (tag == Tag.head) leaveHead();
  else if (isIn(END_BEFORE_BODY, tag)) {
    leaveHead();
    afterHeadEnd(tag);
  }
}

// After head

function impliedBody(): void {
  Builder.body = insertImplied(Tag.body);
  Builder.mode = Mode.inBody;
}

export function afterHeadText(from: i32, to: i32): void {
  const at = skipSpace(from, to);
  if (at > from) insertText(from, at, 0);
  if (at == to) return;
  impliedBody();
  inBodyText(at, to);
}

export function afterHeadStart(tag: i32): void {
  if (tag == Tag.html) inBodyStart(tag);
  else if (tag == Tag.body) {
    Builder.body = insertElement(tag);
    Builder.framesetOk = false;
    Builder.mode = Mode.inBody;
  } else if (tag == Tag.frameset) {
    insertElement(tag);
    Builder.mode = Mode.inFrameset;
  } else if (isIn(IN_HEAD, tag)) {
    // A script or style between head and body still belongs to the head.
    push(Builder.head, Tag.head);
    startInHead(tag);
    removeAt(indexOf(Builder.head));
  } else if (tag != Tag.head) {
    impliedBody();
    inBodyStart(tag);
  }
}

export function afterHeadEnd(tag: i32): void {
  if (!isIn(END_BEFORE_BODY, tag)) return;
  impliedBody();
  inBodyEnd(tag);
}
