/** Which nodes of two pages are kept, which have moved, and where the pages differ. */

import type { Page } from '../../page/page.ts';
import { type MappingName, mappings } from '../mapping/mappings.ts';
import { isFormatting } from './formatting.ts';
import { findGaps, type Gap } from './gaps.ts';
import { findMoves } from './moves.ts';
import type { Side, Sides } from './page-diff.ts';
import type { ShownNodes } from './shown-nodes.ts';
import { joinStrangers, partStrangers } from './strangers.ts';
import { weighPage } from './weighed-page.ts';

export interface PairingTask {
  readonly pages: Sides<Page>;
  /** The pages with the texts that are compared: those of `pages`, or without numbers. */
  readonly compared: Sides<Page>;
  readonly ignored: Sides<Uint8Array>;
  /** What readers see of them. */
  readonly seen: Sides<ShownNodes>;
  readonly ignoreNumbers: boolean;
  /** Whether places that differ in formatting only count too. */
  readonly formatting: boolean;
  readonly mapping: MappingName;
  readonly maxSteps: number | undefined;
}

export interface PairedNodes {
  /** Per node its counterpart if it is kept, else −1. */
  readonly other: Sides<Int32Array>;
  /** Per node the counterpart of the root of a moved subtree, else −1. */
  readonly moved: Sides<Int32Array>;
  readonly gaps: readonly Gap[];
  /** Places that differ in formatting only; they are not among the gaps. */
  readonly formattingCount: number;
}

export function pairNodes(task: PairingTask): PairedNodes {
  const { pages, compared, ignored, seen } = task;
  const other = mapKept(task);
  const isDress = (gap: Gap, anyElement: boolean): boolean =>
    isFormatting(pages, gap, { shown: seen, ignored, ignoreNumbers: task.ignoreNumbers, anyElement });
  const dress = findGaps(pages, other, ignored).filter((gap) => isDress(gap, false));
  const strangers = { pages, shown: seen, other, dress };
  const parted = partStrangers(strangers);
  const changed = findGaps(pages, other, ignored).filter((gap) => task.formatting || !isDress(gap, false));
  const free = freeNodes(pages, changed, ignored);
  const moved = findMoves({ pages: compared, shown: seen, free, parted });
  joinStrangers(strangers, parted, moved);
  const all = findGaps(pages, other, ignored);
  const isReal = (gap: Gap): boolean => !isDress(gap, !hasMoved(pages, gap, moved));
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
