/**
 * Changes of the template told apart from changes of the content, by verdicts on the two pages.
 *
 * 1. What is mostly template by its own text is template: a menu entry that every page had, and that was removed. Of
 *    what was replaced, moved or kept with other attributes, the text of either page is enough.
 * 2. Added or removed text that no other page has may still be template: an entry that is new in the menu, or an old
 *    one, where only pages of the new menu are known. It goes by its like: the siblings that, on the other page, have
 *    its tag and one of its classes, or none like it. Where it has no such siblings it goes by the like of the element
 *    around it, and so on up to the body. So do pictures and links without text.
 * 3. All else is content.
 */
import type { Verdict } from '../../detect/detector.ts';
import { Tag } from '../../page/names.ts';
import { type Page, TEXT, tagName } from '../../page/page.ts';
import type { Change, Side, Sides, Zone } from './page-diff.ts';
import { type ShownNodes, sumSubtrees } from './shown-nodes.ts';

/** Template and content are told by their share of characters; half is the line that blocks are judged by too. */
const templateShare = 0.5;

interface ZoneTask {
  readonly pages: Sides<Page>;
  readonly other: Sides<Int32Array>;
  readonly shown: Sides<ShownNodes>;
  readonly verdicts: Sides<Pick<Verdict, 'template'>>;
}

/** The zone of each change; what replaces and what is replaced have one zone. */
export function judgeZones(task: ZoneTask, changes: readonly Change[]): readonly Zone[] {
  const texts = { old: countChars(task, 'old'), new: countChars(task, 'new') };
  const likes = { old: new Likes(task.pages.old, texts.old), new: new Likes(task.pages.new, texts.new) };
  const isTemplate = (change: Change): boolean =>
    bySides(change.node, (side, node) => isMostlyTemplate(texts[side], node)) ||
    (isUnknown(change, texts) &&
      bySides(change.node, (side, node) => isAmongTemplate(task, likes, { side, node })));
  const own = changes.map(isTemplate);
  return changes.map(({ replaces, replacedBy }, i) => {
    const partner = replaces ?? replacedBy;
    return own[i] || (partner !== undefined && own[partner]) ? 'template' : 'content';
  });
}

interface CharCounts {
  /** Per node: characters of its subtree that are seen, and how many of them are template. */
  readonly all: Int32Array;
  readonly template: Int32Array;
}

function countChars({ pages, shown, verdicts }: ZoneTask, side: Side): CharCounts {
  const { chars } = shown[side];
  const { template } = verdicts[side];
  return {
    all: sumSubtrees(pages[side], chars),
    template: sumSubtrees(
      pages[side],
      chars.map((count, node) => (template[node] === 1 ? count : 0)),
    ),
  };
}

function bySides(node: Sides<number>, test: (side: Side, node: number) => boolean): boolean {
  return (node.old !== -1 && test('old', node.old)) || (node.new !== -1 && test('new', node.new));
}

/** What stands on both pages was judged by its own text, if it has any. */
function isUnknown({ node }: Change, texts: Sides<CharCounts>): boolean {
  return node.old === -1 || node.new === -1 || texts.new.all[node.new] === 0;
}

function isMostlyTemplate({ all, template }: CharCounts, node: number): boolean {
  return all[node]! > 0 && template[node]! > all[node]! * templateShare;
}

function isAmongTemplate(
  { pages, other }: ZoneTask,
  likes: Sides<Likes>,
  { side, node }: { readonly side: Side; readonly node: number },
): boolean {
  const page = pages[side];
  const there = likes[side === 'old' ? 'new' : 'old'];
  for (let at = page.tag[node] === TEXT ? page.parent[node]! : node; ; at = page.parent[at]!) {
    const parent = page.parent[at]!;
    if (parent === -1 || page.tag[at] === Tag.body) return false;
    const counterpart = other[side][parent]!;
    const found = counterpart === -1 ? undefined : there.of(counterpart, page, at);
    if (found !== undefined) return found.template > found.all * templateShare;
  }
}

/** Enough to find what is alike, and few enough for pages that were made to hurt. */
const mostClasses = 8;

interface LikeChars {
  all: number;
  template: number;
}

/** Characters of the children of each element, by tag and class. */
class Likes {
  readonly #chars = new Map<string, LikeChars>();

  constructor(page: Page, { all, template }: CharCounts) {
    for (let node = 1; node < page.nodeCount; node++) {
      if (page.tag[node] === TEXT || all[node] === 0) continue;
      for (const key of keysOf(page.parent[node]!, page, node)) {
        const chars = this.#chars.get(key) ?? { all: 0, template: 0 };
        chars.all += all[node]!;
        chars.template += template[node]!;
        this.#chars.set(key, chars);
      }
    }
  }

  /** Of the children of an element here that are like a node of the other page: the most that one class has. */
  of(parent: number, page: Page, node: number): LikeChars | undefined {
    const found = keysOf(parent, page, node).flatMap((key) => this.#chars.get(key) ?? []);
    return found.reduce<LikeChars | undefined>(
      (most, one) => (most && most.all >= one.all ? most : one),
      undefined,
    );
  }
}

function keysOf(parent: number, page: Page, node: number): readonly string[] {
  const classes = page.classLists[page.classList[node]!]!.slice(0, mostClasses);
  const tag = tagName(page, node);
  return classes.length === 0 ? [`${parent} ${tag}`] : classes.map((name) => `${parent} ${tag} ${name}`);
}
