/** The part of a text that shows best why a page was found, with the places of what was looked for. */
import type { QueryItem } from './query/query.ts';
import { TextWords } from './text-words.ts';

/** A range of a text in UTF-16 units, as JavaScript counts: from the first to behind the last. */
export type TextRange = readonly [start: number, end: number];

export interface MarkedText {
  readonly text: string;
  /** In order, apart from each other. */
  readonly ranges: readonly TextRange[];
}

/** About three lines of a terminal. */
const SNIPPET_UNITS = 240;
/** A megabyte of text is not searched for its best part: about ten thousand words have to do. */
const SEARCHED_UNITS = 2 ** 16;
const ELLIPSIS = '…';

interface Match {
  readonly start: number;
  readonly end: number;
  readonly item: QueryItem;
}

/** The whole text, marked. */
export function markText(text: string, items: readonly QueryItem[]): MarkedText {
  return { text, ranges: joined(findMatches(new TextWords(text, items), items)) };
}

export function cutSnippet(whole: string, items: readonly QueryItem[]): MarkedText {
  // Not between the two halves of a character.
  const text = whole.slice(
    0,
    whole.codePointAt(SEARCHED_UNITS - 1)! > 0xffff ? SEARCHED_UNITS - 1 : SEARCHED_UNITS,
  );
  const words = new TextWords(text, items);
  const matches = findMatches(words, items);
  const [start, end] = bestRange(text, words, matches);
  const lead = start > 0 ? ELLIPSIS : '';
  const shift = lead.length - start;
  const shown = matches.filter((match) => match.start >= start && match.end <= end);
  return {
    text: `${lead}${text.slice(start, end).replaceAll('\n', ' ')}${end < whole.length ? ELLIPSIS : ''}`,
    ranges: joined(shown).map(([from, to]) => [from + shift, to + shift]),
  };
}

/** In the order of their beginnings. */
function findMatches(words: TextWords, items: readonly QueryItem[]): readonly Match[] {
  return items
    .flatMap((item) =>
      words.placesOf(item).map((place) => ({
        start: words.starts[place]!,
        end: words.ends[place + item.words.length - 1]!,
        item,
      })),
    )
    .sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Ranges that overlap or touch become one. */
function joined(matches: readonly Match[]): readonly TextRange[] {
  const ranges: [number, number][] = [];
  for (const { start, end } of matches) {
    const last = ranges.at(-1);
    if (last === undefined || start > last[1]) ranges.push([start, end]);
    else last[1] = Math.max(last[1], end);
  }
  return ranges;
}

/** Around the matches that are of the most different items, then the most, then the first; from word to word. */
function bestRange(text: string, { starts, ends }: TextWords, matches: readonly Match[]): TextRange {
  const [first, last] = bestMatches(matches);
  const room = Math.max(0, SNIPPET_UNITS - (last - first));
  const from = first - Math.floor(room / 2);
  const start = from <= 0 ? 0 : (starts.find((at) => at >= from) ?? 0);
  if (start + SNIPPET_UNITS >= text.length) return [start, text.length];
  const fitting = ends.findLast((end) => end <= start + SNIPPET_UNITS) ?? 0;
  return [start, Math.max(fitting, last) || SNIPPET_UNITS];
}

/** Where the best run of matches that fits into a snippet begins and ends; 0, 0 if there is none. */
function bestMatches(matches: readonly Match[]): TextRange {
  let best: TextRange = [0, 0];
  let bestScore = 0;
  for (let from = 0, to = 0; from < matches.length; from++) {
    const { start } = matches[from]!;
    while (to < matches.length && matches[to]!.end <= start + SNIPPET_UNITS) to++;
    const run = matches.slice(from, Math.max(to, from + 1));
    const score = new Set(run.map(({ item }) => item)).size * SNIPPET_UNITS + run.length;
    if (score <= bestScore) continue;
    bestScore = score;
    best = [start, Math.max(...run.map(({ end }) => end))];
  }
  return best;
}
