/** How a mapping compares with the optimum, and what its time goes with: the measures of Huang 2011, chapter 5. */
import { mean } from '../src/eval/mean.ts';
import type { Mapping } from '../src/mapping/mapping.ts';
import type { Page } from '../src/page/page.ts';

export interface Scores {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
}

/** By the nodes of the key page that are template (order and partners do not count: figure 5.1). */
export function score(mapping: Mapping, optimum: Mapping): Scores {
  let common = 0;
  for (const [node, other] of mapping.other.entries()) {
    if (other !== -1 && optimum.other[node] !== -1) common++;
  }
  const precision = mapping.size === 0 ? 0 : common / mapping.size;
  const recall = optimum.size === 0 ? 0 : common / optimum.size;
  return { precision, recall, f: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

export const parameterNames = [
  'tree size',
  'leaf size',
  'total changes',
  'leaf changes',
  'total-change ratio',
  'leaf-change ratio',
] as const;

/** The six parameters of the thesis's discussion: sizes of both pages, and what the optimum leaves out. */
export function parametersOf(key: Page, other: Page, optimum: Mapping): readonly number[] {
  const nodes = key.nodeCount + other.nodeCount;
  const leaves = leafCount(key) + leafCount(other);
  const changes = nodes - 2 * optimum.size;
  let mappedLeaves = 0;
  for (const [node, counterpart] of optimum.other.entries()) {
    if (counterpart === -1) continue;
    mappedLeaves += (isLeaf(key, node) ? 1 : 0) + (isLeaf(other, counterpart) ? 1 : 0);
  }
  const leafChanges = leaves - mappedLeaves;
  return [nodes, leaves, changes, leafChanges, changes / nodes, leafChanges / leaves];
}

/** Pearson's correlation. */
export function correlation(xs: readonly number[], ys: readonly number[]): number {
  const meanX = mean(xs);
  const meanY = mean(ys);
  let both = 0;
  let ofX = 0;
  let ofY = 0;
  for (const [i, x] of xs.entries()) {
    both += (x - meanX) * (ys[i]! - meanY);
    ofX += (x - meanX) ** 2;
    ofY += (ys[i]! - meanY) ** 2;
  }
  return both / Math.sqrt(ofX * ofY);
}

function isLeaf(page: Page, node: number): boolean {
  return page.subtreeEnd[node] === node + 1;
}

function leafCount(page: Page): number {
  let count = 0;
  for (let node = 0; node < page.nodeCount; node++) if (isLeaf(page, node)) count++;
  return count;
}
