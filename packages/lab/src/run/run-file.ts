/**
 * The file that a run writes and goes on with. The lines of a method on a site are appended together; if a run is
 * killed among them they are too few, and the method is run on that site again: the last line for a page counts.
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
import { DehuskError } from 'dehusk/parts';
import { parseRunLine, type RunLine } from './run-line.ts';

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
export function isWhole(lines: readonly RunLine[]): boolean {
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
