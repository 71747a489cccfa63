import type { Verdict } from '../detect/detector.ts';
import { type Page, TEXT } from '../page/page.ts';
import { Tag } from '../page/tags.ts';

/**
 * The places for content in the template of a page: the topmost elements of the body that are not template, the first
 * of each run of siblings, because a place for each of twenty paragraphs would say no more. For verdicts of methods
 * that judge elements.
 */
export function slotNodes(page: Page, { template }: Verdict): readonly number[] {
  const { nodeCount, parent, subtreeEnd, tag } = page;
  const slots: number[] = [];
  let slotParent = -1;
  for (let node = tag.indexOf(Tag.body) + 1; node > 0 && node < nodeCount; ) {
    const isContent = template[node] === 0;
    if (!isContent) slotParent = -1;
    else if (tag[node] !== TEXT && parent[node] !== slotParent) {
      slots.push(node);
      slotParent = parent[node]!;
    }
    node = isContent ? subtreeEnd[node]! : node + 1;
  }
  return slots;
}
