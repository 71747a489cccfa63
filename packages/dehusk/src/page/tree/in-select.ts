/** In select, and in select in table. */
import { Tag, tagSet } from '../tags.ts';
import { startInHead } from './head-modes.ts';
import { inBody } from './in-body.ts';
import { resetMode } from './reset-mode.ts';
import type { InsertionMode, TreeBuilder } from './tree-builder.ts';

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
