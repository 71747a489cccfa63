/** `dehusk fold`: lessons in, states out. */
import { type Command, Option } from 'commander';
import { fold } from '../engine/lessons/fold.ts';
import { DehuskError } from '../errors.ts';
import { ExitCode, explain, listenForStop } from './exit.ts';
import { count } from './flag-values.ts';
import { addMessageFlags, checkMessageFlags } from './flags.ts';
import { badValue, createMessages, type MessageFlags, needs } from './messages.ts';
import { formatCount } from './progress.ts';

const examples = `
Examples:
  the lessons of an archive, into one file of states
    dehusk fold lessons/ -o states/
  the same in 64 shards, of which a task of an array does the fifth
    dehusk fold lessons/ -o states/ --shards 64 --shard 5
  states of yesterday, and the lessons of today
    dehusk fold states-monday/ lessons-tuesday/ -o states-tuesday/
  what the states know
    dehusk sites states/

Lessons are applied by date, then by address, whoever has made them and in
whatever order; the states are the same for any number of parts. Memory does not
grow with the lessons: what does not fit waits in temporary files (TMPDIR).
States are only read from then on: any number of dehusk clean --freeze can judge
by them at the same time.
`;

interface FoldFlags extends MessageFlags {
  readonly output: string;
  readonly shards: number;
  readonly shard?: number;
}

export function defineFold(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] LESSONS... -o FOLDER')
    .argument('[LESSONS...]', 'folders or files of lessons, and at most one folder of states to begin with')
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: FoldFlags) => exit(await runFold(inputs, flags)))
    .option('-o, --output <folder>', 'the folder of the states')
    .addOption(
      new Option('--shards <count>', 'files that the sites are spread over')
        .default(1)
        .argParser(count('--shards')),
    )
    .addOption(
      new Option('--shard <number>', 'make only this one, from 1 on; else all').argParser(count('--shard')),
    );
  addMessageFlags(command);
}

async function runFold(inputs: readonly string[], flags: FoldFlags): Promise<number> {
  checkFlags(inputs, flags);
  const { output, shards, shard } = flags;
  const messages = createMessages(flags);
  const stop = listenForStop();
  const startMs = performance.now();
  try {
    const counts = await fold({ inputs, output, shards, shard, signal: stop.signal });
    const { sites, pages, repeated, files } = counts;
    const seconds = Math.round(performance.now() - startMs) / 1000;
    const again = repeated === 0 ? '' : `, ${formatCount(repeated, 'lesson')} of pages that came again`;
    const learned = `${formatCount(sites, 'site')}, ${formatCount(pages, 'page')} from ${formatCount(files, 'file')} of lessons`;
    messages.info('summary', `done: ${learned}${again}, ${seconds.toFixed(1)} s`, { ...counts, seconds });
    return ExitCode.done;
  } catch (error) {
    return stop.exitCode ?? explain(error, messages);
  }
}

function checkFlags(inputs: readonly string[], flags: FoldFlags): void {
  checkMessageFlags(flags);
  if (inputs.length === 0)
    throw new DehuskError('USAGE_ARGUMENTS_BAD', {
      reason: 'no LESSONS given: name the folder that dehusk learn has written',
    });
  const { output, shards, shard } = flags;
  if (output === undefined) needs('dehusk fold', '-o FOLDER');
  if (output === '-' || output === '')
    throw badValue({ flag: '-o', expected: 'the name of a folder', value: output });
  if (shard !== undefined && shard > shards)
    throw badValue({
      flag: '--shard',
      expected: `a number from 1 to ${shards} (--shards)`,
      value: String(shard),
    });
}
