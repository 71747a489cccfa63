/**
 * Both versions as one page: the new one, with what was removed from the old one at the place where it stood. It is a
 * Page like any other, so whatever walks or writes pages can show it.
 */
import { joinPages } from '../../page/derived-page.ts';
import type { Page } from '../../page/page.ts';
import { mergeTrees } from './gaps.ts';
import { NodeState, type PageDiff, type Side, type Sides } from './page-diff.ts';

interface MergedPage {
  readonly page: Page;
  /** Per node of the page: the node of the old and of the new version that it is, or −1. */
  readonly origin: Sides<Int32Array>;
}

/** `wants`: which nodes of the old version are put in, of those that are not kept; a node not wanted goes with all below it. */
export function mergePages(diff: PageDiff, wants: (oldNode: number) => boolean): MergedPage {
  const { pages } = diff;
  const origin = mergeOrder(diff, wants);
  const page = joinPages({
    pages: [pages.new, pages.old],
    from: [origin.new, origin.old],
    parent: parentsOf(diff, origin),
  });
  return { page, origin };
}

function mergeOrder(
  { pages, other, state }: PageDiff,
  wants: (oldNode: number) => boolean,
): Sides<Int32Array> {
  const most = pages.old.nodeCount + pages.new.nodeCount;
  const origin = { old: new Int32Array(most).fill(-1), new: new Int32Array(most).fill(-1) };
  let count = 0;
  mergeTrees(pages, other, {
    kept: (oldNode, newNode) => {
      origin.old[count] = oldNode;
      origin.new[count++] = newNode;
    },
    removed: (root) => {
      for (let node = root; node < pages.old.subtreeEnd[root]!; ) {
        if (wants(node)) origin.old[count++] = node++;
        else node = pages.old.subtreeEnd[node]!;
      }
    },
    added: (root) => {
      for (let node = root; node < pages.new.subtreeEnd[root]!; ) {
        if (state.new[node] !== NodeState.ignored) origin.new[count++] = node++;
        else node = pages.new.subtreeEnd[node]!;
      }
    },
  });
  return { old: origin.old.slice(0, count), new: origin.new.slice(0, count) };
}

/** The parents of the merged nodes: that of a removed node may be one that is kept. */
function parentsOf({ pages, other }: PageDiff, origin: Sides<Int32Array>): Int32Array {
  const indexes = indexesOf(pages, origin);
  const parents = new Int32Array(origin.new.length).fill(-1);
  for (let i = 1; i < parents.length; i++) {
    const side = origin.new[i] === -1 ? 'old' : 'new';
    parents[i] = parentOf(side, pages[side].parent[origin[side][i]!]!, { indexes, other });
  }
  return parents;
}

/** Where each node of the two versions stands; −1 for those that are left out, and for kept ones of the old. */
function indexesOf(pages: Sides<Page>, origin: Sides<Int32Array>): Sides<Int32Array> {
  const indexes = {
    old: new Int32Array(pages.old.nodeCount).fill(-1),
    new: new Int32Array(pages.new.nodeCount).fill(-1),
  };
  for (let i = 0; i < origin.new.length; i++) {
    if (origin.new[i] === -1) indexes.old[origin.old[i]!] = i;
    else indexes.new[origin.new[i]!] = i;
  }
  return indexes;
}

function parentOf(
  side: Side,
  parent: number,
  { indexes, other }: { readonly indexes: Sides<Int32Array>; readonly other: Sides<Int32Array> },
): number {
  if (side === 'new') return indexes.new[parent]!;
  const counterpart = other.old[parent]!;
  return counterpart === -1 ? indexes.old[parent]! : indexes.new[counterpart]!;
}
