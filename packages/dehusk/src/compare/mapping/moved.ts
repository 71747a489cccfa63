/**
 * What stands elsewhere on the other page: identical subtrees among the nodes without counterpart become pairs too,
 * the largest first, in document order. A top-down mapping cannot see them, since their parents are no pairs.
 */
import type { Page } from '../../page/page.ts';
import type { LabelChoice } from './labels.ts';
import { mapWhole } from './map-whole.ts';
import type { Mapping } from './mapping.ts';
import { pairTrees, type Tree, type TreePair } from './tree-pair.ts';

export function followMoved(
  [key, other]: readonly [Page, Page],
  mapping: Mapping,
  label?: LabelChoice,
): Mapping {
  const pair = pairTrees(key, other, { label, byPath: false });
  const pairs = Int32Array.from(mapping.other);
  const isTaken = new Uint8Array(other.nodeCount);
  for (const node of pairs) if (node !== -1) isTaken[node] = 1;
  const found = new FreeSubtrees(pair, isTaken);
  let { size } = mapping;
  for (const node of freeBySize(pair.key, pairs)) {
    if (pairs[node] !== -1) continue;
    const counterpart = found.take(pair.key.subtreeClass[node]!);
    if (counterpart !== -1) size += mapWhole(pair.key, pairs, node, counterpart);
  }
  return { other: pairs, size };
}

/** The roots of subtrees without any counterpart, the largest first. */
function freeBySize({ nodeCount, parent, subtreeEnd }: Tree, pairs: Int32Array): readonly number[] {
  const isSpoilt = new Uint8Array(nodeCount);
  const nodes: number[] = [];
  for (let node = nodeCount - 1; node > 0; node--) {
    if (pairs[node] !== -1) isSpoilt[node] = 1;
    if (isSpoilt[node] === 1) isSpoilt[parent[node]!] = 1;
    else nodes.push(node);
  }
  return nodes.reverse().sort((a, b) => subtreeEnd[b]! - b - (subtreeEnd[a]! - a));
}

/** Subtrees of the other page by class, in document order; what is taken, or has something taken in it, is passed over. */
class FreeSubtrees {
  readonly #tree: Tree;
  readonly #isTaken: Uint8Array;
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor({ other, classCount }: TreePair, isTaken: Uint8Array) {
    this.#tree = other;
    this.#isTaken = isTaken;
    this.#first = new Int32Array(classCount).fill(-1);
    this.#next = new Int32Array(other.nodeCount);
    for (let node = other.nodeCount - 1; node >= 0; node--) {
      const subtreeClass = other.subtreeClass[node]!;
      this.#next[node] = this.#first[subtreeClass]!;
      this.#first[subtreeClass] = node;
    }
  }

  /** Each subtree is looked at once for its class, so all of it together costs as much as the page is deep. */
  take(subtreeClass: number): number {
    let node = this.#first[subtreeClass]!;
    while (node !== -1 && this.#hasTaken(node)) node = this.#next[node]!;
    this.#first[subtreeClass] = node === -1 ? -1 : this.#next[node]!;
    if (node !== -1) this.#isTaken.fill(1, node, this.#tree.subtreeEnd[node]!);
    return node;
  }

  #hasTaken(root: number): boolean {
    const end = this.#tree.subtreeEnd[root]!;
    let node = root;
    while (node < end && this.#isTaken[node] === 0) node++;
    return node < end;
  }
}
