/**
 * RTDM-TD (Vieira et al. 2006): the restricted top-down mapping of least cost, of which the pairs that need no
 * operation are kept. The baseline that Huang's thesis measures against.
 *
 * It may replace nodes, so the mapping of least cost need not be the one with the most equal pairs: it is never
 * larger than `top-down-exact`, and now and then a little smaller. Written from what Huang 2011 (chapter 3) and Reis
 * et al. 2004 say of it: identical subtrees of one level are found first and cost nothing, all other pairs of
 * children are compared in a full table. Quadratic in time, not in memory, in the children between the first and the
 * last that differ; over `maxChildPairs` of two nodes it gives up.
 */
import { DehuskError } from '../../errors.ts';
import type { Page } from '../../page/page.ts';
import { mapIdentical, pairTrees, type Tree, type TreePair } from './labelled-trees.ts';
import { type Mapping, type MappingOptions, StepBudget } from './mapping.ts';
import { PairCache } from './pair-table.ts';
import { Chains, NO_LINK } from './top-down/chains.ts';

export function mapRestrictedTopDown(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  const pair = pairTrees(key, other, { label: options.label });
  const pairs = new Int32Array(key.nodeCount).fill(-1);
  if (pair.key.label[0] !== pair.other.label[0]) return { other: pairs, size: 0 };
  const aligner = new RestrictedAligner(pair, new StepBudget(options.maxSteps), options);
  const pending = [0, 0];
  let size = 0;
  while (pending.length > 0) {
    const otherNode = pending.pop()!;
    const keyNode = pending.pop()!;
    if (pair.key.subtreeClass[keyNode] === pair.other.subtreeClass[otherNode]) {
      size += mapIdentical(pair.key, pairs, keyNode, otherNode);
      continue;
    }
    pairs[keyNode] = otherNode;
    size++;
    aligner.align(keyNode, otherNode, (a, b) => pending.push(a, b));
  }
  return { other: pairs, size };
}

/** The pair must be aligned first. */
const PENDING = -1;
/** Pairs of children of two nodes that are compared, if nothing else is said: 5,000 by 5,000, half a second. */
const MAX_CHILD_PAIRS = 25_000_000;
/** Below this many pairs the table is sooner filled than it is told which beginning may be left out. */
const SMALL_TABLE = 1_024;
/** What opening a frame and filling a cell costs, in nodes looked at. */
const FRAME_STEPS = 50;
const CELL_STEPS = 5;

/**
 * The restricted top-down distance of the children of two nodes (Reis et al. 2004, RTDM), with costs of 1 for a node
 * that is inserted, removed or replaced. Instead of the cost, what a mapping saves is counted: removing and
 * inserting all is the most there can be; a pair of equal labels saves 2, a replaced pair 1. A replaced pair has
 * nothing mapped below it (that is the restriction), so
 *
 *     saved(u, v) = 2 + the best alignment of their children, a pair (c, d) counting
 *                   2 · nodes      identical subtrees
 *                   1              different labels: replaced, and what is below removed and inserted
 *                   saved(c, d)    equal labels
 *
 * The full table of all children, row by row, as in the paper; a pair is not looked into only where even all of its
 * nodes could not make its cell larger. A stack frame waits where the value of a pair must be computed first.
 *
 * Runs of identical children at the beginning and at the end of both lists stay out of the table (`siblingRuns`), with
 * the same result, pair by pair. Nothing saves more than pairing two identical subtrees, so the value is the same; at
 * the end the table pairs them too, since among equals it takes the last. At the beginning it may find a later
 * counterpart that is as good. So there a run is left out only as far as that cannot be: no later sibling is the
 * same, and none of the same label is larger. Where only the value is wanted, no such care is needed.
 */
class RestrictedAligner {
  readonly #key: Tree;
  readonly #other: Tree;
  readonly #budget: StepBudget;
  readonly #cache: PairCache;
  readonly #chains: Chains;
  readonly #arena: Int32Array;
  readonly #stack: RestrictedFrame[] = [];
  readonly #maxChildPairs: number;
  readonly #siblingRuns: boolean;
  /** Identical children of the pair that is aligned, which stayed out of its table: key, other, key, other … */
  readonly #settled: number[] = [];
  #wantedKey = 0;
  #wantedOther = 0;

  constructor(
    { key, other }: TreePair,
    budget: StepBudget,
    { maxChildPairs = MAX_CHILD_PAIRS, siblingRuns = true }: MappingOptions,
  ) {
    this.#maxChildPairs = maxChildPairs;
    this.#siblingRuns = siblingRuns;
    this.#key = key;
    this.#other = other;
    this.#budget = budget;
    this.#cache = new PairCache();
    this.#chains = new Chains(budget);
    this.#arena = new Int32Array(3 * key.nodeCount + 3 * other.nodeCount + 8);
  }

  /** Aligns the children of two nodes of one label; `take` gets the pairs of equal labels. */
  align(keyNode: number, otherNode: number, take: (keyNode: number, otherNode: number) => void): void {
    const frame = this.#open(0, keyNode, otherNode);
    let depth = 1;
    while (depth > 0) {
      const top = this.#stack[depth - 1]!;
      if (!this.#advance(top)) this.#open(depth++, this.#wantedKey, this.#wantedOther);
      else {
        depth--;
        this.#remember(top);
      }
    }
    const arena = this.#arena;
    for (let i = 0; i < this.#settled.length; i += 2) take(this.#settled[i]!, this.#settled[i + 1]!);
    this.#chains.visit(arena[frame.links + frame.otherCount]!, (i, j) =>
      take(arena[frame.keyChild + i]!, arena[frame.otherChild + j]!),
    );
  }

  #remember({ keyNode, otherNode, cells, otherCount, savedByRuns }: RestrictedFrame): void {
    const saved = 2 + savedByRuns + this.#arena[cells + otherCount]!;
    this.#cache.set(this.#key.subtreeClass[keyNode]!, this.#other.subtreeClass[otherNode]!, saved);
  }

  #open(depth: number, keyNode: number, otherNode: number): RestrictedFrame {
    if (this.#stack.length === depth) this.#stack.push(new RestrictedFrame());
    const frame = this.#stack[depth]!;
    const arena = this.#arena;
    frame.keyNode = keyNode;
    frame.otherNode = otherNode;
    frame.recording = depth === 0;
    frame.keyChild = depth === 0 ? 0 : this.#stack[depth - 1]!.arenaEnd;
    frame.otherChild = listChildren(this.#key, keyNode, arena, frame.keyChild);
    frame.keyCount = frame.otherChild - frame.keyChild;
    frame.cells = listChildren(this.#other, otherNode, arena, frame.otherChild);
    frame.otherCount = frame.cells - frame.otherChild;
    frame.savedByRuns = 0;
    if (frame.recording) this.#settled.length = 0;
    if (this.#siblingRuns) this.#leaveRunsOut(frame);
    const pairs = frame.keyCount * frame.otherCount;
    if (pairs > this.#maxChildPairs)
      throw new DehuskError('MAPPING_CHILD_PAIRS', { limit: this.#maxChildPairs, pairs });
    frame.links = frame.cells + frame.otherCount + 1;
    frame.arenaEnd = frame.links + (frame.recording ? frame.otherCount + 1 : 0);
    arena.fill(0, frame.cells, frame.links);
    arena.fill(NO_LINK, frame.links, frame.arenaEnd);
    if (frame.recording) this.#chains.clear();
    this.#budget.spend(FRAME_STEPS + frame.arenaEnd - frame.keyChild);
    frame.row = 0;
    this.#enterRow(frame);
    return frame;
  }

  #leaveRunsOut(frame: RestrictedFrame): void {
    const { keyChild, otherChild } = frame;
    while (this.#isSame(frame, frame.keyCount - 1, frame.otherCount - 1)) {
      frame.keyCount--;
      frame.otherCount--;
      this.#settle(frame, frame.keyCount, frame.otherCount);
    }
    let same = 0;
    while (this.#isSame(frame, same, same)) same++;
    if (frame.recording) same = this.#surelyPaired(frame, same);
    for (let i = 0; i < same; i++) this.#settle(frame, i, i);
    frame.keyChild = keyChild + same;
    frame.otherChild = otherChild + same;
    frame.keyCount -= same;
    frame.otherCount -= same;
  }

  #isSame({ keyChild, keyCount, otherChild, otherCount }: RestrictedFrame, i: number, j: number): boolean {
    if (i < 0 || j < 0 || i >= keyCount || j >= otherCount) return false;
    const arena = this.#arena;
    const keyClass = this.#key.subtreeClass[arena[keyChild + i]!];
    return keyClass === this.#other.subtreeClass[arena[otherChild + j]!];
  }

  #settle(frame: RestrictedFrame, i: number, j: number): void {
    const keyNode = this.#arena[frame.keyChild + i]!;
    frame.savedByRuns += 2 * (this.#key.subtreeEnd[keyNode]! - keyNode);
    if (frame.recording) this.#settled.push(keyNode, this.#arena[frame.otherChild + j]!);
  }

  /** How many of the first children, which are the same in pairs, every best alignment pairs just so. */
  #surelyPaired(frame: RestrictedFrame, same: number): number {
    const { keyChild, keyCount, otherChild, otherCount } = frame;
    if (same === 0 || keyCount * otherCount <= SMALL_TABLE) return 0;
    const later = new LaterSiblings();
    for (let i = keyCount - 1; i >= same; i--) later.add(this.#key, this.#arena[keyChild + i]!);
    for (let j = otherCount - 1; j >= same; j--) later.add(this.#other, this.#arena[otherChild + j]!);
    let sure = same;
    for (let i = same - 1; i >= 0; i--) {
      const node = this.#arena[keyChild + i]!;
      if (later.mayReplace(this.#key, node)) sure = i;
      later.add(this.#key, node);
    }
    this.#budget.spend(10 * (keyCount + otherCount));
    return sure;
  }

  #enterRow(frame: RestrictedFrame): void {
    frame.column = 0;
    frame.diagonal = 0;
    frame.diagonalLink = NO_LINK;
    if (frame.recording)
      this.#chains.reserve(frame.otherCount, this.#arena.subarray(frame.links, frame.arenaEnd));
    this.#budget.spend(CELL_STEPS * frame.otherCount);
  }

  /** Goes on with a frame; false if it has to wait for the wanted pair. */
  #advance(frame: RestrictedFrame): boolean {
    for (; frame.row < frame.keyCount; this.#enterRow(frame)) {
      if (!this.#fillRow(frame)) return false;
      frame.row++;
    }
    return true;
  }

  #fillRow(frame: RestrictedFrame): boolean {
    const arena = this.#arena;
    const { cells, links, otherChild, otherCount, recording } = frame;
    const keyNode = arena[frame.keyChild + frame.row]!;
    let { column, diagonal, diagonalLink } = frame;
    for (; column < otherCount; column++) {
      const cell = cells + column + 1;
      const above = arena[cell]!;
      const aboveLink = recording ? arena[links + column + 1]! : NO_LINK;
      const left = arena[cell - 1]!;
      const toReach = Math.max(above, left) - diagonal;
      const saved = this.#savedBy(keyNode, arena[otherChild + column]!, toReach);
      if (saved === PENDING) {
        frame.column = column;
        frame.diagonal = diagonal;
        frame.diagonalLink = diagonalLink;
        return false;
      }
      const paired = diagonal + saved;
      // Among equals, keeping a node goes before removing it, and removing before replacing.
      if (paired > above && paired > left ? true : saved > 1 && paired >= above && paired >= left) {
        arena[cell] = paired;
        if (recording)
          arena[links + column + 1] =
            saved > 1 ? this.#chains.add(frame.row, column, diagonalLink) : diagonalLink;
      } else if (left > above) {
        arena[cell] = left;
        if (recording) arena[links + column + 1] = arena[links + column]!;
      }
      diagonal = above;
      diagonalLink = aboveLink;
    }
    return true;
  }

  /** What a pair of children saves; anything less if it does not save `toReach`. */
  #savedBy(keyNode: number, otherNode: number, toReach: number): number {
    if (this.#key.label[keyNode] !== this.#other.label[otherNode]) return 1;
    const keySize = this.#key.subtreeEnd[keyNode]! - keyNode;
    const otherSize = this.#other.subtreeEnd[otherNode]! - otherNode;
    if (2 * keySize < toReach || 2 * otherSize < toReach) return 1;
    const keyClass = this.#key.subtreeClass[keyNode]!;
    const otherClass = this.#other.subtreeClass[otherNode]!;
    if (keyClass === otherClass) return 2 * keySize;
    if (keySize === 1 || otherSize === 1) return 2;
    if (keySize === 2) return 2 + this.#savedByLeaf(this.#key.label[keyNode + 1]!, this.#other, otherNode);
    if (otherSize === 2) return 2 + this.#savedByLeaf(this.#other.label[otherNode + 1]!, this.#key, keyNode);
    const computed = this.#cache.get(keyClass, otherClass);
    if (computed > 0) return computed;
    this.#wantedKey = keyNode;
    this.#wantedOther = otherNode;
    return PENDING;
  }

  /** What an only child that is a leaf saves among the children of a node: it is kept, or replaced. No table needed. */
  #savedByLeaf(label: number, tree: Tree, node: number): number {
    const end = tree.subtreeEnd[node]!;
    let child = node + 1;
    let steps = 1;
    for (; child < end && tree.label[child] !== label; child = tree.subtreeEnd[child]!) steps++;
    this.#budget.spend(steps);
    return child < end ? 2 : 1;
  }
}

/** The siblings behind a child, on either page: whether one of them could be paired with it at no loss. */
class LaterSiblings {
  readonly #classes = new Set<number>();
  readonly #largest = new Map<number, number>();

  add({ label, subtreeClass, subtreeEnd }: Tree, node: number): void {
    const size = subtreeEnd[node]! - node;
    this.#classes.add(subtreeClass[node]!);
    if (size > (this.#largest.get(label[node]!) ?? 0)) this.#largest.set(label[node]!, size);
  }

  mayReplace({ label, subtreeClass, subtreeEnd }: Tree, node: number): boolean {
    const isLarger = (this.#largest.get(label[node]!) ?? 0) > subtreeEnd[node]! - node;
    return isLarger || this.#classes.has(subtreeClass[node]!);
  }
}

/** Two nodes whose children are aligned, and how far that has come. */
class RestrictedFrame {
  keyNode = 0;
  otherNode = 0;
  recording = false;
  /** By identical children that stayed out of the table. */
  savedByRuns = 0;
  keyChild = 0;
  keyCount = 0;
  otherChild = 0;
  otherCount = 0;
  cells = 0;
  links = 0;
  arenaEnd = 0;
  row = 0;
  column = 0;
  diagonal = 0;
  diagonalLink: number = NO_LINK;
}

/** Writes the children of a node into the arena; returns where they end. */
function listChildren({ subtreeEnd }: Tree, node: number, arena: Int32Array, from: number): number {
  let to = from;
  for (let child = node + 1; child < subtreeEnd[node]!; child = subtreeEnd[child]!) arena[to++] = child;
  return to;
}
