/** `dehusk learn`: pages in, lessons out. */
import { type Command, Option } from 'commander';
import { defaultMethod, findMethod } from '../detect/registry.ts';
import { filesOfPart, learnFiles, parseKey } from '../engine/lessons/learn.ts';
import type { Share } from '../engine/lessons/site-order.ts';
import { totalBytes } from '../engine/run/run.ts';
import type { HashKey } from '../page/hash.ts';
import {
  addInputFlags,
  addMessageFlags,
  checkAddresses,
  checkInputFlags,
  checkInputs,
  checkMessageFlags,
  failOnFlag,
  inputOptions,
  memoryFlag,
  pageLimits,
} from './flags.ts';
import { addLearningFlags, type MethodFlags, methodOptions } from './judging-flags.ts';
import { badValue, conflict, needs } from './messages.ts';
import { formatCount } from './progress.ts';
import { addStatsFlag, checkNamedFiles, type RunReportFlags, reportRun } from './run-flags.ts';

const examples = `
Examples:
  an archive in one go: lessons, states, and then the content of each page
    dehusk learn 'crawl/*.warc.gz' -o lessons/
    dehusk fold lessons/ -o states/
    dehusk clean 'crawl/*.warc.gz' --state states/ --freeze -o clean.jsonl
  the third of eight parts, as a task of an array does it
    dehusk learn 'crawl/*.warc.gz' --part 3/8 -o lessons/
  parts on machines that share no folder: all need the same key
    dehusk learn crawl-17.warc.gz -o lessons/ --key 5f0c2a91d3b7e684

Each .warc and .jsonl becomes one file of lessons, page files one together. Any
part may be run again, or twice, or in another order: what comes out is the same.
What is there already and was made of the same bytes is not made again. The key
is drawn by the first part and kept in the folder. Name the inputs in the same
way in all parts and in dehusk clean, and give both the same --method, --set,
--site-by and limits.
`;

interface LearnFlags extends RunReportFlags, Pick<MethodFlags, 'method' | 'set' | 'favour'> {
  readonly output: string;
  readonly part?: Share;
  readonly key?: HashKey;
  readonly memory: number;
}

export function defineLearn(command: Command, exit: (code: number) => void): void {
  command
    .usage('[options] INPUT... -o FOLDER')
    .argument('[INPUT...]', 'files, folders, patterns, or - for standard input')
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: LearnFlags) => exit(await learn(inputs, flags)))
    .option('-o, --output <folder>', 'the folder of the lessons, which all parts share')
    .addOption(partFlag())
    .addOption(
      new Option('--key <hex>', 'the key of all lessons, 16 digits; else the one in the folder').argParser(
        readKey,
      ),
    );
  addLearningFlags(command, defaultMethod);
  const memory = memoryFlag();
  memory.description = 'lessons may take this much memory; more of them wait in a temporary file';
  command.addOption(memory);
  addInputFlags(command);
  command.addOption(failOnFlag());
  addStatsFlag(command);
  addMessageFlags(command);
}

/** Of the commands that do a part of their input. */
export function partFlag(): Option {
  return new Option('--part <i/n>', 'do only part i of n: a stretch of the files, by their bytes').argParser(
    readPart,
  );
}

function readPart(text: string): Share {
  const [, number = '0', count = '0'] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  const share = { number: Number(number), count: Number(count) };
  if (share.number >= 1 && share.number <= share.count) return share;
  throw badValue({
    flag: '--part',
    expected: 'I/N, a number from 1 to N and how many parts there are',
    value: text,
  });
}

function readKey(text: string): HashKey {
  const key = parseKey(text);
  if (key !== undefined) return key;
  throw badValue({ flag: '--key', expected: '16 hexadecimal digits', value: text });
}

async function learn(inputs: readonly string[], flags: LearnFlags): Promise<number> {
  checkFlags(inputs, flags);
  const { output, part, key, method, memory } = flags;
  return reportRun(inputs, flags, async (report, signal) => {
    const files = await filesOfPart(inputs, part);
    const { tally, messages, fail } = report;
    const start = (): void => {
      report.start(totalBytes(files, 1));
      tally.beginPass('learning', true);
    };
    const options = {
      inputs,
      output,
      part,
      reading: inputOptions(flags),
      siteBy: flags.siteBy,
      limits: pageLimits(flags),
      method,
      methodOptions: methodOptions(flags),
      hashKey: key,
      memoryBytes: memory,
      signal,
    };
    const done = await learnFiles(files, options, { tally, messages, fail, start });
    const before = done.before === 0 ? '' : `, ${done.before} of them were there`;
    const text = `${formatCount(done.files, 'file')} of lessons in ${output}${before}`;
    messages.info('lessons', text, { ...done, output });
    return true;
  });
}

function checkFlags(inputs: readonly string[], flags: LearnFlags): void {
  checkInputs(inputs);
  checkInputFlags(flags);
  checkMessageFlags(flags);
  checkAddresses(inputs, flags);
  methodOptions(flags);
  if (flags.output === undefined) needs('dehusk learn', '-o FOLDER');
  if (flags.output === '-' || flags.output === '')
    throw badValue({ flag: '-o', expected: 'the name of a folder', value: flags.output });
  checkNamedFiles([
    ['-o', flags.output],
    ['--stats', flags.stats],
  ]);
  if (flags.part !== undefined && inputs.includes('-')) conflict('--part', '- (standard input)');
  const { kind, name } = findMethod(flags.method);
  if (kind === 'batch') conflict('dehusk learn', `--method ${name}, which judges many pages at once`);
}
