/** The optimum by its definition, for small trees: recursion and a full table, nothing clever. */
import type { Tree } from './trees.ts';

export function naiveOptimum(a: Tree, b: Tree): number {
  if (a.name !== b.name) return 0;
  const table = Array.from({ length: a.children.length + 1 }, () =>
    new Array<number>(b.children.length + 1).fill(0),
  );
  for (const [i, c] of a.children.entries()) {
    for (const [j, d] of b.children.entries()) {
      const paired = table[i]![j]! + naiveOptimum(c, d);
      table[i + 1]![j + 1] = Math.max(table[i]![j + 1]!, table[i + 1]![j]!, paired);
    }
  }
  return 1 + table[a.children.length]![b.children.length]!;
}
