/**
 * A page as gold and a method see it, short enough to be looked at: its text by blocks, in runs on which the two agree
 * or not. Blocks on which they agree are left out but for the neighbours of those on which they do not.
 */
import type { Page } from 'dehusk';
import { readNormalText, splitBlocks } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import { tokensOf } from '../score/tokens.ts';

/** Both keep it, both remove it, the method is wrong in one of two ways, or it is not scored. */
const runKinds = ['content', 'template', 'kept', 'removed', 'ignored'] as const;
export type RunKind = (typeof runKinds)[number];

export interface ExcerptRun {
  readonly kind: RunKind;
  readonly text: string;
  /** Where the run was too long: so many characters after the text are left out, and then it ends like this. */
  readonly cut?: { readonly chars: number; readonly tail: string };
}

export type KindChars = Readonly<Record<RunKind, number>>;

export type ExcerptPart =
  | { readonly runs: readonly ExcerptRun[] }
  | { readonly leftOut: KindChars; readonly blocks: number };

export interface PageExcerpt {
  /** Of the whole page. */
  readonly chars: KindChars;
  readonly parts: readonly ExcerptPart[];
}

interface SeenPage {
  readonly page: Page;
  readonly labels: GoldLabels;
  /** 1 for each segment that the method keeps. */
  readonly kept: Uint8Array;
}

/** A sentence or two show what a run is; of what went wrong somebody wants to see more. */
const agreed = { most: 170, head: 90, tail: 50 };
const wrong = { most: 520, head: 340, tail: 120 };
/** So much text of a page is shown; the worst page of a large site may be all wrong. */
const MOST_CHARS = 7_000;

export function pageExcerpt(seen: SeenPage): PageExcerpt {
  const blocks = blockRuns(seen);
  const isWrong = blocks.map((runs) => runs.some(({ kind }) => kind === 'kept' || kind === 'removed'));
  const isNear = (i: number): boolean => [i - 1, i, i + 1].some((near) => isWrong[near]);
  const parts: ExcerptPart[] = [];
  let shown = 0;
  for (const [i, runs] of blocks.entries()) {
    const short = runs.map(shortened);
    if (isNear(i) && shown < MOST_CHARS) {
      parts.push({ runs: short });
      shown += short.reduce((sum, { text, cut }) => sum + text.length + (cut?.tail.length ?? 0), 0);
    } else leaveOut(parts, runs);
  }
  return { chars: kindChars(blocks.flat()), parts };
}

/** What gold says of a segment and what the method does with it. */
function kindOf(label: number, isKept: boolean): RunKind {
  if (label === GoldLabel.ignored) return 'ignored';
  if (label === GoldLabel.content) return isKept ? 'content' : 'removed';
  return isKept ? 'kept' : 'template';
}

interface Run {
  readonly kind: RunKind;
  text: string;
  chars: number;
}

function blockRuns({ page, labels, kept }: SeenPage): readonly (readonly Run[])[] {
  const { count, start } = splitBlocks(page);
  return Array.from({ length: count }, (_, block) => {
    const runs: Run[] = [];
    for (let segment = start[block]!; segment < start[block + 1]!; segment++) {
      const node = page.segments[segment]!;
      const kind = kindOf(labels[segment]!, kept[segment] === 1);
      const last = runs.at(-1);
      if (last?.kind !== kind)
        runs.push({ kind, text: readNormalText(page, node), chars: page.chars[node]! });
      else {
        last.text += ` ${readNormalText(page, node)}`;
        last.chars += page.chars[node]!;
      }
    }
    return runs;
  });
}

function shortened({ kind, text }: Run): ExcerptRun {
  const { most, head, tail } = kind === 'kept' || kind === 'removed' ? wrong : agreed;
  // By code points: a cut through a pair would leave two halves of a letter.
  const points = text.length > most ? [...text] : [];
  if (points.length <= most) return { kind, text };
  const cut = { chars: points.length - head - tail, tail: points.slice(-tail).join('') };
  return { kind, text: points.slice(0, head).join(''), cut };
}

function leaveOut(parts: ExcerptPart[], runs: readonly Run[]): void {
  const chars = kindChars(runs);
  const last = parts.at(-1);
  if (last === undefined || 'runs' in last) parts.push({ leftOut: chars, blocks: 1 });
  else parts[parts.length - 1] = { leftOut: sum(last.leftOut, chars), blocks: last.blocks + 1 };
}

function kindChars(runs: readonly Run[]): KindChars {
  const chars: Record<RunKind, number> = { content: 0, template: 0, kept: 0, removed: 0, ignored: 0 };
  for (const run of runs) chars[run.kind] += run.chars;
  return chars;
}

function sum(first: KindChars, second: KindChars): KindChars {
  return Object.fromEntries(runKinds.map((kind) => [kind, first[kind] + second[kind]])) as KindChars;
}

// Which segments of a page a tool has kept that gives text: those whose words stand in the text whole and in the order
// of the page. The longest are placed first, so that a "home" of the menu does not take the place of one in a sentence
// and push all that follows behind it. Good for looking at a page; scores do not use it.

interface Place {
  readonly start: number;
  readonly end: number;
}

/** `words`: of each segment. Returns 1 for each segment that is kept. */
export function placeSegments(words: readonly (readonly string[])[], text: string): Uint8Array {
  const line = ` ${tokensOf(text).join(' ')} `;
  const wanted = words.map((tokens) => ` ${tokens.join(' ')} `);
  const places: (Place | undefined)[] = wanted.map(() => undefined);
  const longestFirst = [...wanted.keys()]
    .filter((segment) => words[segment]!.length > 0)
    .sort((a, b) => wanted[b]!.length - wanted[a]!.length || a - b);
  for (const segment of longestFirst) {
    const start = line.indexOf(wanted[segment]!, endBefore(places, segment));
    // The space behind the last word is also the one before the next.
    const end = start + wanted[segment]!.length - 1;
    if (start >= 0 && end <= startBehind(places, segment, line)) places[segment] = { start, end };
  }
  return Uint8Array.from(places, (place) => (place === undefined ? 0 : 1));
}

function endBefore(places: readonly (Place | undefined)[], segment: number): number {
  for (let i = segment - 1; i >= 0; i--) if (places[i] !== undefined) return places[i]!.end;
  return 0;
}

function startBehind(places: readonly (Place | undefined)[], segment: number, line: string): number {
  for (let i = segment + 1; i < places.length; i++) if (places[i] !== undefined) return places[i]!.start;
  return line.length;
}
