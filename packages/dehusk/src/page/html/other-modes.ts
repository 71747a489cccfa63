/** The small insertion modes: text (13.2.6.4.8), in select, after body (13.2.6.4.19) and those of framesets. */
import { NONE } from '../draft.ts';
import { Attribute, rawContentTags, Tag, tagSet } from '../names.ts';
import { NodeFlag } from '../page.ts';
import { startInHead } from './head-modes.ts';
import { inBody } from './in-body.ts';
import { resetMode } from './table-modes.ts';
import { type InsertionMode, skipSpace, type TreeBuilder } from './tree-builder.ts';

// Text: elements whose content the tokenizer hands over as one text, which are raw text (script, style …) and
// escapable raw text (title, textarea); and what is passed over (template, and noscript where scripts run).

const textMode: InsertionMode = {
  name: 'text',
  text(builder, start, end) {
    const { open } = builder;
    if (rawContentTags[open.topTag] === 1) addRawContent(builder, open.top, start, end);
    else builder.insertText(start, end, open.topTag === Tag.xmp ? NodeFlag.literal : 0);
  },
  startTag() {
    // The tokenizer makes no start tags here.
  },
  endTag(builder) {
    builder.open.pop();
    builder.mode = builder.originalMode;
  },
};

/** Opens an element whose content is raw text up to its end tag. */
export function startRawText(builder: TreeBuilder, tag: number): void {
  builder.insertElement(tag);
  builder.originalMode = builder.mode;
  builder.mode = textMode;
}

export function startTemplate(builder: TreeBuilder): void {
  builder.insertClosedElement(Tag.template);
  builder.templateDepth = 1;
}

/** With scripting on, as in browsers, the content of noscript is raw text; the tokenizer does not know that. */
export function startNoscript(builder: TreeBuilder): void {
  builder.noscript = builder.insertClosedElement(Tag.noscript);
}

/** Its end tag begins at `end`. */
export function endNoscript(builder: TreeBuilder, end: number): void {
  if (end > builder.noscriptStart) addRawContent(builder, builder.noscript, builder.noscriptStart, end);
  builder.noscript = NONE;
}

function addRawContent(builder: TreeBuilder, node: number, start: number, end: number): void {
  const { rawContent } = builder.draft;
  const length = rawContent.length;
  if (length > 0 && rawContent[length - 3] === node) rawContent[length - 1] = end;
  else rawContent.push(node, start, end);
}

// In select, and in select in table

const closesSelect = tagSet('input', 'keygen', 'textarea');
const tableTags = tagSet('caption', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'td', 'th');

export const inSelect: InsertionMode = {
  name: 'in select',
  text(builder, start, end) {
    builder.insertText(start, end, 0);
  },
  startTag(builder, tag) {
    if (tag === Tag.option || tag === Tag.optgroup || tag === Tag.hr) startOption(builder, tag);
    else if (tag === Tag.select) closeSelect(builder);
    else if (closesSelect[tag] === 1) {
      closeSelect(builder);
      builder.mode.startTag(builder, tag);
    } else if (tag === Tag.script || tag === Tag.template) startInHead(builder, tag);
    else if (tag === Tag.html) inBody.startTag(builder, tag);
  },
  endTag(builder, tag) {
    const { open } = builder;
    if (tag === Tag.optgroup) {
      if (open.topTag === Tag.option && open.tagAt(open.length - 2) === Tag.optgroup) open.pop();
      if (open.topTag === Tag.optgroup) open.pop();
    } else if (tag === Tag.option) {
      if (open.topTag === Tag.option) open.pop();
    } else if (tag === Tag.select) closeSelect(builder);
  },
};

function startOption(builder: TreeBuilder, tag: number): void {
  const { open } = builder;
  if (open.topTag === Tag.option) open.pop();
  if (tag !== Tag.option && open.topTag === Tag.optgroup) open.pop();
  if (tag === Tag.hr) builder.insertClosedElement(tag);
  else builder.insertElement(tag);
}

function closeSelect(builder: TreeBuilder): void {
  if (!builder.open.has(Tag.select)) return;
  builder.open.popThrough(Tag.select);
  resetMode(builder);
}

export const inSelectInTable: InsertionMode = {
  name: 'in select in table',
  text: inSelect.text,
  startTag(builder, tag) {
    if (tableTags[tag] === 0) {
      inSelect.startTag(builder, tag);
      return;
    }
    closeSelect(builder);
    builder.mode.startTag(builder, tag);
  },
  endTag(builder, tag) {
    if (tableTags[tag] === 0) inSelect.endTag(builder, tag);
    else if (builder.open.has(tag)) {
      closeSelect(builder);
      builder.mode.endTag(builder, tag);
    }
  },
};

// After body, and after after body: whatever still comes belongs to the body

export const afterBody: InsertionMode = {
  name: 'after body',
  text(builder, start, end) {
    if (skipSpace(builder.source, start, end) === end) inBody.text(builder, start, end);
    else builder.reprocessText(inBody, start, end);
  },
  startTag(builder, tag) {
    if (tag === Tag.html) inBody.startTag(builder, tag);
    else builder.reprocessStart(inBody, tag);
  },
  endTag(builder, tag) {
    // After `</html>` the standard has one mode more, which differs for comments only.
    if (tag !== Tag.html) builder.reprocessEnd(inBody, tag);
  },
};

// In frameset, and after it

export const inFrameset: InsertionMode = {
  name: 'in frameset',
  text() {
    // White space is no node, and other characters are ignored.
  },
  startTag(builder, tag) {
    if (tag === Tag.frameset) builder.insertElement(tag);
    else if (tag === Tag.frame) builder.insertClosedElement(tag);
    else if (tag === Tag.noframes) startRawText(builder, tag);
  },
  endTag(builder, tag) {
    if (tag !== Tag.frameset || builder.open.length <= 1) return;
    builder.open.pop();
    if (builder.open.topTag !== Tag.frameset) builder.mode = afterFrameset;
  },
};

const afterFrameset: InsertionMode = {
  name: 'after frameset',
  text() {
    // As in frameset.
  },
  startTag(builder, tag) {
    if (tag === Tag.noframes) startRawText(builder, tag);
  },
  endTag() {
    // `</html>` only changes where comments go.
  },
};

/** SVG and MathML inside HTML (13.2.6.5). */

/** HTML start tags that end foreign content. */
// biome-ignore format: a list of words
const breaksOut = tagSet(
  'b', 'big', 'blockquote', 'body', 'br', 'center', 'code', 'dd', 'div', 'dl', 'dt', 'em', 'embed', 'h1', 'h2', 'h3',
  'h4', 'h5', 'h6', 'head', 'hr', 'i', 'img', 'li', 'listing', 'menu', 'meta', 'nobr', 'ol', 'p', 'pre', 'ruby', 's',
  'small', 'span', 'strong', 'strike', 'sub', 'sup', 'table', 'tt', 'u', 'ul', 'var',
);
const fontAttributes: ReadonlySet<number> = new Set([Attribute.color, Attribute.face, Attribute.size]);
const mathmlTextPoints = tagSet('mi', 'mo', 'mn', 'ms', 'mtext');
const svgHtmlPoints = tagSet('foreignobject', 'desc', 'title');

/** Is the current node one in which text and HTML start tags are HTML again? */
function isIntegrationPoint(builder: TreeBuilder, node: number): boolean {
  const { draft } = builder;
  const flags = draft.flags[node]!;
  if ((flags & NodeFlag.svg) !== 0) return svgHtmlPoints[draft.tag[node]!] === 1;
  return mathmlTextPoints[draft.tag[node]!] === 1 || isHtmlAnnotation(builder, node);
}

/** `<annotation-xml encoding="text/html">` */
function isHtmlAnnotation(builder: TreeBuilder, node: number): boolean {
  const { draft, source } = builder;
  if (draft.tag[node] !== Tag['annotation-xml']) return false;
  for (let row = draft.start[node]!; row < draft.end[node]!; row++) {
    const value = source.slice(draft.attributeStart[row], draft.attributeEnd[row]).toLowerCase();
    if (value === 'text/html' || value === 'application/xhtml+xml') return true;
  }
  return false;
}

/** Do the rules of foreign content hold for text here? */
export function isForeignText(builder: TreeBuilder): boolean {
  const { open } = builder;
  return open.length > 0 && builder.isForeign(open.top) && !isIntegrationPoint(builder, open.top);
}

/** Do they hold for this start tag? */
export function isForeignStart(builder: TreeBuilder, tag: number): boolean {
  const { open } = builder;
  if (open.length === 0 || !builder.isForeign(open.top)) return false;
  if (open.topTag === Tag['annotation-xml'] && tag === Tag.svg) return false;
  if (!isIntegrationPoint(builder, open.top)) return true;
  return mathmlTextPoints[open.topTag] === 1 && (tag === Tag.mglyph || tag === Tag.malignmark);
}

export function foreignStart(builder: TreeBuilder, tag: number): void {
  const { open, draft } = builder;
  if (breaksOut[tag] === 1 || (tag === Tag.font && hasFontAttribute(builder))) {
    while (builder.isForeign(open.top) && !isIntegrationPoint(builder, open.top)) open.pop();
    builder.mode.startTag(builder, tag);
    return;
  }
  builder.insertForeignElement(tag, draft.flags[open.top]! & (NodeFlag.svg | NodeFlag.mathml));
}

function hasFontAttribute(builder: TreeBuilder): boolean {
  const { token, draft } = builder;
  for (let row = token.attributeStart; row < token.attributeEnd; row++) {
    if (fontAttributes.has(draft.attributeName[row]!)) return true;
  }
  return false;
}

/** An end tag while the current node is foreign. */
export function foreignEnd(builder: TreeBuilder, tag: number): void {
  const { open } = builder;
  if (tag === Tag.br || tag === Tag.p) {
    while (builder.isForeign(open.top) && !isIntegrationPoint(builder, open.top)) open.pop();
    builder.mode.endTag(builder, tag);
    return;
  }
  for (let index = open.length - 1; index > 0; index--) {
    if (open.isHtmlAt(index)) {
      builder.mode.endTag(builder, tag);
      return;
    }
    if (open.tagAt(index) === tag) {
      open.popTo(index);
      return;
    }
  }
}
