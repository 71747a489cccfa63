/**
 * A run over the whole input on one machine that learns by date and address, as a fold does: so what comes out does not
 * depend on the order in which pages lie in their files, and is what any number of parts give. Lessons and states are
 * in a temporary folder, which goes when the run ends.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { orWriteError } from '../../output/files/appended-file.ts';
import { fold } from '../lessons/fold.ts';
import { learnFiles } from '../lessons/learn.ts';
import { closeAfter } from './close-after.ts';
import { type RunOptions, type RunReport, runClean, totalBytes } from './run.ts';

/** As `runClean`. `files` of the options are there, and can be read twice. */
export async function cleanByDate(
  options: RunOptions,
  report: RunReport,
  onKept: (file: string) => void,
): Promise<boolean> {
  const files = options.files!;
  const folder = await orWriteError(mkdtemp(path.join(tmpdir(), 'dehusk-')), tmpdir());
  return closeAfter(
    async () => {
      report.start(totalBytes(files, 2));
      report.tally.beginPass('learning', true);
      const lessons = path.join(folder, 'lessons');
      const states = path.join(folder, 'states');
      // Failures come again in the pass that writes.
      const tally = { ...quiet, addBytes: (count: number) => report.tally.addBytes(count) };
      const learning = { ...options, output: lessons, part: undefined };
      await learnFiles(files, learning, { tally, messages: report.messages, fail: () => undefined });
      await fold({ inputs: [lessons], output: states, shards: 1, signal: options.signal });
      const judging = { ...options, state: states, freeze: true };
      return runClean(judging, { ...report, start: () => undefined }, onKept);
    },
    () => rm(folder, { recursive: true, force: true }),
  );
}

const quiet = { addPage: (): void => undefined, addPassed: (): void => undefined };
