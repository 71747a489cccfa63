/** The end of a run over many pages: what is said of it, and its exit code. */
import { ExitCode } from './exit-code.ts';
import { explain } from './explain.ts';
import { ClosedPipe } from './output/write-error.ts';
import type { Report } from './report.ts';
import type { Stop } from './stop.ts';

/** After which failures of pages a run that came to its end has failed. */
export const failOnValues = ['never', 'any', 'all'] as const;
export type FailOn = (typeof failOnValues)[number];

export function endEarly(error: unknown, report: Report, stop: Stop): number {
  if (error instanceof ClosedPipe) {
    report.hide();
    return ExitCode.done;
  }
  const wasStopped = stop.exitCode !== undefined && error === stop.signal.reason;
  const exitCode = wasStopped ? stop.exitCode : explain(error, report.messages);
  report.end(wasStopped ? 'stopped' : 'failed');
  return exitCode;
}

/** Failures after which there was nothing to read at all. */
const unread: ReadonlySet<string> = new Set(['INPUT_NOT_FOUND', 'INPUT_NO_MATCH', 'INPUT_UNREADABLE']);

export function endDone(report: Report, failOn: FailOn): number {
  report.end('done');
  const { pages, failed } = report.tally.counts;
  if (failed === 0) return ExitCode.done;
  const nothingRead = pages === 0 && [...report.tally.failedByCode.keys()].every((code) => unread.has(code));
  if (nothingRead) return ExitCode.failed;
  const fails = failOn === 'any' || (failOn === 'all' && pages === 0);
  return fails ? ExitCode.somePagesFailed : ExitCode.done;
}
