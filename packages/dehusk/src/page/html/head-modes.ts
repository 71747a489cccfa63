/** The insertion modes up to the body: initial, before html, before head, in head, after head (13.2.6.4.1 to 6). */
import { Tag, tagSet } from '../names.ts';
import { inBody } from './in-body.ts';
import { inFrameset, startNoscript, startRawText, startTemplate } from './other-modes.ts';
import { type InsertionMode, skipSpace, type TreeBuilder } from './tree-builder.ts';

/** End tags that, before the body, count as content; all others are ignored there. */
const endTagsThatCount = tagSet('head', 'body', 'html', 'br');
const endTagsAfterHead = tagSet('body', 'html', 'br');

/** Text before the head: leading white space is dropped, and the rest goes on in the next mode. */
function passText(builder: TreeBuilder, start: number, end: number, advance: () => InsertionMode): void {
  const at = skipSpace(builder.source, start, end);
  if (at < end) builder.reprocessText(advance(), at, end);
}

/** Text in or after the head: leading white space stays where it is. */
function insertSpaceThenPass(
  builder: TreeBuilder,
  start: number,
  end: number,
  advance: () => InsertionMode,
): void {
  const at = skipSpace(builder.source, start, end);
  if (at > start) builder.insertText(start, at, 0);
  if (at < end) builder.reprocessText(advance(), at, end);
}

export const initial: InsertionMode = {
  name: 'initial',
  text(builder, start, end) {
    passText(builder, start, end, () => withoutDoctype(builder));
  },
  startTag(builder, tag) {
    builder.reprocessStart(withoutDoctype(builder), tag);
  },
  endTag(builder, tag) {
    builder.reprocessEnd(withoutDoctype(builder), tag);
  },
};

function withoutDoctype(builder: TreeBuilder): InsertionMode {
  builder.quirks = true;
  return beforeHtml;
}

export const beforeHtml: InsertionMode = {
  name: 'before html',
  text(builder, start, end) {
    passText(builder, start, end, () => impliedHtml(builder));
  },
  startTag(builder, tag) {
    if (tag === Tag.html) {
      builder.insertRoot();
      builder.mode = beforeHead;
    } else builder.reprocessStart(impliedHtml(builder), tag);
  },
  endTag(builder, tag) {
    if (endTagsThatCount[tag] === 1) builder.reprocessEnd(impliedHtml(builder), tag);
  },
};

function impliedHtml(builder: TreeBuilder): InsertionMode {
  builder.insertImplied(Tag.html);
  return beforeHead;
}

const beforeHead: InsertionMode = {
  name: 'before head',
  text(builder, start, end) {
    passText(builder, start, end, () => impliedHead(builder));
  },
  startTag(builder, tag) {
    if (tag === Tag.html) inBody.startTag(builder, tag);
    else if (tag === Tag.head) {
      builder.head = builder.insertElement(tag);
      builder.mode = inHead;
    } else builder.reprocessStart(impliedHead(builder), tag);
  },
  endTag(builder, tag) {
    if (endTagsThatCount[tag] === 1) builder.reprocessEnd(impliedHead(builder), tag);
  },
};

function impliedHead(builder: TreeBuilder): InsertionMode {
  builder.head = builder.insertImplied(Tag.head);
  return inHead;
}

const voidInHead = tagSet('base', 'basefont', 'bgsound', 'link', 'meta');
const rawInHead = tagSet('title', 'noframes', 'style', 'script');
// biome-ignore format: a list of words
const belongsInHead = tagSet(
  'base', 'basefont', 'bgsound', 'link', 'meta', 'title', 'noframes', 'style', 'script', 'template',
);

/** The start tags that every mode handles "using the rules for in head". */
export function startInHead(builder: TreeBuilder, tag: number): void {
  if (voidInHead[tag] === 1) builder.insertClosedElement(tag);
  else if (rawInHead[tag] === 1) startRawText(builder, tag);
  else if (tag === Tag.template) startTemplate(builder);
}

const inHead: InsertionMode = {
  name: 'in head',
  text(builder, start, end) {
    insertSpaceThenPass(builder, start, end, () => leaveHead(builder));
  },
  startTag(builder, tag) {
    if (tag === Tag.html) inBody.startTag(builder, tag);
    else if (belongsInHead[tag] === 1) startInHead(builder, tag);
    else if (tag === Tag.noscript) startNoscript(builder);
    else if (tag !== Tag.head) builder.reprocessStart(leaveHead(builder), tag);
  },
  endTag(builder, tag) {
    if (tag === Tag.head) builder.mode = leaveHead(builder);
    else if (endTagsAfterHead[tag] === 1) builder.reprocessEnd(leaveHead(builder), tag);
  },
};

function leaveHead(builder: TreeBuilder): InsertionMode {
  builder.open.pop();
  return afterHead;
}

const afterHead: InsertionMode = {
  name: 'after head',
  text(builder, start, end) {
    insertSpaceThenPass(builder, start, end, () => impliedBody(builder));
  },
  startTag(builder, tag) {
    if (tag === Tag.html) inBody.startTag(builder, tag);
    else if (tag === Tag.body) {
      builder.body = builder.insertElement(tag);
      builder.framesetOk = false;
      builder.mode = inBody;
    } else if (tag === Tag.frameset) {
      builder.insertElement(tag);
      builder.mode = inFrameset;
    } else if (belongsInHead[tag] === 1) startInReopenedHead(builder, tag);
    else if (tag !== Tag.head) builder.reprocessStart(impliedBody(builder), tag);
  },
  endTag(builder, tag) {
    if (endTagsAfterHead[tag] === 1) builder.reprocessEnd(impliedBody(builder), tag);
  },
};

/** A script or style between head and body still belongs to the head. */
function startInReopenedHead(builder: TreeBuilder, tag: number): void {
  const { open, head } = builder;
  open.push(head, Tag.head);
  startInHead(builder, tag);
  open.removeAt(open.indexOf(head));
}

function impliedBody(builder: TreeBuilder): InsertionMode {
  builder.body = builder.insertImplied(Tag.body);
  return inBody;
}
