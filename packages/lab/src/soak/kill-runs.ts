/**
 * Runs of the real command that are killed, at a random moment or at a write, and started again with the same words
 * until they come to their end; then output and state must be those of a run that nobody disturbed.
 *
 *   dehusk-lab soak kill-runs [KILLS]     (default: a thousand)
 *
 * The exit code is 1 if a run did not end as an undisturbed one. The tests run the same with fewer kills.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { HashKey } from 'dehusk/parts';
import { ExitCode, loadSavedSite, openSqliteStore } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import { attemptRun, type Kill, killAtWrite } from './killed-process.ts';
import { createRandom } from './mutate-page.ts';

export async function run([kills = '1000']: readonly string[], out: Output): Promise<number> {
  const base = mkdtempSync(join(tmpdir(), 'dehusk-kill-'));
  writeCrawl(join(base, 'crawl'), 60);
  const expected = new Map<string, string>();
  for (const scenario of scenarios) expected.set(scenario.name, await referenceRun(base, scenario));

  const total = { atWrites: 0, atMoments: 0, different: 0 };
  for (let seed = 1000; total.atWrites + total.atMoments < Number(kills); seed++) {
    const scenario = scenarios[seed % scenarios.length]!;
    const goal = { kills: 20, seed, expected: expected.get(scenario.name)! };
    const report = await killedRun(base, scenario, goal);
    total.atWrites += report.atWrites;
    total.atMoments += report.atMoments;
    if (!report.isSame) {
      total.different++;
      out.line(`DIFFERENT ${scenario.name}, seed ${seed}: ${base}`);
    }
    out.progress(`${total.atWrites + total.atMoments} of ${kills} kills`);
  }
  out.line(
    `${total.atWrites} kills at a write, ${total.atMoments} at a moment, ${total.different} runs different`,
  );
  if (total.different > 0) return ExitCode.failed;
  rmSync(base, { recursive: true });
  return ExitCode.done;
}

interface Scenario {
  readonly name: string;
  readonly flags: readonly string[];
  readonly output: string;
  /** Where the state is made by the run, which draws a key for it, and the first kill may be before it is made. */
  readonly makesState?: boolean;
}

/** Of the states that are made before the run: what is saved can be compared where the key is the same. */
const HASH_KEY: HashKey = [7, 77];

export const scenarios: readonly Scenario[] = [
  { name: 'stream', flags: ['--stream'], output: 'out.jsonl' },
  { name: 'two-pass', flags: [], output: 'out.jsonl' },
  { name: 'jobs 2', flags: ['--stream', '--jobs', '2'], output: 'out.jsonl' },
  { name: 'two-pass, jobs 2', flags: ['--jobs', '2', '--template', 'separate'], output: 'out.jsonl' },
  {
    name: 'gzip, reprocess list',
    flags: ['--stream', '--reprocess-list', 'list.txt'],
    output: 'out.jsonl.gz',
  },
  {
    name: 'incremental',
    flags: ['--stream', '--method', 'incremental'],
    output: 'out.jsonl',
    makesState: true,
  },
];

export interface KillReport {
  readonly scenario: string;
  /** Kills at a write of output or state, and at a random moment. */
  readonly atWrites: number;
  readonly atMoments: number;
  readonly isSame: boolean;
}

/** Several sites, interleaved in two files: one plain, one compressed. */
export function writeCrawl(folder: string, pagesPerSite: number): void {
  const crawl = createCrawl({ seed: 77, sites: 5, pagesPerSite, pageBytes: { min: 2_000, max: 6_000 } });
  const lines = [...crawl.crawl()].map(({ make }) => {
    const { url, html } = make();
    return `${JSON.stringify({ url, html })}\n`;
  });
  const half = lines.length >> 1;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.jsonl'), lines.slice(0, half).join(''));
  writeFileSync(join(folder, 'b.jsonl.gz'), gzipSync(lines.slice(half).join('')));
}

async function makeFolder(base: string, name: string, { makesState }: Scenario): Promise<string> {
  const folder = join(base, name);
  mkdirSync(folder, { recursive: true });
  if (!makesState)
    await openSqliteStore(join(folder, 'run.state'), { hashKey: HASH_KEY })[Symbol.asyncDispose]();
  return folder;
}

/** Runs the command once; true if it came to its end. */
function attempt(folder: string, { flags, output }: Scenario, kill?: Kill): Promise<boolean> {
  const state = ['--state', 'run.state', '--commit-every', '10'];
  return attemptRun(folder, ['clean', '../crawl', ...state, '-o', output, '--quiet', ...flags], kill);
}

/** The undisturbed run of a scenario, and what it left behind. */
export async function referenceRun(base: string, scenario: Scenario): Promise<string> {
  const folder = await makeFolder(base, `reference ${scenario.name}`, scenario);
  if (!(await attempt(folder, scenario))) throw new Error('the reference run was killed');
  return remains(folder, scenario);
}

/** Kills one run `kills` times at the most, then lets it end. */
export async function killedRun(
  base: string,
  scenario: Scenario,
  { kills, seed, expected }: { readonly kills: number; readonly seed: number; readonly expected: string },
): Promise<KillReport> {
  const folder = await makeFolder(base, `${scenario.name} ${seed}`, scenario);
  const random = createRandom(seed);
  let atWrites = 0;
  let atMoments = 0;
  let isDone = false;
  while (!isDone && atWrites + atMoments < kills) {
    const isWrite = random() < 0.6;
    // A moment is within the time that a run takes, its start included.
    const kill: Kill = isWrite
      ? killAtWrite(random, 14, ['before', 'half', 'after'])
      : { afterMs: 150 + random() * 600 };
    isDone = await attempt(folder, scenario, kill);
    if (isDone) break;
    if (isWrite) atWrites++;
    else atMoments++;
  }
  if (!isDone && !(await attempt(folder, scenario))) throw new Error('killed by somebody else');
  const isSame = (await remains(folder, scenario)) === expected;
  if (isSame) rmSync(folder, { recursive: true });
  return { scenario: scenario.name, atWrites, atMoments, isSame };
}

/** Everything that must be the same: the output as it reads, the list if there is one, and what the tables know. */
async function remains(folder: string, scenario: Scenario): Promise<string> {
  const { output, flags } = scenario;
  const bytes = readFileSync(join(folder, output));
  const text = output.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const list = flags.includes('--reprocess-list') ? readFileSync(join(folder, 'list.txt'), 'utf8') : '';
  return `${text.toString('utf8')}\n${list}\n${await stateDigests(join(folder, 'run.state'), scenario)}`;
}

async function stateDigests(file: string, { makesState }: Scenario): Promise<string> {
  await using store = openSqliteStore(file);
  const digests: string[] = [];
  for await (const { site } of store.sites()) {
    const saved = (await loadSavedSite(store, site))!;
    const { facts, segmentCount, pagesLearned, templateSegments } = saved;
    // A state that the run has made has a key of its own, and with it other hashes for the same texts.
    const hashes = makesState ? '' : createHash('sha256').update(saved.save()).digest('hex');
    digests.push(JSON.stringify({ site, facts, segmentCount, pagesLearned, templateSegments, hashes }));
  }
  return digests.join('\n');
}
