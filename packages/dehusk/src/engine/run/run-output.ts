/** The output of a run, new or with what was written before; and what is left to do for the output of one that is done. */
import { DehuskError } from '../../errors.ts';
import {
  finishOutput,
  guardOutput,
  isFolderOf,
  type Output,
  type OutputOptions,
  openOutput,
} from '../../output/files/output.ts';
import type { WrittenMark } from '../store.ts';
import type { FoundRun } from './find-run.ts';
import type { RunOptions, RunReport } from './run.ts';

export interface BegunRun {
  readonly options: RunOptions;
  readonly report: RunReport;
  readonly found: FoundRun;
  /** When the run began. */
  readonly startedAt: string;
}

/** Throws USAGE_OUTPUT_EXISTS for what this run has not written. */
export async function openRunOutput(run: BegunRun): Promise<Output> {
  const { options, report, found } = run;
  const { destination, force } = options;
  const how = outputOptions(run);
  if (found.kind === 'goes-on')
    return openOutput(destination, { ...how, kept: found.position.output, isFinished: false });
  if (found.kind === 'grown') {
    const before = await openGrown(run, found.committed!.output);
    if (before !== undefined) return before;
    const text = `what was done before is not in ${destination.path}: it gets only what is new`;
    report.messages.info('only-new', text, { file: destination.path });
  } else if (!force) await guardOutput(destination, found.own);
  return openOutput(destination, { ...how, kept: undefined, isFinished: false });
}

/** With what was written before; undefined where that is gone, or may be replaced. */
async function openGrown(run: BegunRun, kept: WrittenMark): Promise<Output | undefined> {
  const { destination, force } = run.options;
  if (!(await finishOutput(destination, kept, run.options))) return undefined;
  // Of an empty file nothing would be compared.
  if (kept.bytes === 0 && !isFolderOf(destination.container) && !force) await guardOutput(destination);
  try {
    return await openOutput(destination, { ...outputOptions(run), kept, isFinished: true });
  } catch (error) {
    if (!(error instanceof DehuskError) || !/^OUTPUT_(SHORTER|CHANGED)$/.test(error.code)) throw error;
    if (!force) await guardOutput(destination);
    return undefined;
  }
}

function outputOptions({ options, startedAt }: BegunRun): Omit<OutputOptions, 'kept' | 'isFinished'> {
  const { keepDirs, record, state, partBytes } = options;
  return { record, keepDirs, partBytes, date: startedAt, isDurable: state !== undefined };
}
