/** `dehusk drain`: what comes out of a log, into a file. */
import type { Command } from 'commander';
import { type DrainOptions, drain } from '../cluster/drain.ts';
import { findLog } from '../cluster/log-setting.ts';
import { systemClock } from '../cluster/patience.ts';
import type { PageFailure } from '../engine/engine.ts';
import { containerOf, type Destination } from '../output/files/output.ts';
import { failureLine } from '../output/record.ts';
import { endDone, endEarly, type FailOn, listenForStop } from './exit.ts';
import { commandMessage } from './flag-hints.ts';
import { addMessageFlags, checkMessageFlags, failOnFlag } from './flags.ts';
import { addLogFlag, checkLogFlag, type LogFlags, tellTrouble, withLog } from './log-flags.ts';
import { conflict, type MessageFlags, needs } from './messages.ts';
import { createReport } from './progress.ts';

const examples = `
Examples:
  what has come out by now
    dehusk drain --log redis://queue:6379/0 -o clean.jsonl
  all of it, when the workers are done
    dehusk drain --log redis://queue:6379/0 -o clean.jsonl.gz --until-done
  as it comes, until it is stopped
    dehusk drain --log redis://queue:6379/0 -o clean.jsonl --follow
  what has come out since, into another file
    dehusk drain --log redis://queue:6379/0 -o clean-2.jsonl

Each record is written once, also where a drain is killed and run again with the
same -o: clean.jsonl.drain says how far it came. Records of a site are in the order
of its pages. Pages that failed are named on standard error. To standard output,
what was on its way when a drain is killed may come twice.
`;

interface DrainFlags extends LogFlags, MessageFlags {
  readonly output?: string;
  readonly follow?: boolean;
  readonly untilDone?: boolean;
  readonly failures?: boolean;
  readonly force?: boolean;
  readonly takeOver?: boolean;
  readonly failOn: FailOn;
}

export function defineDrain(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] --log ADDRESS')
    .addHelpText('after', examples)
    .action(async (flags: DrainFlags) => exit(await runDrain(flags)));
  addLogFlag(command);
  command
    .option('-o, --output <file>', 'the file, .jsonl or .jsonl.gz; - is standard output')
    .option('--until-done', 'wait until all pages of the log are done')
    .option('--follow', 'go on until it is stopped')
    .option('--failures', 'write a line for each page that failed, too')
    .option('--force', 'write over what -o names, although it is not of this log')
    .option('--take-over', 'take the place of a drain that was stopped and will not be run again')
    .addOption(failOnFlag());
  addMessageFlags(command);
}

async function runDrain(flags: DrainFlags): Promise<number> {
  const destination = checkFlags(flags);
  const { follow, untilDone, force = false, takeOver = false } = flags;
  const until: DrainOptions['until'] = follow ? 'more' : untilDone ? 'done' : 'there';
  const report = createReport(flags);
  const stop = listenForStop();
  try {
    await withLog(flags, async (log) => {
      const { hashKey } = await findLog(log);
      report.start(undefined);
      await drain({
        log,
        hashKey,
        destination,
        until,
        ...(flags.failures && { failureLine: lineOf }),
        force,
        takeOver,
        clock: systemClock,
        signal: stop.signal,
        report: {
          addRecord: () => report.tally.addRecord(),
          fail: (failure) => report.fail(failure),
          trouble: tellTrouble(report.messages),
        },
      });
    });
    return endDone(report, flags.failOn);
  } catch (error) {
    return endEarly(error, report, stop);
  }
}

/** As `clean --failures` writes it. */
function lineOf(failure: PageFailure): Uint8Array {
  const { code } = failure.error;
  return new TextEncoder().encode(failureLine(failure, { code, message: commandMessage(failure.error) }));
}

function checkFlags(flags: DrainFlags): Destination {
  checkLogFlag('drain', flags);
  checkMessageFlags(flags);
  if (flags.follow && flags.untilDone) conflict('--follow', '--until-done');
  const { output } = flags;
  if (output === undefined || output === '-' || output === '/dev/stdout')
    return { container: 'jsonl', path: undefined };
  const container = containerOf(output);
  if (container === 'jsonl' || container === 'jsonl.gz') return { container, path: output };
  return needs('dehusk drain', `-o FILE.jsonl or FILE.jsonl.gz, not ${output}`);
}
