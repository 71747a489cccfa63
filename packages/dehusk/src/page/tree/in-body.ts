/** The insertion mode "in body" (13.2.6.4.7). */
import { NodeFlag } from '../page.ts';
import { Tag } from '../tags.ts';
import { anyOtherEndTag } from './any-other-end-tag.ts';
import { endActions } from './in-body-end-tags.ts';
import { otherStartTag, startActions } from './in-body-start-tags.ts';
import type { InsertionMode } from './tree-builder.ts';
import { skipSpace } from './white-space.ts';

export const inBody: InsertionMode = {
  name: 'in body',
  text(builder, start, end) {
    builder.reconstructFormatting();
    builder.insertText(start, end, builder.open.topTag === Tag.plaintext ? NodeFlag.literal : 0);
    if (builder.framesetOk && skipSpace(builder.source, start, end) < end) builder.framesetOk = false;
  },
  startTag(builder, tag) {
    (startActions[tag] ?? otherStartTag)(builder, tag);
  },
  endTag(builder, tag) {
    (endActions[tag] ?? anyOtherEndTag)(builder, tag);
  },
};
