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
import { lineText, type PageLine, pageLines } from './lines.ts';
import { tokensOf } from './tokens.ts';

export interface Integrity {
  readonly whole: number;
  readonly cut: number;
  readonly lost: number;
}

/** Shorter lines are labels and numbers, which stand in other lines by chance. */
const MIN_LINE_TOKENS = 4;
const MIN_PART = 2 / 5;

/** A page's own lines, found once for all golds and methods. */
export interface LinedPage {
  readonly page: Page;
  readonly lines: readonly PageLine[];
  /** What is asked of a line of the output: does the page have it? */
  readonly all: ReadonlySet<string>;
}

/** `segments`: the tokens of each. How they are glued does not show in a run. */
export function linedPage(page: Page, segments: readonly (readonly string[])[]): LinedPage {
  const lines = pageLines(page);
  return { page, lines, all: new Set(lines.map(({ from, to }) => runOf(segments.slice(from, to).flat()))) };
}

/** The tokens of each line that is scored. */
export type ContentLines = readonly (readonly string[])[];

export function contentLines({ page, lines }: LinedPage, labels: GoldLabels): ContentLines {
  return lines
    .filter(({ from, to }) => labels.subarray(from, to).every((label) => label === GoldLabel.content))
    .map((line) => tokensOf(lineText(page, line)))
    .filter((tokens) => tokens.length >= MIN_LINE_TOKENS);
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
  /** Its lines, each as a run: most lines of the page that are kept are one of them. */
  readonly lines: ReadonlySet<string>;
  /** Tokens of the lines that are no lines of the page: what was left of something, or lines that were joined. */
  readonly strange: readonly (readonly string[])[];
}

/** The cells of a row stand in one line, between tabs; items of a numbered list stand behind their number. */
const lineEnds = /[\n\t]/;
const itemNumber = /^\s*\d+\.\s/;

export function outputLines(text: string, { all }: LinedPage): OutputLines {
  const lines = new Set<string>();
  const strange: (readonly string[])[] = [];
  let run = '';
  for (const line of text.split(lineEnds)) {
    const tokens = tokensOf(line);
    const ownRun = runOf(tokens);
    run += ownRun;
    if (lines.has(ownRun)) continue;
    lines.add(ownRun);
    const unnumbered = itemNumber.test(line) ? tokens.slice(1) : tokens;
    if (unnumbered.length > 0 && !all.has(ownRun) && !all.has(runOf(unnumbered))) strange.push(unnumbered);
  }
  return { run, lines, strange };
}

export function scoreIntegrity(lines: ContentLines, output: OutputLines): Integrity {
  const counts = { whole: 0, cut: 0, lost: 0 };
  for (const tokens of lines) {
    const run = runOf(tokens);
    if (output.lines.has(run) || output.run.includes(run)) counts.whole++;
    else if (output.strange.some((part) => isPart(part, tokens))) counts.cut++;
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
