/**
 * The largest ordered top-down common subtree: as many pairs of nodes with equal labels as possible, such that the
 * parents of a pair are a pair and the order of siblings is kept. It is what Huang's thesis calls the optimal
 * result of the top-down mapping (TD-TD), for mappings that relabel nothing; reading H29.
 *
 *     size(u, v) = 1 + the largest alignment of the children of u and v, a pair (c, d) of one label counting size(c, d)
 *
 * Where nothing differs nothing is aligned: identical subtrees are mapped node by node, and a pair of subtrees is
 * mapped by position where no mapping can be larger (`top-down/pair-sizes.ts`). The rest is left to the aligner below.
 * Cost: close to linear for versions of one page; quadratic in the children of alike parents at worst, in time but not
 * in memory, and never beyond `maxSteps`.
 */
import type { Page } from '../../page/page.ts';
import { mapIdentical, pairTrees, type Tree, type TreePair } from './labelled-trees.ts';
import { type Mapping, type MappingOptions, StepBudget } from './mapping.ts';
import { Chains, NO_LINK } from './top-down/chains.ts';
import { Frame, FrameOpener, NO_MATCH, type Settle } from './top-down/frame.ts';
import { mapByPosition, type NodePair, PairSizes, PENDING } from './top-down/pair-sizes.ts';

export function mapTopDownExact(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  const pair = pairTrees(key, other, { label: options.label });
  const pairs = new Int32Array(key.nodeCount).fill(-1);
  if (pair.key.label[0] !== pair.other.label[0]) return { other: pairs, size: 0 };
  const budget = new StepBudget(options.maxSteps);
  return { other: pairs, size: mapPairs(pair, pairs, budget) };
}

function mapPairs(pair: TreePair, pairs: Int32Array, budget: StepBudget): number {
  const aligner = new Aligner(pair, budget);
  // Pairs of the mapping whose children are still to be aligned: key, other, key, other …
  const pending = [0, 0];
  let size = 0;
  const settle = (keyNode: number, otherNode: number): void => {
    size += mapIdentical(pair.key, pairs, keyNode, otherNode);
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

/** Up to this many cells one pass is cheap enough: 64 by 64 children. A choice; it changes no result. */
const SMALL_AREA = 4_096;
/** How much wider than the least possible cost the first band is, as a part of the way to the lower bound's: a choice. */
const FIRST_BAND_PART = 0.125;
/** What opening a frame and looking at a match costs, in nodes looked at. */
const FRAME_STEPS = 100;
const MATCH_STEPS = 5;

/**
 * The largest alignment of the children of two nodes, where a pair of children of one label counts as much as the
 * mapping of their subtrees is large. Rows are children of the key page, cells the ends of beginnings of the other
 * list: `cells[x]` is the largest alignment of the rows so far with the first x children.
 *
 *     cells[j + 1] = max(cells[j + 1], cells[j], cells of the row before[j] + size of the pair (row, j))
 *
 * What makes it fast, and keeps it exact:
 * - Rows are updated in place and only from matches on: a larger value is carried to the right until a cell is as
 *   large. Rows without a match cost nothing (Hunt and Szymanski's idea, with weights).
 * - A pair is looked into only if even its upper bound would make a cell larger.
 * - Band (Ukkonen 1985): leaving x nodes of one page and y of the other out costs x + y. Where a way through a cell
 *   must cost more than an alignment that was found already, the cell is not looked at. The first pass tries a narrow
 *   band; what it finds is an alignment, and its cost makes the band of the second pass wide enough for sure.
 *
 * A stack frame waits where the size of a pair must be computed first; nothing recurs.
 */
class Aligner {
  readonly sizes: PairSizes;
  readonly #key: Tree;
  readonly #other: Tree;
  readonly #budget: StepBudget;
  readonly #opener: FrameOpener;
  readonly #arena: Int32Array;
  readonly #chains: Chains;
  readonly #stack: Frame[] = [];

  constructor(pair: TreePair, budget: StepBudget) {
    this.#key = pair.key;
    this.#other = pair.other;
    this.#budget = budget;
    this.sizes = new PairSizes(pair, budget);
    this.#opener = new FrameOpener(pair);
    this.#arena = this.#opener.arena;
    this.#chains = new Chains(budget);
  }

  /**
   * Aligns the children of two nodes. `settle` gets the pairs of identical children that need no alignment, `take`
   * the pairs that the alignment has chosen.
   */
  align(pair: NodePair, { settle, take }: { settle: Settle; take: Settle }): void {
    const frame = this.#open(0, pair, settle);
    let depth = 1;
    while (depth > 0) {
      const top = this.#stack[depth - 1]!;
      if (this.#advance(top)) {
        depth--;
        const size = top.settled + this.#arena[top.cells + top.otherCount]!;
        this.sizes.remember(top.keyNode, top.otherNode, size);
      } else {
        this.#open(depth++, this.sizes.wanted, undefined);
      }
    }
    this.#chains.visit(this.#arena[frame.links + frame.otherCount]!, (i, j) =>
      take(this.#arena[frame.keyChild + i]!, this.#arena[frame.otherChild + j]!),
    );
  }

  #open(depth: number, pair: NodePair, settle: Settle | undefined): Frame {
    if (this.#stack.length === depth) this.#stack.push(new Frame());
    const frame = this.#stack[depth]!;
    frame.keyNode = pair.keyNode;
    frame.otherNode = pair.otherNode;
    frame.recording = settle !== undefined;
    this.#opener.open(frame, depth === 0 ? 0 : this.#stack[depth - 1]!.arenaEnd, settle);
    this.#budget.spend(FRAME_STEPS + 2 * (frame.arenaEnd - frame.keyChild));
    // The bounds speak of the whole subtrees; what is settled is part of some largest mapping.
    frame.lower = Math.max(0, pair.lower - frame.settled);
    frame.upper = Math.min(pair.upper - frame.settled, this.#keyNodes(frame), this.#otherNodes(frame));
    this.#begin(frame, this.#firstBand(frame));
    return frame;
  }

  #keyNodes(frame: Frame): number {
    return this.#arena[frame.keySum + frame.keyCount]!;
  }

  #otherNodes(frame: Frame): number {
    return this.#arena[frame.otherSum + frame.otherCount]!;
  }

  /** The nodes that an alignment of this size leaves out. */
  #cost(frame: Frame, size: number): number {
    return this.#keyNodes(frame) + this.#otherNodes(frame) - 2 * size;
  }

  #firstBand(frame: Frame): number {
    const enough = this.#cost(frame, frame.lower);
    if (frame.keyCount * frame.otherCount <= SMALL_AREA) return enough;
    const least = this.#cost(frame, frame.upper);
    return least + Math.ceil((enough - least) * FIRST_BAND_PART);
  }

  #begin(frame: Frame, band: number): void {
    frame.band = band;
    frame.row = 0;
    frame.inRow = false;
    frame.reach = 0;
    this.#arena[frame.cells] = 0;
    if (!frame.recording) return;
    this.#chains.clear();
    this.#arena[frame.links] = NO_LINK;
  }

  /** Goes on with a frame; false if it has to wait for the pair that `sizes` wants. */
  #advance(frame: Frame): boolean {
    for (;;) {
      while (frame.row < frame.keyCount) {
        if (!frame.inRow && !this.#enterRow(frame)) continue;
        if (!this.#matchRow(frame)) return false;
        this.#leaveRow(frame);
      }
      this.#widen(frame, frame.otherCount);
      const cost = this.#cost(frame, this.#arena[frame.cells + frame.otherCount]!);
      if (cost <= frame.band) return true;
      this.#opener.linkMatches(frame);
      this.#begin(frame, cost);
    }
  }

  /** False if the row has no match in the band: then it is passed. */
  #enterRow(frame: Frame): boolean {
    const arena = this.#arena;
    const { row, band } = frame;
    const difference = this.#keyNodes(frame) - this.#otherNodes(frame);
    // A way through (row, x) leaves out |e| + |difference − e| nodes at least, e = nodes before row − nodes before x.
    const first = arena[frame.keySum + row]! - (difference + band) / 2;
    const last = arena[frame.keySum + row + 1]! - (difference - band) / 2;
    let match = arena[frame.firstMatch + row]!;
    for (; match !== NO_MATCH && arena[frame.otherSum + match]! < first; )
      match = arena[frame.nextMatch + match]!;
    // The band only moves on: the next row of this label may begin where this one does.
    const next = arena[frame.nextKey + row]!;
    if (next !== NO_MATCH) arena[frame.firstMatch + next] = match;
    let reach = frame.reach;
    while (reach < frame.otherCount && arena[frame.otherSum + reach + 1]! <= last) reach++;
    this.#widen(frame, reach);
    if (match === NO_MATCH || match >= reach) {
      frame.row++;
      return false;
    }
    if (frame.recording) this.#reserveLinks(frame);
    frame.match = match;
    frame.carried = 0;
    frame.carryAt = 0;
    frame.inRow = true;
    return true;
  }

  #reserveLinks(frame: Frame): void {
    this.#chains.reserve(frame.reach, this.#arena.subarray(frame.links, frame.links + frame.reach + 1));
  }

  /** Cells that the band reaches for the first time begin with the value left of them. */
  #widen(frame: Frame, reach: number): void {
    if (reach <= frame.reach) return;
    const arena = this.#arena;
    arena.fill(arena[frame.cells + frame.reach]!, frame.cells + frame.reach + 1, frame.cells + reach + 1);
    if (frame.recording)
      arena.fill(arena[frame.links + frame.reach]!, frame.links + frame.reach + 1, frame.links + reach + 1);
    frame.reach = reach;
  }

  /** Tries the matches of the row from left to right; false if it has to wait. */
  #matchRow(frame: Frame): boolean {
    const arena = this.#arena;
    const { cells, links, nextMatch, reach, recording } = frame;
    const keyNode = arena[frame.keyChild + frame.row]!;
    const keySize = this.#key.subtreeEnd[keyNode]! - keyNode;
    let match = frame.match;
    for (; match !== NO_MATCH && match < reach; match = arena[nextMatch + match]!) {
      this.#carry(frame, match);
      this.#budget.spend(MATCH_STEPS);
      // What the cell was before this row: carried values may have come over it.
      const over = frame.carried > 0;
      const before = over ? frame.passed : arena[cells + match]!;
      const toBeat = Math.max(arena[cells + match + 1]!, frame.carried) - before;
      const otherNode = arena[frame.otherChild + match]!;
      if (keySize <= toBeat || this.#other.subtreeEnd[otherNode]! - otherNode <= toBeat) continue;
      const size = this.sizes.sizeOf(keyNode, otherNode, toBeat);
      if (size === PENDING) {
        frame.match = match;
        return false;
      }
      if (size <= toBeat) continue;
      const link = recording
        ? this.#chains.add(frame.row, match, over ? frame.passedLink : arena[links + match]!)
        : 0;
      frame.passed = arena[cells + match + 1]!;
      frame.passedLink = arena[links + match + 1]!;
      arena[cells + match + 1] = frame.carried = before + size;
      arena[links + match + 1] = frame.carriedLink = link;
      frame.carryAt = match + 2;
    }
    frame.match = match;
    return true;
  }

  /** Carries the value of the row's last match to the right, up to this cell or a cell that is as large. */
  #carry(frame: Frame, upTo: number): void {
    if (frame.carried === 0) return;
    const arena = this.#arena;
    const { cells, links, recording, carried, carriedLink } = frame;
    let at = frame.carryAt;
    const from = at;
    for (; at <= upTo; at++) {
      const old = arena[cells + at]!;
      if (old >= carried) {
        frame.carried = 0;
        break;
      }
      frame.passed = old;
      arena[cells + at] = carried;
      if (recording) {
        frame.passedLink = arena[links + at]!;
        arena[links + at] = carriedLink;
      }
    }
    frame.carryAt = at;
    this.#budget.spend(at - from);
  }

  #leaveRow(frame: Frame): void {
    this.#carry(frame, frame.reach);
    frame.inRow = false;
    frame.row++;
    // As large as can be: the other rows add nothing.
    if (this.#arena[frame.cells + frame.reach]! >= frame.upper) frame.row = frame.keyCount;
  }
}
