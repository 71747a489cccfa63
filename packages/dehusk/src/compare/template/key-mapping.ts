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
import { equalityOptions, type TemplateOptions } from './template-options.ts';

export function createKeyMapping(page: Page, options: TemplateOptions): (other: Page) => Mapping {
  const map = mappings[options.mapping];
  const mappingOptions = options.mapping === 'equality' ? equalityOptions(options) : {};
  const mapPages = (key: Page, other: Page): Mapping => {
    const mapping = map(key, other, mappingOptions);
    if (options.followMoved) return followSame([key, other], mapping);
    return options.followWrapped ? followSame([key, other], mapping, WRAPPERS) : mapping;
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

/** A box that differs, or one that is there on one page only, is one level; two are as far as is looked. */
const WRAPPERS = 2;

/**
 * Identical subtrees among the nodes without counterpart become pairs too, the largest first, in document order. A
 * top-down mapping cannot see them, since their parents are no pairs.
 *
 * With `levels`, only what is so few levels below a pair, on both pages: then all that differs is a box around it (a
 * class, an id, one box more). Without, wherever it stands.
 */
export function followSame([key, other]: readonly [Page, Page], mapping: Mapping, levels?: number): Mapping {
  const pair = pairTrees(key, other, { byPath: false });
  const pairs = Int32Array.from(mapping.other);
  const isTaken = new Uint8Array(other.nodeCount);
  for (const node of pairs) if (node !== -1) isTaken[node] = 1;
  const found = new FreeSubtrees(pair, isTaken);
  let { size } = mapping;
  for (const node of freeBySize(pair.key, pairs)) {
    if (pairs[node] !== -1) continue;
    const around = levels === undefined ? 0 : counterpartAbove(key, mapping, { node, levels });
    if (around === -1) continue;
    const counterpart = found.take(pair.key.subtreeClass[node]!, { around, levels });
    if (counterpart !== -1) size += mapIdentical(pair.key, pairs, node, counterpart);
  }
  return { other: pairs, size };
}

/** The counterpart of the nearest node above that has one; −1 where that is farther than so many boxes. */
function counterpartAbove(
  { parent }: Page,
  mapping: Mapping,
  { node, levels }: { readonly node: number; readonly levels: number },
): number {
  let above = parent[node]!;
  for (let boxes = 0; boxes < levels && mapping.other[above] === -1; boxes++) above = parent[above]!;
  return mapping.other[above]!;
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

interface Around {
  /** The node of the other page in which a subtree must stand, and how many boxes may be between. */
  readonly around: number;
  readonly levels: number | undefined;
}

/** Subtrees that are looked at for one: a class of hundreds (an empty cell) says nothing anyhow. */
const MAX_LOOKS = 16;

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

  /**
   * Each subtree is looked at once for its class, so all of it together costs as much as the page is deep. What is
   * not near enough to `around` stays for others, and is looked at a few times at most.
   */
  take(subtreeClass: number, { around, levels }: Around): number {
    let node = this.#first[subtreeClass]!;
    while (node !== -1 && this.#hasTaken(node)) node = this.#next[node]!;
    this.#first[subtreeClass] = node;
    for (let looks = 0; node !== -1 && looks < MAX_LOOKS; looks++) {
      if (!this.#hasTaken(node) && this.#isNear(node, around, levels)) break;
      node = looks + 1 === MAX_LOOKS ? -1 : this.#next[node]!;
    }
    if (node !== -1) this.#isTaken.fill(1, node, this.#tree.subtreeEnd[node]!);
    return node;
  }

  #isNear(node: number, around: number, levels = Number.POSITIVE_INFINITY): boolean {
    const { depth, subtreeEnd } = this.#tree;
    if (node <= around || node >= subtreeEnd[around]!) return false;
    return depth[node]! - depth[around]! <= levels + 1;
  }

  #hasTaken(root: number): boolean {
    const end = this.#tree.subtreeEnd[root]!;
    let node = root;
    while (node < end && this.#isTaken[node] === 0) node++;
    return node < end;
  }
}
