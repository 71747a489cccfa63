/**
 * RBM-TD (Vieira et al. 2009, after Valiente 2001): identical subtrees with one top-down path are mapped to each
 * other, the highest first, and the nodes above them are taken for template too.
 *
 * Linear, and a baseline with faults that belong to it (Huang 2011, figures 3.4, 3.5 and 5.3; H27): order is not
 * kept, R(A,B) and R(B,A) give 3 pairs; a parent may be mapped elsewhere than its child; and where no leaf is the
 * same nothing is found, R(A(B)) and R(A(C)) give 0. Pairs are of one label, and no node is in two. A node above a
 * mapped one whose counterpart is taken already stays without a pair; the paper, which marks nodes of one page
 * instead of pairing them, would mark it.
 */
import type { Page } from '../../page/page.ts';
import { mapIdentical, pairTrees, type Tree, type TreePair } from './labelled-trees.ts';
import type { Mapping, MappingOptions } from './mapping.ts';

export function mapBottomUp(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  const pair = pairTrees(key, other, { label: options.label });
  const pairs = new Int32Array(key.nodeCount).fill(-1);
  const taken = new Uint8Array(other.nodeCount);
  const candidates = new ClassQueues(pair);
  let size = 0;
  for (const node of levelOrder(pair.key)) {
    if (pairs[node] !== -1) continue;
    const counterpart = candidates.next(pair.key.subtreeClass[node]!, taken);
    if (counterpart === -1) continue;
    const count = mapIdentical(pair.key, pairs, node, counterpart);
    taken.fill(1, counterpart, counterpart + count);
    size += count + mapAbove(pair, { pairs, taken, node, counterpart });
  }
  return { other: pairs, size };
}

/** Maps the nodes above a pair to each other as far as both are free; returns how many. */
function mapAbove(
  { key, other }: TreePair,
  state: {
    readonly pairs: Int32Array;
    readonly taken: Uint8Array;
    readonly node: number;
    readonly counterpart: number;
  },
): number {
  const { pairs, taken } = state;
  let a = key.parent[state.node]!;
  let b = other.parent[state.counterpart]!;
  let count = 0;
  // Equal labels are equal paths: both walks end at the root. What is above a mapped node was walked before.
  for (; a !== -1 && pairs[a] !== b; a = key.parent[a]!, b = other.parent[b]!) {
    if (pairs[a] !== -1 || taken[b] === 1) continue;
    pairs[a] = b;
    taken[b] = 1;
    count++;
  }
  return count;
}

/** Nodes of the other page by class, each list in document order; nodes of one class are equally deep. */
class ClassQueues {
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor({ other, classCount }: TreePair) {
    this.#first = new Int32Array(classCount).fill(-1);
    this.#next = new Int32Array(other.nodeCount);
    for (let node = other.nodeCount - 1; node >= 0; node--) {
      const own = other.subtreeClass[node]!;
      this.#next[node] = this.#first[own]!;
      this.#first[own] = node;
    }
  }

  /** The first node of the class that is free, or −1. */
  next(subtreeClass: number, taken: Uint8Array): number {
    let node = this.#first[subtreeClass]!;
    while (node !== -1 && taken[node] === 1) node = this.#next[node]!;
    this.#first[subtreeClass] = node === -1 ? -1 : this.#next[node]!;
    return node;
  }
}

function levelOrder({ nodeCount, depth }: Tree): Int32Array {
  const start = new Int32Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) start[depth[node]! + 1]!++;
  for (let level = 1; level <= nodeCount; level++) start[level]! += start[level - 1]!;
  const order = new Int32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) order[start[depth[node]!]!++] = node;
  return order;
}
