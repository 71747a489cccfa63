/**
 * What joins running and scoring: one JSON line per method and page. Ours have all fields; of a stranger's output
 * `method`, `site`, `url` and `text` are enough.
 */

import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { DehuskError, type Page, type Verdict } from 'dehusk';
import { TEXT } from 'dehusk/parts';

export interface RunLine extends RunCost {
  readonly method: string;
  readonly site: string;
  readonly url: string;
  /** Of the page in its site, from 1 on, and of how many. */
  readonly position?: number;
  readonly pages?: number;
  /** What the method keeps: segments, or text where it does not know segments. */
  readonly kept?: readonly NumberRange[];
  readonly text?: string;
  /** How surely each segment is template, in hundredths; a byte each, as base64. */
  readonly scores?: string;
  /** The elements that are template, of methods that judge elements. */
  readonly elements?: readonly NumberRange[];
  /** Why there is no text. */
  readonly failed?: string;
}

/** Of the method on the whole site: every line of it has the same. */
export interface RunCost {
  /** CPU time per page: of the method without parsing, and of parsing. A peer that parses has that in its own. */
  readonly ms?: number;
  readonly parse_ms?: number;
  /** Of CPU time, parsing included. */
  readonly pages_per_second?: number;
  /** The largest rise of memory in use that was seen while it ran. */
  readonly peak_bytes?: number;
  /** What is held for the site, where the method tells it. */
  readonly state_bytes?: number;
  /** How many pages it had seen when it first called something template. */
  readonly first_verdict?: number;
}

/** Throws EVAL_LINE_BAD for what is no such line. */
function parseRunLine(line: string, place: { readonly file: string; readonly line: number }): RunLine {
  const bad = (reason: string): DehuskError => new DehuskError('EVAL_LINE_BAD', { ...place, reason });
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw bad('no JSON');
  }
  if (typeof parsed !== 'object' || parsed === null) throw bad('no object');
  const fields = parsed as Record<string, unknown>;
  for (const name of ['method', 'site', 'url'])
    if (typeof fields[name] !== 'string') throw bad(`${name} is no string`);
  if (typeof fields.text !== 'string' && !isRanges(fields.kept)) throw bad('neither text nor kept segments');
  if (fields.elements !== undefined && !isRanges(fields.elements)) throw bad('elements are no ranges');
  if (fields.scores !== undefined && typeof fields.scores !== 'string') throw bad('scores are no base64');
  return parsed as RunLine;
}

function isRanges(value: unknown): boolean {
  const isRange = (range: unknown): boolean =>
    Array.isArray(range) && range.length === 2 && range.every((end) => Number.isInteger(end) && end >= 0);
  return Array.isArray(value) && value.every(isRange);
}

// What a line of a run keeps of a verdict: small, since there are as many as pages times methods.

/** Inclusive numbers, in document order: of a page's segments, or of its elements (html is 0). */
type NumberRange = readonly [from: number, to: number];

export function keptRanges(page: Page, { template }: Pick<Verdict, 'template'>): readonly NumberRange[] {
  const ranges: [number, number][] = [];
  for (const [segment, node] of page.segments.entries()) if (template[node] === 0) extend(ranges, segment);
  return ranges;
}

export function elementRanges(page: Page, { template }: Pick<Verdict, 'template'>): readonly NumberRange[] {
  const ranges: [number, number][] = [];
  let element = 0;
  for (let node = 0; node < page.nodeCount; node++) {
    if (page.tag[node] === TEXT) continue;
    if (template[node] === 1) extend(ranges, element);
    element++;
  }
  return ranges;
}

function extend(ranges: [number, number][], next: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === next - 1) last[1] = next;
  else ranges.push([next, next]);
}

/** 1 for each segment, of `count`, that is in a range. */
export function inRanges(ranges: readonly NumberRange[], count: number): Uint8Array {
  const marks = new Uint8Array(count);
  for (const [from, to] of ranges) marks.fill(1, from, to + 1);
  return marks;
}

/** 1 for each node of the page that is an element in a range. */
export function templateElements(page: Page, ranges: readonly NumberRange[]): Uint8Array {
  const isNumbered = inRanges(ranges, page.nodeCount);
  const template = new Uint8Array(page.nodeCount);
  let element = 0;
  for (let node = 0; node < page.nodeCount; node++)
    if (page.tag[node] !== TEXT) template[node] = isNumbered[element++]!;
  return template;
}

/**
 * Scores of the segments in whole hundredths, a byte each, as base64: four characters for three segments, whatever
 * the scores are. As an array of numbers they would take twice to three times that, and be half of a line.
 */
export function packScores(page: Page, { score }: Pick<Verdict, 'score'>): string {
  return Buffer.from(Uint8Array.from(page.segments, (node) => Math.round(100 * score[node]!))).toString(
    'base64',
  );
}

/** One for each segment, 0 … 1. */
export function unpackScores(packed: string): Float32Array {
  return Float32Array.from(Buffer.from(packed, 'base64'), (hundredths) => Math.min(100, hundredths) / 100);
}

// The file that a run writes and goes on with. The lines of a method on a site are appended together; if a run is
// killed among them they are too few, and the method is run on that site again: the last line for a page counts.

/** Lines by site and method. */
export type RunLines = Map<string, Map<string, RunLine[]>>;

export function addLine(lines: RunLines, line: RunLine): void {
  const ofSite = lines.get(line.site) ?? new Map<string, RunLine[]>();
  lines.set(line.site, ofSite);
  const ofMethod = ofSite.get(line.method);
  if (ofMethod === undefined) ofSite.set(line.method, [line]);
  else ofMethod.push(line);
}

/** Were all pages of the site run? A stranger's output does not say; it is taken as it is. */
export function isComplete(lines: readonly RunLine[]): boolean {
  const pages = new Set(lines.map(({ url }) => url)).size;
  return pages >= (lines.at(-1)?.pages ?? 0);
}

export async function readRunFile(file: string): Promise<RunLines> {
  if (!existsSync(file)) throw new DehuskError('INPUT_NOT_FOUND', { file });
  const lines: RunLines = new Map();
  let number = 0;
  for await (const line of linesOf(file)) {
    number++;
    if (line.trim() !== '') addLine(lines, parseRunLine(line, { file, line: number }));
  }
  return lines;
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

export interface RunFile {
  readonly lines: RunLines;
  append(lines: readonly RunLine[]): void;
}

/** Opens a file to go on with; one that is not there is made with the first lines. */
export async function openRunFile(file: string): Promise<RunFile> {
  const lines: RunLines = existsSync(file) ? await readWholeLines(file) : new Map();
  return {
    lines,
    append: (more) => {
      try {
        appendFileSync(file, more.map((line) => `${JSON.stringify(line)}\n`).join(''));
      } catch (error) {
        throw new DehuskError('OUTPUT_UNWRITABLE', { file, reason: String(error) }, { cause: error });
      }
    },
  };
}

/** Cuts off a line that a killed run has not finished; not before the others have shown that the file is ours. */
async function readWholeLines(file: string): Promise<RunLines> {
  const lines: RunLines = new Map();
  let number = 0;
  let last: string | undefined;
  for await (const line of linesOf(file)) {
    if (last !== undefined) addLine(lines, parseRunLine(last, { file, line: number }));
    last = line;
    number++;
  }
  if (last === undefined) return lines;
  if (!endsInNewline(file) && number > 1) truncateSync(file, statSync(file).size - Buffer.byteLength(last));
  else addLine(lines, parseRunLine(last, { file, line: number }));
  return lines;
}

function endsInNewline(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const end = Buffer.alloc(1);
    readSync(handle, end, 0, 1, statSync(file).size - 1);
    return end.toString() === '\n';
  } finally {
    closeSync(handle);
  }
}
