import type { Tree } from './tree-pair.ts';

/** Maps two identical subtrees node by node; returns how many nodes they have. */
export function mapWhole(key: Tree, pairs: Int32Array, keyNode: number, otherNode: number): number {
  const count = key.subtreeEnd[keyNode]! - keyNode;
  for (let i = 0; i < count; i++) pairs[keyNode + i] = otherNode + i;
  return count;
}
