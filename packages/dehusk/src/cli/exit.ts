/** How the program ends: exit codes, what is said of an error, signals, and the end of a run over many pages. */
import { isatty } from 'node:tty';
import { CommanderError } from 'commander';
import { DehuskError, type ErrorCode } from '../errors.ts';
import { ClosedPipe } from '../output/files/appended-file.ts';
import type { Messages } from './messages.ts';
import type { Report } from './progress.ts';

/** What the exit codes mean; `dehusk --help` prints the same. */
export const ExitCode = {
  done: 0,
  /** The run could not come to its end. */
  failed: 1,
  usage: 2,
  /** The run came to its end; some pages failed, each named on standard error. */
  somePagesFailed: 3,
  /** Of eval: the run came to its end; a method scores below its floor. */
  belowFloor: 4,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** The errors that are the caller's and not the run's, besides those that begin with `USAGE_`. */
const usageCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'OPTION_BAD',
  'METHOD_UNKNOWN',
  'METHOD_OPTION_UNKNOWN',
  'METHOD_OPTION_BAD',
  'SITE_BY_BAD',
  'SITE_BY_NO_ADDRESS',
  'SELECTOR_BAD',
  'CONFIG_BAD',
  'CONFIG_UNREADABLE',
  'INPUT_BASE_URL_BAD',
  'INPUT_STDIN_CONSUMED',
  'TEMPLATE_INPUT_ONCE',
  'LOG_ADDRESS_BAD',
  'LOG_NAME_BAD',
]);

/** Says in one line what ended the program; returns the exit code. */
export function explain(error: unknown, messages: Messages): number {
  // Help or version were asked for and shown; or the help was shown because no command was named.
  if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
  if (error instanceof CommanderError && error.code === 'commander.help') return ExitCode.usage;
  const named = asDehuskError(error);
  messages.error(named);
  const isUsage = named.code.startsWith('USAGE_') || usageCodes.has(named.code);
  return isUsage ? ExitCode.usage : ExitCode.failed;
}

function asDehuskError(thrown: unknown): DehuskError {
  const error = firstOf(thrown);
  if (error instanceof DehuskError) return error;
  if (error instanceof CommanderError) {
    return new DehuskError('USAGE_ARGUMENTS_BAD', { reason: inOneLine(error.message) });
  }
  return new DehuskError('INTERNAL', { reason: String(error) }, { cause: error });
}

/** Where closing something failed too, what failed first tells why. */
function firstOf(error: unknown): unknown {
  const isBoth = error instanceof Error && error.name === 'SuppressedError' && 'suppressed' in error;
  return isBoth ? firstOf(error.suppressed) : error;
}

/** commander writes its guess on a line of its own. */
function inOneLine(message: string): string {
  const line = message.replace(/^error: /, '').replace(/\s*\n\s*\(Did/, ' (did');
  return line.includes('(did you mean') ? line : `${line} (see dehusk --help)`;
}

export interface Stop {
  readonly signal: AbortSignal;
  /** The exit code of a run that was stopped. */
  readonly exitCode: number | undefined;
}

const exitCodes = {
  SIGHUP: ExitCode.hungUp,
  SIGINT: ExitCode.interrupted,
  SIGTERM: ExitCode.terminated,
} as const;

/**
 * Ctrl-C, the service manager's stop, a terminal that is closed: the first one ends the run after what is written is
 * complete, a second at once. For the rest of the process's life: between the end of the run and the exit a signal must
 * not kill either.
 */
export function listenForStop(): Stop {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const stop = (name: NodeJS.Signals): void => {
    const code = exitCodes[name as keyof typeof exitCodes];
    // Of a closed terminal both the system and the shell tell; that is no impatience.
    if (exitCode !== undefined && name === 'SIGHUP') return;
    if (exitCode !== undefined) process.exit(code);
    exitCode = code;
    controller.abort(new Error(`stopped by ${name}`));
  };
  for (const name of Object.keys(exitCodes) as NodeJS.Signals[]) process.on(name, stop);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
  };
}

/** Asked at the start: one that is gone is none any more. */
const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));

/**
 * Ends the process. Of a terminal that is gone Node cannot take leave: it tries to put it back as it was, and aborts. So
 * then the signal that told of it ends the process, as it would have without us; a shell calls that 129, too.
 */
export function leave(exitCode: number): void {
  if (exitCode === ExitCode.hungUp && hasTerminal) {
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  } else {
    process.exit(exitCode);
  }
}

/** After which failures of pages a run that came to its end has failed. */
export const failOnValues = ['never', 'any', 'all'] as const;
export type FailOn = (typeof failOnValues)[number];

/** Of a run over many pages that something ended: says what; returns the exit code. */
export function endEarly(error: unknown, report: Report, stop: Stop): number {
  if (error instanceof ClosedPipe) {
    report.hide();
    return ExitCode.done;
  }
  const wasStopped = stop.exitCode !== undefined && firstOf(error) === stop.signal.reason;
  const exitCode = wasStopped ? stop.exitCode : explain(error, report.messages);
  report.end(wasStopped ? 'stopped' : 'failed');
  return exitCode;
}

/** Failures after which there was nothing to read at all. */
const unread: ReadonlySet<string> = new Set([
  'INPUT_NOT_FOUND',
  'INPUT_NO_MATCH',
  'INPUT_IS_ADDRESS',
  'INPUT_NOT_PAGES',
  'INPUT_UNREADABLE',
]);

/** Of a run over many pages that came to its end: sums up; returns the exit code. */
export function endDone(report: Report, failOn: FailOn): number {
  report.end('done');
  const { pages, failed } = report.tally.counts;
  if (failed === 0) return ExitCode.done;
  const nothingRead = pages === 0 && [...report.tally.failedByCode.keys()].every((code) => unread.has(code));
  if (nothingRead) return ExitCode.failed;
  const fails = failOn === 'any' || (failOn === 'all' && pages === 0);
  return fails ? ExitCode.somePagesFailed : ExitCode.done;
}
