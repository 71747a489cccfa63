/**
 * Pairs of elements that have nothing to do with each other.
 *
 * A mapping pairs as many nodes as it can, and `div` is like `div`: where a list item gave way to another, or a
 * wrapper was put around a block, it pairs shells whose contents are all different. Shown as pairs they would make a
 * change of every text in them, and hide that a block has moved. So a pair is parted if both elements show text, and
 * no text or picture of them is kept: the old element was removed, and the new one added.
 *
 * Where they show one text each, and neither is found elsewhere, they are joined again: their text was changed.
 */

import { tagSet } from '../../page/names.ts';
import type { Page } from '../../page/page.ts';
import type { Gap } from './gaps.ts';
import type { Side, Sides } from './page-diff.ts';
import { type ShownNodes, sumSubtrees, thingAddress } from './shown-nodes.ts';

/** The frame of every page. */
const frameTags = tagSet('html', 'head', 'body', 'frameset');

export interface StrangerTask {
  readonly pages: Sides<Page>;
  readonly shown: Sides<ShownNodes>;
  /** The counterparts; changed in place. */
  readonly other: Sides<Int32Array>;
  /** Gaps in which the same words stand in other dress: they are kept, as far as strangers go. */
  readonly dress: readonly Gap[];
}

/** Pairs that were parted and may be joined again: they show one text each. */
export interface PartedPairs {
  readonly pairs: readonly Sides<number>[];
  /** The counterparts as they were. */
  readonly before: Sides<Int32Array>;
}

export function partStrangers(task: StrangerTask): PartedPairs {
  const { pages, other } = task;
  const { old: oldPage, new: newPage } = pages;
  const before = { old: other.old.slice(), new: other.new.slice() };
  const texts = { old: countTexts(task, 'old'), new: countTexts(task, 'new') };
  const kept = sumSubtrees(oldPage, keptShown(task));
  const pairs: Sides<number>[] = [];
  for (let node = 0; node < oldPage.nodeCount; ) {
    const counterpart = other.old[node]!;
    const isKept = counterpart !== -1 && (kept[node]! > 0 || frameTags[oldPage.tag[node]!] === 1);
    const most = Math.max(texts.old[node]!, texts.new[counterpart] ?? 0);
    if (counterpart === -1 || isKept || Math.min(texts.old[node]!, texts.new[counterpart]!) === 0) {
      node++;
      continue;
    }
    if (most === 1) pairs.push({ old: node, new: counterpart });
    other.old.fill(-1, node, oldPage.subtreeEnd[node]!);
    other.new.fill(-1, counterpart, newPage.subtreeEnd[counterpart]!);
    node = oldPage.subtreeEnd[node]!;
  }
  return { pairs, before };
}

/** Joins the pairs of which nothing has moved. What is joined was in order before, so it is again. */
export function joinStrangers(
  { pages, other }: StrangerTask,
  { pairs, before }: PartedPairs,
  moved: Sides<Int32Array>,
): void {
  const stays = (side: Side, root: number): boolean =>
    moved[side].subarray(root, pages[side].subtreeEnd[root]).every((to) => to === -1);
  for (const pair of pairs) {
    if (!stays('old', pair.old) || !stays('new', pair.new)) continue;
    for (const side of ['old', 'new'] as const)
      other[side].set(before[side].subarray(pair[side], pages[side].subtreeEnd[pair[side]]), pair[side]);
  }
}

function countTexts({ pages, shown }: StrangerTask, side: Side): Int32Array {
  return sumSubtrees(
    pages[side],
    shown[side].chars.map((count) => (count > 0 ? 1 : 0)),
  );
}

/** 1 for every text that is kept, and for every picture or link that still shows or leads to the same. */
function keptShown({ pages, shown, other, dress }: StrangerTask): Uint8Array {
  const kept = new Uint8Array(pages.old.nodeCount);
  for (let node = 0; node < kept.length; node++) {
    const counterpart = other.old[node]!;
    if (counterpart === -1) continue;
    if (shown.old.chars[node]! > 0) kept[node] = 1;
    else if (shown.old.thing[node] === 1) {
      const address = thingAddress(pages.old, node);
      kept[node] = address !== '' && address === thingAddress(pages.new, counterpart) ? 1 : 0;
    }
  }
  for (const gap of dress) for (const root of gap.old) kept[root] = 1;
  return kept;
}
