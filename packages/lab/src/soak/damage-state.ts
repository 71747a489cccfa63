/**
 * States that are damaged in one of many ways: bits flipped, blocks zeroed, copied or taken from another time, the log
 * cut, rows removed, doubled, swapped or taken from another time. Each damage must be noticed, with an error of the
 * table; or be harmless, which is that every site has the same digest and gives the same verdicts; or have brought back
 * an earlier commit with its own position, from which the run ends with the same output.
 *
 *   dehusk-lab soak damage-state [DAMAGES [SEED]]     (default: ten thousand, from 1)
 *
 * The exit code is 1 if a damage did something else, or ended the process. The tests run the same with fewer damages.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, parseText } from 'dehusk';
import {
  ExitCode,
  isIntact,
  loadSavedSite,
  openSqliteStore,
  repairState,
  runCommand,
  verifyState,
} from 'dehusk/parts';
import Database from 'libsql';
import type { Output } from '../experiment.ts';
import { createCrawl } from '../synthetic/synthetic-crawl.ts';
import { attemptRun } from './killed-process.ts';
import { createRandom, type Random } from './mutate-page.ts';
import { damages, pick } from './state-damages.ts';

/** Damages that one process tries: libsql lets go of files only when its statements are garbage. */
const BATCH = 200;

export async function run(args: readonly string[], out: Output): Promise<number> {
  if (args[0] === 'batch') return tryBatch(args.slice(1), out);
  const [damages = 10_000, seed = 1] = args.map(Number);
  const base = mkdtempSync(join(tmpdir(), 'dehusk-damage-'));
  await makeStates(base);
  const counts = new Map<string, number>();
  const bad: string[] = [];
  for (let from = seed; from < seed + damages; from += BATCH) {
    const to = Math.min(from + BATCH, seed + damages);
    for (const { damage, outcome } of await batchInProcess(base, from, to)) {
      const kind = `${damage}: ${outcome}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (/^(?:noticed|harmless|an earlier commit)/.test(outcome)) continue;
      bad.push(kind);
      out.line(`BAD ${kind}`);
    }
    out.progress(`${to - seed} of ${damages} damages, ${bad.length} bad`);
  }
  for (const [kind, count] of [...counts].sort()) out.line(`${String(count).padStart(6)}  ${kind}`);
  out.line(`${damages} damages from seed ${seed}: ${bad.length} were neither noticed nor harmless`);
  if (bad.length > 0) return ExitCode.failed;
  rmSync(base, { recursive: true });
  return ExitCode.done;
}

interface Tried {
  readonly damage: string;
  readonly outcome: string;
}

/** In a process of its own: what ends it is an outcome too. */
async function batchInProcess(base: string, from: number, to: number): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  while (from + tried.length < to) {
    const first = from + tried.length;
    const code = await new Promise((done) => {
      const args = ['soak', 'damage-state', 'batch', base, String(first), String(to)];
      const child = fork(process.argv[1]!, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      child.on('message', (message: Tried) => tried.push(message));
      child.on('close', (exitCode, signal) => done(exitCode ?? signal));
    });
    if (code !== 0)
      tried.push({ damage: `seed ${from + tried.length}`, outcome: `the process ended with ${code}` });
  }
  return tried;
}

async function tryBatch([base = '', from = '1', to = '1']: readonly string[], out: Output): Promise<number> {
  const states = await readStates(base);
  for (let seed = Number(from); seed < Number(to); seed++) {
    const tried = await tryDamage(base, states, seed);
    if (process.send === undefined) out.line(`${seed} ${tried.damage}: ${tried.outcome}`);
    else process.send(tried);
  }
  return ExitCode.done;
}

const hashKey = [21, 22] as const;
const sites = 4;

/** Where it stands counts, too: a run of other words is another one. */
function wordsOf(base: string, flags: readonly string[]): readonly string[] {
  const state = ['--commit-every', '6', '--state', 'run.state'];
  return ['clean', join(base, 'crawl.jsonl'), ...flags, ...state, '-o', 'out.jsonl', '-q'];
}

interface StateKind {
  readonly name: string;
  readonly flags: readonly string[];
  /** At which writes the run was killed, one after the other, before the state was kept; none: it came to its end. */
  readonly killedAt: readonly number[];
  /** What is in the log was also put into the file, before it was killed. */
  readonly isCheckpointed?: boolean;
}

const kinds: readonly StateKind[] = [
  { name: 'finished', flags: ['--stream'], killedAt: [] },
  { name: 'finished, incremental', flags: ['--stream', '--method', 'incremental'], killedAt: [] },
  { name: 'stopped', flags: ['--stream'], killedAt: [50] },
  { name: 'stopped early', flags: ['--stream'], killedAt: [22] },
  { name: 'stopped twice', flags: ['--stream'], killedAt: [30, 40] },
  { name: 'stopped, checkpointed', flags: ['--stream'], killedAt: [60], isCheckpointed: true },
  { name: 'stopped, checkpointed before', flags: ['--stream'], killedAt: [30, 30], isCheckpointed: true },
  { name: 'stopped in the second pass', flags: [], killedAt: [100] },
];

/** What belongs to a state that is tried; `before` is the same state at an earlier time, for damages that take from it. */
interface KnownState extends StateKind {
  readonly folder: string;
  readonly before: string;
  /** What an undisturbed run leaves. */
  readonly output: Buffer;
  readonly ended: Summary;
  /** What the state says while it is whole. */
  readonly whole: Summary;
}

/** All that a state says. */
interface Summary {
  /** For each site: its digest, what its method knows, and what it says of the pages. */
  readonly sites: string;
  readonly runs: string;
}

const files = ['run.state', 'run.state-wal', 'out.jsonl', 'out.jsonl.partial'];

function copyState(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of files) {
    rmSync(join(to, name), { force: true });
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
  rmSync(join(to, 'run.state-shm'), { force: true });
}

/** Writes the crawl, and a folder for each kind of state, or for those that are named. */
export async function makeStates(base: string, names?: readonly string[]): Promise<void> {
  const crawl = createCrawl({ seed: 91, sites, pagesPerSite: 20, pageBytes: { min: 1_000, max: 3_000 } });
  const pages = [...crawl.crawl()].map(({ make }) => make());
  const lines = pages.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`);
  writeFileSync(join(base, 'crawl.jsonl'), lines.join(''));
  for (const kind of kinds) if (names?.includes(kind.name) ?? true) await makeState(base, kind);
}

async function makeState(base: string, { name, flags, killedAt, isCheckpointed }: StateKind): Promise<void> {
  const [kept, before, whole] = ['', 'before', 'whole'].map((part) => join(base, name, part));
  mkdirSync(whole!, { recursive: true });
  mkdirSync(before!, { recursive: true });
  const args = wordsOf(base, flags);
  for (const folder of [kept!, whole!])
    await openSqliteStore(join(folder, 'run.state'), { hashKey })[Symbol.asyncDispose]();
  await endRun(whole!, base, flags);
  copyState(kept!, before!);
  for (const [i, write] of killedAt.entries()) {
    copyState(kept!, before!);
    const env = { DEHUSK_KILL_AT: String(write), DEHUSK_KILL_HOW: 'after' };
    if (await attemptRun(kept!, args, { env }))
      throw new Error(`${name}: the run ended before it was killed`);
    const isLast = i === killedAt.length - 1;
    if (isCheckpointed && (isLast || killedAt.length > 1)) checkpoint(join(kept!, 'run.state'));
  }
  if (killedAt.length === 0) await endRun(kept!, base, flags);
}

/** As a reader leaves it who is still there: in the file, and in the log. */
function checkpoint(state: string): void {
  const database = new Database(state);
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  for (const end of ['', '-wal']) copyFileSync(state + end, `${state}${end}.copy`);
  database.close();
  for (const end of ['', '-wal']) {
    copyFileSync(`${state}${end}.copy`, state + end);
    rmSync(`${state}${end}.copy`);
  }
  rmSync(`${state}-shm`, { force: true });
}

export interface TriedStates {
  readonly states: readonly KnownState[];
  /** Pages to be judged, parsed with the key of all these states. */
  readonly pages: readonly Page[];
}

/** Looks at the states while they are whole. */
export async function readStates(base: string): Promise<TriedStates> {
  const lines = readFileSync(join(base, 'crawl.jsonl'), 'utf8').trim().split('\n');
  const pages = lines.slice(0, 50).map((line) => {
    const { url, html } = JSON.parse(line) as { readonly url: string; readonly html: string };
    return parseText(html, { url, id: url, hashKey });
  });
  const states: KnownState[] = [];
  const look = join(base, 'look');
  for (const kind of kinds) {
    const folder = join(base, kind.name);
    if (!existsSync(folder)) continue;
    copyState(join(folder, 'whole'), look);
    const ended = await summaryOf(look, pages);
    copyState(folder, look);
    const whole = await summaryOf(look, pages);
    const output = readFileSync(join(folder, 'whole', 'out.jsonl'));
    states.push({ ...kind, folder, before: join(folder, 'before'), output, ended, whole });
  }
  return { states, pages };
}

/** Opens the state as a run does, and asks for everything. */
async function summaryOf(folder: string, pages: TriedStates['pages']): Promise<Summary> {
  await using store = openSqliteStore(join(folder, 'run.state'));
  const digest = createHash('sha256');
  if (store.hashKey.join() !== hashKey.join()) return { sites: 'of another key', runs: '' };
  const names = [...new Set(pages.map(hostOf))].sort();
  const listed: string[] = [];
  for await (const { site, facts } of store.sites()) listed.push(`${site} ${JSON.stringify(facts)}`);
  digest.update(listed.join('\n'));
  for (const site of names) {
    const saved = await loadSavedSite(store, site);
    if (saved === undefined) continue;
    digest.update(`${site} ${JSON.stringify(saved.facts)}`).update(saved.save());
    for (const page of pages) if (hostOf(page) === site) digest.update(saved.judge(page).template);
  }
  const runs: string[] = [];
  for await (const run of store.runs('')) runs.push(JSON.stringify(run));
  return { sites: digest.digest('hex'), runs: runs.join('\n') };
}

function hostOf({ url }: Page): string {
  return new URL(url!).host;
}

/** Damages a copy of a state, and says what came of it. */
export async function tryDamage(base: string, { states, pages }: TriedStates, seed: number): Promise<Tried> {
  const random = createRandom(seed);
  const state = pick(random, states);
  const folder = join(base, 'tried');
  copyState(state.folder, folder);
  const how = pick(random, Object.keys(damages));
  const damage = `${how} (${state.name})`;
  damages[how]!(random, folder, state.before);
  try {
    return { damage, outcome: await outcomeOf(folder, { state, pages, random }) };
  } catch (error) {
    return {
      damage: `${damage}, seed ${seed}`,
      outcome: `an error that is not ours: ${(error as Error).stack}`,
    };
  }
}

interface Trial {
  readonly state: KnownState;
  readonly pages: TriedStates['pages'];
  readonly random: Random;
}

async function outcomeOf(folder: string, { state, pages, random }: Trial): Promise<string> {
  const damaged = join(folder, 'damaged');
  copyState(folder, damaged);
  let found: Summary | string;
  try {
    found = await summaryOf(folder, pages);
  } catch (error) {
    found = codeOf(error);
  }
  if (typeof found === 'string') {
    await checkRepair(damaged, found, random);
    return `noticed, ${found}`;
  }
  const isSame = found.sites === state.whole.sites && found.runs === state.whole.runs;
  if (isSame && state.killedAt.length === 0) return 'harmless';
  // What is not the same must be an earlier commit, and its run ends as all do.
  const code = await endRun(folder, join(folder, '..'), state.flags);
  if (code !== undefined) return `noticed, ${code}`;
  const output = readFileSync(join(folder, 'out.jsonl'));
  if (!output.equals(state.output))
    return `the run ended with another output${isSame ? '' : ', from another commit'}`;
  const ended = await summaryOf(folder, pages);
  if (ended.sites !== state.ended.sites) return 'the run ended with another state';
  return isSame ? 'harmless' : 'an earlier commit';
}

/** Lets the run go on to its end, with the same words. Returns the code of the error that has stopped it. */
async function endRun(folder: string, base: string, flags: readonly string[]): Promise<string | undefined> {
  const said: string[] = [];
  const { write } = process.stderr;
  process.stderr.write = ((text: string | Uint8Array) => said.push(String(text)) > 0) as typeof write;
  const home = process.cwd();
  process.chdir(folder);
  let exitCode: number;
  try {
    exitCode = await runCommand([...wordsOf(base, flags), '--log-format', 'json']);
  } finally {
    process.chdir(home);
    process.stderr.write = write;
  }
  if (exitCode === 0) return undefined;
  const [, code = said.join('')] = /"code":"(\w+)"/.exec(said.join('')) ?? [];
  if (!isOfTable(code)) throw new Error(`exit code ${exitCode}: ${said.join('')}`);
  return code;
}

/** What is noticed by a run must not be whole for `--verify`; and what `--repair` makes of it is whole. */
async function checkRepair(folder: string, code: string, random: Random): Promise<void> {
  const file = join(folder, 'run.state');
  try {
    if (isIntact(await verifyState(file))) throw new Error(`verified although it was noticed: ${code}`);
    if (random() > 0.25) return;
    const { keptAs } = await repairState(file);
    const isRepaired = isIntact(await verifyState(file));
    if (keptAs !== undefined) rmSync(keptAs, { force: true });
    if (keptAs === undefined || !isRepaired) throw new Error('what was repaired is not whole');
  } catch (error) {
    codeOf(error);
  }
}

/** Throws what is not of the table. */
function codeOf(error: unknown): string {
  const { code = '' } = error as { readonly code?: string };
  if (!isOfTable(code)) throw error;
  return code;
}

function isOfTable(code: string): boolean {
  return /^STATE_/.test(code);
}
