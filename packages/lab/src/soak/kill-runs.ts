/**
 * Runs of the real command that are killed or stopped, at a random moment or at a write, and started again with the
 * same words until they come to their end; then everything that they leave must be what a run leaves that nobody
 * disturbed. In between their input is touched, copied or renamed, and in some runs it is still arriving.
 *
 *   dehusk-lab soak kill-runs [KILLS [SEED]]     (default: a thousand, from 1000)
 *
 * The exit code is 1 if a run did not end as an undisturbed one. The tests run the same with fewer kills.
 */

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ExitCode } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import { attemptRun, type Kill, killAtWrite } from './killed-process.ts';
import { createRandom, type Random } from './mutate-page.ts';
import { makeRunFolder, type OutputMode, remainsOf } from './output-modes.ts';

export async function run([kills = '1000', first = '1000']: readonly string[], out: Output): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'dehusk-kill-'));
  writeCrawl(join(base, 'crawl'), 60);
  const expected = new Map<string, string>();
  for (const scenario of scenarios) expected.set(scenario.name, await referenceRun(base, scenario));

  const total: Record<string, number> = {};
  const sum = (): number => Object.values(total).reduce((one, other) => one + other, 0);
  let runs = 0;
  let different = 0;
  let changes = 0;
  for (let seed = Number(first); sum() < Number(kills); seed++) {
    const scenario = scenarios[seed % scenarios.length]!;
    const goal = { kills: 20, seed, expected: expected.get(scenario.name)! };
    const report = await killedRun(base, scenario, goal);
    for (const [how, count] of Object.entries(report.kills)) total[how] = (total[how] ?? 0) + count;
    runs++;
    changes += report.changes;
    if (!report.isSame) {
      different++;
      out.line(`DIFFERENT ${scenario.name}, seed ${seed}: ${base}`);
    }
    out.progress(`${sum()} of ${kills} kills, seed ${seed}`);
  }
  const hows = Object.entries(total).map(([how, count]) => `${count} ${how}`);
  out.line(`${hows.join(', ')}; ${changes} times the input was touched, copied, renamed or went on`);
  out.line(`${runs} runs in ${scenarios.length} ways, ${different} of them different`);
  if (different > 0) return ExitCode.failed;
  rmSync(base, { recursive: true });
  return ExitCode.done;
}

interface Scenario extends OutputMode {
  /** Half of the input comes later, when the run was stopped or is done. */
  readonly arrives?: boolean;
}

/** Stands for the input among the words of a command. */
const INPUT = 'INPUT';
const clean = (...args: readonly string[]): readonly string[] => ['clean', INPUT, ...args];
const state = ['--state', 'run.state', '--commit-every', '10'];

export const scenarios: readonly Scenario[] = [
  { name: 'stream', args: clean('--stream', ...state, '-o', 'out.jsonl') },
  { name: 'two-pass', args: clean(...state, '-o', 'out.jsonl') },
  { name: 'jobs 2', args: clean('--stream', '--jobs', '2', ...state, '-o', 'out.jsonl') },
  {
    name: 'two-pass, jobs 2',
    args: clean('--jobs', '2', '--template', 'separate', ...state, '-o', 'out.jsonl'),
  },
  {
    name: 'gzip, reprocess list',
    args: clean('--stream', '--reprocess-list', 'list.txt', ...state, '-o', 'out.jsonl.gz'),
  },
  {
    name: 'incremental, state made by the run',
    args: clean('--stream', '--method', 'incremental', ...state, '-o', 'out.jsonl'),
    makesState: true,
  },
  { name: 'folder', args: clean('--stream', '--keep-dirs', ...state, '-o', 'out/') },
  { name: 'two-pass, folder', args: clean('--format', 'markdown', ...state, '-o', 'out/') },
  { name: 'warc.gz', args: clean('--stream', ...state, '-o', 'out.warc.gz') },
  {
    name: 'duplicates, links, jobs 2',
    args: clean(
      ...['--jobs', '2', '--duplicates', 'mark', '--duplicates-across', '--links-out', 'links.jsonl'],
      ...[...state, '-o', 'out.jsonl'],
    ),
  },
  { name: 'changed only', args: clean('--stream', '--changed-only', ...state, '-o', 'out.jsonl') },
  {
    name: 'parquet, jobs 2',
    args: clean('--stream', '--jobs', '2', '--part-size', '30k', ...state, '-o', 'out.parquet/'),
  },
  { name: 'arriving', args: clean('--stream', ...state, '-o', 'out.jsonl'), arrives: true },
  { name: 'arriving, folder', args: clean('--stream', ...state, '-o', 'out/'), arrives: true },
  { name: 'index', args: ['index', INPUT, '--batch-pages', '20', '-o', 'pages.index'] },
];

export interface KillReport {
  readonly scenario: string;
  /** How many of each: `SIGKILL at a write`, `SIGTERM at a moment` … */
  readonly kills: Readonly<Record<string, number>>;
  /** How often the input was touched, copied, renamed, or went on. */
  readonly changes: number;
  readonly isSame: boolean;
}

/** Several sites, interleaved in two files: one compressed, one plain. */
export function writeCrawl(folder: string, pagesPerSite: number): void {
  const crawl = createCrawl({ seed: 77, sites: 5, pagesPerSite, pageBytes: { min: 2_000, max: 6_000 } });
  // Each seventh page is there once more under another address, and each eleventh under its own.
  const lines = [...crawl.crawl()].flatMap(({ make }, i) => {
    const { url, html } = make();
    const line = `${JSON.stringify({ url, html })}\n`;
    const twin = `${JSON.stringify({ url: `${url}?twin`, html })}\n`;
    return [line, ...(i % 7 === 6 ? [twin] : []), ...(i % 11 === 10 ? [line] : [])];
  });
  const half = lines.length >> 1;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.jsonl.gz'), gzipSync(lines.slice(0, half).join('')));
  writeFileSync(join(folder, 'b.jsonl'), lines.slice(half).join(''));
}

/** The input of one run: a copy of the crawl that changes, but for what is in it. */
class ChangingInput {
  readonly #crawl: string;
  readonly #beside: string;
  #number = 0;
  #missing: Buffer | undefined;

  /** `beside`: the folder of the run. */
  constructor(crawl: string, beside: string, arrives: boolean) {
    this.#crawl = crawl;
    this.#beside = beside;
    cpSync(crawl, this.#folder, { recursive: true });
    if (arrives) this.#takeHalf();
  }

  /** As the run, which works in its folder, names it. */
  get name(): string {
    return `../in-${this.#number}`;
  }

  get isWhole(): boolean {
    return this.#missing === undefined;
  }

  get #folder(): string {
    return join(this.#beside, this.name);
  }

  /** The rest comes, if something is missing. */
  complete(): void {
    if (this.#missing !== undefined) appendFileSync(join(this.#folder, 'b.jsonl'), this.#missing);
    this.#missing = undefined;
  }

  change(random: Random): void {
    const way = Math.floor(random() * 3);
    if (way === 0)
      for (const file of readdirSync(this.#folder)) utimesSync(join(this.#folder, file), random(), random());
    else this.#move(way === 1);
  }

  #move(isCopied: boolean): void {
    const from = this.#folder;
    this.#number++;
    if (isCopied) cpSync(from, this.#folder, { recursive: true });
    if (isCopied) rmSync(from, { recursive: true });
    else renameSync(from, this.#folder);
  }

  #takeHalf(): void {
    const bytes = readFileSync(join(this.#crawl, 'b.jsonl'));
    // Inside a line.
    const half = bytes.length >> 1;
    writeFileSync(join(this.#folder, 'b.jsonl'), bytes.subarray(0, half));
    this.#missing = bytes.subarray(half);
  }
}

/** Runs the command once; true if it came to its end. */
function attempt(
  folder: string,
  { args, arrives }: Scenario,
  input: ChangingInput,
  kill?: Kill,
): Promise<boolean> {
  const words = args.map((word) => (word === INPUT ? input.name : word));
  // A page that is not all there has failed; when the rest comes, it is done.
  const failOn = arrives ? ['--fail-on', 'never'] : [];
  return attemptRun(folder, [...words, ...failOn, '--quiet'], kill);
}

/** What lies in the folder; the name of the input stands in the records. */
async function remains(folder: string, scenario: Scenario): Promise<string> {
  return (await remainsOf(folder, scenario)).replace(/\.\.\/in-\d+\//g, '../in/');
}

/** The undisturbed run of a scenario, and what it left behind. */
export async function referenceRun(base: string, scenario: Scenario): Promise<string> {
  const folder = await makeRunFolder(base, `reference ${scenario.name}`, scenario);
  const input = new ChangingInput(join(base, 'crawl'), folder, false);
  if (!(await attempt(folder, scenario, input))) throw new Error('the reference run was killed');
  return remains(folder, scenario);
}

/** Kills one run `kills` times at the most, then lets it end. */
export async function killedRun(
  base: string,
  scenario: Scenario,
  { kills, seed, expected }: { readonly kills: number; readonly seed: number; readonly expected: string },
): Promise<KillReport> {
  const folder = await makeRunFolder(base, `${scenario.name} ${seed}`, scenario);
  const input = new ChangingInput(join(base, 'crawl'), folder, scenario.arrives === true);
  const random = createRandom(seed);
  const counts: Record<string, number> = {};
  let count = 0;
  let changes = 0;
  for (let isDone = false; !isDone && count < kills; ) {
    const { how, kill } = drawKill(random, scenario);
    isDone = await attempt(folder, scenario, input, kill);
    if (!isDone) {
      counts[how] = (counts[how] ?? 0) + 1;
      count++;
    }
    if (!input.isWhole && (isDone || random() < 0.2)) {
      input.complete();
      isDone = false;
      changes++;
    } else if (!isDone && random() < 0.5) {
      input.change(random);
      changes++;
    }
  }
  input.complete();
  if (!(await attempt(folder, scenario, input))) throw new Error('killed by somebody else');
  const isSame = (await remains(folder, scenario)) === expected;
  if (isSame) rmSync(join(folder, '..'), { recursive: true });
  return { scenario: scenario.name, kills: counts, changes, isSame };
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Half of them as the kernel kills, the others as people and services stop a run. */
function drawKill(random: Random, { args }: Scenario): { readonly how: string; readonly kill: Kill } {
  const signal = random() < 0.6 ? 'SIGKILL' : signals[Math.floor(random() * signals.length)]!;
  // A moment is within the time that a run takes, its start included.
  if (random() < 0.4)
    return { how: `${signal} at a moment`, kill: { signal, afterMs: 150 + random() * 600 } };
  const kill = killAtWrite(random, args.includes('out/') ? 80 : 16, ['before', 'half', 'after']);
  return { how: `${signal} at a write`, kill: { ...kill, signal } };
}
