/** After body, and after after body: whatever still comes belongs to the body. */
import { Tag } from '../tags.ts';
import { inBody } from './in-body.ts';
import type { InsertionMode } from './tree-builder.ts';
import { skipSpace } from './white-space.ts';

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
