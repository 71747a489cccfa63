/** What benchmarks share: timing in turns, aims, pages of the corpus, and what others are measured against. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type CleanerOptions, createCleaner, type RawPage } from 'dehusk';
import { choice, ExitCode, recordLine } from 'dehusk/parts';
import { Parser } from 'htmlparser2';
import { corpusFolder } from '../corpus/folders.ts';
import type { Output } from '../experiment.ts';
import { median } from '../score/statistics.ts';

/** CPU time of several ways to do one thing, measured in turns so that noise of the machine hits all alike. */
export interface Contender {
  readonly name: string;
  run(): void | Promise<void>;
}

interface Timing {
  readonly name: string;
  readonly medianMs: number;
  /** By round. */
  readonly samplesMs: readonly number[];
}

export async function timeInterleaved(
  contenders: readonly Contender[],
  rounds: number,
): Promise<readonly Timing[]> {
  const samples = contenders.map(() => [] as number[]);
  for (const contender of contenders) await contender.run();
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) samples[i]!.push(await cpuMsOf(() => contender.run()));
  }
  return contenders.map(({ name }, i) => ({
    name,
    medianMs: median(samples[i]!),
    samplesMs: samples[i]!,
  }));
}

export function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same for what may take turns. */
export async function cpuMsOf(run: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The aims of a benchmark: each is told with what was measured, and a missed one fails the run. */
export interface Aim {
  readonly what: string;
  readonly measured: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Returns the exit code. */
export function reportAims(aims: readonly Aim[], out: Output): number {
  for (const aim of aims) out.line(`${isMet(aim) ? 'met   ' : 'MISSED'} ${tell(aim)}`);
  return aims.every(isMet) ? ExitCode.done : ExitCode.failed;
}

/** What could not be measured is not met. */
function isMet({
  measured,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = Number.NEGATIVE_INFINITY,
}: Aim): boolean {
  return measured >= atLeast && measured <= atMost;
}

function tell({ what, measured, atMost, atLeast }: Aim): string {
  const bound = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  return `${what}: ${measured.toFixed(3)}, aim ${bound}`;
}

export type BenchPart = (numbers: readonly number[], out: Output) => readonly Aim[] | Promise<readonly Aim[]>;

/** A benchmark of several parts: the one that is named, with numbers of its own, or all of them. */
export async function runParts(
  parts: Readonly<Record<string, BenchPart>>,
  [part, ...numbers]: readonly string[],
  out: Output,
): Promise<number> {
  const chosen =
    part === undefined ? Object.values(parts) : [parts[choice('PART', Object.keys(parts))(part)]!];
  const aims: Aim[] = [];
  for (const bench of chosen) aims.push(...(await bench(numbers.map(Number), out)));
  return reportAims(aims, out);
}

// The pages that benchmarks run on: the shared corpus where it is at hand, else a generated site.

export interface BenchPage {
  readonly url: string;
  readonly html: string;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

/** At most `perSite` pages of each site, evenly spread over its file. */
export function corpusPages(perSite: number, folder: string = corpusFolder): readonly BenchPage[] {
  const pages: BenchPage[] = [];
  for (const site of readdirSync(folder).sort()) {
    const file = join(folder, site, 'pages.jsonl.gz');
    if (!existsSync(file)) continue;
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
    const step = Math.max(1, lines.length / perSite);
    for (let i = 0; i < lines.length; i += step) {
      const { url, html } = JSON.parse(lines[Math.floor(i)]!) as { url: string; html: string };
      pages.push({ url, html, bytes: encoder.encode(html) });
    }
  }
  return pages;
}

const nothing = (): void => {};
const idleHandler = { onopentag: nothing, onclosetag: nothing, ontext: nothing, oncomment: nothing };

/** The reference of all benchmarks: htmlparser2 with a handler that does nothing, on a string that is decoded already. */
export function idleParse(html: string): void {
  new Parser(idleHandler).end(html);
}

// What the stream benchmarks time: all that `clean` does between reading the bytes of a page and writing its line.

/** `add` and `judge` give the line's bytes, `learn` gives none. */
export interface LineWriter {
  write(raw: RawPage, mode: 'add' | 'learn' | 'judge'): Promise<Uint8Array | undefined>;
  readonly sizeBytes: number;
}

export function createLineWriter(options: CleanerOptions = {}): LineWriter {
  const cleaner = createCleaner(options);
  return {
    get sizeBytes() {
      return cleaner.sizeBytes;
    },
    write: async (raw, mode) => {
      const result = await cleaner[mode](raw);
      if (result?.error !== undefined) throw result.error;
      return result && encoder.encode(recordLine(result.record()));
    },
  };
}
