import { Tag } from '../tags.ts';
import { inFrameset } from './frameset-modes.ts';
import { inBody } from './in-body.ts';
import { inSelect } from './in-select.ts';
import { inCaption, inCell, inColumnGroup, inRow, inTable, inTableBody } from './table-modes.ts';
import type { InsertionMode, TreeBuilder } from './tree-builder.ts';

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
