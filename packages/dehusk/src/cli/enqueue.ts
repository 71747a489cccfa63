/** `dehusk enqueue`: pages into a log that workers share. */
import { createHash, randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import { enqueue } from '../cluster/enqueue.ts';
import { beginLog } from '../cluster/log-setting.ts';
import { systemClock } from '../cluster/patience.ts';
import { isReadOnce, totalBytes } from '../engine/run/run.ts';
import { inputSizes } from '../input/files.ts';
import { openSource } from '../input/open-inputs.ts';
import { count, size } from './flag-values.ts';
import {
  addInputFlags,
  addMessageFlags,
  checkAddresses,
  checkInputFlags,
  checkInputs,
  checkMessageFlags,
  failOnFlag,
  inputOptions,
} from './flags.ts';
import { addLogFlag, checkLogFlag, type LogFlags, tellTrouble, withLog } from './log-flags.ts';
import { badValue } from './messages.ts';
import { addStatsFlag, checkNamedFiles, type RunReportFlags, reportRun } from './run-flags.ts';

const examples = `
Examples:
  pages of a crawl that is under way, as they come
    crawler | dehusk enqueue - --input-format jsonl --log redis://queue:6379/0
  archives that all workers can read: the log gets places, and not pages
    dehusk enqueue 'crawl/*.warc.gz' --by-reference --log redis://queue:6379/0
  then, on any number of machines
    dehusk worker --log redis://queue:6379/0
  and where the records should be
    dehusk drain --log redis://queue:6379/0 -o clean.jsonl --follow

The first enqueue makes the log, and decides --partitions and --site-by. What was
appended is not appended twice: run the same words again after a kill, or when the
input has grown. When as much waits in a partition as --max-waiting says, enqueue
waits too. The address may stand in DEHUSK_LOG, where no list of processes shows it.
`;

const DEFAULT_PARTITIONS = 64;

interface EnqueueFlags extends RunReportFlags, LogFlags {
  readonly partitions?: number;
  readonly byReference?: boolean;
  readonly maxWaiting: number;
  readonly producer?: string;
}

export function defineEnqueue(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] INPUT... --log ADDRESS')
    .argument('[INPUT...]', 'files, folders, patterns, or - for standard input')
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: EnqueueFlags) => exit(await runEnqueue(inputs, flags)));
  addLogFlag(command);
  command
    .addOption(
      new Option('--partitions <count>', 'of a new log: parts that workers can share (64)').argParser(
        count('--partitions'),
      ),
    )
    .option('--by-reference', 'name pages of archives and page files by their place: workers read them there')
    .addOption(
      new Option('--max-waiting <size>', 'so much may wait in each partition')
        .default(16 * 1024 * 1024, '16MB')
        .argParser(size('--max-waiting')),
    )
    .option(
      '--producer <name>',
      'who appends; what is appended under another name is appended again (made from inputs and flags)',
    );
  addInputFlags(command);
  command.addOption(failOnFlag());
  addStatsFlag(command);
  addMessageFlags(command);
}

async function runEnqueue(inputs: readonly string[], flags: EnqueueFlags): Promise<number> {
  checkFlags(inputs, flags);
  return reportRun(inputs, flags, (report, signal) =>
    withLog(flags, async (log) => {
      const { partitions, siteBy, byReference = false, maxWaiting } = flags;
      const given = {
        ...(partitions !== undefined && { partitions }),
        ...(siteBy !== undefined && { siteBy }),
      };
      const files = await inputSizes(inputs);
      const canReadAgain = !isReadOnce(files);
      const { tally, messages } = report;
      report.start(totalBytes(files, 1));
      const reading = { ...inputOptions(flags), signal, onBytes: (read: number) => tally.addBytes(read) };
      const sites = new Set<string>();
      const begin = (): void => {
        tally.beginPass('cleaning', true);
        sites.clear();
      };
      begin();
      await enqueue({
        log,
        begin: () => beginLog(log, given, { partitions: DEFAULT_PARTITIONS, siteBy: 'host' }),
        open: () => openSource(inputs, reading),
        canReadAgain,
        producer: canReadAgain ? producerOf(inputs, flags) : randomUUID(),
        byReference,
        limitBytes: maxWaiting,
        clock: systemClock,
        signal,
        report: {
          addPage: (site, raw) => {
            tally.addPage(!sites.has(site), raw);
            sites.add(site);
          },
          addPassed: (passed) => tally.addPassed([passed]),
          fail: (failure) => report.fail(failure),
          waits: (partition) =>
            messages.info('waits', `partition ${partition} is full: waits for workers`, { partition }),
          trouble: tellTrouble(messages),
          again: () => {
            messages.info('again', 'the log has lost pages that it had taken: the input is read again', {});
            begin();
          },
        },
      });
      return true;
    }),
  );
}

/** Whoever appends the same in the same way is the same. */
function producerOf(inputs: readonly string[], flags: EnqueueFlags): string {
  const { producer, byReference = false, siteBy } = flags;
  if (producer !== undefined) return producer;
  const words = JSON.stringify([inputs, inputOptions(flags), byReference, siteBy]);
  return createHash('sha256').update(words).digest('hex').slice(0, 16);
}

function checkFlags(inputs: readonly string[], flags: EnqueueFlags): void {
  checkInputs(inputs);
  checkInputFlags(flags);
  checkMessageFlags(flags);
  checkAddresses(inputs, flags);
  checkNamedFiles([['--stats', flags.stats]]);
  checkLogFlag('enqueue', flags);
  if (flags.producer === '') throw badValue({ flag: '--producer', expected: 'a name', value: '' });
}
