import type { NodeRanges, Page } from './page.ts';

export interface RestrictedPage {
  readonly page: Page;
  /** For each node of the restricted page: which node of the whole page it is. */
  readonly nodes: Int32Array;
}

/**
 * The page with some of its nodes only: those that are kept and whose parents are all kept, so that it is a tree
 * again. The root is kept in any case. Source, attributes and names are shared with the whole page.
 */
export function restrictPage(page: Page, keep: ArrayLike<number>): RestrictedPage {
  const nodes = keptNodes(page, keep);
  const place = new Int32Array(page.nodeCount).fill(-1);
  for (let i = 0; i < nodes.length; i++) place[nodes[i]!] = i;
  return {
    nodes,
    page: {
      ...page,
      nodeCount: nodes.length,
      tag: nodes.reduce(picking(page.tag), new Uint16Array(nodes.length)),
      flags: nodes.reduce(picking(page.flags), new Uint8Array(nodes.length)),
      parent: nodes.map((node) => (node === 0 ? -1 : place[page.parent[node]!]!)),
      depth: nodes.map((node) => page.depth[node]!),
      subtreeEnd: subtreeEnds(page, nodes),
      pathHashHigh: nodes.reduce(picking(page.pathHashHigh), new Uint32Array(nodes.length)),
      pathHashLow: nodes.reduce(picking(page.pathHashLow), new Uint32Array(nodes.length)),
      start: nodes.map((node) => page.start[node]!),
      end: nodes.map((node) => page.end[node]!),
      textHashHigh: nodes.reduce(picking(page.textHashHigh), new Uint32Array(nodes.length)),
      textHashLow: nodes.reduce(picking(page.textHashLow), new Uint32Array(nodes.length)),
      chars: nodes.map((node) => page.chars[node]!),
      classList: nodes.reduce(picking(page.classList), new Uint32Array(nodes.length)),
      segments: page.segments.filter((node) => place[node] !== -1).map((node) => place[node]!),
      rawContent: keptRanges(page.rawContent, place),
      preformattedGaps: keptRanges(page.preformattedGaps, place),
    },
  };
}

function keptNodes({ nodeCount, parent }: Page, keep: ArrayLike<number>): Int32Array {
  const nodes = new Int32Array(nodeCount);
  const kept = new Uint8Array(nodeCount);
  kept[0] = 1;
  let count = 1;
  for (let node = 1; node < nodeCount; node++) {
    if (keep[node] === 0 || kept[parent[node]!] === 0) continue;
    kept[node] = 1;
    nodes[count++] = node;
  }
  return nodes.slice(0, count);
}

/** Copies the nodes' entries of a column, one call a node. */
function picking<Column extends Uint8Array | Uint16Array | Uint32Array>(
  column: Column,
): (picked: Column, node: number, i: number) => Column {
  return (picked, node, i) => {
    picked[i] = column[node]!;
    return picked;
  };
}

/** A subtree ends where the first kept node behind it is. */
function subtreeEnds({ nodeCount, subtreeEnd }: Page, nodes: Int32Array): Int32Array {
  const keptBefore = new Int32Array(nodeCount + 1);
  for (let i = 0; i < nodes.length; i++) keptBefore[nodes[i]! + 1] = 1;
  for (let node = 0; node < nodeCount; node++) keptBefore[node + 1]! += keptBefore[node]!;
  return nodes.map((node) => keptBefore[subtreeEnd[node]!]!);
}

function keptRanges({ node, start, end }: NodeRanges, place: Int32Array): NodeRanges {
  const isKept = (_: number, row: number): boolean => place[node[row]!] !== -1;
  return {
    node: node.filter(isKept).map((whole) => place[whole]!),
    start: start.filter(isKept),
    end: end.filter(isKept),
  };
}
