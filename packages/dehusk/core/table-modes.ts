/** The insertion modes of tables (13.2.6.4.9 to 13.2.6.4.15). */
import { hidesInput } from './attributes';
import { clearToMarker, pushMarker } from './formatting';
import { Tag } from './generated/names';
import { startInHead } from './head-modes';
import { inBodyEnd, inBodyStart, inBodyText } from './in-body';
import { endToken, startToken, textToken } from './modes';
import {
  clearBackTo,
  generateImpliedEndTags,
  inScope,
  isHtmlAt,
  Open,
  openTagAt,
  pop,
  popThrough,
  Scope,
  topTag,
} from './open-elements';
import { skipSpace } from './scan';
import {
  BODY_CONTEXT,
  CELL,
  COLLECTS_TEXT,
  IGNORED_IN_BODY,
  IGNORED_IN_CELL,
  IGNORED_IN_ROW,
  IGNORED_IN_TABLE,
  isIn,
  ROW_CONTEXT,
  ROW_GROUP,
  STRUCTURE,
  STRUCTURE_OUTSIDE_BODY,
  TABLE_CONTEXT,
} from './tag-sets';
import { NONE } from './columns';
import {
  Builder,
  insertClosedElement,
  insertElement,
  insertImplied,
  insertText,
  Mode,
  Token,
} from './tree-builder';

// In table

export function inTableStart(tag: i32): void {
  if (isIn(STRUCTURE, tag)) return startStructure(tag);
  switch (tag) {
    case Tag.table:
      if (closeTable()) startToken(tag);
      return;
    case Tag.style:
    case Tag.script:
    case Tag.template: return startInHead(tag);
    case Tag.form:
      if (Builder.form < 0) Builder.form = insertClosedElement(tag);
      return;
    default:
      if (tag == Tag.input && hidesInput(Token.attributes)) {
        insertClosedElement(tag);
        return;
      }
      Builder.fosterParenting = true;
      inBodyStart(tag);
      Builder.fosterParenting = false;
  }
}

export function inTableEnd(tag: i32): void {
  if (tag == Tag.table) {
    closeTable();
    return;
  }
  if (isIn(IGNORED_IN_TABLE, tag)) return;
  Builder.fosterParenting = true;
  inBodyEnd(tag);
  Builder.fosterParenting = false;
}

function startStructure(tag: i32): void {
  clearBackTo(TABLE_CONTEXT);
  if (tag == Tag.caption) {
    pushMarker();
    insertElement(tag);
    Builder.mode = Mode.inCaption;
  } else if (tag == Tag.colgroup || isIn(ROW_GROUP, tag)) {
    insertElement(tag);
    Builder.mode = tag == Tag.colgroup ? Mode.inColumnGroup : Mode.inTableBody;
  } else if (tag == Tag.col) {
    insertImplied(Tag.colgroup);
    Builder.mode = Mode.inColumnGroup;
    inColumnGroupStart(tag);
  } else {
    insertImplied(Tag.tbody);
    Builder.mode = Mode.inTableBody;
    inTableBodyStart(tag);
  }
}

function closeTable(): bool {
  if (!inScope(Tag.table, Scope.table)) return false;
  popThrough(Tag.table);
  resetMode();
  return true;
}

// In caption

export function inCaptionStart(tag: i32): void {
  if (!isIn(STRUCTURE, tag)) inBodyStart(tag);
  else if (closeCaption()) startToken(tag);
}

export function inCaptionEnd(tag: i32): void {
  if (tag == Tag.caption) closeCaption();
  else if (tag == Tag.table) {
    if (closeCaption()) endToken(tag);
  } else if (!isIn(IGNORED_IN_TABLE, tag)) inBodyEnd(tag);
}

function closeCaption(): bool {
  if (!inScope(Tag.caption, Scope.table)) return false;
  generateImpliedEndTags(NONE);
  popThrough(Tag.caption);
  clearToMarker();
  Builder.mode = Mode.inTable;
  return true;
}

// In column group

export function inColumnGroupText(from: i32, to: i32): void {
  const at = skipSpace(from, to);
  if (at > from) insertText(from, at, 0);
  if (at < to && closeColumnGroup()) textToken(at, to);
}

export function inColumnGroupStart(tag: i32): void {
  if (tag == Tag.html) inBodyStart(tag);
  else if (tag == Tag.col) insertClosedElement(tag);
  else if (tag == Tag.template) startInHead(tag);
  else if (closeColumnGroup()) startToken(tag);
}

export function inColumnGroupEnd(tag: i32): void {
  if (tag == Tag.colgroup) closeColumnGroup();
  else if (tag != Tag.col && tag != Tag.template && closeColumnGroup()) endToken(tag);
}

function closeColumnGroup(): bool {
  if (topTag() != Tag.colgroup) return false;
  pop();
  Builder.mode = Mode.inTable;
  return true;
}

// In table body

export function inTableBodyStart(tag: i32): void {
  if (tag == Tag.tr) {
    clearBackTo(BODY_CONTEXT);
    insertElement(tag);
    Builder.mode = Mode.inRow;
  } else if (isIn(CELL, tag)) {
    clearBackTo(BODY_CONTEXT);
    insertImplied(Tag.tr);
    Builder.mode = Mode.inRow;
    inRowStart(tag);
  } else if (isIn(STRUCTURE_OUTSIDE_BODY, tag)) {
    if (closeTableBody()) startToken(tag);
  } else inTableStart(tag);
}

export function inTableBodyEnd(tag: i32): void {
  if (isIn(ROW_GROUP, tag)) {
    if (inScope(tag, Scope.table)) closeTableBody();
  } else if (tag == Tag.table) {
    if (closeTableBody()) endToken(tag);
  } else if (!isIn(IGNORED_IN_BODY, tag)) inTableEnd(tag);
}

function closeTableBody(): bool {
  const found =
    inScope(Tag.tbody, Scope.table) || inScope(Tag.thead, Scope.table) || inScope(Tag.tfoot, Scope.table);
  if (!found) return false;
  clearBackTo(BODY_CONTEXT);
  pop();
  Builder.mode = Mode.inTable;
  return true;
}

// In row

export function inRowStart(tag: i32): void {
  if (isIn(CELL, tag)) {
    clearBackTo(ROW_CONTEXT);
    insertElement(tag);
    pushMarker();
    Builder.mode = Mode.inCell;
  } else if (isIn(STRUCTURE_OUTSIDE_BODY, tag) || tag == Tag.tr) {
    if (closeRow()) startToken(tag);
  } else inTableStart(tag);
}

export function inRowEnd(tag: i32): void {
  if (tag == Tag.tr) closeRow();
  else if (tag == Tag.table) {
    if (closeRow()) endToken(tag);
  } else if (isIn(ROW_GROUP, tag)) {
    if (inScope(tag, Scope.table) && closeRow()) endToken(tag);
  } else if (!isIn(IGNORED_IN_ROW, tag)) inTableEnd(tag);
}

function closeRow(): bool {
  if (!inScope(Tag.tr, Scope.table)) return false;
  clearBackTo(ROW_CONTEXT);
  pop();
  Builder.mode = Mode.inTableBody;
  return true;
}

// In cell

export function inCellStart(tag: i32): void {
  if (!isIn(STRUCTURE, tag)) inBodyStart(tag);
  else if (closeCell()) startToken(tag);
}

export function inCellEnd(tag: i32): void {
  if (isIn(CELL, tag)) {
    if (inScope(tag, Scope.table)) endCell(tag);
  } else if (tag == Tag.table || tag == Tag.tr || isIn(ROW_GROUP, tag)) {
    if (inScope(tag, Scope.table) && closeCell()) endToken(tag);
  } else if (!isIn(IGNORED_IN_CELL, tag)) inBodyEnd(tag);
}

function closeCell(): bool {
  if (inScope(Tag.td, Scope.table)) return endCell(Tag.td);
  if (inScope(Tag.th, Scope.table)) return endCell(Tag.th);
  return false;
}

function endCell(tag: i32): bool {
  generateImpliedEndTags(NONE);
  popThrough(tag);
  clearToMarker();
  Builder.mode = Mode.inRow;
  return true;
}

// What stands in a table where only rows may: it goes in front of the table, to a foster parent (13.2.6.1)

/** Characters in a table wait until the next token: white space stays, anything else leaves the table. */
export function collectText(from: i32, to: i32): void {
  if (!isIn(COLLECTS_TEXT, topTag())) {
    Builder.fosterParenting = true;
    inBodyText(from, to);
    Builder.fosterParenting = false;
    return;
  }
  if (Builder.tableTextStart < 0) Builder.tableTextStart = from;
  Builder.tableTextEnd = to;
}

/** Called before every token that is not text. */
export function flushTableText(): void {
  const from = Builder.tableTextStart;
  const to = Builder.tableTextEnd;
  Builder.tableTextStart = NONE;
  if (skipSpace(from, to) == to) {
    insertText(from, to, 0);
    return;
  }
  Builder.fosterParenting = true;
  inBodyText(from, to);
  Builder.fosterParenting = false;
}

/** "Reset the insertion mode appropriately" (13.2.4.1): by the nearest open element that has a mode of its own. */
export function resetMode(): void {
  for (let index = Open.length - 1; index > 0; index--) {
    const mode = modeOf(openTagAt(index));
    if (mode == NONE || !isHtmlAt(index)) continue;
    Builder.mode = mode;
    return;
  }
  Builder.mode = Mode.inBody;
}

function modeOf(tag: i32): i32 {
  switch (tag) {
    case Tag.td:
    case Tag.th: return Mode.inCell;
    case Tag.tr: return Mode.inRow;
    case Tag.tbody:
    case Tag.thead:
    case Tag.tfoot: return Mode.inTableBody;
    case Tag.caption: return Mode.inCaption;
    case Tag.colgroup: return Mode.inColumnGroup;
    case Tag.table: return Mode.inTable;
    case Tag.select: return Mode.inSelect;
    case Tag.body: return Mode.inBody;
    case Tag.frameset: return Mode.inFrameset;
    default: return NONE;
  }
}
