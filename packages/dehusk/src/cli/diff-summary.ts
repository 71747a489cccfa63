/** What is said of all changes together. */
import type { MutedCounts, PageDiff } from '../index.ts';
import { formatCount, grouped } from './number-format.ts';

export interface DiffCounts {
  readonly added: number;
  readonly removed: number;
  /** Pairs of something removed and something added in its place; they are not counted under the two. */
  readonly changed: number;
  readonly moved: number;
  /** Elements with other attributes. */
  readonly attributes: number;
}

export function countChanges({ changes }: PageDiff): DiffCounts {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0, attributes: 0 };
  for (const { kind, replaces, replacedBy } of changes) {
    if (replaces !== undefined) counts.changed++;
    else if (replacedBy === undefined) counts[kind]++;
  }
  return counts;
}

const countWords: readonly (readonly [keyof DiffCounts, string])[] = [
  ['added', 'added'],
  ['removed', 'removed'],
  ['changed', 'changed'],
  ['moved', 'moved'],
  ['attributes', 'with other attributes'],
];

const mutedWords: readonly (readonly [keyof MutedCounts, string])[] = [
  ['invisible', 'invisible'],
  ['formatting', 'of formatting'],
  ['numbers', 'in numbers'],
  ['short', 'short'],
  ['otherZone', 'of the other zone'],
];

/** `2 added, 1 moved; 310 nodes the same; 3 not reported (2 in numbers, 1 short)` */
export function summaryOf(diff: PageDiff): string {
  const counts = countChanges(diff);
  const told = countWords.filter(([name]) => counts[name] > 0);
  const muted = mutedWords.filter(([name]) => diff.muted[name] > 0);
  const mutedCount = muted.reduce((sum, [name]) => sum + diff.muted[name], 0);
  const reasons = muted.map(([name, words]) => `${grouped(diff.muted[name])} ${words}`).join(', ');
  return [
    told.map(([name, words]) => `${grouped(counts[name])} ${words}`).join(', ') || 'no change',
    `${formatCount(diff.keptCount, 'node')} the same`,
    ...(mutedCount > 0 ? [`${grouped(mutedCount)} not reported (${reasons})`] : []),
    ...(diff.ignoredCount > 0 ? [`${formatCount(diff.ignoredCount, 'subtree')} ignored`] : []),
  ].join('; ');
}
