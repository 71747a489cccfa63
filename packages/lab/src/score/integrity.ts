/**
 * Do sentences stay whole? Of the lines of a page that are content from end to end and have four tokens or more:
 *
 *     whole   its tokens stand in the output in one run
 *     cut     a line of the output that is no line of the page is a part of it: two fifths of its tokens or more, in
 *             their order
 *     lost    else
 *
 * An F1 does not show it: one noun that is missing costs a page a thousandth, and the reader the sentence.
 */
import type { Page } from 'dehusk';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';
import { type PageLine, pageLines } from './lines.ts';
import { tokensOf } from './tokens.ts';

export interface Integrity {
  readonly whole: number;
  readonly cut: number;
  readonly lost: number;
}

/** Shorter lines are labels and numbers, which stand in other lines by chance. */
const MIN_LINE_TOKENS = 4;
const MIN_PART = 2 / 5;

/** A page's own lines, made once for all golds and methods. */
export interface LinedPage {
  readonly lines: readonly PageLine[];
  /** What is asked of a line of the output: does the page have it? */
  readonly all: ReadonlySet<string>;
}

export function linedPage(page: Page): LinedPage {
  const lines = pageLines(page);
  return { lines, all: new Set(lines.map(({ tokens }) => runOf(tokens))) };
}

/** The lines that are scored. */
export function contentLines({ lines }: LinedPage, labels: GoldLabels): readonly PageLine[] {
  return lines.filter(
    ({ from, to, tokens }) =>
      tokens.length >= MIN_LINE_TOKENS &&
      labels.subarray(from, to).every((label) => label === GoldLabel.content),
  );
}

/**
 * Tokens without what parts them. Tools that give text glue the end of one line to the beginning of the next, or part
 * words at an element; neither cuts a sentence.
 */
function runOf(tokens: readonly string[]): string {
  return tokens.join('');
}

/** What was kept of a page, for questions about its lines. */
export interface OutputLines {
  readonly run: string;
  /** Tokens of the lines that are no lines of the page: what was left of something, or lines that were joined. */
  readonly strange: readonly (readonly string[])[];
}

/** The cells of a row stand in one line, between tabs; items of a numbered list stand behind their number. */
const lineEnds = /[\n\t]/;
const itemNumber = /^\s*\d+\.\s/;

export function outputLines(text: string, { all }: LinedPage): OutputLines {
  const strange: (readonly string[])[] = [];
  for (const line of new Set(text.split(lineEnds))) {
    const tokens = tokensOf(line);
    const unnumbered = itemNumber.test(line) ? tokens.slice(1) : tokens;
    if (unnumbered.length > 0 && !all.has(runOf(tokens)) && !all.has(runOf(unnumbered)))
      strange.push(unnumbered);
  }
  return { run: runOf(tokensOf(text)), strange };
}

export function scoreIntegrity(lines: readonly PageLine[], { run, strange }: OutputLines): Integrity {
  const counts = { whole: 0, cut: 0, lost: 0 };
  for (const { tokens } of lines) {
    if (run.includes(runOf(tokens))) counts.whole++;
    else if (strange.some((part) => isPart(part, tokens))) counts.cut++;
    else counts.lost++;
  }
  return counts;
}

function isPart(part: readonly string[], line: readonly string[]): boolean {
  if (part.length < MIN_PART * line.length) return false;
  let found = 0;
  for (const token of line) if (part[found] === token) found++;
  return found === part.length;
}
