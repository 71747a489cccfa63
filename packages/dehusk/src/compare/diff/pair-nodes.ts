/**
 * Which nodes of two pages are kept, which have moved, and where the pages differ. The mapping has the first word. Its
 * pairs of strangers are parted, what has moved is found among all that has no counterpart, and gaps that differ in
 * formatting only are put aside.
 */

import { tagSet } from '../../page/names.ts';
import { type Page, readNormalText, TEXT, tagName } from '../../page/page.ts';
import type { MapPages } from '../mapping/mappings.ts';
import { mapRestrictedTopDown } from '../mapping/restricted-top-down.ts';
import { mapConsolidatedPrufer, mapPrufer } from '../mapping/sequence.ts';
import { mapTopDownExact } from '../mapping/top-down-exact.ts';
import type { DiffMappingName } from './diff-pages.ts';
import { findGaps, type Gap } from './gaps.ts';
import { findMoves, type PartedPairs } from './moves.ts';
import type { Side, Sides } from './page-diff.ts';
import { type ShownNodes, sumSubtrees, thingAddress, withoutNumbers } from './shown-nodes.ts';
import { weighPage } from './weighed-page.ts';
import { phraseTags } from './wording.ts';

/** A table of its own, so that nobody carries the mappings that a comparison cannot use. */
const mappings: Readonly<Record<DiffMappingName, MapPages>> = {
  'top-down-exact': mapTopDownExact,
  'restricted-top-down': mapRestrictedTopDown,
  prufer: mapPrufer,
  'consolidated-prufer': mapConsolidatedPrufer,
};

interface PairingTask {
  readonly pages: Sides<Page>;
  /** The pages with the texts that are compared: those of `pages`, or without numbers. */
  readonly compared: Sides<Page>;
  readonly ignored: Sides<Uint8Array>;
  /** What readers see of them. */
  readonly seen: Sides<ShownNodes>;
  readonly ignoreNumbers: boolean;
  /** Whether gaps that differ in formatting only count too. */
  readonly formatting: boolean;
  readonly mapping: DiffMappingName;
  readonly maxSteps: number | undefined;
}

interface PairedNodes {
  /** Per node its counterpart if it is kept, else −1. */
  readonly other: Sides<Int32Array>;
  /** Per node the counterpart of the root of a moved subtree, else −1. */
  readonly moved: Sides<Int32Array>;
  readonly gaps: readonly Gap[];
  /** Gaps that differ in formatting only; they are not among `gaps`. */
  readonly formattingCount: number;
}

export function pairNodes(task: PairingTask): PairedNodes {
  const { pages, compared, ignored, seen } = task;
  const other = mapKept(task);
  const isReformatted = (gap: Gap, anyElement: boolean): boolean =>
    isFormatting(pages, gap, { shown: seen, ignored, ignoreNumbers: task.ignoreNumbers, anyElement });
  const reformatted = findGaps(pages, other, ignored).filter((gap) => isReformatted(gap, false));
  const strangers = { pages, shown: seen, other, reformatted };
  const parted = partStrangers(strangers);
  const changed = findGaps(pages, other, ignored).filter(
    (gap) => task.formatting || !isReformatted(gap, false),
  );
  const free = freeNodes(pages, changed, ignored);
  const moved = findMoves({ pages: compared, shown: seen, free, parted });
  joinStrangers(strangers, parted, moved);
  const all = findGaps(pages, other, ignored);
  const isReal = (gap: Gap): boolean => !isReformatted(gap, !hasMoved(pages, gap, moved));
  const gaps = task.formatting ? all : all.filter(isReal);
  return { other, moved, gaps, formattingCount: all.length - gaps.length };
}

/** The counterparts. The roots are a pair, whatever they are called. */
function mapKept({
  compared,
  ignored,
  seen,
  ignoreNumbers,
  mapping,
  maxSteps,
}: PairingTask): Sides<Int32Array> {
  const before = weighPage(compared.old, { ignored: ignored.old, shown: seen.old, ignoreNumbers });
  const after = weighPage(compared.new, { ignored: ignored.new, shown: seen.new, ignoreNumbers });
  const limits = maxSteps === undefined ? {} : { maxSteps };
  const pairs = mappings[mapping](before.page, after.page, limits).other;
  pairs[0] = 0;
  const other = {
    old: new Int32Array(compared.old.nodeCount).fill(-1),
    new: new Int32Array(compared.new.nodeCount).fill(-1),
  };
  for (let i = 0; i < pairs.length; i++) {
    const oldNode = before.nodes[i]!;
    if (pairs[i] === -1 || oldNode === -1) continue;
    const newNode = after.nodes[pairs[i]!]!;
    other.old[oldNode] = newNode;
    other.new[newNode] = oldNode;
  }
  return other;
}

/** 1 for the nodes in gaps that are not ignored. */
function freeNodes(pages: Sides<Page>, gaps: readonly Gap[], ignored: Sides<Uint8Array>): Sides<Uint8Array> {
  const mark = (side: Side): Uint8Array => {
    const free = new Uint8Array(pages[side].nodeCount);
    for (const gap of gaps) for (const root of gap[side]) free.fill(1, root, pages[side].subtreeEnd[root]!);
    return free.map((bit, node) => bit & (1 - ignored[side][node]!));
  };
  return { old: mark('old'), new: mark('new') };
}

/** Whether something has moved into or out of a gap. */
function hasMoved(pages: Sides<Page>, gap: Gap, moved: Sides<Int32Array>): boolean {
  return (['old', 'new'] as const).some((side) =>
    gap[side].some((root) =>
      moved[side].subarray(root, pages[side].subtreeEnd[root]).some((to) => to !== -1),
    ),
  );
}

/** Every page has these. */
const rootTags = tagSet('html', 'head', 'body', 'frameset');

interface StrangerTask {
  readonly pages: Sides<Page>;
  readonly shown: Sides<ShownNodes>;
  /** The counterparts; changed in place. */
  readonly other: Sides<Int32Array>;
  /** Gaps that differ in formatting only: their words are kept, as far as strangers go. */
  readonly reformatted: readonly Gap[];
}

/**
 * Parts pairs of elements that have nothing to do with each other.
 *
 * A mapping pairs as many nodes as it can, and `div` is like `div`: where a list item gave way to another, or a
 * wrapper was put around a block, it pairs shells whose contents are all different. Shown as pairs they would make a
 * change of every text in them, and hide that a block has moved. So a pair is parted if both elements show text, and
 * no text or picture of them is kept: the old element was removed, and the new one added.
 *
 * Where they show one text each, and neither is found elsewhere, they are joined again: their text was changed.
 */
function partStrangers(task: StrangerTask): PartedPairs {
  const { pages, other } = task;
  const { old: oldPage, new: newPage } = pages;
  const before = { old: other.old.slice(), new: other.new.slice() };
  const texts = { old: countTexts(task, 'old'), new: countTexts(task, 'new') };
  const kept = sumSubtrees(oldPage, keptShown(task));
  const pairs: Sides<number>[] = [];
  for (let node = 0; node < oldPage.nodeCount; ) {
    const counterpart = other.old[node]!;
    const isKept = counterpart !== -1 && (kept[node]! > 0 || rootTags[oldPage.tag[node]!] === 1);
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
function joinStrangers(
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
function keptShown({ pages, shown, other, reformatted }: StrangerTask): Uint8Array {
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
  for (const gap of reformatted) for (const root of gap.old) kept[root] = 1;
  return kept;
}

interface FormattingOptions {
  readonly shown: Sides<ShownNodes>;
  readonly ignored: Sides<Uint8Array>;
  readonly ignoreNumbers: boolean;
  /** Whether other elements than inline ones may stand around the words. */
  readonly anyElement: boolean;
}

/**
 * A change of formatting: where a phrase was made bold, or a `span` put around it, the same words stand in the same gap
 * in other nodes. Where a `div` was put around them they may have moved: such a gap is looked at again when what has
 * moved is found.
 */
function isFormatting(pages: Sides<Page>, gap: Gap, options: FormattingOptions): boolean {
  if (gap.old.length === 0 || gap.new.length === 0) return false;
  const { shown, ignored, ignoreNumbers, anyElement } = options;
  const before = wordsOf(pages.old, gap.old, { shown: shown.old, ignored: ignored.old, anyElement });
  if (before === undefined || before === '') return false;
  const after = wordsOf(pages.new, gap.new, { shown: shown.new, ignored: ignored.new, anyElement });
  if (after === undefined) return false;
  return before === after || (ignoreNumbers && withoutNumbers(before) === withoutNumbers(after));
}

interface GapSide {
  readonly shown: ShownNodes;
  readonly ignored: Uint8Array;
  readonly anyElement: boolean;
}

/** What the subtrees say and show, white space aside; undefined if they have elements that they may not have. */
function wordsOf(page: Page, roots: readonly number[], side: GapSide): string | undefined {
  const { shown, ignored, anyElement } = side;
  let words = '';
  for (const root of roots) {
    for (let node = root; node < page.subtreeEnd[root]!; node++) {
      if (ignored[node] === 1) continue;
      if (page.tag[node] === TEXT) {
        if (shown.chars[node]! > 0) words += readNormalText(page, node).replaceAll(' ', '');
        continue;
      }
      const isThing = shown.thing[node] === 1;
      if (!anyElement && phraseTags[page.tag[node]!] === 0 && !isThing) return undefined;
      if (isThing) words += `\0${tagName(page, node)}\0${thingAddress(page, node)}\0`;
    }
  }
  return words;
}
