/**
 * What has moved: equal subtrees among the nodes without counterpart, the largest first, each paired once, the first
 * of the old page with the first of the new one.
 *
 * Small things are equal by chance: a "Read more" that went with one item did not move to the item that came. So a
 * subtree has moved if it shows at least `minChars` characters; or if it is an element with a letter or a picture in
 * it that is all of a change on one of the pages: a short menu entry that was taken here and put there. Of what
 * only may be a change (a pair of strangers) that holds among the children of one element: where one cell of a table
 * turns from "yes" to "no" and another from "no" to "yes", nothing has moved.
 */
import { Tag } from '../../page/names.ts';
import { type Page, readNormalText, TEXT, tagName } from '../../page/page.ts';
import { PairTable } from '../mapping/pair-table.ts';
import type { Side, Sides } from './page-diff.ts';
import { type ShownNodes, sumSubtrees, thingAddress } from './shown-nodes.ts';

/** A choice: labels, prices, dates and names of menu entries are shorter, sentences are longer. */
const minChars = 24;

/** Pairs of elements that were parted and may be joined again (`pair-nodes.ts`): they show one text each. */
export interface PartedPairs {
  readonly pairs: readonly Sides<number>[];
  /** The counterparts as they were. */
  readonly before: Sides<Int32Array>;
}

interface MoveTask {
  readonly pages: Sides<Page>;
  readonly shown: Sides<ShownNodes>;
  /** 1 for the nodes without counterpart that could have moved. */
  readonly free: Sides<Uint8Array>;
  readonly parted: PartedPairs;
}

/** Per node the counterpart of the root of a moved subtree, else −1. */
export function findMoves(task: MoveTask): Sides<Int32Array> {
  const { pages, shown, free } = task;
  const classes = classifySubtrees(pages, free, shown);
  const moved = {
    old: new Int32Array(pages.old.nodeCount).fill(-1),
    new: new Int32Array(pages.new.nodeCount).fill(-1),
  };
  const chars = { old: sumFree(task, 'old'), new: sumFree(task, 'new') };
  const queues = {
    old: new ClassQueue(classes.of.old, classes.count),
    new: new ClassQueue(classes.of.new, classes.count),
  };
  const isParted = { old: markParted(task, 'old'), new: markParted(task, 'new') };
  const take = (side: Side, node: number): void => {
    const otherSide = side === 'old' ? 'new' : 'old';
    if (queues[side].isTaken(node)) return;
    const found = queues[otherSide].next(classes.of[side][node]!);
    if (found === -1) return;
    const isDoubtful = isParted[side][node] === 1 || isParted[otherSide][found] === 1;
    if (
      isDoubtful &&
      chars[side][node]! < minChars &&
      !isAmongSiblings(task, { [side]: node, [otherSide]: found })
    )
      return;
    moved[side][node] = found;
    moved[otherSide][found] = node;
    const size = pages[side].subtreeEnd[node]! - node;
    queues[side].take(node, size);
    queues[otherSide].take(found, size);
  };
  for (const candidate of candidates(task, chars, classes.of))
    take(candidate % 2 === 0 ? 'old' : 'new', candidate >> 1);
  return moved;
}

function markParted({ pages, parted }: MoveTask, side: Side): Uint8Array {
  const mask = new Uint8Array(pages[side].nodeCount);
  for (const pair of parted.pairs) mask.fill(1, pair[side], pages[side].subtreeEnd[pair[side]]!);
  return mask;
}

function isAmongSiblings({ pages, parted }: MoveTask, node: Partial<Sides<number>>): boolean {
  return parted.before.old[pages.old.parent[node.old!]!] === pages.new.parent[node.new!];
}

function sumFree({ pages, shown, free }: MoveTask, side: Side): Int32Array {
  return sumSubtrees(
    pages[side],
    shown[side].chars.map((count, node) => (free[side][node] === 1 ? count : 0)),
  );
}

/**
 * The large ones of the old page, and the small ones that are all of a change, of both pages; the largest first. Each
 * is twice its node's number, and one more on the new page: no object per node.
 */
function candidates(task: MoveTask, chars: Sides<Int32Array>, classes: Sides<Int32Array>): readonly number[] {
  const found: number[] = [];
  for (const [isNew, side] of (['old', 'new'] as const).entries()) {
    const page = task.pages[side];
    for (let node = 1; node < page.nodeCount; node++) {
      if (classes[side][node] === NO_CLASS) continue;
      const isLarge = chars[side][node]! >= minChars;
      const isAllOfChange = task.free[side][page.parent[node]!] === 0;
      if (isLarge ? isNew === 0 : isAllOfChange && tellsSomething(page, node, task.shown[side]))
        found.push(2 * node + isNew);
    }
  }
  const sizeOf = (candidate: number): number => {
    const { subtreeEnd } = candidate % 2 === 0 ? task.pages.old : task.pages.new;
    return subtreeEnd[candidate >> 1]! - (candidate >> 1);
  };
  return found.sort((left, right) => sizeOf(right) - sizeOf(left));
}

/** An element with a letter, a picture or a control in it; a link is one by its words. */
function tellsSomething(page: Page, root: number, { chars, thing }: ShownNodes): boolean {
  if (page.tag[root] === TEXT) return false;
  for (let node = root; node < page.subtreeEnd[root]!; node++) {
    if (thing[node] === 1 && page.tag[node] !== Tag.a) return true;
    if (chars[node]! > 0 && /\p{L}/u.test(readNormalText(page, node))) return true;
  }
  return false;
}

/** The nodes of a page by class, in document order; what is taken is not found again. */
class ClassQueue {
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #taken: Uint8Array;

  constructor(classes: Int32Array, classCount: number) {
    this.#first = new Int32Array(classCount).fill(-1);
    this.#next = new Int32Array(classes.length);
    this.#taken = new Uint8Array(classes.length);
    for (let node = classes.length - 1; node >= 0; node--) {
      const own = classes[node]!;
      if (own === NO_CLASS) continue;
      this.#next[node] = this.#first[own]!;
      this.#first[own] = node;
    }
  }

  isTaken(node: number): boolean {
    return this.#taken[node] === 1;
  }

  /** The first node of the class that is free, or −1. */
  next(subtreeClass: number): number {
    let node = this.#first[subtreeClass]!;
    while (node !== -1 && this.#taken[node] === 1) node = this.#next[node]!;
    this.#first[subtreeClass] = node;
    return node;
  }

  take(root: number, size: number): void {
    this.#taken.fill(1, root, root + size);
  }
}

/** The class of a node that takes no part. */
const NO_CLASS = -1;

interface SubtreeClasses {
  readonly of: Sides<Int32Array>;
  readonly count: number;
}

/**
 * Which of the subtrees without counterpart are the same: they have one class, a number shared by the two pages. It is
 * folded over the children as in `mapping/labelled-trees.ts`, but labels do not hold paths here: a block that stands
 * elsewhere is the same block. A label is the tag, for pictures with what they show, and a text's content.
 *
 * `free`: 1 for the nodes that take part; below one of them, a node that does not spoils the classes above it.
 */
function classifySubtrees(
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
    const number = this.#elements.get(spelling) ?? this.#elements.size;
    this.#elements.set(spelling, number);
    return number * 2;
  }
}

function count(mask: Uint8Array): number {
  return mask.reduce((sum, bit) => sum + bit, 0);
}
