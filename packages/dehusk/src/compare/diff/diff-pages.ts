/**
 * What changed between two versions of a page.
 *
 * 1. What is to be ignored is left out of both pages, and numbers out of their texts if they do not count.
 * 2. A mapping pairs the nodes that correspond; pairs that have nothing in common are parted.
 * 3. Of what is left, places with the same words in other dress are told apart, and equal subtrees have moved.
 * 4. All other subtrees without counterpart were removed or added; attributes of pairs may differ.
 * 5. Each change gets its zone, if verdicts on the pages are given; what nobody wants to know is counted only.
 *
 * Cost: that of the mapping, and beside it linear but for the sorting of what may have moved.
 */
import type { Verdict } from '../../detect/detector.ts';
import { type Page, TEXT } from '../../page/page.ts';
import type { MappingName } from '../mapping/mappings.ts';
import { collectChanges } from './collect-changes.ts';
import { leaveOut } from './left-out.ts';
import { numberBlind } from './numbers.ts';
import type { Change, PageDiff, Sides, Zone } from './page-diff.ts';
import { pairNodes } from './pair-nodes.ts';
import { reportChanges } from './report-changes.ts';
import { findShown, type ShownNodes } from './shown-nodes.ts';
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
  /** `top-down-exact` unless told: it pairs the most nodes, and is the fastest. */
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

/** Both pages must have been parsed with one hash key. Throws SELECTOR_BAD, MAPPING_BUDGET, MAPPING_HASH_KEYS. */
export function diffPages(oldPage: Page, newPage: Page, options: DiffOptions = {}): PageDiff {
  const { ignore = [], ignoreNumbers = false, all = false } = options;
  const pages = { old: oldPage, new: newPage };
  const leftOut = { old: leaveOut(oldPage, ignore), new: leaveOut(newPage, ignore) };
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
