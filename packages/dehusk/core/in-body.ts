/**
 * The insertion mode "in body" (13.2.6.4.7), in the order of the standard's section. Tags that it treats alike share
 * an action; two tables say which tag has which.
 */
import { Flag, NONE, topmost } from './columns';
import { detach } from './draft';
import { adoptionAgency, clearToMarker, lastOfTag, pushFormatting, pushMarker, removeListed } from './formatting';
import { Tag } from './generated/names';
import { startInHead } from './head-modes';
import {
  generateImpliedEndTags,
  indexOf,
  inScope,
  isHtmlAt,
  isSpecialAt,
  nodeAt,
  nodeInScope,
  Open,
  openTagAt,
  pop,
  popThrough,
  popTo,
  removeAt,
  Scope,
  specialAtOrBelow,
  topTag,
} from './open-elements';
import { startNoscript, startRawText } from './other-modes';
import { skipSpace } from './scan';
import { CLOSABLE_ACROSS, HEADING, isIn } from './tag-sets';
import {
  Builder,
  closeParagraph,
  insertClosedElement,
  insertElement,
  insertForeignElement,
  insertImplied,
  insertText,
  lendAttributes,
  Mode,
  reconstructFormatting,
  Token,
} from './tree-builder';

export function inBodyText(from: i32, to: i32): void {
  reconstructFormatting();
  insertText(from, to, topTag() == Tag.plaintext ? Flag.literal : 0);
  if (Builder.framesetOk && skipSpace(from, to) < to) Builder.framesetOk = false;
}

const enum Start {
  other,
  html,
  inHead,
  body,
  frameset,
  block,
  heading,
  preformatted,
  form,
  item,
  definition,
  button,
  anchor,
  formatting,
  nobr,
  withMarker,
  table,
  voidInline,
  image,
  voidPlain,
  rule,
  rawText,
  rawTextBlock,
  noscript,
  select,
  option,
  ruby,
  foreign,
  ignored,
}

const enum End {
  other,
  body,
  block,
  paragraph,
  form,
  item,
  definition,
  heading,
  formatting,
  withMarker,
  lineBreak,
  ignored,
}

/** Actions of start and end tags by tag; invented names have the first. */
const startActions = memory.data(256);
const endActions = memory.data(256);

function act(actions: usize, action: i32, list: usize): void {
  for (let at = list; load<i32>(at) != 0; at += 4) store<u8>(actions + <usize>load<i32>(at), <u8>action);
}

@inline
function actionOf(actions: usize, tag: i32): i32 {
  return tag < 256 ? <i32>load<u8>(actions + <usize>tag) : 0;
}

// biome-ignore format: lists of words
export function makeActions(): void {
  const blocks = memory.data<i32>([
    Tag.address, Tag.article, Tag.aside, Tag.blockquote, Tag.center, Tag.details, Tag.dialog, Tag.dir, Tag.div, Tag.dl,
    Tag.fieldset, Tag.figcaption, Tag.figure, Tag.footer, Tag.header, Tag.hgroup, Tag.main, Tag.menu, Tag.nav, Tag.ol,
    Tag.p, Tag.search, Tag.section, Tag.summary, Tag.ul, 0,
  ]);
  const headings = memory.data<i32>([Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6, 0]);
  const formatting = memory.data<i32>([
    Tag.b, Tag.big, Tag.code, Tag.em, Tag.font, Tag.i, Tag.s, Tag.small, Tag.strike, Tag.strong, Tag.tt, Tag.u, 0,
  ]);
  const objects = memory.data<i32>([Tag.applet, Tag.marquee, Tag.object, 0]);
  const definitions = memory.data<i32>([Tag.dd, Tag.dt, 0]);

  act(startActions, Start.html, memory.data<i32>([Tag.html, 0]));
  act(startActions, Start.inHead, memory.data<i32>([
    Tag.base, Tag.basefont, Tag.bgsound, Tag.link, Tag.meta, Tag.noframes, Tag.script, Tag.style, Tag.template,
    Tag.title, 0,
  ]));
  act(startActions, Start.body, memory.data<i32>([Tag.body, 0]));
  act(startActions, Start.frameset, memory.data<i32>([Tag.frameset, 0]));
  act(startActions, Start.block, blocks);
  act(startActions, Start.heading, headings);
  act(startActions, Start.preformatted, memory.data<i32>([Tag.pre, Tag.listing, 0]));
  act(startActions, Start.form, memory.data<i32>([Tag.form, 0]));
  act(startActions, Start.item, memory.data<i32>([Tag.li, 0]));
  act(startActions, Start.definition, definitions);
  act(startActions, Start.block, memory.data<i32>([Tag.plaintext, 0]));
  act(startActions, Start.button, memory.data<i32>([Tag.button, 0]));
  act(startActions, Start.anchor, memory.data<i32>([Tag.a, 0]));
  act(startActions, Start.formatting, formatting);
  act(startActions, Start.nobr, memory.data<i32>([Tag.nobr, 0]));
  act(startActions, Start.withMarker, objects);
  act(startActions, Start.table, memory.data<i32>([Tag.table, 0]));
  act(startActions, Start.voidInline, memory.data<i32>([
    Tag.area, Tag.br, Tag.embed, Tag.img, Tag.keygen, Tag.wbr, Tag.input, 0,
  ]));
  act(startActions, Start.image, memory.data<i32>([Tag.image, 0]));
  act(startActions, Start.voidPlain, memory.data<i32>([Tag.param, Tag.source, Tag.track, 0]));
  act(startActions, Start.rule, memory.data<i32>([Tag.hr, 0]));
  act(startActions, Start.rawText, memory.data<i32>([Tag.textarea, Tag.iframe, Tag.noembed, 0]));
  act(startActions, Start.rawTextBlock, memory.data<i32>([Tag.xmp, 0]));
  act(startActions, Start.noscript, memory.data<i32>([Tag.noscript, 0]));
  act(startActions, Start.select, memory.data<i32>([Tag.select, 0]));
  act(startActions, Start.option, memory.data<i32>([Tag.optgroup, Tag.option, 0]));
  act(startActions, Start.ruby, memory.data<i32>([Tag.rb, Tag.rtc, Tag.rp, Tag.rt, 0]));
  act(startActions, Start.foreign, memory.data<i32>([Tag.svg, Tag.math, 0]));
  act(startActions, Start.ignored, memory.data<i32>([
    Tag.caption, Tag.col, Tag.colgroup, Tag.frame, Tag.head, Tag.tbody, Tag.td, Tag.tfoot, Tag.th, Tag.thead, Tag.tr, 0,
  ]));

  act(endActions, End.body, memory.data<i32>([Tag.body, Tag.html, 0]));
  act(endActions, End.block, blocks);
  act(endActions, End.block, memory.data<i32>([Tag.button, Tag.listing, Tag.pre, 0]));
  act(endActions, End.paragraph, memory.data<i32>([Tag.p, 0]));
  act(endActions, End.form, memory.data<i32>([Tag.form, 0]));
  act(endActions, End.item, memory.data<i32>([Tag.li, 0]));
  act(endActions, End.definition, definitions);
  act(endActions, End.heading, headings);
  act(endActions, End.formatting, formatting);
  act(endActions, End.formatting, memory.data<i32>([Tag.a, Tag.nobr, 0]));
  act(endActions, End.withMarker, objects);
  act(endActions, End.lineBreak, memory.data<i32>([Tag.br, 0]));
  act(endActions, End.ignored, memory.data<i32>([Tag.template, 0]));
}

// Start tags

export function inBodyStart(tag: i32): void {
  switch (actionOf(startActions, tag)) {
    case Start.other: return otherStart(tag);
    case Start.html: return lendAttributes(nodeAt(0));
    case Start.inHead: return startInHead(tag);
    case Start.body: return secondBody();
    case Start.frameset: return framesetInBody();
    case Start.block:
      closeParagraph();
      insertElement(tag);
      return;
    case Start.heading:
      closeParagraph();
      if (isIn(HEADING, topTag())) pop();
      insertElement(tag);
      return;
    case Start.preformatted:
      closeParagraph();
      insertElement(tag);
      Builder.skipLineFeed = true;
      Builder.framesetOk = false;
      return;
    case Start.form:
      if (Builder.form >= 0) return;
      closeParagraph();
      Builder.form = insertElement(tag);
      return;
    case Start.item: return startItem(tag, Tag.li, Tag.li);
    case Start.definition: return startItem(tag, Tag.dd, Tag.dt);
    case Start.button: return startButton();
    case Start.anchor: return startAnchor();
    case Start.formatting:
      reconstructFormatting();
      pushFormatting(insertElement(tag));
      return;
    case Start.nobr: return startNobr();
    case Start.withMarker:
      otherStart(tag);
      pushMarker();
      Builder.framesetOk = false;
      return;
    case Start.table:
      if (!Builder.quirks) closeParagraph();
      insertElement(tag);
      Builder.framesetOk = false;
      Builder.mode = Mode.inTable;
      return;
    case Start.voidInline: return voidInline(tag);
    case Start.image: return voidInline(Tag.img);
    case Start.voidPlain:
      insertClosedElement(tag);
      return;
    case Start.rule:
      closeParagraph();
      insertClosedElement(tag);
      Builder.framesetOk = false;
      return;
    case Start.rawText:
      if (tag == Tag.textarea) Builder.skipLineFeed = true;
      if (tag != Tag.noembed) Builder.framesetOk = false;
      return startRawText(tag);
    case Start.rawTextBlock:
      closeParagraph();
      reconstructFormatting();
      Builder.framesetOk = false;
      return startRawText(tag);
    case Start.noscript: return startNoscript();
    case Start.select: return startSelect();
    case Start.option:
      if (topTag() == Tag.option) pop();
      return otherStart(tag);
    case Start.ruby:
      // `rp` and `rt` may stand in an `rtc`.
      if (inScope(Tag.ruby, Scope.default_)) generateImpliedEndTags(tag == Tag.rp || tag == Tag.rt ? Tag.rtc : NONE);
      insertElement(tag);
      return;
    case Start.foreign:
      reconstructFormatting();
      insertForeignElement(tag, tag == Tag.svg ? Flag.svg : Flag.mathml);
      return;
    default: return;
  }
}

function otherStart(tag: i32): void {
  reconstructFormatting();
  insertElement(tag);
}

function secondBody(): void {
  if (Open.length < 2 || openTagAt(1) != Tag.body) return;
  Builder.framesetOk = false;
  lendAttributes(nodeAt(1));
}

function framesetInBody(): void {
  if (!Builder.framesetOk || Open.length < 2 || openTagAt(1) != Tag.body) return;
  detach(nodeAt(1));
  popTo(1);
  insertElement(Tag.frameset);
  Builder.mode = Mode.inFrameset;
}

/** li, dd, dt: an open item of the same kind ends here, unless a special element stands in between. */
function startItem(tag: i32, kind: i32, otherKind: i32): void {
  Builder.framesetOk = false;
  for (let index = Open.length - 1; index > 0; index--) {
    const openTag = openTagAt(index);
    if ((openTag == kind || openTag == otherKind) && isHtmlAt(index)) {
      generateImpliedEndTags(openTag);
      popThrough(openTag);
      break;
    }
    // What is not special lies between here and the next special element: nothing to ask it.
    if (!isSpecialAt(index)) index = specialAtOrBelow(index) + 1;
    else if (!isIn(CLOSABLE_ACROSS, openTag)) break;
  }
  closeParagraph();
  insertElement(tag);
}

function startButton(): void {
  if (inScope(Tag.button, Scope.default_)) {
    generateImpliedEndTags(NONE);
    popThrough(Tag.button);
  }
  otherStart(Tag.button);
  Builder.framesetOk = false;
}

function startAnchor(): void {
  const earlier = lastOfTag(Tag.a);
  if (earlier >= 0) {
    adoptionAgency(Tag.a);
    removeListed(earlier);
    const index = indexOf(earlier);
    if (index >= 0) removeAt(index);
  }
  reconstructFormatting();
  pushFormatting(insertElement(Tag.a));
}

function startNobr(): void {
  reconstructFormatting();
  if (inScope(Tag.nobr, Scope.default_)) {
    adoptionAgency(Tag.nobr);
    reconstructFormatting();
  }
  pushFormatting(insertElement(Tag.nobr));
}

function voidInline(tag: i32): void {
  reconstructFormatting();
  insertClosedElement(tag);
  Builder.framesetOk = false;
}

function startSelect(): void {
  otherStart(Tag.select);
  Builder.framesetOk = false;
  const mode = Builder.mode;
  // In a table, a select is closed by the tags of the table.
  const inTable =
    mode == Mode.inTable ||
    mode == Mode.inCaption ||
    mode == Mode.inTableBody ||
    mode == Mode.inRow ||
    mode == Mode.inCell;
  Builder.mode = inTable ? Mode.inSelectInTable : Mode.inSelect;
}

// End tags

export function inBodyEnd(tag: i32): void {
  switch (actionOf(endActions, tag)) {
    case End.other: return anyOtherEndTag(tag);
    case End.body:
      if (inScope(Tag.body, Scope.default_)) Builder.mode = Mode.afterBody;
      return;
    case End.block: return endBlock(tag);
    case End.paragraph:
      if (!inScope(Tag.p, Scope.button)) insertImplied(Tag.p);
      return closeParagraph();
    case End.form: return endForm();
    case End.item: return endItem(tag, Scope.listItem);
    case End.definition: return endItem(tag, Scope.default_);
    case End.heading: return endHeading();
    case End.formatting: return adoptionAgency(tag);
    case End.withMarker:
      if (!inScope(tag, Scope.default_)) return;
      endBlock(tag);
      return clearToMarker();
    case End.lineBreak:
      // `</br>` is a line break.
      Token.attributes = 0;
      return voidInline(Tag.br);
    default: return;
  }
}

function endBlock(tag: i32): void {
  if (!inScope(tag, Scope.default_)) return;
  generateImpliedEndTags(NONE);
  popThrough(tag);
}

function endForm(): void {
  const node = Builder.form;
  Builder.form = NONE;
  if (node < 0 || !nodeInScope(node, Scope.default_)) return;
  generateImpliedEndTags(NONE);
  removeAt(indexOf(node));
}

function endItem(tag: i32, scope: i32): void {
  if (!inScope(tag, scope)) return;
  generateImpliedEndTags(tag);
  popThrough(tag);
}

function endHeading(): void {
  let entry = -1;
  for (let tag: i32 = Tag.h1; tag <= Tag.h6; tag++) {
    if (inScope(tag, Scope.default_) && topmost[tag] > entry) entry = topmost[tag];
  }
  if (entry < 0) return;
  generateImpliedEndTags(NONE);
  popTo(entry);
}

/** "Any other end tag" in body: closes the nearest element of that tag, unless a special element is in between. */
export function anyOtherEndTag(tag: i32): void {
  const entry = topmost[tag];
  if (entry < 0 || entry < specialAtOrBelow(Open.length - 1)) return;
  generateImpliedEndTags(tag);
  popTo(entry);
}
