/** Which mode does what with which token; and the small steps between modes. */
import { inBodyEnd, inBodyStart, inBodyText } from './in-body';
import {
  afterHeadEnd,
  afterHeadStart,
  afterHeadText,
  beforeHeadEnd,
  beforeHeadStart,
  beforeHeadText,
  beforeHtmlEnd,
  beforeHtmlStart,
  beforeHtmlText,
  inHeadEnd,
  inHeadStart,
  inHeadText,
} from './head-modes';
import {
  afterBodyEnd,
  afterBodyStart,
  afterBodyText,
  afterFramesetStart,
  inFramesetEnd,
  inFramesetStart,
  inSelectEnd,
  inSelectInTableEnd,
  inSelectInTableStart,
  inSelectStart,
  textModeEnd,
  textModeText,
} from './other-modes';
import {
  collectText,
  inCaptionEnd,
  inCaptionStart,
  inCellEnd,
  inCellStart,
  inColumnGroupEnd,
  inColumnGroupStart,
  inColumnGroupText,
  inRowEnd,
  inRowStart,
  inTableBodyEnd,
  inTableBodyStart,
  inTableEnd,
  inTableStart,
} from './table-modes';
import { Builder, insertText, Mode } from './tree-builder';
import { skipSpace } from './scan';

/** Without a doctype a page is quirky. */
function withoutDoctype(): void {
  Builder.quirks = true;
  Builder.mode = Mode.beforeHtml;
}

export function textToken(from: i32, to: i32): void {
  switch (Builder.mode) {
    case Mode.initial: {
      const at = skipSpace(from, to);
      if (at == to) return;
      withoutDoctype();
      beforeHtmlText(at, to);
      return;
    }
    case Mode.beforeHtml: return beforeHtmlText(from, to);
    case Mode.beforeHead: return beforeHeadText(from, to);
    case Mode.inHead: return inHeadText(from, to);
    case Mode.afterHead: return afterHeadText(from, to);
    case Mode.inBody:
    case Mode.inCaption:
    case Mode.inCell: return inBodyText(from, to);
    case Mode.text: return textModeText(from, to);
    case Mode.inTable:
    case Mode.inTableBody:
    case Mode.inRow: return collectText(from, to);
    case Mode.inColumnGroup: return inColumnGroupText(from, to);
    case Mode.inSelect:
    case Mode.inSelectInTable: return insertText(from, to, 0);
    case Mode.afterBody: return afterBodyText(from, to);
    // In and after framesets white space is no node, and other characters are ignored.
    default: return;
  }
}

export function startToken(tag: i32): void {
  switch (Builder.mode) {
    case Mode.initial:
      withoutDoctype();
      return beforeHtmlStart(tag);
    case Mode.beforeHtml: return beforeHtmlStart(tag);
    case Mode.beforeHead: return beforeHeadStart(tag);
    case Mode.inHead: return inHeadStart(tag);
    case Mode.afterHead: return afterHeadStart(tag);
    case Mode.inBody: return inBodyStart(tag);
    // The tokenizer makes no start tags in raw text.
    case Mode.text: return;
    case Mode.inTable: return inTableStart(tag);
    case Mode.inCaption: return inCaptionStart(tag);
    case Mode.inColumnGroup: return inColumnGroupStart(tag);
    case Mode.inTableBody: return inTableBodyStart(tag);
    case Mode.inRow: return inRowStart(tag);
    case Mode.inCell: return inCellStart(tag);
    case Mode.inSelect: return inSelectStart(tag);
    case Mode.inSelectInTable: return inSelectInTableStart(tag);
    case Mode.afterBody: return afterBodyStart(tag);
    case Mode.inFrameset: return inFramesetStart(tag);
    default: return afterFramesetStart(tag);
  }
}

export function endToken(tag: i32): void {
  switch (Builder.mode) {
    case Mode.initial:
      withoutDoctype();
      return beforeHtmlEnd(tag);
    case Mode.beforeHtml: return beforeHtmlEnd(tag);
    case Mode.beforeHead: return beforeHeadEnd(tag);
    case Mode.inHead: return inHeadEnd(tag);
    case Mode.afterHead: return afterHeadEnd(tag);
    case Mode.inBody: return inBodyEnd(tag);
    case Mode.text: return textModeEnd();
    case Mode.inTable: return inTableEnd(tag);
    case Mode.inCaption: return inCaptionEnd(tag);
    case Mode.inColumnGroup: return inColumnGroupEnd(tag);
    case Mode.inTableBody: return inTableBodyEnd(tag);
    case Mode.inRow: return inRowEnd(tag);
    case Mode.inCell: return inCellEnd(tag);
    case Mode.inSelect: return inSelectEnd(tag);
    case Mode.inSelectInTable: return inSelectInTableEnd(tag);
    case Mode.afterBody: return afterBodyEnd(tag);
    case Mode.inFrameset: return inFramesetEnd(tag);
    // After a frameset `</html>` only changes where comments go.
    default: return;
  }
}
