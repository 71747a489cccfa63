/**
 * Elements whose content the tokenizer hands over as one text: raw text (script, style …), escapable raw text
 * (title, textarea), and what is passed over as a whole (template, and noscript where scripts run).
 */
import { NodeFlag } from '../page.ts';
import { rawContentTags, Tag } from '../tags.ts';
import type { InsertionMode, TreeBuilder } from './tree-builder.ts';

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
