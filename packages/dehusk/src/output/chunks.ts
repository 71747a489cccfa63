/**
 * A text in pieces for retrieval: each holds so many tokens at most, and joined they are the text, to the byte.
 *
 * A text is first taken apart into what is never cut: a sentence, a line of code, a row of a table, a heading. Between
 * two of these stands a border, and borders differ in strength: before a heading (the higher, the stronger), between
 * blocks, between lines, between sentences. What is too long is cut at its strongest borders; the parts are cut again,
 * and neighbours that fit together stay together. So a section is one piece where it can be.
 *
 * What is never cut may be longer than a piece should be, and is then a piece alone: `tokens` tells.
 */
import { DehuskError } from '../errors.ts';
import { countText } from '../page/text-counts.ts';

/** How a text is cut. */
export interface ChunkOptions {
  /** Tokens that a piece has at most, its overlap included. */
  readonly maxTokens: number;
  /** Tokens of the piece before that each repeats, in whole sentences or lines; none unless told. */
  readonly overlapTokens?: number;
  /** Counts the tokens of a text; a rough estimate unless told. Asked of each sentence or line. */
  readonly countTokens?: ((text: string) => number) | undefined;
}

/** A piece of a text. */
export interface TextChunk {
  readonly text: string;
  /** The headings that all of it stands under, from the highest down. */
  readonly headings: readonly string[];
  /** Where it stands in the text, in characters (code points), without its overlap. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** Characters at its beginning that stand at the end of the piece before. */
  readonly overlap?: number;
}

/** What a text does not say by itself: where its headings and its lines of code are. */
export interface TextOutline {
  readonly headings: readonly {
    readonly level: number;
    readonly start: number;
    readonly end: number;
  }[];
  /** Lines that are kept as they are, by start and end; in order. */
  readonly verbatim: readonly (readonly [number, number])[];
}

/** Strengths of the border before something; a heading of level 1 has the strongest. Behind one it is the weakest. */
const Border = { sentence: 1, line: 2, block: 3, heading: 10 } as const;

/** What is never cut, with the white space behind it. */
interface Atom {
  readonly start: number;
  readonly end: number;
  readonly border: number;
  readonly headings: readonly string[];
}

/** Throws OPTION_BAD. */
function checkChunkOptions({ maxTokens, overlapTokens = 0 }: ChunkOptions): void {
  if (!Number.isInteger(maxTokens) || maxTokens < 1)
    throw new DehuskError('OPTION_BAD', {
      option: 'maxTokens',
      expected: 'a whole number of 1 or more',
      value: String(maxTokens),
    });
  if (!Number.isInteger(overlapTokens) || overlapTokens < 0 || overlapTokens >= maxTokens)
    throw new DehuskError('OPTION_BAD', {
      option: 'overlapTokens',
      expected: 'a whole number below maxTokens',
      value: String(overlapTokens),
    });
}

/** The pieces of a text. Markdown says itself where its headings are, plain text needs an outline. Throws OPTION_BAD. */
export function chunkText(
  { text, outline = noOutline }: { readonly text: string; readonly outline?: TextOutline },
  format: string,
  options: ChunkOptions,
): readonly TextChunk[] {
  return chunksOf(text, atomsOf(text, format === 'markdown' ? markdownOutline(text) : outline), options);
}

const noOutline: TextOutline = { headings: [], verbatim: [] };

function chunksOf(text: string, atoms: readonly Atom[], options: ChunkOptions): readonly TextChunk[] {
  checkChunkOptions(options);
  const { maxTokens, overlapTokens = 0, countTokens = estimateTokens } = options;
  const tokens = atoms.map(({ start, end }) => countTokens(text.slice(start, end)));
  // sums[i]: tokens before atom i.
  const sums = [0];
  for (const count of tokens) sums.push(sums.at(-1)! + count);
  const cuts = cutAtoms({ atoms, sums, limit: maxTokens - overlapTokens }, 0, atoms.length);
  let place = 0;
  return cuts.map(([from, to]) => {
    const start = atoms[from]!.start;
    const end = atoms[to - 1]!.end;
    // Of a long sentence there may be no room for all of it.
    const room = Math.min(overlapTokens, maxTokens - (sums[to]! - sums[from]!));
    let overlapFrom = from;
    while (overlapFrom > 0 && sums[from]! - sums[overlapFrom - 1]! <= room) overlapFrom--;
    const repeated = text.slice(atoms[overlapFrom]!.start, start);
    const own = text.slice(start, end);
    const startPlace = place;
    place += codePoints(own);
    return {
      text: repeated + own,
      headings: commonHeadings(atoms, from, to),
      start: startPlace,
      end: place,
      tokens: countTokens(repeated + own),
      ...(repeated !== '' && { overlap: codePoints(repeated) }),
    };
  });
}

function estimateTokens(text: string): number {
  return countText(text).tokens;
}

function codePoints(text: string): number {
  return countText(text).chars;
}

interface Measured {
  readonly atoms: readonly Atom[];
  readonly sums: readonly number[];
  readonly limit: number;
}

/** Ranges of atoms, each one piece. */
function cutAtoms(measured: Measured, from: number, to: number): (readonly [number, number])[] {
  const { atoms, sums, limit } = measured;
  if (from === to) return [];
  if (to - from === 1 || sums[to]! - sums[from]! <= limit) return [[from, to]];
  let strongest = 0;
  for (let i = from + 1; i < to; i++) strongest = Math.max(strongest, atoms[i]!.border);
  const pieces: (readonly [number, number])[] = [];
  /** Where the piece under way began; parts of what was too long are not joined with what follows. */
  let open = from;
  let start = from;
  const close = (end: number): void => {
    if (open < end) pieces.push([open, end]);
    open = end;
  };
  for (let i = from + 1; i <= to; i++) {
    if (i < to && atoms[i]!.border !== strongest) continue;
    if (sums[i]! - sums[start]! > limit) {
      close(start);
      pieces.push(...cutAtoms(measured, start, i));
      open = i;
    } else if (sums[i]! - sums[open]! > limit) close(start);
    start = i;
  }
  close(to);
  return pieces;
}

function commonHeadings(atoms: readonly Atom[], from: number, to: number): readonly string[] {
  let common = atoms[from]!.headings;
  for (let i = from + 1; i < to && common.length > 0; i++) {
    const { headings } = atoms[i]!;
    // The same list as that of the atom before, nearly always.
    if (headings === common) continue;
    const differs = common.findIndex((heading, at) => heading !== headings[at]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common;
}

/** A line with the blank ones behind it, and what it is. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly kind: 'prose' | 'heading' | 'verbatim';
  /** Of a heading. */
  readonly level: number;
  readonly title: string;
  /** A blank line follows. */
  readonly endsBlock: boolean;
}

/** The text from end to end. A heading that the author has broken into lines is one. */
function* linesOf(text: string, { headings, verbatim }: TextOutline): Generator<Line> {
  let nextHeading = 0;
  let nextVerbatim = 0;
  for (let start = 0; start < text.length; ) {
    const heading = headings[nextHeading];
    let lineEnd = endOfLine(text, start);
    const isHeading = heading !== undefined && heading.start < lineEnd;
    if (isHeading) lineEnd = Math.max(lineEnd, endOfLine(text, heading.end - 1));
    while (nextVerbatim < verbatim.length && verbatim[nextVerbatim]![1] <= start) nextVerbatim++;
    const isVerbatim = nextVerbatim < verbatim.length && verbatim[nextVerbatim]![0] < lineEnd;
    const end = skipBlankLines(text, lineEnd);
    yield {
      start,
      end,
      kind: isHeading ? 'heading' : isVerbatim ? 'verbatim' : 'prose',
      level: isHeading ? heading.level : 0,
      title: isHeading ? text.slice(heading.start, heading.end).trim() : '',
      endsBlock: end > lineEnd,
    };
    if (isHeading) nextHeading++;
    start = end;
  }
}

/** Each atom begins where the one before ends. */
function atomsOf(text: string, outline: TextOutline): readonly Atom[] {
  const atoms: Atom[] = [];
  const path: Line[] = [];
  let headings: readonly string[] = [];
  let before: Line | undefined;
  for (const line of linesOf(text, outline)) {
    if (line.kind === 'heading') {
      while (path.length > 0 && path.at(-1)!.level >= line.level) path.pop();
      path.push(line);
      headings = path.map(({ title }) => title);
    }
    const cuts = line.kind === 'prose' ? sentenceStarts(text, line.start, line.end) : [];
    for (const [i, start] of [line.start, ...cuts].entries()) {
      const border = i === 0 ? borderOf(before, line) : Border.sentence;
      atoms.push({ start, end: cuts[i] ?? line.end, border, headings });
    }
    before = line;
  }
  return atoms;
}

function borderOf(before: Line | undefined, { kind, level }: Line): number {
  if (before?.kind === 'heading') return Border.sentence;
  if (kind === 'heading') return Border.heading - level;
  // A blank line inside of code ends no block.
  const isInCode = kind === 'verbatim' && before?.kind === 'verbatim';
  return before?.endsBlock && !isInCode ? Border.block : Border.line;
}

/** Behind the line feed. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

/** Also those of a quotation. */
const blankLine = /[ \t\r>]*\n/y;

function skipBlankLines(text: string, at: number): number {
  let end = at;
  for (;;) {
    blankLine.lastIndex = end;
    const found = blankLine.exec(text);
    if (found === null) return end;
    end += found[0].length;
  }
}

/**
 * What a sentence ends with. A capital, a digit or a letter of a script without capitals must begin the next one:
 * "e.g. this" and "approx. five" are no ends. Chinese and Japanese put no space behind their marks.
 */
const sentenceEnd =
  /[.!?…]+["'”’»)\]*_]*[ \t]+(?=["'“‘«([*_¿¡]*[\p{Lu}\p{Lt}\p{Lo}\p{N}])|[。！？｡]+[」』）”’]*/gu;

/** Words that a point belongs to: better a sentence too long than one that is cut. */
const abbreviated =
  /(?:^|[\s("'“‘«[])(?:\p{L}{1,3}|(?:\p{L}\.)+\p{L}|prof|capt|approx|vols|figs|corp|dept|sept)$/iu;

function sentenceStarts(text: string, from: number, to: number): readonly number[] {
  const line = text.slice(from, to);
  // A row of a table: cells stand between tabs.
  if (line.includes('\t')) return [];
  const length = line.trimEnd().length;
  const starts: number[] = [];
  for (const found of line.matchAll(sentenceEnd)) {
    const isPoint = found[0].startsWith('.') && !found[0].startsWith('..');
    if (isPoint && abbreviated.test(line.slice(Math.max(0, found.index - 40), found.index))) continue;
    const start = found.index + found[0].length;
    if (start < length) starts.push(from + start);
  }
  return starts;
}

/** Headings by `#`, lines of fenced code, rows of tables: of our own Markdown, which has no others. */
function markdownOutline(text: string): TextOutline {
  const headings: { level: number; start: number; end: number }[] = [];
  const verbatim: [number, number][] = [];
  let fence: string | undefined;
  for (let at = 0; at < text.length; ) {
    const end = endOfLine(text, at);
    const line = text.slice(at, end);
    const mark = fenceMark.exec(line)?.[1];
    const isCode = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && closingFence.test(line)) fence = undefined;
    const heading = isCode ? null : headingLine.exec(line);
    if (heading !== null) {
      const start = at + heading[1]!.length;
      headings.push({ level: heading[1]!.trim().length, start, end: start + heading[2]!.length });
    }
    if (isCode || tableRow.test(line)) verbatim.push([at, end]);
    at = end;
  }
  return { headings, verbatim };
}

/** Also in quotations and items of lists. */
const fenceMark = /^[ \t>]*(?:(?:[-*+:]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const closingFence = /^[ \t>]*[`~]+\s*$/;
const headingLine = /^(#{1,6} +)(.*?)(?: +#+)?\s*$/;
const tableRow = /^[ \t>]*\|/;
