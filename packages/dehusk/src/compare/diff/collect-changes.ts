/** From the places where two pages differ to a list of changes. */
import { type Page, TEXT } from '../../page/page.ts';
import { type AttributeOptions, attributeChars, compareAttributes } from './attribute-changes.ts';
import type { Gap } from './gaps.ts';
import type { Change, Side, Sides } from './page-diff.ts';
import type { ShownNodes } from './shown-nodes.ts';

export interface CollectTask extends AttributeOptions {
  readonly pages: Sides<Page>;
  readonly other: Sides<Int32Array>;
  readonly ignored: Sides<Uint8Array>;
  readonly shown: Sides<ShownNodes>;
  /** In the order of the document, without those of formatting. */
  readonly gaps: readonly Gap[];
  /** Roots of moved subtrees, with their counterparts. */
  readonly moved: Sides<Int32Array>;
}

export interface CollectedChanges {
  readonly changes: readonly Change[];
  readonly invisible: number;
  /** Attributes that differ in numbers only. */
  readonly numbers: number;
}

export function collectChanges(task: CollectTask): CollectedChanges {
  const collector = new Collector(task);
  const { other, gaps } = task;
  let next = 0;
  let keptBefore = 0;
  for (let node = 0; node < other.old.length; node++) {
    if (other.old[node] === -1) continue;
    for (; next < gaps.length && gaps[next]!.keptBefore === keptBefore; next++) collector.addGap(gaps[next]!);
    keptBefore++;
    collector.compare({ old: node, new: other.old[node]! });
  }
  for (; next < gaps.length; next++) collector.addGap(gaps[next]!);
  const { changes, invisible, numbers } = collector;
  return { changes, invisible, numbers };
}

class Collector {
  readonly changes: Change[] = [];
  invisible = 0;
  numbers = 0;
  readonly #task: CollectTask;

  constructor(task: CollectTask) {
    this.#task = task;
  }

  /** Removed and added subtrees of a gap replace each other, the first the first, the second the second. */
  addGap(gap: Gap): void {
    const from = this.changes.length;
    for (const root of gap.old) this.#addSubtree('old', root);
    const removed = this.#numbersOf('removed', from);
    for (const root of gap.new) this.#addSubtree('new', root);
    const added = this.#numbersOf('added', from);
    for (let i = 0; i < Math.min(removed.length, added.length); i++) {
      this.changes[removed[i]!] = { ...this.changes[removed[i]!]!, replacedBy: added[i]! };
      this.changes[added[i]!] = { ...this.changes[added[i]!]!, replaces: removed[i]! };
    }
  }

  #numbersOf(kind: Change['kind'], from: number): number[] {
    const numbers: number[] = [];
    for (let i = from; i < this.changes.length; i++) if (this.changes[i]!.kind === kind) numbers.push(i);
    return numbers;
  }

  /** A subtree that is new or gone, without what has moved in or out of it; a move is told where it led to. */
  #addSubtree(side: Side, root: number): void {
    const { pages, moved, shown, ignored } = this.#task;
    const { subtreeEnd } = pages[side];
    const { chars, thing } = shown[side];
    const moves: number[] = [];
    let ownChars = 0;
    let things = 0;
    for (let node = root; node < subtreeEnd[root]!; ) {
      const isMoved = moved[side][node] !== -1;
      if (isMoved) moves.push(node);
      if (isMoved || ignored[side][node] === 1) {
        node = subtreeEnd[node]!;
        continue;
      }
      ownChars += chars[node]!;
      things += thing[node]!;
      node++;
    }
    if (moves[0] !== root) this.#addOwn(side, root, { chars: ownChars, things });
    if (side === 'new') for (const node of moves) this.#addMove({ old: moved.new[node]!, new: node });
  }

  #addOwn(
    side: Side,
    root: number,
    { chars, things }: { readonly chars: number; readonly things: number },
  ): void {
    if (chars === 0 && things === 0) this.invisible++;
    else if (side === 'old') this.changes.push({ kind: 'removed', node: { old: root, new: -1 }, chars });
    else this.changes.push({ kind: 'added', node: { old: -1, new: root }, chars });
  }

  #addMove(node: Sides<number>): void {
    const { pages, shown } = this.#task;
    const size = pages.new.subtreeEnd[node.new]! - node.new;
    let chars = 0;
    for (let i = 0; i < size; i++) chars += shown.new.chars[node.new + i]!;
    this.changes.push({ kind: 'moved', node, chars });
    for (let i = 0; i < size; i++) this.compare({ old: node.old + i, new: node.new + i });
  }

  /** Two nodes that correspond: their attributes may differ. */
  compare(node: Sides<number>): void {
    const { pages } = this.#task;
    if (pages.old.tag[node.old] === TEXT) return;
    const { changes, numbers } = compareAttributes(pages, node, this.#task);
    this.numbers += numbers;
    if (changes.length > 0)
      this.changes.push({ kind: 'attributes', node, chars: attributeChars(changes), attributes: changes });
  }
}
