/** What stands in a table where only rows may: it goes in front of the table, its foster parent (13.2.6.1). */
import { tagSet } from '../tags.ts';
import { inBody } from './in-body.ts';
import type { TreeBuilder } from './tree-builder.ts';
import { skipSpace } from './white-space.ts';

/** Current nodes in which characters are collected, because they may have to leave the table. */
const collectsText = tagSet('table', 'tbody', 'template', 'tfoot', 'thead', 'tr');

/** Characters in a table wait until the next token: white space stays, anything else leaves the table. */
export function collectText(builder: TreeBuilder, start: number, end: number): void {
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

export function inFosterParent(builder: TreeBuilder, process: () => void): void {
  builder.fosterParenting = true;
  process();
  builder.fosterParenting = false;
}
