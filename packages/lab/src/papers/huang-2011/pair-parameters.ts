/**
 * What the time of a mapping may depend on (the discussion of chapter 5): six numbers of a pair of pages, counted on
 * both. Template are the nodes that the optimal mapping has.
 */
import type { Mapping, Page } from 'dehusk/parts';

export const parameterNames = [
  'tree size',
  'leaf size',
  'total changes',
  'leaf changes',
  'total-change ratio',
  'leaf-change ratio',
] as const;
export type PairParameters = Readonly<Record<(typeof parameterNames)[number], number>>;

export function pairParameters(key: Page, other: Page, optimum: Mapping): PairParameters {
  const isTemplate = Uint8Array.from(optimum.other, (counterpart) => (counterpart === -1 ? 0 : 1));
  const isTemplateThere = new Uint8Array(other.nodeCount);
  for (const counterpart of optimum.other) if (counterpart !== -1) isTemplateThere[counterpart] = 1;
  const [here, there] = [countPage(key, isTemplate), countPage(other, isTemplateThere)];
  const treeSize = key.nodeCount + other.nodeCount;
  const totalChanges = here.changes + there.changes;
  const leafChanges = here.leafChanges + there.leafChanges;
  return {
    'tree size': treeSize,
    'leaf size': here.leaves + there.leaves,
    'total changes': totalChanges,
    'leaf changes': leafChanges,
    'total-change ratio': totalChanges / treeSize,
    // Of pages without a change there is no ratio; as a number for a correlation 0 says the same.
    'leaf-change ratio': totalChanges === 0 ? 0 : leafChanges / totalChanges,
  };
}

interface PageCounts {
  leaves: number;
  changes: number;
  /** "Non-template nodes which are leaf nodes and parents are template nodes". */
  leafChanges: number;
}

function countPage(page: Page, isTemplate: Uint8Array): PageCounts {
  const counts = { leaves: 0, changes: 0, leafChanges: 0 };
  for (let node = 0; node < page.nodeCount; node++) {
    const isLeaf = page.subtreeEnd[node] === node + 1;
    if (isLeaf) counts.leaves++;
    if (isTemplate[node] === 1) continue;
    counts.changes++;
    if (isLeaf && isTemplate[page.parent[node]!] === 1) counts.leafChanges++;
  }
  return counts;
}
