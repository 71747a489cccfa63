/**
 * The largest ordered top-down common subtree: as many pairs of nodes with equal labels as possible, such that the
 * parents of a pair are a pair and the order of siblings is kept. It is what Huang's thesis calls the optimal
 * result of the top-down mapping (TD-TD), for mappings that relabel nothing; reading H29.
 *
 *     size(u, v) = 1 + the largest alignment of the children of u and v, a pair (c, d) of one label counting size(c, d)
 *
 * Where nothing differs nothing is aligned: identical subtrees are mapped whole (`tree-pair.ts`), and a pair of
 * subtrees is mapped by position where no mapping can be larger (`bounds.ts`). The rest is `aligner.ts`. Cost: close
 * to linear for versions of one page; quadratic in the children of alike parents at worst, in time but not in
 * memory, and never beyond `maxSteps`.
 */
import type { Page } from '../../page/page.ts';
import { mapWhole } from './map-whole.ts';
import type { Mapping } from './mapping.ts';
import type { MappingOptions } from './options.ts';
import { StepBudget } from './step-budget.ts';
import { Aligner } from './top-down/aligner.ts';
import { mapByPosition } from './top-down/bounds.ts';
import { pairTrees, type TreePair } from './tree-pair.ts';

export function mapTopDownExact(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  const pair = pairTrees(key, other, { label: options.label });
  const pairs = new Int32Array(key.nodeCount).fill(-1);
  if (pair.key.label[0] !== pair.other.label[0]) return { other: pairs, size: 0 };
  const budget = new StepBudget(options.maxSteps);
  return { other: pairs, size: mapPairs(pair, pairs, budget) };
}

function mapPairs(pair: TreePair, pairs: Int32Array, budget: StepBudget): number {
  const aligner = new Aligner(pair, budget);
  // Pairs that are known to be in the mapping, children of which are still to be aligned: key, other, key, other …
  const pending = [0, 0];
  let size = 0;
  const settle = (keyNode: number, otherNode: number): void => {
    size += mapWhole(pair.key, pairs, keyNode, otherNode);
  };
  const take = (keyNode: number, otherNode: number): void => {
    pending.push(keyNode, otherNode);
  };
  while (pending.length > 0) {
    const otherNode = pending.pop()!;
    const keyNode = pending.pop()!;
    if (pair.key.subtreeClass[keyNode] === pair.other.subtreeClass[otherNode]) {
      settle(keyNode, otherNode);
      continue;
    }
    const lower = aligner.sizes.bounds.lower(keyNode, otherNode);
    const upper = aligner.sizes.bounds.upper(keyNode, otherNode);
    if (lower === upper) {
      size += mapByPosition(pair.key, pair.other, { keyNode, otherNode, pairs }, budget);
      continue;
    }
    pairs[keyNode] = otherNode;
    size++;
    aligner.align({ keyNode, otherNode, lower, upper }, { settle, take });
  }
  return size;
}
