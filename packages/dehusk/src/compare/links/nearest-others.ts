/**
 * For each of some nodes: the DOM distance to the nearest other one of them, 0 if there is no other; the result is
 * read by node. It is what the very first link is picked by, when none is picked yet (A9).
 *
 * One pass over the page from the leaves to the root and one back, however many nodes there are.
 */
import type { Page } from '../../page/page.ts';

const FAR = 2 ** 30;

export function nearestOthers(page: Page, nodes: readonly number[]): Int32Array {
  const isOne = new Uint8Array(page.nodeCount);
  for (const node of nodes) isOne[node] = 1;
  const { first, second } = nearestBelow(page, isOne);
  const outside = nearestOutside(page, isOne, { first, second });
  const nearest = new Int32Array(page.nodeCount);
  for (const node of nodes) {
    const distance = Math.min(first[node]!, outside[node]!);
    if (distance < FAR) nearest[node] = distance;
  }
  return nearest;
}

interface Below {
  /** Distance to the nearest one below a node, and to the nearest that is below another of its children. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

function nearestBelow({ nodeCount, parent }: Page, isOne: Uint8Array): Below {
  const first = new Int32Array(nodeCount).fill(FAR);
  const second = new Int32Array(nodeCount).fill(FAR);
  // Backwards a node comes after everything below it.
  for (let node = nodeCount - 1; node > 0; node--) {
    const above = parent[node]!;
    const way = 1 + (isOne[node] === 1 ? 0 : first[node]!);
    if (way < first[above]!) {
      second[above] = first[above]!;
      first[above] = way;
    } else if (way < second[above]!) second[above] = way;
  }
  return { first, second };
}

/** Distance to the nearest one that is not below a node, nor the node itself. */
function nearestOutside(
  { nodeCount, parent }: Page,
  isOne: Uint8Array,
  { first, second }: Below,
): Int32Array {
  const outside = new Int32Array(nodeCount).fill(FAR);
  for (let node = 1; node < nodeCount; node++) {
    const above = parent[node]!;
    const own = 1 + (isOne[node] === 1 ? 0 : first[node]!);
    const beside = own === first[above] ? second[above]! : first[above]!;
    outside[node] = 1 + (isOne[above] === 1 ? 0 : Math.min(beside, outside[above]!));
  }
  return outside;
}
