/** The part of a text that shows best why a page was found, with the ranges of what was looked for. */

import { WordScanner } from '../page/words/tokenise.ts';
import type { QueryItem } from './query.ts';

/** A range of a text in UTF-16 units, as JavaScript counts: from the first to behind the last. */
type TextRange = readonly [start: number, end: number];

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

/** All of the text, marked. */
export function markText(text: string, items: readonly QueryItem[]): MarkedText {
  return { text, ranges: joined(findMatches(new TextWords(text, items), items)) };
}

export function cutSnippet(fullText: string, items: readonly QueryItem[]): MarkedText {
  // Not between the two halves of a character.
  const text = fullText.slice(
    0,
    fullText.codePointAt(SEARCHED_UNITS - 1)! > 0xffff ? SEARCHED_UNITS - 1 : SEARCHED_UNITS,
  );
  const words = new TextWords(text, items);
  const matches = findMatches(words, items);
  const [start, end] = bestRange(text, words, matches);
  const lead = start > 0 ? ELLIPSIS : '';
  const shift = lead.length - start;
  const shown = matches.filter((match) => match.start >= start && match.end <= end);
  return {
    text: `${lead}${text.slice(start, end).replaceAll('\n', ' ')}${end < fullText.length ? ELLIPSIS : ''}`,
    ranges: joined(shown).map(([from, to]) => [from + shift, to + shift]),
  };
}

/** In the order of their beginnings. */
function findMatches(words: TextWords, items: readonly QueryItem[]): readonly Match[] {
  return items
    .flatMap((item) =>
      words.positionsOf(item).map((position) => ({
        start: words.starts[position]!,
        end: words.ends[position + item.words.length - 1]!,
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

interface WantedWord {
  readonly word: string;
  readonly prefix: boolean;
  /** Which words of the text it is. */
  readonly positions: Set<number>;
}

/**
 * Where all words of a text stand, and which of them are looked for. A string for every word, as `tokenise` makes, would
 * take five times as long, and most of the time of a search.
 */
class TextWords {
  /** By word of the text, in order. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly #wanted = new Map<string, WantedWord>();

  constructor(text: string, items: readonly QueryItem[]) {
    for (const item of items) for (let i = 0; i < item.words.length; i++) this.#want(item, i);
    const wanted = [...this.#wanted.values()];
    const scanner = new WordScanner();
    scanner.begin(text, 0, text.length);
    while (scanner.next()) {
      for (const one of wanted) if (isWord(scanner, one)) one.positions.add(this.starts.length);
      this.starts.push(scanner.start);
      this.ends.push(scanner.end);
    }
  }

  /** The numbers of the first words where an item stands; it must be one of those that were asked for. */
  positionsOf(item: QueryItem): readonly number[] {
    const [first, ...others] = item.words.map((_, i) => this.#wanted.get(keyOf(item, i))!.positions);
    return [...first!].filter((position) => others.every((positions, i) => positions.has(position + i + 1)));
  }

  #want(item: QueryItem, i: number): void {
    const prefix = isPrefix(item, i);
    this.#wanted.set(keyOf(item, i), { word: item.words[i]!, prefix, positions: new Set() });
  }
}

function isPrefix({ words, prefix }: QueryItem, i: number): boolean {
  return prefix && i === words.length - 1;
}

function keyOf(item: QueryItem, i: number): string {
  return `${item.words[i]}${isPrefix(item, i) ? '*' : ''}`;
}

function isWord({ units, length }: WordScanner, { word, prefix }: WantedWord): boolean {
  if (prefix ? length < word.length : length !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (units[i] !== word.charCodeAt(i)) return false;
  return true;
}
