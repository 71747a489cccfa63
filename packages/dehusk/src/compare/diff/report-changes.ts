/** The last step of a comparison: which changes are reported, and what each node of the pages is. */
import type { Page } from '../../page/page.ts';
import {
  type Change,
  type MutedCounts,
  NodeState,
  type PageDiff,
  type Side,
  type Sides,
  type Zone,
} from './page-diff.ts';
import type { ShownNodes } from './shown-nodes.ts';

export interface ReportTask {
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

export function reportChanges(task: ReportTask): PageDiff {
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
    muted: { ...counts, short, otherZone },
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
