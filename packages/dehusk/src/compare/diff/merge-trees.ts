/**
 * Two pages walked as one, in the order of the document: what stands in one place of both pages comes together, and
 * of what has no counterpart the removed comes before the added.
 *
 * The pairs are those of a top-down mapping: parents of a pair are a pair, and order is kept. So counterparts come in
 * the same order on both pages, and one walk from the left is enough:
 *
 *     old: ul [ li li* ] p*      new: ul [ li ] p [ b* ]      (* has no counterpart)
 *     ul, li, −li, p … : of two subtrees without a counterpart the deeper belongs to what is still open
 */
import type { Page } from '../../page/page.ts';
import type { Sides } from './page-diff.ts';

export interface MergeVisitor {
  /** A node and its counterpart. */
  kept(oldNode: number, newNode: number): void;
  /** The root of a subtree without counterpart on the old page. */
  removed(oldNode: number): void;
  added(newNode: number): void;
}

export function mergeTrees(pages: Sides<Page>, other: Sides<Int32Array>, visitor: MergeVisitor): void {
  const { old: oldPage, new: newPage } = pages;
  let oldNode = 0;
  let newNode = 0;
  while (oldNode < oldPage.nodeCount || newNode < newPage.nodeCount) {
    // Beyond the last node the column is undefined, which is no −1 either.
    const isRemoved = other.old[oldNode] === -1;
    const isAdded = other.new[newNode] === -1;
    if (isRemoved && (!isAdded || oldPage.depth[oldNode]! >= newPage.depth[newNode]!)) {
      visitor.removed(oldNode);
      oldNode = oldPage.subtreeEnd[oldNode]!;
    } else if (isAdded) {
      visitor.added(newNode);
      newNode = newPage.subtreeEnd[newNode]!;
    } else visitor.kept(oldNode++, newNode++);
  }
}
