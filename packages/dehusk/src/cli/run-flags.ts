/**
 * What `clean` and `index` have in common: the flags of a run over many pages, what they make of a run, and how one is
 * told from its start to its end.
 */
import path from 'node:path';
import type { Command } from 'commander';
import type { RunOptions } from '../engine/run/run.ts';
import { inputSizes, passedFiles } from '../input/files.ts';
import { guardInputs } from '../output/files/output.ts';
import { checkWritable, writeText } from '../output/files/write.ts';
import type { BuildOptions } from '../search/build-index.ts';
import { ExitCode, endDone, endEarly, explain, type FailOn, listenForStop } from './exit.ts';
import {
  checkAddresses,
  checkInputFiles,
  checkInputFlags,
  checkInputs,
  checkMessageFlags,
  type InputFlags,
  inputOptions,
  pageLimits,
} from './flags.ts';
import { type MethodFlags, methodOptions, type RuleFlags, readOverrides } from './judging-flags.ts';
import { badValue, conflict, type MessageFlags } from './messages.ts';
import { createReport, type Report } from './progress.ts';
import { statsText } from './tally.ts';

export interface RunFlags extends InputFlags, MethodFlags, RuleFlags, MessageFlags {
  readonly memory: number;
  readonly restart?: boolean;
  readonly stats?: string;
  readonly failOn: FailOn;
}

/** The flags that decide how a run is reported, from its start to its end. */
export type RunReportFlags = InputFlags & MessageFlags & Pick<RunFlags, 'stats' | 'failOn'>;

export function addStatsFlag(command: Command): void {
  command.option(
    '--stats <file>',
    'write the counts to this file, as JSON: pages, failures, what was left out',
  );
}

type SharedOptions = Omit<BuildOptions, 'file' | 'keepTemplate' | 'identity' | 'signal'> &
  Pick<RunOptions, 'startsAt'>;

/** Throws for what cannot be done whatever the pages are. */
export function checkRunFlags(inputs: readonly string[], flags: RunFlags): void {
  checkInputs(inputs);
  checkInputFlags(flags);
  checkMessageFlags(flags);
  checkAddresses(inputs, flags);
  methodOptions(flags);
}

/** Files beside the output; the flag of each. */
const writtenFiles = ['--stats', '--links-out', '--reprocess-list'] as const;

/**
 * Throws where a file would be written in the place of another one that the same flags name, to be written or to be
 * read. `named` has the flag and the file of each, the most precious first.
 */
export function checkNamedFiles(named: readonly (readonly [flag: string, file: string | undefined])[]): void {
  const flagOf = new Map<string, string>();
  for (const [flag, file] of named) {
    if (file === undefined) continue;
    const isWritten = writtenFiles.some((one) => one === flag);
    if (isWritten && (file === '' || file === '-' || /[/\\]$/.test(file)))
      throw badValue({ flag, expected: 'the name of a file', value: file });
    const place = path.resolve(file);
    const other = flagOf.get(place);
    if (other !== undefined) conflict(`${flag} ${file}`, other);
    flagOf.set(place, `${flag} ${file}`);
  }
}

/**
 * A run with all that is said of it; returns the exit code. `run` returns false if there was nothing to do. The
 * statistics are written however it ends, unless it could not even begin.
 */
export async function reportRun(
  inputs: readonly string[],
  flags: RunReportFlags,
  run: (report: Report, signal: AbortSignal) => Promise<boolean>,
): Promise<number> {
  const report = createReport(flags);
  const stop = listenForStop();
  let how: 'done' | 'stopped' | 'failed' = 'done';
  let exitCode: number = ExitCode.done;
  let canTell = false;
  try {
    const files = await inputSizes(inputs);
    checkInputFiles(files, flags);
    if (flags.stats !== undefined) {
      await guardInputs({ container: 'jsonl', path: flags.stats }, files);
      await checkWritable(flags.stats);
    }
    report.tally.passedFiles = await passedFiles(inputs);
    const didRun = await run(report, stop.signal);
    canTell = true;
    if (didRun) exitCode = endDone(report, flags.failOn);
  } catch (error) {
    how = stop.exitCode === undefined ? 'failed' : 'stopped';
    exitCode = endEarly(error, report, stop);
    canTell = report.hasStarted;
  }
  if (flags.stats === undefined || !canTell) return exitCode;
  try {
    await writeText(statsText(how, report.tally), flags.stats);
    return exitCode;
  } catch (error) {
    return explain(error, report.messages);
  }
}

export async function sharedOptions(inputs: readonly string[], flags: RunFlags): Promise<SharedOptions> {
  return {
    inputs,
    reading: inputOptions(flags),
    siteBy: flags.siteBy,
    limits: pageLimits(flags),
    method: flags.method,
    methodOptions: methodOptions(flags),
    overrides: await readOverrides(flags),
    guard: flags.guard,
    batchPages: flags.batchPages,
    memoryBytes: flags.memory,
    restart: flags.restart === true,
    startsAt: givenDate(process.env.SOURCE_DATE_EPOCH),
  };
}

/** For who wants the same bytes whenever a run begins (reproducible-builds.org): seconds since 1970. */
function givenDate(seconds: string | undefined): string | undefined {
  if (seconds === undefined || seconds === '') return undefined;
  // The last second of the year 9999.
  if (/^\d{1,12}$/.test(seconds) && Number(seconds) <= 253_402_300_799)
    return new Date(Number(seconds) * 1000).toISOString();
  throw badValue({ flag: 'SOURCE_DATE_EPOCH', expected: 'a number of seconds since 1970', value: seconds });
}

/**
 * Flags that change how a run is told, where it begins, how much memory it takes and when it counts as failed; not what
 * comes out. Of a file that a flag names, what stands in it counts.
 */
const withoutEffect: readonly string[] = [
  'quiet',
  'verbose',
  'progress',
  'logFormat',
  'color',
  'failOn',
  'memory',
  'restart',
  'stats',
  'config',
] satisfies readonly (keyof RunFlags)[];

/** What a run is named by: its command, and the flags that change what comes out. `others` of the command do not. */
export function identityOf<Flags extends RunFlags>(
  command: string,
  flags: Flags,
  others: readonly (keyof Flags & string)[],
): object {
  const ignored = new Set([...withoutEffect, ...others]);
  return { command, ...Object.fromEntries(Object.entries(flags).filter(([name]) => !ignored.has(name))) };
}
