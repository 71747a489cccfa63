/**
 * Calls to the file system that fail, one after the other: the n-th, for every n, in every way that the command writes.
 * Each time the command must come to its end unharmed, or end with an error of the table that says what and where;
 * started again with the same words, it must leave what an undisturbed run leaves.
 *
 *   dehusk-lab soak io-faults [MODE[/FAULT[/N]]...]     (default: all modes, all faults, every call)
 *
 * The calls of SQLite and of Node count alike: a preloaded library fails them. A fault is a single one, or lasting: a
 * disk that takes no more writes, or that is full from then on. The exit code is 1 if something was wrong. The tests run a sample.
 */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ExitCode } from 'dehusk/parts';
import type { Output } from '../experiment.ts';
import { type FaultKind, faultEnvironment, whyNoFaults } from './fault-shim.ts';
import { type ForkedCommand, openForkedCommand } from './forked-command.ts';
import {
  differenceOf,
  leavesAlone,
  makeRunFolder,
  modesNamed,
  type OutputMode,
  type RunEnd,
  remainsOf,
  type StartMode,
  startMode,
  writeSmallCrawl,
} from './output-modes.ts';

interface FaultWay {
  readonly name: string;
  readonly kind: FaultKind;
  readonly isLasting: boolean;
}

export const faultWays: readonly FaultWay[] = [
  { name: 'EIO', kind: 'EIO', isLasting: false },
  { name: 'EIO-lasting', kind: 'EIO', isLasting: true },
  { name: 'ENOSPC', kind: 'ENOSPC', isLasting: false },
  { name: 'ENOSPC-lasting', kind: 'ENOSPC', isLasting: true },
  { name: 'short', kind: 'short', isLasting: false },
  { name: 'short-full', kind: 'short', isLasting: true },
  { name: 'EMFILE', kind: 'EMFILE', isLasting: false },
  { name: 'EMFILE-lasting', kind: 'EMFILE', isLasting: true },
];

export async function run(args: readonly string[], out: Output): Promise<number> {
  const missing = whyNoFaults();
  if (missing !== undefined) {
    out.line(missing);
    return ExitCode.failed;
  }
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'dehusk-io-faults-')));
  writeSmallCrawl(base);
  const commands: ForkedCommand[] = [];
  for (let i = availableParallelism(); i > 0; i--) commands.push(await openForkedCommand(base));
  const starts = commands.map(({ start }) => start);
  let wrong = 0;
  for (const { mode, ways, only } of chosen(args)) {
    const expected = await undisturbed(base, mode);
    for (const way of ways) {
      const reports =
        only === undefined
          ? everyCall(base, mode, { way, expected }, starts)
          : [only].map((at) => failCall(base, mode, { way, at, expected, start: starts[0]! }));
      const counts = { failed: 0, unharmed: 0, wrong: 0 };
      for await (const report of reports) {
        if (report.outcome === 'not met') continue;
        if (report.at % 50 === 0) out.progress(`${mode.name}/${way.name}: ${report.at} calls`);
        counts[report.outcome]++;
        if (report.outcome === 'wrong')
          out.line(`WRONG ${mode.name}/${way.name}/${report.at} (${report.call}): ${report.reason}`);
      }
      wrong += counts.wrong;
      const calls = counts.failed + counts.unharmed + counts.wrong;
      out.line(
        `${mode.name}/${way.name}: ${calls} calls failed; ${counts.failed} runs ended with a reason, ` +
          `${counts.unharmed} went on unharmed, ${counts.wrong} wrong`,
      );
    }
  }
  for (const command of commands) command.close();
  if (wrong > 0) {
    out.line(`${wrong} wrong: ${base}`);
    return ExitCode.failed;
  }
  rmSync(base, { recursive: true });
  return ExitCode.done;
}

interface Chosen {
  readonly mode: OutputMode;
  readonly ways: readonly FaultWay[];
  /** The one call. */
  readonly only: number | undefined;
}

function chosen(args: readonly string[]): readonly Chosen[] {
  if (args.length === 0) return modesNamed([]).map((mode) => ({ mode, ways: faultWays, only: undefined }));
  return args.map((arg) => {
    const [name = '', fault, at] = arg.split('/');
    const ways = fault === undefined ? faultWays : faultWays.filter((way) => way.name === fault);
    if (ways.length === 0) throw new Error(`no fault is called ${fault}`);
    return { mode: modesNamed([name])[0]!, ways, only: at === undefined ? undefined : Number(at) };
  });
}

export async function undisturbed(base: string, mode: OutputMode): Promise<string> {
  const folder = await makeRunFolder(base, `${mode.name}-undisturbed`, mode);
  const end = await startMode(folder, mode);
  if (end.code !== 0) throw new Error(`the undisturbed run ended with ${end.code}: ${end.stderr}`);
  const remains = await remainsOf(folder, mode);
  rmSync(path.dirname(folder), { recursive: true });
  return remains;
}

interface FaultRun {
  readonly way: FaultWay;
  /** What an undisturbed run leaves. */
  readonly expected: string;
  /** As people start it, unless told. */
  readonly start?: StartMode;
}

export interface FaultReport {
  readonly at: number;
  /** The run ended with a reason, or it came to its end all the same; or there are fewer calls than this. */
  readonly outcome: 'failed' | 'unharmed' | 'wrong' | 'not met';
  /** What failed. */
  readonly call: string;
  readonly reason: string;
}

/** Until a run is over before it comes to the call. Several at a time, because each waits for processes. */
async function* everyCall(
  base: string,
  mode: OutputMode,
  run: FaultRun,
  starts: readonly StartMode[],
): AsyncGenerator<FaultReport> {
  for (let at = 1; ; at += starts.length) {
    const batch = starts.map((start, i) => failCall(base, mode, { ...run, start, at: at + i }));
    const reports = await Promise.all(batch);
    yield* reports;
    if (reports.some(({ outcome }) => outcome === 'not met')) return;
  }
}

/** Lets one call fail, then starts the run again. */
export async function failCall(
  base: string,
  mode: OutputMode,
  run: FaultRun & { readonly at: number },
): Promise<FaultReport> {
  const { way, at, expected, start = startMode } = run;
  const folder = await makeRunFolder(base, `${mode.name}-${way.name}-${at}`, mode);
  const report = path.join(path.dirname(folder), 'report');
  const end = await start(folder, mode, {
    env: faultEnvironment(folder, { ...way, at, report }),
  });
  const isMet = existsSync(report);
  // A process that was forked may wait for a lock of a thread that it has not got. As people start it, it must not hang.
  if (end.isHung && !isMet && start !== startMode) {
    rmSync(path.dirname(folder), { recursive: true });
    return failCall(base, mode, { ...run, start: startMode });
  }
  const call = isMet ? readFileSync(report, 'utf8').trim().replace(`${folder}/`, '') : '';
  const reason =
    wrongEnd(end, folder, call) ??
    (await wrongRemains(folder, mode, expected, end)) ??
    (end.code === 0 ? undefined : await wrongAfterNextStart(folder, mode, { expected, start }));
  if (reason !== undefined) return { at, outcome: 'wrong', call, reason };
  rmSync(path.dirname(folder), { recursive: true });
  if (!isMet) return { at, outcome: 'not met', call, reason: '' };
  return { at, outcome: end.code === 0 ? 'unharmed' : 'failed', call, reason: '' };
}

interface Message {
  readonly level: string;
  readonly event: string;
  readonly code?: string;
  readonly message: string;
}

/** What is wrong with how the run ended, if anything is. */
function wrongEnd(
  { code, signal, stderr, isHung }: RunEnd,
  folder: string,
  call: string,
): string | undefined {
  if (isHung) return 'it hangs';
  if (signal !== null) return `it was ended by ${signal}: ${stderr}`;
  const messages: Message[] = [];
  for (const line of stderr.split('\n')) {
    if (line === '') continue;
    if (!line.startsWith('{')) return `it says '${line}'`;
    messages.push(JSON.parse(line) as Message);
  }
  const internal = messages.find((message) => message.code === 'INTERNAL');
  if (internal !== undefined) return internal.message;
  if (code === ExitCode.done) return undefined;
  if (call === '') return `it ended with ${code} though nothing failed: ${stderr}`;
  // An input that cannot be read costs its pages, and each is named.
  const unread = messages.filter(
    (message) => message.event === 'failure' && message.code?.startsWith('INPUT_'),
  );
  if (code === ExitCode.somePagesFailed && unread.length > 0) return undefined;
  if (code !== ExitCode.failed) return `it ended with ${code}: ${stderr}`;
  // An input that cannot be read is told as what it is, and the run ends with it.
  const of = (wanted: string): readonly Message[] => messages.filter(({ event }) => event === wanted);
  const errors = of('error').length > 0 ? of('error') : of('failure');
  if (errors.length !== 1) return `it names ${errors.length} errors: ${stderr}`;
  return wrongError(errors[0]!, folder);
}

const understood = /no space left|input\/output error|too many files are open|damaged|cannot be opened/;

const placed =
  /\bout\b|crawl\.jsonl|links\.jsonl|list\.txt|run\.state|pages\.index|standard output|\.parking/;

function wrongError({ message }: Message, folder: string): string | undefined {
  if (!placed.test(message) && !message.includes(folder)) return `it does not say where: ${message}`;
  if (!understood.test(message)) return `it does not say why: ${message}`;
  return undefined;
}

/** A run that says it is done must be. */
async function wrongRemains(
  folder: string,
  mode: OutputMode,
  expected: string,
  { code }: RunEnd,
): Promise<string | undefined> {
  if (code !== ExitCode.done) return undefined;
  const found = await remainsOf(folder, mode).catch(String);
  return found === expected ? undefined : `it says that it is done, but ${differenceOf(expected, found)}`;
}

async function wrongAfterNextStart(
  folder: string,
  mode: OutputMode,
  { expected, start }: { readonly expected: string; readonly start: StartMode },
): Promise<string | undefined> {
  const end = await start(folder, mode);
  if (end.code !== ExitCode.done && !leavesAlone(end, mode))
    return `the next start ended with ${end.code ?? end.signal}: ${end.stderr}`;
  const found = await remainsOf(folder, mode).catch(String);
  return found === expected ? undefined : `after the next start ${differenceOf(expected, found)}`;
}
