/**
 * The small insertion modes: text (13.2.6.4.8), in select, after body (13.2.6.4.19) and those of framesets; and SVG and
 * MathML inside HTML (13.2.6.5).
 */
import { hasFontAttribute, saysHtml } from './attributes';
import { Flag, flags, NONE, RAW_CONTENT, start, tag as tagOf } from './columns';
import { Tag } from './generated/names';
import { startInHead } from './head-modes';
import { inBodyEnd, inBodyStart, inBodyText } from './in-body';
import { endToken, startToken } from './modes';
import { isHtmlAt, isOpen, Open, openTagAt, pop, popThrough, popTo, top, topTag } from './open-elements';
import { skipSpace } from './scan';
import { resetMode } from './table-modes';
import { BREAKS_OUT, isIn, MATHML_TEXT, RAW_CONTENT_TAG, SVG_SPECIAL, TABLE_TAG } from './tag-sets';
import {
  Builder,
  insertClosedElement,
  insertElement,
  insertForeignElement,
  insertText,
  isForeign,
  Mode,
  Token,
} from './tree-builder';

// Text: raw text (script, style …) and escapable raw text (title, textarea); and what is passed over (template, and
// noscript where scripts run).

export class RawContent {
  static count: i32 = 0;
}

export function textModeText(from: i32, to: i32): void {
  if (isIn(RAW_CONTENT_TAG, topTag())) addRawContent(top(), from, to);
  else insertText(from, to, topTag() == Tag.xmp ? Flag.literal : 0);
}

export function textModeEnd(): void {
  pop();
  Builder.mode = Builder.originalMode;
}

/** Opens an element whose content is raw text up to its end tag. */
export function startRawText(tag: i32): void {
  insertElement(tag);
  Builder.originalMode = Builder.mode;
  Builder.mode = Mode.text;
}

export function startTemplate(): void {
  insertClosedElement(Tag.template);
  Builder.templateDepth = 1;
}

/** With scripting on, as in browsers, the content of noscript is raw text; the tokenizer does not know that. */
export function startNoscript(): void {
  Builder.noscript = insertClosedElement(Tag.noscript);
}

/** Its end tag begins at `end`. */
export function endNoscript(end: i32): void {
  if (end > Builder.noscriptStart) addRawContent(Builder.noscript, Builder.noscriptStart, end);
  Builder.noscript = NONE;
}

function addRawContent(node: i32, from: i32, to: i32): void {
  const count = RawContent.count;
  const last = RAW_CONTENT + <usize>(count - 1) * 12;
  if (count > 0 && load<i32>(last) == node) {
    store<i32>(last, to, 8);
    return;
  }
  const row = RAW_CONTENT + <usize>count * 12;
  RawContent.count = count + 1;
  store<i32>(row, node);
  store<i32>(row, from, 4);
  store<i32>(row, to, 8);
}

// In select, and in select in table

export function inSelectStart(tag: i32): void {
  switch (tag) {
    case Tag.option:
    case Tag.optgroup:
    case Tag.hr:
      if (topTag() == Tag.option) pop();
      if (tag != Tag.option && topTag() == Tag.optgroup) pop();
      if (tag == Tag.hr) insertClosedElement(tag);
      else insertElement(tag);
      return;
    case Tag.select: return closeSelect();
    case Tag.input:
    case Tag.keygen:
    case Tag.textarea:
      closeSelect();
      return startToken(tag);
    case Tag.script:
    case Tag.template: return startInHead(tag);
    case Tag.html: return inBodyStart(tag);
    default: return;
  }
}

export function inSelectEnd(tag: i32): void {
  if (tag == Tag.optgroup) {
    if (topTag() == Tag.option && openTagAt(Open.length - 2) == Tag.optgroup) pop();
    if (topTag() == Tag.optgroup) pop();
  } else if (tag == Tag.option) {
    if (topTag() == Tag.option) pop();
  } else if (tag == Tag.select) closeSelect();
}

function closeSelect(): void {
  if (!isOpen(Tag.select)) return;
  popThrough(Tag.select);
  resetMode();
}

export function inSelectInTableStart(tag: i32): void {
  if (!isIn(TABLE_TAG, tag)) return inSelectStart(tag);
  closeSelect();
  startToken(tag);
}

export function inSelectInTableEnd(tag: i32): void {
  if (!isIn(TABLE_TAG, tag)) return inSelectEnd(tag);
  if (!isOpen(tag)) return;
  closeSelect();
  endToken(tag);
}

// After body: whatever still comes belongs to the body. After `</html>` the standard has one mode more, which differs
// for comments only.

export function afterBodyText(from: i32, to: i32): void {
  if (skipSpace(from, to) < to) Builder.mode = Mode.inBody;
  inBodyText(from, to);
}

export function afterBodyStart(tag: i32): void {
  if (tag != Tag.html) Builder.mode = Mode.inBody;
  inBodyStart(tag);
}

export function afterBodyEnd(tag: i32): void {
  if (tag == Tag.html) return;
  Builder.mode = Mode.inBody;
  inBodyEnd(tag);
}

// In frameset, and after it

export function inFramesetStart(tag: i32): void {
  if (tag == Tag.frameset) insertElement(tag);
  else if (tag == Tag.frame) insertClosedElement(tag);
  else if (tag == Tag.noframes) startRawText(tag);
}

export function inFramesetEnd(tag: i32): void {
  if (tag != Tag.frameset || Open.length <= 1) return;
  pop();
  if (topTag() != Tag.frameset) Builder.mode = Mode.afterFrameset;
}

export function afterFramesetStart(tag: i32): void {
  if (tag == Tag.noframes) startRawText(tag);
}

// Foreign content

/** Is the current node one in which text and HTML start tags are HTML again? */
function isIntegrationPoint(node: i32): bool {
  if ((flags[node] & Flag.svg) != 0) return isIn(SVG_SPECIAL, tagOf[node]);
  if (isIn(MATHML_TEXT, tagOf[node])) return true;
  return tagOf[node] == Tag.annotation_xml && saysHtml(start[node]);
}

/** Do the rules of foreign content hold for text here? */
@inline
export function isForeignText(): bool {
  return Open.length > 0 && isForeign(top()) && !isIntegrationPoint(top());
}

/** Do they hold for this start tag? */
@inline
export function isForeignStart(tag: i32): bool {
  return Open.length > 0 && isForeign(top()) && startsForeign(tag);
}

function startsForeign(tag: i32): bool {
  if (topTag() == Tag.annotation_xml && tag == Tag.svg) return false;
  if (!isIntegrationPoint(top())) return true;
  return isIn(MATHML_TEXT, topTag()) && (tag == Tag.mglyph || tag == Tag.malignmark);
}

function leaveForeign(): void {
  while (isForeign(top()) && !isIntegrationPoint(top())) pop();
}

export function foreignStart(tag: i32): void {
  if (isIn(BREAKS_OUT, tag) || (tag == Tag.font && hasFontAttribute(Token.attributes))) {
    leaveForeign();
    startToken(tag);
    return;
  }
  insertForeignElement(tag, flags[top()] & Flag.foreign);
}

/** An end tag while the current node is foreign. */
export function foreignEnd(tag: i32): void {
  if (tag == Tag.br || tag == Tag.p) {
    leaveForeign();
    endToken(tag);
    return;
  }
  for (let index = Open.length - 1; index > 0; index--) {
    if (isHtmlAt(index)) return endToken(tag);
    if (openTagAt(index) == tag) return popTo(index);
  }
}
