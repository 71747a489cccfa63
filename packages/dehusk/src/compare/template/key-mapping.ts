/**
 * How a key page is mapped to another, with the options of `template` that change the mapping: its main content may be
 * left out, and what stands elsewhere on the other page may be followed.
 */

import { restrictPage } from '../../page/derived-page.ts';
import type { Page } from '../../page/page.ts';
import { mapIdentical, pairTrees, type Tree, type TreePair } from '../mapping/labelled-trees.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { mappings } from '../mapping/mappings.ts';
import { mainContent } from './main-content.ts';
import type { TemplateOptions } from './template.ts';

export function createKeyMapping(
  page: Page,
  options: Pick<TemplateOptions, 'mapping' | 'followMoved' | 'cutMain'>,
): (other: Page) => Mapping {
  const map = mappings[options.mapping];
  const mapPages = (key: Page, other: Page): Mapping => {
    const mapping = map(key, other);
    return options.followMoved ? followMoved([key, other], mapping) : mapping;
  };
  if (!options.cutMain) return (other) => mapPages(page, other);
  const cut = restrictPage(page, withoutMain(page));
  return (other) => widen(mapPages(cut.page, other), cut.nodes, page.nodeCount);
}

/** 1 for every node that is not below the element of the main content: that element itself is still compared. */
function withoutMain(page: Page): Uint8Array {
  const main = mainContent(page);
  return new Uint8Array(page.nodeCount).fill(1).fill(0, main + 1, page.subtreeEnd[main]!);
}

/** A mapping of some nodes of a page as one of the page. */
function widen({ other, size }: Mapping, nodes: Int32Array, nodeCount: number): Mapping {
  const widened = new Int32Array(nodeCount).fill(-1);
  for (let node = 0; node < nodes.length; node++) widened[nodes[node]!] = other[node]!;
  return { other: widened, size };
}

/**
 * What stands elsewhere on the other page: identical subtrees among the nodes without counterpart become pairs too,
 * the largest first, in document order. A top-down mapping cannot see them, since their parents are no pairs.
 */
export function followMoved([key, other]: readonly [Page, Page], mapping: Mapping): Mapping {
  const pair = pairTrees(key, other, { byPath: false });
  const pairs = Int32Array.from(mapping.other);
  const isTaken = new Uint8Array(other.nodeCount);
  for (const node of pairs) if (node !== -1) isTaken[node] = 1;
  const found = new FreeSubtrees(pair, isTaken);
  let { size } = mapping;
  for (const node of freeBySize(pair.key, pairs)) {
    if (pairs[node] !== -1) continue;
    const counterpart = found.take(pair.key.subtreeClass[node]!);
    if (counterpart !== -1) size += mapIdentical(pair.key, pairs, node, counterpart);
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
