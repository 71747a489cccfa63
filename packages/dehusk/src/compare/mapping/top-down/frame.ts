/**
 * The stack frames of `top-down-exact.ts`: the children of two nodes that are to be aligned, and how far the alignment
 * has come. An alignment that needs the size of a pair of children waits for the frame above it. Their lists lie one
 * behind the other in one arena; the nodes of a stack are a path of each page, so all lists together are no longer than
 * the pages.
 *
 * Only children that matter are in the lists (`FrameOpener.open`, step by step):
 * 1. Identical subtrees at the beginning and at the end are paired right away. This is safe: take a largest mapping;
 *    if it pairs neither, add the pair; if it pairs one of them with another, pair the two instead, which is at
 *    least as large and crosses nothing, since they are outermost.
 * 2. Children whose label the other list does not have are left out: they are in no mapping.
 * 3. Again 1, as step 2 may have brought identical subtrees to the ends.
 */
import type { TreePair } from '../labelled-trees.ts';

export const NO_MATCH = -1;

export class Frame {
  keyNode = 0;
  otherNode = 0;
  /** Pairs that are settled: the nodes themselves and what step 1 has paired. */
  settled = 0;
  /** Bounds of what the lists can add. */
  lower = 0;
  upper = 0;
  /** Lengths of the two lists. */
  keyCount = 0;
  otherCount = 0;

  // Where in the arena: the lists, the nodes up to each child, matches of equal label, and the row of cells.
  keyChild = 0;
  otherChild = 0;
  keySum = 0;
  otherSum = 0;
  /** First child of the other list with the label of a child of the key list. */
  firstMatch = 0;
  /** Next child of the same list with the same label. */
  nextKey = 0;
  nextMatch = 0;
  cells = 0;
  links = 0;
  arenaEnd = 0;

  // How far it has come: see `Aligner`.
  recording = false;
  band = 0;
  row = 0;
  match: number = NO_MATCH;
  inRow = false;
  reach = 0;
  carried = 0;
  carriedLink = 0;
  carryAt = 0;
  passed = 0;
  passedLink = 0;
}

/** Called for each pair of identical subtrees that is settled while a frame is opened. */
export type Settle = (keyNode: number, otherNode: number) => void;

export class FrameOpener {
  readonly arena: Int32Array;
  readonly #pair: TreePair;
  /** Per label: the last frame that has met it in the key list, in the other list; and a child that has it. */
  readonly #inKey: Int32Array;
  readonly #inOther: Int32Array;
  readonly #head: Int32Array;
  #stamp = 0;

  constructor(pair: TreePair) {
    this.#pair = pair;
    // Four columns of the key's children and five of the other's, some with one cell more than children.
    this.arena = new Int32Array(8 * pair.key.nodeCount + 8 * pair.other.nodeCount + 16);
    this.#inKey = new Int32Array(pair.labelCount);
    this.#inOther = new Int32Array(pair.labelCount);
    this.#head = new Int32Array(pair.labelCount);
  }

  open(frame: Frame, from: number, settle: Settle | undefined): void {
    frame.settled = 1;
    this.#collect(frame, from, settle);
    const before = frame.keyCount + frame.otherCount;
    this.#keepShared(frame);
    if (frame.keyCount + frame.otherCount < before) this.#trim(frame, settle);
    this.#layOut(frame);
  }

  #settleOne(frame: Frame, keyNode: number, otherNode: number, settle: Settle | undefined): void {
    frame.settled += this.#pair.key.subtreeEnd[keyNode]! - keyNode;
    settle?.(keyNode, otherNode);
  }

  /** Both lists, without the identical subtrees at their beginnings and ends. */
  #collect(frame: Frame, from: number, settle: Settle | undefined): void {
    const { key, other } = this.#pair;
    const keyEnd = key.subtreeEnd[frame.keyNode]!;
    const otherEnd = other.subtreeEnd[frame.otherNode]!;
    let a = frame.keyNode + 1;
    let b = frame.otherNode + 1;
    for (; a < keyEnd && b < otherEnd && key.subtreeClass[a] === other.subtreeClass[b]; ) {
      this.#settleOne(frame, a, b, settle);
      a = key.subtreeEnd[a]!;
      b = other.subtreeEnd[b]!;
    }
    const { arena } = this;
    let to = from;
    frame.keyChild = to;
    for (; a < keyEnd; a = key.subtreeEnd[a]!) arena[to++] = a;
    frame.keyCount = to - from;
    frame.otherChild = to;
    for (; b < otherEnd; b = other.subtreeEnd[b]!) arena[to++] = b;
    frame.otherCount = to - frame.otherChild;
    this.#trimEnd(frame, settle);
  }

  #trim(frame: Frame, settle: Settle | undefined): void {
    const { arena } = this;
    const { key, other } = this.#pair;
    while (frame.keyCount > 0 && frame.otherCount > 0) {
      const a = arena[frame.keyChild]!;
      const b = arena[frame.otherChild]!;
      if (key.subtreeClass[a] !== other.subtreeClass[b]) break;
      this.#settleOne(frame, a, b, settle);
      frame.keyChild++;
      frame.otherChild++;
      frame.keyCount--;
      frame.otherCount--;
    }
    this.#trimEnd(frame, settle);
  }

  #trimEnd(frame: Frame, settle: Settle | undefined): void {
    const { arena } = this;
    const { key, other } = this.#pair;
    while (frame.keyCount > 0 && frame.otherCount > 0) {
      const a = arena[frame.keyChild + frame.keyCount - 1]!;
      const b = arena[frame.otherChild + frame.otherCount - 1]!;
      if (key.subtreeClass[a] !== other.subtreeClass[b]) break;
      this.#settleOne(frame, a, b, settle);
      frame.keyCount--;
      frame.otherCount--;
    }
  }

  #keepShared(frame: Frame): void {
    const { arena } = this;
    const { key, other } = this.#pair;
    const stamp = ++this.#stamp;
    for (let j = 0; j < frame.otherCount; j++)
      this.#inOther[other.label[arena[frame.otherChild + j]!]!] = stamp;
    let kept = 0;
    for (let i = 0; i < frame.keyCount; i++) {
      const child = arena[frame.keyChild + i]!;
      if (this.#inOther[key.label[child]!] !== stamp) continue;
      this.#inKey[key.label[child]!] = stamp;
      arena[frame.keyChild + kept++] = child;
    }
    frame.keyCount = kept;
    kept = 0;
    for (let j = 0; j < frame.otherCount; j++) {
      const child = arena[frame.otherChild + j]!;
      if (this.#inKey[other.label[child]!] === stamp) arena[frame.otherChild + kept++] = child;
    }
    frame.otherCount = kept;
  }

  /** The columns behind the lists. */
  #layOut(frame: Frame): void {
    const { keyCount, otherCount } = frame;
    frame.keySum = frame.otherChild + otherCount;
    frame.otherSum = frame.keySum + keyCount + 1;
    frame.firstMatch = frame.otherSum + otherCount + 1;
    frame.nextKey = frame.firstMatch + keyCount;
    frame.nextMatch = frame.nextKey + keyCount;
    frame.cells = frame.nextMatch + otherCount;
    frame.links = frame.cells + otherCount + 1;
    frame.arenaEnd = frame.links + otherCount + 1;
    this.#sum(frame.keyChild, keyCount, frame.keySum, this.#pair.key.subtreeEnd);
    this.#sum(frame.otherChild, otherCount, frame.otherSum, this.#pair.other.subtreeEnd);
    this.linkMatches(frame);
  }

  #sum(list: number, count: number, to: number, subtreeEnd: Int32Array): void {
    const { arena } = this;
    arena[to] = 0;
    for (let i = 0; i < count; i++) {
      const child = arena[list + i]!;
      arena[to + i + 1] = arena[to + i]! + subtreeEnd[child]! - child;
    }
  }

  /** Chains the children of one label; an alignment moves the beginnings on, so another pass asks again. */
  linkMatches(frame: Frame): void {
    const { arena } = this;
    const { key, other } = this.#pair;
    const stamp = ++this.#stamp;
    for (let j = frame.otherCount - 1; j >= 0; j--) {
      const label = other.label[arena[frame.otherChild + j]!]!;
      arena[frame.nextMatch + j] = this.#inOther[label] === stamp ? this.#head[label]! : NO_MATCH;
      this.#inOther[label] = stamp;
      this.#head[label] = j;
    }
    for (let i = 0; i < frame.keyCount; i++) {
      const label = key.label[arena[frame.keyChild + i]!]!;
      arena[frame.firstMatch + i] = this.#inOther[label] === stamp ? this.#head[label]! : NO_MATCH;
    }
    for (let i = frame.keyCount - 1; i >= 0; i--) {
      const label = key.label[arena[frame.keyChild + i]!]!;
      arena[frame.nextKey + i] = this.#inKey[label] === stamp ? this.#head[label]! : NO_MATCH;
      this.#inKey[label] = stamp;
      this.#head[label] = i;
    }
  }
}
