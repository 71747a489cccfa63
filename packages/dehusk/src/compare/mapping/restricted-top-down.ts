/**
 * RTDM-TD (Vieira et al. 2006): the restricted top-down mapping of least cost, of which the pairs that need no
 * operation are kept. The baseline that Huang's thesis measures against.
 *
 * It may replace nodes, so the mapping of least cost need not be the one with the most equal pairs: it is never
 * larger than `top-down-exact`, and now and then a little smaller. Written from what Huang 2011 (chapter 3) and Reis
 * et al. 2004 say of it: identical subtrees of one level are found first and cost nothing, all other pairs of
 * children are compared in a full table. Quadratic in time, not in memory.
 */
import type { Page } from '../../page/page.ts';
import { mapWhole } from './map-whole.ts';
import type { Mapping } from './mapping.ts';
import type { MappingOptions } from './options.ts';
import { StepBudget } from './step-budget.ts';
import { RestrictedAligner } from './top-down/restricted-aligner.ts';
import { pairTrees } from './tree-pair.ts';

export function mapRestrictedTopDown(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  const pair = pairTrees(key, other, { label: options.label });
  const pairs = new Int32Array(key.nodeCount).fill(-1);
  if (pair.key.label[0] !== pair.other.label[0]) return { other: pairs, size: 0 };
  const aligner = new RestrictedAligner(pair, new StepBudget(options.maxSteps));
  const pending = [0, 0];
  let size = 0;
  while (pending.length > 0) {
    const otherNode = pending.pop()!;
    const keyNode = pending.pop()!;
    if (pair.key.subtreeClass[keyNode] === pair.other.subtreeClass[otherNode]) {
      size += mapWhole(pair.key, pairs, keyNode, otherNode);
      continue;
    }
    pairs[keyNode] = otherNode;
    size++;
    aligner.align(keyNode, otherNode, (a, b) => pending.push(a, b));
  }
  return { other: pairs, size };
}
