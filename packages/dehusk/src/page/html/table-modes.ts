/** The insertion modes of tables (13.2.6.4.9 to 13.2.6.4.15). */
import { Attribute, Tag, tagSet } from '../names.ts';
import { startInHead } from './head-modes.ts';
import { inBody } from './in-body.ts';
import { Scope } from './open-elements.ts';
import { inFrameset, inSelect } from './other-modes.ts';
import { type InsertionMode, skipSpace, type TreeBuilder } from './tree-builder.ts';

const tableContext = tagSet('table', 'template', 'html');
const bodyContext = tagSet('tbody', 'tfoot', 'thead', 'template', 'html');
const rowContext = tagSet('tr', 'template', 'html');
const bodyTags = tagSet('tbody', 'tfoot', 'thead');
const cellTags = tagSet('td', 'th');
/** Start tags that end a caption, a cell or a row group. */
const structure = tagSet('caption', 'col', 'colgroup', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr');
const structureOutsideBody = tagSet('caption', 'col', 'colgroup', 'tbody', 'tfoot', 'thead');
const ignoredInTable = tagSet(
  ...(['body', 'caption', 'col', 'colgroup', 'html', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'] as const),
);
const ignoredInBody = tagSet('body', 'caption', 'col', 'colgroup', 'html', 'td', 'th', 'tr');
const ignoredInRow = tagSet('body', 'caption', 'col', 'colgroup', 'html', 'td', 'th');
const ignoredInCell = tagSet('body', 'caption', 'col', 'colgroup', 'html');

export const inTable: InsertionMode = {
  name: 'in table',
  text: collectText,
  startTag(builder, tag) {
    if (structure[tag] === 1) startStructure(builder, tag);
    else if (tag === Tag.table) {
      if (closeTable(builder)) builder.mode.startTag(builder, tag);
    } else if (tag === Tag.style || tag === Tag.script || tag === Tag.template) startInHead(builder, tag);
    else if (tag === Tag.input && isHiddenInput(builder)) builder.insertClosedElement(tag);
    else if (tag === Tag.form) {
      if (builder.form >= 0) return;
      builder.form = builder.insertClosedElement(tag);
    } else inFosterParent(builder, () => inBody.startTag(builder, tag));
  },
  endTag(builder, tag) {
    if (tag === Tag.table) closeTable(builder);
    else if (ignoredInTable[tag] === 0) inFosterParent(builder, () => inBody.endTag(builder, tag));
  },
};

function startStructure(builder: TreeBuilder, tag: number): void {
  builder.open.clearBackTo(tableContext);
  if (tag === Tag.caption) {
    builder.formatting.pushMarker();
    builder.insertElement(tag);
    builder.mode = inCaption;
  } else if (tag === Tag.colgroup || bodyTags[tag] === 1) {
    builder.insertElement(tag);
    builder.mode = tag === Tag.colgroup ? inColumnGroup : inTableBody;
  } else {
    const column = tag === Tag.col;
    builder.insertImplied(column ? Tag.colgroup : Tag.tbody);
    builder.reprocessStart(column ? inColumnGroup : inTableBody, tag);
  }
}

function closeTable(builder: TreeBuilder): boolean {
  if (!builder.open.inScope(Tag.table, Scope.table)) return false;
  builder.open.popThrough(Tag.table);
  resetMode(builder);
  return true;
}

/** Is the current token `<input type=hidden>`? */
function isHiddenInput(builder: TreeBuilder): boolean {
  const { draft, token, source } = builder;
  for (let row = token.attributeStart; row < token.attributeEnd; row++) {
    if (draft.attributeName[row] !== Attribute.type) continue;
    return source.slice(draft.attributeStart[row], draft.attributeEnd[row]).toLowerCase() === 'hidden';
  }
  return false;
}

export const inCaption: InsertionMode = {
  name: 'in caption',
  text: (builder, start, end) => inBody.text(builder, start, end),
  startTag(builder, tag) {
    if (structure[tag] === 0) inBody.startTag(builder, tag);
    else if (closeCaption(builder)) builder.mode.startTag(builder, tag);
  },
  endTag(builder, tag) {
    if (tag === Tag.caption) closeCaption(builder);
    else if (tag === Tag.table) {
      if (closeCaption(builder)) builder.mode.endTag(builder, tag);
    } else if (tag === Tag.caption || ignoredInTable[tag] === 0) inBody.endTag(builder, tag);
  },
};

function closeCaption(builder: TreeBuilder): boolean {
  if (!builder.open.inScope(Tag.caption, Scope.table)) return false;
  builder.open.generateImpliedEndTags(-1);
  builder.open.popThrough(Tag.caption);
  builder.formatting.clearToMarker();
  builder.mode = inTable;
  return true;
}

const inColumnGroup: InsertionMode = {
  name: 'in column group',
  text(builder, start, end) {
    const at = skipSpace(builder.source, start, end);
    if (at > start) builder.insertText(start, at, 0);
    if (at < end && closeColumnGroup(builder)) builder.mode.text(builder, at, end);
  },
  startTag(builder, tag) {
    if (tag === Tag.html) inBody.startTag(builder, tag);
    else if (tag === Tag.col) builder.insertClosedElement(tag);
    else if (tag === Tag.template) startInHead(builder, tag);
    else if (closeColumnGroup(builder)) builder.mode.startTag(builder, tag);
  },
  endTag(builder, tag) {
    if (tag === Tag.colgroup) closeColumnGroup(builder);
    else if (tag !== Tag.col && tag !== Tag.template && closeColumnGroup(builder))
      builder.mode.endTag(builder, tag);
  },
};

function closeColumnGroup(builder: TreeBuilder): boolean {
  if (builder.open.topTag !== Tag.colgroup) return false;
  builder.open.pop();
  builder.mode = inTable;
  return true;
}

export const inTableBody: InsertionMode = {
  name: 'in table body',
  text: collectText,
  startTag(builder, tag) {
    if (tag === Tag.tr) {
      builder.open.clearBackTo(bodyContext);
      builder.insertElement(tag);
      builder.mode = inRow;
    } else if (cellTags[tag] === 1) {
      builder.open.clearBackTo(bodyContext);
      builder.insertImplied(Tag.tr);
      builder.reprocessStart(inRow, tag);
    } else if (structureOutsideBody[tag] === 1) {
      if (closeTableBody(builder)) builder.mode.startTag(builder, tag);
    } else inTable.startTag(builder, tag);
  },
  endTag(builder, tag) {
    if (bodyTags[tag] === 1) {
      if (builder.open.inScope(tag, Scope.table)) closeTableBody(builder);
    } else if (tag === Tag.table) {
      if (closeTableBody(builder)) builder.mode.endTag(builder, tag);
    } else if (ignoredInBody[tag] === 0) inTable.endTag(builder, tag);
  },
};

function closeTableBody(builder: TreeBuilder): boolean {
  const { open } = builder;
  const found = [Tag.tbody, Tag.thead, Tag.tfoot].some((tag) => open.inScope(tag, Scope.table));
  if (!found) return false;
  open.clearBackTo(bodyContext);
  open.pop();
  builder.mode = inTable;
  return true;
}

export const inRow: InsertionMode = {
  name: 'in row',
  text: collectText,
  startTag(builder, tag) {
    if (cellTags[tag] === 1) {
      builder.open.clearBackTo(rowContext);
      builder.insertElement(tag);
      builder.formatting.pushMarker();
      builder.mode = inCell;
    } else if (structureOutsideBody[tag] === 1 || tag === Tag.tr) {
      if (closeRow(builder)) builder.mode.startTag(builder, tag);
    } else inTable.startTag(builder, tag);
  },
  endTag(builder, tag) {
    if (tag === Tag.tr) closeRow(builder);
    else if (tag === Tag.table) {
      if (closeRow(builder)) builder.mode.endTag(builder, tag);
    } else if (bodyTags[tag] === 1) {
      if (builder.open.inScope(tag, Scope.table) && closeRow(builder)) builder.mode.endTag(builder, tag);
    } else if (ignoredInRow[tag] === 0) inTable.endTag(builder, tag);
  },
};

function closeRow(builder: TreeBuilder): boolean {
  if (!builder.open.inScope(Tag.tr, Scope.table)) return false;
  builder.open.clearBackTo(rowContext);
  builder.open.pop();
  builder.mode = inTableBody;
  return true;
}

export const inCell: InsertionMode = {
  name: 'in cell',
  text: (builder, start, end) => inBody.text(builder, start, end),
  startTag(builder, tag) {
    if (structure[tag] === 0) inBody.startTag(builder, tag);
    else if (closeCell(builder)) builder.mode.startTag(builder, tag);
  },
  endTag(builder, tag) {
    const { open } = builder;
    if (cellTags[tag] === 1) {
      if (open.inScope(tag, Scope.table)) endCell(builder, tag);
    } else if (tag === Tag.table || tag === Tag.tr || bodyTags[tag] === 1) {
      if (open.inScope(tag, Scope.table) && closeCell(builder)) builder.mode.endTag(builder, tag);
    } else if (ignoredInCell[tag] === 0) inBody.endTag(builder, tag);
  },
};

function closeCell(builder: TreeBuilder): boolean {
  const { open } = builder;
  if (open.inScope(Tag.td, Scope.table)) return endCell(builder, Tag.td);
  if (open.inScope(Tag.th, Scope.table)) return endCell(builder, Tag.th);
  return false;
}

function endCell(builder: TreeBuilder, tag: number): boolean {
  builder.open.generateImpliedEndTags(-1);
  builder.open.popThrough(tag);
  builder.formatting.clearToMarker();
  builder.mode = inRow;
  return true;
}

// What stands in a table where only rows may: it goes in front of the table, to a foster parent (13.2.6.1)

/** Current nodes in which characters are collected, because they may have to leave the table. */
const collectsText = tagSet('table', 'tbody', 'template', 'tfoot', 'thead', 'tr');

/** Characters in a table wait until the next token: white space stays, anything else leaves the table. */
function collectText(builder: TreeBuilder, start: number, end: number): void {
  if (collectsText[builder.open.topTag] === 0) {
    inFosterParent(builder, () => inBody.text(builder, start, end));
    return;
  }
  if (builder.tableTextStart < 0) builder.tableTextStart = start;
  builder.tableTextEnd = end;
}

/** Called before every token that is not text. */
export function flushTableText(builder: TreeBuilder): void {
  const { tableTextStart: start, tableTextEnd: end } = builder;
  builder.tableTextStart = -1;
  if (skipSpace(builder.source, start, end) === end) builder.insertText(start, end, 0);
  else inFosterParent(builder, () => inBody.text(builder, start, end));
}

function inFosterParent(builder: TreeBuilder, process: () => void): void {
  builder.fosterParenting = true;
  process();
  builder.fosterParenting = false;
}

/** "Reset the insertion mode appropriately" (13.2.4.1): by the nearest open element that has a mode of its own. */
export function resetMode(builder: TreeBuilder): void {
  const { open } = builder;
  for (let index = open.length - 1; index > 0; index--) {
    const mode = modeOf(open.tagAt(index));
    if (mode === undefined || !open.isHtmlAt(index)) continue;
    builder.mode = mode;
    return;
  }
  builder.mode = inBody;
}

function modeOf(tag: number): InsertionMode | undefined {
  switch (tag) {
    case Tag.td:
    case Tag.th:
      return inCell;
    case Tag.tr:
      return inRow;
    case Tag.tbody:
    case Tag.thead:
    case Tag.tfoot:
      return inTableBody;
    case Tag.caption:
      return inCaption;
    case Tag.colgroup:
      return inColumnGroup;
    case Tag.table:
      return inTable;
    case Tag.select:
      return inSelect;
    case Tag.body:
      return inBody;
    case Tag.frameset:
      return inFrameset;
    default:
      return undefined;
  }
}
