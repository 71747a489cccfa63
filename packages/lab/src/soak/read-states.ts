/**
 * `dehusk sites` again and again while `dehusk clean` writes the state that it reads: each time it must come to its end,
 * and tell a state that was committed. The run must not notice.
 *
 *   dehusk-lab soak read-states [READS]     (default: a hundred)
 *
 * The exit code is 1 if a reading failed or told something that was never committed, or if a run ended otherwise than
 * one that nobody looks at.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode, openSqliteStore } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { dehuskCommand } from '../programs.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';

/** Every page is learned, so the pages of a committed state are a multiple of it, or all there are. */
const COMMIT_EVERY = 5;
const hashKey = [31, 32] as const;

export async function run([reads = '100']: readonly string[], out: Output): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'dehusk-read-'));
  const pages = writeCrawl(base);
  const expected = await referenceRun(base);
  const total = { reads: 0, runs: 0, states: 0, bad: 0 };
  while (total.reads < Number(reads)) {
    const { read, bad, output } = await readRun(base, `run-${total.runs++}`, {
      pages,
      most: Number(reads) - total.reads,
    });
    total.reads += read.length;
    total.states += new Set(read).size;
    for (const what of bad) out.line(`BAD ${what}`);
    if (!output.equals(expected)) out.line(`BAD run ${total.runs} ended with another output`);
    total.bad += bad.length + (output.equals(expected) ? 0 : 1);
    out.progress(`${total.reads} of ${reads} readings`);
  }
  out.line(
    `${total.reads} readings of ${total.states} committed states in ${total.runs} runs of ${pages} pages: ${total.bad} bad`,
  );
  if (total.bad > 0) return ExitCode.failed;
  rmSync(base, { recursive: true });
  return ExitCode.done;
}

function writeCrawl(base: string): number {
  const crawl = createCrawl({ seed: 57, sites: 4, pagesPerSite: 500, pageBytes: { min: 2_000, max: 8_000 } });
  const lines = [...crawl.crawl()].map(({ make }) => {
    const { url, html } = make();
    return `${JSON.stringify({ url, html })}\n`;
  });
  writeFileSync(join(base, 'crawl.jsonl'), lines.join(''));
  return lines.length;
}

async function referenceRun(base: string): Promise<Buffer> {
  const folder = await makeFolder(base, 'reference');
  await ended(startClean(folder));
  return readFileSync(join(folder, 'out.jsonl'));
}

async function makeFolder(base: string, name: string): Promise<string> {
  const folder = join(base, name);
  mkdirSync(folder);
  await openSqliteStore(join(folder, 'run.state'), { hashKey })[Symbol.asyncDispose]();
  return folder;
}

type Child = ReturnType<typeof spawn>;

function startClean(folder: string): Child {
  const flags = ['--stream', '--commit-every', String(COMMIT_EVERY), '--state', 'run.state'];
  return start(folder, ['clean', '../crawl.jsonl', ...flags, '-o', 'out.jsonl', '-q']);
}

function start(folder: string, args: readonly string[]): Child {
  return spawn(process.execPath, [dehuskCommand, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What it said on standard output; throws what it said on standard error, if it failed. */
function ended(child: Child): Promise<string> {
  const [out, error]: [string[], string[]] = [[], []];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => error.push(text));
  return new Promise((done, reject) => {
    child.on('error', reject).on('close', (code) => {
      if (code === 0) done(out.join(''));
      else reject(new Error(`ended with ${code}: ${error.join('')}`));
    });
  });
}

interface ReadRun {
  /** How many pages the state had, each time. */
  readonly read: readonly number[];
  readonly bad: readonly string[];
  readonly output: Buffer;
}

async function readRun(
  base: string,
  name: string,
  { pages, most }: { readonly pages: number; readonly most: number },
): Promise<ReadRun> {
  const folder = await makeFolder(base, name);
  const clean = startClean(folder);
  let isRunning = true;
  const done = ended(clean).finally(() => {
    isRunning = false;
  });
  const read: number[] = [];
  const bad: string[] = [];
  // The log is there from the first commit on.
  while (isRunning && !existsSync(join(folder, 'run.state-wal'))) await sleep(10);
  while (isRunning && read.length < most) {
    try {
      const told = await ended(start(folder, ['sites', 'run.state', '--format', 'json', '-q']));
      const sum = told
        .split('\n')
        .filter(Boolean)
        .reduce((all, line) => all + Number(JSON.parse(line).pages), 0);
      if (!isRunning) break;
      if (sum % COMMIT_EVERY !== 0 && sum !== pages) bad.push(`${sum} pages were never committed`);
      if (sum < (read.at(-1) ?? 0)) bad.push(`${sum} pages after ${read.at(-1)}`);
      read.push(sum);
    } catch (error) {
      bad.push((error as Error).message);
      break;
    }
  }
  await done;
  await ended(start(folder, ['sites', 'run.state', '--verify', '-q']));
  const output = readFileSync(join(folder, 'out.jsonl'));
  rmSync(folder, { recursive: true });
  return { read, bad, output };
}

function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
