/** Depth-first walk over a page without recursion and without a stack: the parent column is the stack. */
import { type Page, TEXT } from './page.ts';

export interface Visitor {
  /** Called in document order; false leaves the subtree out, and then `leave` is not called for this node. */
  enter(node: number): boolean;
  /** Called for every entered element, after its subtree. Text nodes are not left. */
  leave(node: number): void;
}

export function walk(page: Page, visitor: Visitor): void {
  const { parent, subtreeEnd, tag, nodeCount } = page;
  let open = -1;
  for (let node = 0; node < nodeCount; ) {
    for (; open !== -1 && subtreeEnd[open]! <= node; open = parent[open]!) visitor.leave(open);
    if (!visitor.enter(node)) {
      node = subtreeEnd[node]!;
      continue;
    }
    if (tag[node] !== TEXT) open = node;
    node++;
  }
  for (; open !== -1; open = parent[open]!) visitor.leave(open);
}
