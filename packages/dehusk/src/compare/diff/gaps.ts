/** Two pages walked as one, and the gaps between what is kept: there the pages differ. */
import type { Page } from '../../page/page.ts';
import type { Sides } from './page-diff.ts';

/**
 * What stands without counterparts between two neighbours that are kept, or between one and the edge of an element
 * that is kept: the roots of subtrees, of the old page and of the new one.
 *
 *     old  ul [ li  li* li* li ]
 *     new  ul [ li  li*     li ]      one gap, with two roots and one
 */
export interface Gap {
  readonly old: readonly number[];
  readonly new: readonly number[];
  /** How many kept nodes of the page come before it. */
  readonly keptBefore: number;
}

/** All gaps in the order of the document. Subtrees that are ignored are in none, and divide none. */
export function findGaps(
  pages: Sides<Page>,
  other: Sides<Int32Array>,
  ignored: Sides<Uint8Array>,
): readonly Gap[] {
  const gaps: { old: number[]; new: number[]; keptBefore: number; parent: number }[] = [];
  let keptBefore = 0;
  // A gap ends at the next kept node; at the same point of the walk, elements that have just ended have theirs too.
  const gapIn = (parent: number): (typeof gaps)[number] => {
    const last = gaps.at(-1);
    if (last?.keptBefore === keptBefore && last.parent === parent) return last;
    gaps.push({ old: [], new: [], keptBefore, parent });
    return gaps.at(-1)!;
  };
  mergeTrees(pages, other, {
    kept: () => {
      keptBefore++;
    },
    removed: (node) => {
      if (ignored.old[node] === 0) gapIn(pages.old.parent[node]!).old.push(node);
    },
    added: (node) => {
      if (ignored.new[node] === 0) gapIn(other.new[pages.new.parent[node]!]!).new.push(node);
    },
  });
  return gaps;
}

interface MergeVisitor {
  /** A node and its counterpart. */
  kept(oldNode: number, newNode: number): void;
  /** The root of a subtree without counterpart on the old page. */
  removed(oldNode: number): void;
  added(newNode: number): void;
}

/**
 * Two pages walked as one, in the order of the document: what is kept comes together, and
 * of what has no counterpart the removed comes before the added.
 *
 * The pairs are those of a top-down mapping: parents of a pair are a pair, and order is kept. So counterparts come in
 * the same order on both pages, and one walk from the left is enough:
 *
 *     old: ul [ li li* ] p*      new: ul [ li ] p [ b* ]      (* has no counterpart)
 *     ul, li, −li, p … : of two subtrees without a counterpart the deeper belongs to what is still open
 */
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
