/** Lines of a comparison cut down to the changes and what is around them. */
import { createCssPaths } from './css-paths.ts';
import { type DiffLine, diffLines } from './diff-lines.ts';
import type { PageDiff, Zone } from './page-diff.ts';
import { shorten } from './reading.ts';
import { cutAround } from './text-difference.ts';

export interface HunkLine {
  readonly sign: DiffLine['sign'];
  /** Shortened: of a line that is changed in part, to the part. */
  readonly text: string;
  /** The range of the text that is changed, where it is not all of it. */
  readonly changed?: readonly [from: number, to: number];
  readonly note?: string;
}

export interface Hunk {
  /** CSS selector of the place: of the first change's surroundings. */
  readonly path: string;
  readonly heading: string;
  readonly zones: readonly Zone[];
  readonly lines: readonly HunkLine[];
}

/** How much of a line as it is, is shown: two lines of a terminal. */
const mostContext = 160;

/** `context`: how many lines as they are to show on each side of a change. */
export function diffHunks(diff: PageDiff, context: number): readonly Hunk[] {
  const lines = diffLines(diff);
  const pathOf = placeOfChanges(diff);
  return groups(lines, context).map(([from, to]) => {
    const part = lines.slice(from, to);
    const first = part.find(({ change }) => change !== -1)!;
    return {
      path: pathOf(first.change),
      heading: shorten(first.heading),
      zones: zonesOf(diff, part),
      lines: part.map(cutLine),
    };
  });
}

/** Ranges of lines: every change with its surroundings; those that touch are one. */
function groups(lines: readonly DiffLine[], context: number): readonly [number, number][] {
  const found: [number, number][] = [];
  for (const [i, { change }] of lines.entries()) {
    if (change === -1) continue;
    const from = Math.max(0, i - context);
    const to = Math.min(lines.length, i + context + 1);
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}

/** The element around a change on the page that shows it. */
function placeOfChanges({ pages, changes }: PageDiff): (change: number) => string {
  const paths = { old: createCssPaths(pages.old), new: createCssPaths(pages.new) };
  return (number) => {
    const { kind, node } = changes[number]!;
    const side = kind === 'removed' ? 'old' : 'new';
    return paths[side](Math.max(0, pages[side].parent[node[side]]!));
  };
}

function zonesOf({ changes }: PageDiff, lines: readonly DiffLine[]): readonly Zone[] {
  const zones = lines.flatMap(({ change }) => changes[change]?.zone ?? []);
  return (['template', 'content'] as const).filter((zone) => zones.includes(zone));
}

function cutLine({ sign, text, counterpart, note }: DiffLine): HunkLine {
  const told = note === undefined ? {} : { note };
  if (sign === ' ') return { sign, text: shorten(text, mostContext) };
  if (counterpart === undefined || counterpart === text) return { sign, text, ...told };
  return { sign, ...cutAround(text, counterpart), ...told };
}
