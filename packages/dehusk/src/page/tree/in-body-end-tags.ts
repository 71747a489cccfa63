/** End tags in the body (13.2.6.4.7), sorted into the groups that the standard treats alike. */
import { Tag } from '../tags.ts';
import { adoptionAgency } from './adoption-agency.ts';
import { afterBody } from './after-body-modes.ts';
import { anyOtherEndTag } from './any-other-end-tag.ts';
import { voidInline } from './in-body-start-tags.ts';
import { Scope } from './open-elements.ts';
import { actionTable, blocks, formattingTags, ignore, type TagAction } from './tag-actions.ts';
import type { TreeBuilder } from './tree-builder.ts';

const endBlock: TagAction = (builder, tag) => {
  const { open } = builder;
  if (!open.inScope(tag, Scope.default)) return;
  open.generateImpliedEndTags(-1);
  open.popThrough(tag);
};

const endParagraph: TagAction = (builder) => {
  if (!builder.open.inScope(Tag.p, Scope.button)) builder.insertImplied(Tag.p);
  builder.closeParagraph();
};

const endForm: TagAction = (builder) => {
  const { open } = builder;
  const node = builder.form;
  builder.form = -1;
  if (node < 0 || !open.nodeInScope(node, Scope.default)) return;
  open.generateImpliedEndTags(-1);
  open.removeAt(open.indexOf(node));
};

function endItem(
  builder: TreeBuilder,
  tag: number,
  scope: typeof Scope.default | typeof Scope.listItem,
): void {
  const { open } = builder;
  if (!open.inScope(tag, scope)) return;
  open.generateImpliedEndTags(tag);
  open.popThrough(tag);
}

const endHeading: TagAction = (builder) => {
  const { open } = builder;
  let entry = -1;
  for (const tag of [Tag.h1, Tag.h2, Tag.h3, Tag.h4, Tag.h5, Tag.h6]) {
    if (open.inScope(tag, Scope.default)) entry = Math.max(entry, open.topmost(tag));
  }
  if (entry < 0) return;
  open.generateImpliedEndTags(-1);
  open.popTo(entry);
};

const endWithMarker: TagAction = (builder, tag) => {
  if (!builder.open.inScope(tag, Scope.default)) return;
  endBlock(builder, tag);
  builder.formatting.clearToMarker();
};

const endBody: TagAction = (builder) => {
  if (builder.open.inScope(Tag.body, Scope.default)) builder.mode = afterBody;
};

/** `</br>` is a line break. */
const endBreak: TagAction = (builder) => {
  const { token } = builder;
  token.attributeStart = token.attributeEnd = token.classList = 0;
  voidInline(builder, Tag.br);
};

export const endActions: readonly TagAction[] = actionTable(anyOtherEndTag, [
  [['body', 'html'], endBody],
  [[...blocks, 'button', 'listing', 'pre'], endBlock],
  [['p'], endParagraph],
  [['form'], endForm],
  [['li'], (builder, tag) => endItem(builder, tag, Scope.listItem)],
  [['dd', 'dt'], (builder, tag) => endItem(builder, tag, Scope.default)],
  [['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], endHeading],
  [[...formattingTags, 'a', 'nobr'], adoptionAgency],
  [['applet', 'marquee', 'object'], endWithMarker],
  [['br'], endBreak],
  [['template'], ignore],
]);
