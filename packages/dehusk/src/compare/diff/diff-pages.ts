/**
 * What changed between two versions of a page.
 *
 * 1. What is to be ignored is left out of both pages, and numbers out of their texts if they do not count.
 * 2. A mapping pairs the nodes that correspond; pairs that have nothing in common are parted.
 * 3. Of what is left, gaps that differ in formatting only are put aside, and equal subtrees have moved.
 * 4. All other subtrees without counterpart were removed or added; attributes of pairs may differ.
 * 5. Each change gets its zone, if verdicts on the pages are given; what nobody wants to know is counted only.
 *
 * Cost: that of the mapping, and beside it linear but for the sorting of what may have moved.
 */
import type { Verdict } from '../../detect/detector.ts';
import { type Page, TEXT } from '../../page/page.ts';
import type { MappingName } from '../mapping/mapping.ts';
import { collectChanges } from './collect-changes.ts';
import {
  type Change,
  type MutedCounts,
  NodeState,
  type PageDiff,
  type Side,
  type Sides,
  type Zone,
} from './page-diff.ts';
import { pairNodes } from './pair-nodes.ts';
import { findShown, type LeftOut, leaveOut, numberBlind, type ShownNodes } from './shown-nodes.ts';
import { judgeZones } from './zones.ts';

/** Mappings that keep order and parents; `bottom-up` keeps neither, and would hide what has moved. */
export const diffMappingNames = [
  'top-down-exact',
  'restricted-top-down',
  'prufer',
  'consolidated-prufer',
] as const;
export type DiffMappingName = (typeof diffMappingNames)[number] & MappingName;

export interface DiffOptions {
  /** By default `top-down-exact`: it pairs the most nodes, and is the fastest. */
  readonly mapping?: DiffMappingName;
  /** How much work the mapping may be; beyond it, MAPPING_BUDGET is thrown. */
  readonly maxSteps?: number;
  /** CSS selectors of what is left out of both pages. */
  readonly ignore?: readonly string[];
  /** Texts and attributes that differ in numbers only are the same. */
  readonly ignoreNumbers?: boolean;
  /** Changes with fewer characters are not reported. */
  readonly minChars?: number;
  /** Also report what no reader sees: the head, scripts, empty elements, formatting, all attributes. */
  readonly all?: boolean;
  /** What a detector says of the two pages; it tells the zones of changes. */
  readonly verdicts?: Sides<Pick<Verdict, 'template'>>;
  /** Report changes of this zone only; needs `verdicts`. */
  readonly only?: Zone;
}

/**
 * What was added, removed, moved and changed between two versions of a page. Both must have been parsed with one hash
 * key. Throws SELECTOR_BAD, MAPPING_BUDGET, MAPPING_HASH_KEYS.
 */
export function diffPages(oldPage: Page, newPage: Page, options: DiffOptions = {}): PageDiff {
  const { ignore = [] } = options;
  const leftOut = { old: leaveOut(oldPage, ignore), new: leaveOut(newPage, ignore) };
  return diffWithout({ old: oldPage, new: newPage }, leftOut, options);
}

/** The same with nothing left out: it carries no selectors, which are a third of all this code. */
export function diffShown(oldPage: Page, newPage: Page, options: Omit<DiffOptions, 'ignore'> = {}): PageDiff {
  const nothing = (page: Page): LeftOut => ({ mask: new Uint8Array(page.nodeCount), subtreeCount: 0 });
  return diffWithout(
    { old: oldPage, new: newPage },
    { old: nothing(oldPage), new: nothing(newPage) },
    options,
  );
}

function diffWithout(pages: Sides<Page>, leftOut: Sides<LeftOut>, options: DiffOptions): PageDiff {
  const { ignoreNumbers = false, all = false } = options;
  const { old: oldPage, new: newPage } = pages;
  const ignored = { old: leftOut.old.mask, new: leftOut.new.mask };
  const seen = { old: findShown(oldPage, ignored.old, false), new: findShown(newPage, ignored.new, false) };
  const shown = all
    ? { old: findShown(oldPage, ignored.old, true), new: findShown(newPage, ignored.new, true) }
    : seen;
  const { other, moved, gaps, formattingCount } = pairNodes({
    pages,
    compared: ignoreNumbers ? { old: numberBlind(oldPage), new: numberBlind(newPage) } : pages,
    ignored,
    seen,
    ignoreNumbers,
    formatting: all,
    mapping: options.mapping ?? 'top-down-exact',
    maxSteps: options.maxSteps,
  });
  const collected = collectChanges({ pages, other, ignored, shown, gaps, moved, all, ignoreNumbers });
  return reportChanges({
    pages,
    shown,
    other,
    moved,
    ignored,
    changes: withZones(collected.changes, { pages, other, shown: seen }, options),
    ignoredCount: leftOut.old.subtreeCount + leftOut.new.subtreeCount,
    minChars: options.minChars ?? 0,
    only: options.verdicts && options.only,
    counts: {
      invisible: collected.invisible,
      formatting: formattingCount,
      numbers: collected.numbers + (ignoreNumbers ? countRenumbered(pages, other) : 0),
    },
  });
}

function withZones(
  changes: readonly Change[],
  task: { readonly pages: Sides<Page>; readonly other: Sides<Int32Array>; readonly shown: Sides<ShownNodes> },
  { verdicts }: DiffOptions,
): readonly Change[] {
  if (verdicts === undefined) return changes;
  const zones = judgeZones({ ...task, verdicts }, changes);
  return changes.map((change, i) => ({ ...change, zone: zones[i]! }));
}

/** Texts that were taken for the same because they differ in numbers only. */
function countRenumbered({ old: oldPage, new: newPage }: Sides<Page>, other: Sides<Int32Array>): number {
  let count = 0;
  for (let node = 0; node < oldPage.nodeCount; node++) {
    const counterpart = other.old[node]!;
    if (counterpart === -1 || oldPage.tag[node] !== TEXT) continue;
    const isSame =
      oldPage.textHashLow[node] === newPage.textHashLow[counterpart] &&
      oldPage.textHashHigh[node] === newPage.textHashHigh[counterpart];
    if (!isSame) count++;
  }
  return count;
}

interface ReportTask {
  readonly pages: Sides<Page>;
  readonly shown: Sides<ShownNodes>;
  readonly other: Sides<Int32Array>;
  readonly moved: Sides<Int32Array>;
  readonly ignored: Sides<Uint8Array>;
  readonly changes: readonly Change[];
  readonly ignoredCount: number;
  readonly minChars: number;
  readonly only: Zone | undefined;
  readonly counts: Pick<MutedCounts, 'invisible' | 'formatting' | 'numbers'>;
}

/** The last step: which changes are reported, and what each node of the pages is. */
function reportChanges(task: ReportTask): PageDiff {
  const { pages, shown, other, changes, counts, ignoredCount, only } = task;
  const isShort = (i: number): boolean => charsOf(changes, i) < task.minChars;
  const isElsewhere = ({ zone }: Change): boolean => only !== undefined && zone !== only;
  const reported = changes.flatMap((change, i) => (isElsewhere(change) || isShort(i) ? [] : [i]));
  const otherZone = changes.filter(isElsewhere).length;
  const short = changes.length - reported.length - otherZone;
  const listed = renumber(changes, reported);
  const old = nodesOf(task, listed, 'old');
  const fresh = nodesOf(task, listed, 'new');
  return {
    pages,
    shown,
    other,
    state: { old: old.state, new: fresh.state },
    change: { old: old.change, new: fresh.change },
    changes: listed,
    keptCount: other.old.reduce((count, counterpart) => count + (counterpart === -1 ? 0 : 1), 0),
    ignoredCount,
    muted: { ...counts, short, otherZone, aside: 0 },
  };
}

/**
 * The comparison with fewer changes. What replaces and what is replaced stay together: where one of them is wanted both
 * are. The others are put aside: their nodes are like those that nobody wants to know of.
 */
export function onlyChanges(diff: PageDiff, wants: (number: number) => boolean): PageDiff {
  const { changes } = diff;
  const isWanted = (number: number): boolean => {
    const { replaces, replacedBy } = changes[number]!;
    const partner = replaces ?? replacedBy;
    return wants(number) || (partner !== undefined && wants(partner));
  };
  const kept = [...changes.keys()].filter(isWanted);
  const numberOf = new Map(kept.map((before, number) => [before, number]));
  const numbers = (side: Side): Int32Array =>
    diff.change[side].map((number) => (number === -1 ? -1 : (numberOf.get(number) ?? -1)));
  const change = { old: numbers('old'), new: numbers('new') };
  const states = (side: Side): Uint8Array =>
    diff.state[side].map((state, node) =>
      diff.change[side][node] !== -1 && change[side][node] === -1 ? NodeState.muted : state,
    );
  return {
    ...diff,
    changes: renumber(changes, kept),
    change,
    state: { old: states('old'), new: states('new') },
    muted: { ...diff.muted, aside: diff.muted.aside + changes.length - kept.length },
  };
}

/** What replaces and what is replaced are one change to a reader: the longer of the two counts. */
function charsOf(changes: readonly Change[], i: number): number {
  const { chars, replaces, replacedBy } = changes[i]!;
  const partner = replaces ?? replacedBy;
  return partner === undefined ? chars : Math.max(chars, changes[partner]!.chars);
}

/** The changes that are reported, naming each other by their new numbers. Partners are reported together. */
function renumber(changes: readonly Change[], reported: readonly number[]): readonly Change[] {
  const numberOf = new Map(reported.map((i, number) => [i, number]));
  return reported.map((i) => {
    const change = changes[i]!;
    const { replaces, replacedBy } = change;
    return {
      ...change,
      ...(replaces !== undefined && { replaces: numberOf.get(replaces)! }),
      ...(replacedBy !== undefined && { replacedBy: numberOf.get(replacedBy)! }),
    };
  });
}

function nodesOf(
  { pages, other, moved, ignored }: ReportTask,
  changes: readonly Change[],
  side: Side,
): { readonly state: Uint8Array; readonly change: Int32Array } {
  const { subtreeEnd, nodeCount } = pages[side];
  const state = new Uint8Array(nodeCount);
  const change = new Int32Array(nodeCount).fill(-1);
  for (let node = 0; node < nodeCount; node++) {
    if (ignored[side][node] === 1) state[node] = NodeState.ignored;
    else if (other[side][node] === -1) state[node] = NodeState.muted;
  }
  const cover = (number: number): void => {
    const { kind, node } = changes[number]!;
    const root = node[side];
    const as = kind === 'moved' ? NodeState.moved : NodeState.changed;
    for (let at = root; at < subtreeEnd[root]!; ) {
      // What has moved, and what is ignored, is no part of the change around it.
      const isOwn = kind === 'moved' || moved[side][at] === -1;
      if (!isOwn || ignored[side][at] === 1) {
        at = subtreeEnd[at]!;
        continue;
      }
      state[at] = as;
      change[at++] = number;
    }
  };
  for (const [number, { kind, node }] of changes.entries())
    if (kind !== 'attributes' && node[side] !== -1) cover(number);
  return { state, change };
}
