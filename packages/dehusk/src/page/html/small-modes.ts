/** The small insertion modes: text (13.2.6.4.8), in select, after body (13.2.6.4.19) and those of framesets. */
import { rawContentTags, Tag, tagSet } from '../names.ts';
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
  builder.insertClosedElement(Tag.noscript);
  builder.inNoscript = true;
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
