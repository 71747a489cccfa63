/** The subtrees of a page that take no part in a comparison. */
import type { Page } from '../../page/page.ts';
import { createSelector } from '../../page/select.ts';

export interface LeftOut {
  /** 1 for every node of the subtrees that are left out. */
  readonly mask: Uint8Array;
  readonly subtreeCount: number;
}

/** The root of the page stays: where a selector means it, everything below it goes. Throws SELECTOR_BAD. */
export function leaveOut(page: Page, selectors: readonly string[]): LeftOut {
  const mask = new Uint8Array(page.nodeCount);
  for (const selector of selectors) {
    for (const node of createSelector(selector)(page)) mask[node] = 1;
  }
  let subtreeCount = 0;
  for (let node = 1; node < page.nodeCount; ) {
    if (mask[0] === 0 && mask[node] === 0) {
      node++;
      continue;
    }
    mask.fill(1, node, page.subtreeEnd[node]!);
    node = page.subtreeEnd[node]!;
    subtreeCount++;
  }
  mask[0] = 0;
  return { mask, subtreeCount };
}
