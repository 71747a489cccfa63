/** A comparison for people: changed lines with what is around them, in colour where somebody looks; and its summary. */
import pc from 'picocolors';
import { onlyChanges } from '../../compare/diff/diff-pages.ts';
import { diffHunks, type Hunk, type HunkLine } from '../../compare/diff/hunks.ts';
import { findLikeChanges } from '../../compare/diff/like-changes.ts';
import type { MutedCounts, PageDiff, Sides } from '../../compare/diff/page-diff.ts';
import { visible } from '../messages.ts';
import { formatCount, grouped } from '../progress.ts';

interface TextOptions {
  readonly names: Sides<string>;
  readonly context: number;
  readonly color: boolean;
  /** Changes that are alike are told once; true unless told. */
  readonly groups?: boolean;
}

type Paint = (text: string) => string;

export function diffText(diff: PageDiff, options: TextOptions): string {
  const { names, context, color, groups: isGrouped = true } = options;
  if (diff.changes.length === 0) return '';
  const colors = pc.createColors(color);
  const paints: Readonly<Record<HunkLine['sign'], Paint>> = {
    ' ': (text) => text,
    '-': colors.red,
    '+': colors.green,
    '>': colors.blue,
    '~': colors.yellow,
  };
  const groups = isGrouped ? findLikeChanges(diff) : [];
  const told = new Set(groups.flatMap(({ numbers }) => numbers));
  const others = told.size === 0 ? diff : onlyChanges(diff, (number) => !told.has(number));
  const lines = [
    colors.bold(`--- ${visible(names.old)}`),
    colors.bold(`+++ ${visible(names.new)}`),
    ...groups.map(({ words }) => colors.yellow(`* ${visible(words)}`)),
    ...diffHunks(others, context).flatMap((hunk) => [
      colors.cyan(headOf(hunk)),
      ...hunk.lines.map((line) => paintLine(line, paints[line.sign], colors)),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** `@@ #menu @@ Latest news [template]` */
function headOf({ path, heading, zones }: Hunk): string {
  const zone = zones.length === 0 ? '' : ` [${zones.join(', ')}]`;
  return `@@ ${visible(path)} @@${heading === '' ? '' : ` ${visible(heading)}`}${zone}`;
}

function paintLine(
  { sign, text, changed, note }: HunkLine,
  paint: Paint,
  { inverse, dim }: ReturnType<typeof pc.createColors>,
): string {
  let words = '';
  let at = 0;
  for (const [from, to] of changed ?? []) {
    words += visible(text.slice(at, from)) + (from === to ? '' : inverse(visible(text.slice(from, to))));
    at = to;
  }
  words += visible(text.slice(at));
  return paint(`${sign} ${words}`) + (note === undefined ? '' : dim(`  (${visible(note)})`));
}

interface DiffCounts {
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
  ['aside', 'put aside'],
];

/** `2 added, 1 moved; 310 nodes the same; 3 not reported (2 in numbers, 1 short)` */
export function summaryOf(diff: PageDiff): string {
  const counts = countChanges(diff);
  const reported = countWords.filter(([name]) => counts[name] > 0);
  const muted = mutedWords.filter(([name]) => diff.muted[name] > 0);
  const mutedCount = muted.reduce((sum, [name]) => sum + diff.muted[name], 0);
  const reasons = muted.map(([name, words]) => `${grouped(diff.muted[name])} ${words}`).join(', ');
  return [
    reported.map(([name, words]) => `${grouped(counts[name])} ${words}`).join(', ') || 'no change',
    `${formatCount(diff.keptCount, 'node')} the same`,
    ...(mutedCount > 0 ? [`${grouped(mutedCount)} not reported (${reasons})`] : []),
    ...(diff.ignoredCount > 0 ? [`${formatCount(diff.ignoredCount, 'subtree')} ignored`] : []),
  ].join('; ');
}
