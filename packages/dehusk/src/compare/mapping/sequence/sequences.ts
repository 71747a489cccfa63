/**
 * Trees as sequences (Huang 2011, chapter 4, "Prüfer sequence" and "Consolidated Prüfer sequence"). Positions count
 * from 1, as in the thesis; position 0 is empty.
 *
 *     T8 = R(A(B), A(B, E))      extended       B A R B A E A R     (reading H2)
 *                                consolidated   B A B E A R         (H3)
 */
import type { Tree } from '../tree-pair.ts';

export interface Sequence {
  readonly length: number;
  /** Node and label at each position. */
  readonly node: Int32Array;
  readonly label: Int32Array;
}

/**
 * The extended Prüfer sequence. Each leaf has a virtual leaf below it; nodes are removed in post-order, and each
 * removal appends the parent. So a leaf comes once itself, and each node once for every child: n + leaves − 1.
 */
export function extendedSequence(tree: Tree): Sequence {
  const { parent, subtreeEnd, nodeCount } = tree;
  const node = new Int32Array(2 * nodeCount + 1);
  let length = 0;
  for (const removed of postOrder(tree)) {
    if (subtreeEnd[removed] === removed + 1) node[++length] = removed;
    if (parent[removed]! >= 0) node[++length] = parent[removed]!;
  }
  return labelled(tree, node.subarray(0, length + 1));
}

/** The consolidated Prüfer sequence: each removal appends the node itself. */
export function consolidatedSequence(tree: Tree): Sequence {
  const node = new Int32Array(tree.nodeCount + 1);
  node.set(postOrder(tree), 1);
  return labelled(tree, node);
}

function labelled(tree: Tree, node: Int32Array): Sequence {
  const label = node.map((at) => tree.label[at]!);
  label[0] = -1;
  return { length: node.length - 1, node, label };
}

function postOrder({ nodeCount, parent, subtreeEnd }: Tree): Int32Array {
  const order = new Int32Array(nodeCount);
  let count = 0;
  let open = -1;
  for (let node = 0; node < nodeCount; node++) {
    for (; open !== -1 && subtreeEnd[open]! <= node; open = parent[open]!) order[count++] = open;
    open = node;
  }
  for (; open !== -1; open = parent[open]!) order[count++] = open;
  return order;
}
