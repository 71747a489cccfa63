import type { TreeBuilder } from './tree-builder.ts';

/** "Any other end tag" in body: closes the nearest element of that tag, unless a special element is in between. */
export function anyOtherEndTag(builder: TreeBuilder, tag: number): void {
  const { open } = builder;
  const entry = open.topmost(tag);
  if (entry < 0 || entry < open.specialAtOrBelow(open.length - 1)) return;
  open.generateImpliedEndTags(tag);
  open.popTo(entry);
}
