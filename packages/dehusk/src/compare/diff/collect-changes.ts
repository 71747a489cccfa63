/** From the gaps where two pages differ, and the attributes of what they share, to a list of changes. */

import { rawContentTags, Tag, tagSet } from '../../page/names.ts';
import { NodeFlag, type Page, readAttribute, readAttributes, readRawContent, TEXT } from '../../page/page.ts';
import type { Gap } from './gaps.ts';
import type { AttributeChange, Change, Side, Sides } from './page-diff.ts';
import { type ShownNodes, withoutNumbers } from './shown-nodes.ts';

interface CollectTask extends AttributeOptions {
  readonly pages: Sides<Page>;
  readonly other: Sides<Int32Array>;
  readonly ignored: Sides<Uint8Array>;
  readonly shown: Sides<ShownNodes>;
  /** In the order of the document, without those of formatting. */
  readonly gaps: readonly Gap[];
  /** Roots of moved subtrees, with their counterparts. */
  readonly moved: Sides<Int32Array>;
}

interface CollectedChanges {
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

  /** A subtree that is new or gone, without what has moved in or out of it; a move is a change where it led to. */
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

/** Attributes that readers see: where links lead, what pictures show, and the words that attributes hold. */
const shownNames: ReadonlySet<string> = new Set([
  ...['href', 'src', 'poster', 'data', 'alt', 'title', 'placeholder', 'value', 'label', 'aria-label'],
]);

/** Elements that load something or hold data, wherever they stand. */
const unseenTags = tagSet(
  ...(['script', 'style', 'link', 'meta', 'base', 'noscript', 'template', 'param', 'track'] as const),
);

/** The name under which the content of a script or style is compared. */
const contentName = '#content';

interface AttributeOptions {
  readonly all: boolean;
  readonly ignoreNumbers: boolean;
}

interface ComparedAttributes {
  readonly changes: readonly AttributeChange[];
  /** How many differ in numbers only, and are no changes. */
  readonly numbers: number;
}

const nothing: ComparedAttributes = { changes: [], numbers: 0 };

/**
 * Attributes of an element that is kept or moved: those that readers see. With `all`, every attribute of every element,
 * and what is in scripts and styles.
 */
function compareAttributes(
  pages: Sides<Page>,
  node: Sides<number>,
  { all, ignoreNumbers }: AttributeOptions,
): ComparedAttributes {
  if (pages.new.tag[node.new] === TEXT) return nothing;
  if (!all && !(isSeen(pages.old, node.old) && isSeen(pages.new, node.new))) return nothing;
  const before = readCompared(pages.old, node.old, all);
  const after = readCompared(pages.new, node.new, all);
  if (before.size === 0 && after.size === 0) return nothing;
  const differing = [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, old: before.get(name), new: after.get(name) }))
    .filter((change) => change.old !== change.new);
  const changes = ignoreNumbers ? differing.filter((change) => !isOfNumbers(change)) : differing;
  return { changes, numbers: differing.length - changes.length };
}

function isSeen(page: Page, element: number): boolean {
  // The parent's: an `iframe` or `select` is seen, though what is in it is not text of the page.
  const isInside = element > 0 && (page.flags[page.parent[element]!]! & NodeFlag.hidden) !== 0;
  if (isInside || unseenTags[page.tag[element]!] === 1) return false;
  return page.tag[element] !== Tag.input || readAttribute(page, element, 'type')?.toLowerCase() !== 'hidden';
}

function readCompared(page: Page, element: number, all: boolean): ReadonlyMap<string, string> {
  const compared = new Map<string, string>();
  for (const [name, value] of readAttributes(page, element))
    if (all || shownNames.has(name)) compared.set(name, value);
  if (all && rawContentTags[page.tag[element]!] === 1)
    compared.set(contentName, readRawContent(page, element));
  return compared;
}

function isOfNumbers({ old: before, new: after }: AttributeChange): boolean {
  return before !== undefined && after !== undefined && withoutNumbers(before) === withoutNumbers(after);
}

/** Code points of the longer value of each. */
function attributeChars(changes: readonly AttributeChange[]): number {
  return changes.reduce(
    (sum, change) => sum + Math.max(codePoints(change.old ?? ''), codePoints(change.new ?? '')),
    0,
  );
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
