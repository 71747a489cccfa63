/**
 * Which of the subtrees without counterpart are the same: they have one class, a number shared by the two pages. It is
 * folded over the children as in `mapping/tree-pair.ts`, but labels know nothing of paths here: a block that stands
 * elsewhere is the same block. A label is the tag, for pictures with what they show, and a text's content.
 */

import { type Page, TEXT, tagName } from '../../page/page.ts';
import { PairTable } from '../mapping/pair-table.ts';
import type { Sides } from './page-diff.ts';
import { type ShownNodes, thingAddress } from './shown-nodes.ts';

/** The class of a node that takes no part. */
export const NO_CLASS = -1;

export interface SubtreeClasses {
  readonly of: Sides<Int32Array>;
  readonly count: number;
}

/** `free`: 1 for the nodes that take part; below one of them, a node that does not spoils the classes above it. */
export function classifySubtrees(
  pages: Sides<Page>,
  free: Sides<Uint8Array>,
  shown: Sides<ShownNodes>,
): SubtreeClasses {
  const size = 2 * (count(free.old) + count(free.new)) + 1;
  const labels = new Labels(size, pages.old.pathHashLow[0]!);
  const classes = new PairTable(size, pages.old.pathHashLow[0]!);
  const fold = (page: Page, part: Uint8Array, { thing }: ShownNodes): Int32Array => {
    const of = new Int32Array(page.nodeCount).fill(NO_CLASS);
    for (let node = 0; node < page.nodeCount; node++)
      if (part[node] === 1) of[node] = classes.intern(labels.of(page, node, thing[node] === 1), -1);
    for (let node = page.nodeCount - 1; node > 0; node--) {
      const above = page.parent[node]!;
      if (of[above] === NO_CLASS) continue;
      of[above] = of[node] === NO_CLASS ? NO_CLASS : classes.intern(of[above]!, of[node]!);
    }
    return of;
  };
  return {
    of: { old: fold(pages.old, free.old, shown.old), new: fold(pages.new, free.new, shown.new) },
    count: classes.count,
  };
}

class Labels {
  readonly #texts: PairTable;
  readonly #elements = new Map<string, number>();

  constructor(size: number, seed: number) {
    this.#texts = new PairTable(size, seed);
  }

  /** Odd for text, even for elements. */
  of(page: Page, node: number, isThing: boolean): number {
    if (page.tag[node] === TEXT)
      return this.#texts.intern(page.textHashHigh[node]! | 0, page.textHashLow[node]! | 0) * 2 + 1;
    const name = tagName(page, node);
    // Links are told by their words: an address may change while a link moves, and is then a change of its own.
    const spelling = isThing && name !== 'a' ? `${name}\0${thingAddress(page, node)}` : name;
    const known = this.#elements.get(spelling) ?? this.#elements.size;
    this.#elements.set(spelling, known);
    return known * 2;
  }
}

function count(mask: Uint8Array): number {
  return mask.reduce((sum, bit) => sum + bit, 0);
}
