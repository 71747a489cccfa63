/** The places where two pages differ. */
import type { Page } from '../../page/page.ts';
import { mergeTrees } from './merge-trees.ts';
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
