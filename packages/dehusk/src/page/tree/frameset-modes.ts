/** In frameset, and after it. */
import { Tag } from '../tags.ts';
import { startRawText } from './raw-text.ts';
import type { InsertionMode } from './tree-builder.ts';

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
