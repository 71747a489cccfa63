/**
 * The two pages of a mapping, reduced to what mappings compare: the shape, a label per node and a class per subtree.
 *
 * Class: two nodes have one class exactly if the subtrees below them are the same, label by label. It is the number
 * of a pair, folded over the children from the last to the first, so nothing rests on a hash:
 *
 *     class(leaf)      = (label, −1)
 *     class(u(c1 c2))  = (((label of u, −1), class(c2)), class(c1))
 */
import type { Page } from '../../page/page.ts';
import { type LabelOptions, labelPages } from './labels.ts';
import { PairTable } from './pair-table.ts';

export interface Tree {
  readonly nodeCount: number;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly subtreeEnd: Int32Array;
  readonly label: Int32Array;
  readonly subtreeClass: Int32Array;
}

export interface TreePair {
  readonly key: Tree;
  readonly other: Tree;
  readonly labelCount: number;
  readonly classCount: number;
}

export function pairTrees(key: Page, other: Page, options?: LabelOptions): TreePair {
  const labels = labelPages(key, other, options);
  const classes = new PairTable(2 * (key.nodeCount + other.nodeCount), key.pathHashLow[0]!);
  return {
    key: createTree(key, labels.key, classes),
    other: createTree(other, labels.other, classes),
    labelCount: labels.count,
    classCount: classes.count,
  };
}

export function createTree(page: Page, label: Int32Array, classes: PairTable): Tree {
  const { nodeCount, parent, depth, subtreeEnd } = page;
  const subtreeClass = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) subtreeClass[node] = classes.intern(label[node]!, -1);
  // Backwards a node comes after everything below it, and siblings come from the last to the first.
  for (let node = nodeCount - 1; node > 0; node--) {
    const above = parent[node]!;
    subtreeClass[above] = classes.intern(subtreeClass[above]!, subtreeClass[node]!);
  }
  return { nodeCount, parent, depth, subtreeEnd, label, subtreeClass };
}
