/** `dehusk lag`: what waits in a log, who works on it, and for how long already. */
import { type Command, Option } from 'commander';
import { findLog } from '../cluster/log-setting.ts';
import type { LogStatus, PartitionStatus } from '../cluster/page-log.ts';
import { writeText } from '../output/files/write.ts';
import { ExitCode, explain } from './exit.ts';
import { countOrNone } from './flag-values.ts';
import { addMessageFlags, checkMessageFlags, chosen } from './flags.ts';
import { addLogFlag, checkLogFlag, type LogFlags, withLog } from './log-flags.ts';
import { createMessages, type MessageFlags } from './messages.ts';
import { type Column, tableText } from './table-text.ts';

const examples = `
Examples:
  partitions, owners, and what waits
    dehusk lag --log redis://queue:6379/0
  for a monitor: exit code 1 when more than 10,000 pages wait, or one for 5 minutes
    dehusk lag --log redis://queue:6379/0 --max-lag 10000 --max-age 300 --quiet
  for programs
    dehusk lag --log redis://queue:6379/0 --format json | jq .lag

Exit codes: 0 no more waits than is allowed, 1 more does, 2 trouble.
`;

interface LagFlags extends LogFlags, MessageFlags {
  readonly format: 'text' | 'json';
  readonly maxLag?: number;
  readonly maxAge?: number;
}

export function defineLag(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] --log ADDRESS')
    .addHelpText('after', examples)
    .action(async (flags: LagFlags) => exit(await lag(flags)));
  addLogFlag(command);
  command
    .addOption(chosen('--format <how>', 'a table, or one JSON object', ['text', 'json']).default('text'))
    .addOption(
      new Option('--max-lag <pages>', 'exit with 1 if more pages wait').argParser(countOrNone('--max-lag')),
    )
    .addOption(
      new Option('--max-age <seconds>', 'exit with 1 if a page waits for longer').argParser(
        countOrNone('--max-age'),
      ),
    );
  addMessageFlags(command);
}

async function lag(flags: LagFlags): Promise<number> {
  const messages = createMessages(flags);
  try {
    checkLogFlag('lag', flags);
    checkMessageFlags(flags);
    const totals = await withLog(flags, async (log) => {
      await findLog(log);
      return totalsOf(await log.status());
    });
    if (flags.format === 'json') await writeText(`${JSON.stringify(totals)}\n`);
    else if (!flags.quiet) await writeText(textOf(totals));
    const { maxLag = Number.POSITIVE_INFINITY, maxAge = Number.POSITIVE_INFINITY } = flags;
    const isTooMuch = totals.lag > maxLag || (totals.oldest_seconds ?? 0) > maxAge;
    return isTooMuch ? ExitCode.failed : ExitCode.done;
  } catch (error) {
    explain(error, messages);
    return ExitCode.usage;
  }
}

/** Of one partition, or of all. */
interface Counts {
  /** Pages that wait to be judged. */
  readonly lag: number;
  readonly waiting_bytes: number;
  /** Records that wait to be taken. */
  readonly outputs: number;
  readonly output_bytes: number;
  readonly pages: number;
  readonly failures: number;
  readonly oldest_seconds: number | null;
}

interface PartitionRow extends Counts {
  readonly partition: number;
  readonly owner: string | null;
}

interface Totals extends Counts {
  readonly workers: readonly string[];
  readonly drain: string | null;
  readonly partitions: readonly PartitionRow[];
}

function rowOf(status: PartitionStatus): PartitionRow {
  const { partition, appended, position, taken, oldestMs } = status;
  return {
    partition,
    owner: status.owner ?? null,
    lag: appended - position,
    waiting_bytes: status.waitingBytes,
    outputs: position - taken,
    output_bytes: status.outputBytes,
    pages: appended,
    failures: status.failures,
    oldest_seconds: oldestMs === undefined ? null : oldestMs / 1000,
  };
}

function totalsOf({ partitions, workers, drain }: LogStatus): Totals {
  const rows = partitions.map(rowOf);
  const sum = (name: Exclude<keyof Counts, 'oldest_seconds'>): number =>
    rows.reduce((total, row) => total + row[name], 0);
  const ages = rows.flatMap(({ oldest_seconds }) => oldest_seconds ?? []);
  return {
    lag: sum('lag'),
    waiting_bytes: sum('waiting_bytes'),
    outputs: sum('outputs'),
    output_bytes: sum('output_bytes'),
    pages: sum('pages'),
    failures: sum('failures'),
    oldest_seconds: ages.length === 0 ? null : Math.max(...ages),
    workers,
    drain: drain ?? null,
    partitions: rows,
  };
}

const columns: readonly Column[] = [
  { title: 'partition', align: 'right' },
  { title: 'lag', align: 'right' },
  { title: 'oldest s', align: 'right' },
  { title: 'outputs', align: 'right' },
  { title: 'pages', align: 'right' },
  { title: 'failures', align: 'right' },
  { title: 'owner', align: 'left' },
];

function textOf(totals: Totals): string {
  const cells = ({ lag, oldest_seconds, outputs, pages, failures }: Counts): readonly string[] =>
    [lag, oldest_seconds?.toFixed(1) ?? '', outputs, pages, failures].map(String);
  const rows = totals.partitions.map((row) => [String(row.partition), ...cells(row), row.owner ?? '']);
  const drain = totals.drain === null ? '' : `, drained into ${totals.drain}`;
  const all = ['all', ...cells(totals), `${totals.workers.length} workers${drain}`];
  return tableText(columns, [...rows, all]);
}
