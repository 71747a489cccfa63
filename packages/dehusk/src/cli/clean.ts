/** `dehusk clean`: pages in, content out. */
import { type Command, Option } from 'commander';
import { defaultMethod, findMethod, methods } from '../detect/registry.ts';
import { filesOfPart } from '../engine/lessons/learn.ts';
import { isFolder } from '../engine/lessons/read-states.ts';
import type { Share } from '../engine/lessons/site-order.ts';
import { cleanByDate } from '../engine/run/clean-by-date.ts';
import type { TemplateMode } from '../engine/run/render-page.ts';
import { isReadOnce, type RunOptions, runClean } from '../engine/run/run.ts';
import { DehuskError } from '../errors.ts';
import { inputSizes } from '../input/files.ts';
import {
  type Container,
  containerOf,
  containers,
  type Destination,
  holdsRecords,
  isFolderOf,
} from '../output/files/output.ts';
import { type RecordForm, recordForms } from '../output/record-forms.ts';
import { count, countOrNone, orList, size } from './flag-values.ts';
import {
  addFetchFlags,
  addInputFlags,
  addMessageFlags,
  chosen,
  type FetchFlags,
  failOnFlag,
  fetcherOptions,
  jobsFlag,
  memoryFlag,
} from './flags.ts';
import { addMethodFlags, addRuleFlags, checkExplain } from './judging-flags.ts';
import { partFlag } from './learn.ts';
import { badValue, conflict, needs } from './messages.ts';
import {
  addRecordFlags,
  checkRecordFlags,
  formatFlag,
  hiddenFlag,
  type RecordFlags,
  recordOptions,
} from './record-flags.ts';
import {
  addStatsFlag,
  checkNamedFiles,
  checkRunFlags,
  identityOf,
  type RunFlags,
  reportRun,
  sharedOptions,
} from './run-flags.ts';

const examples = `
Examples:
  a folder of .html files, one JSON object per page to standard output
    dehusk clean pages/
  a web archive, into a file
    dehusk clean crawl.warc.gz -o clean.jsonl
  JSON Lines whose pages are in the field "body"
    dehusk clean crawl.jsonl --field html=body -o clean.jsonl.gz
  one Markdown file per page, in the folders of the addresses
    dehusk clean 'crawl/*.warc.gz' --format markdown -o texts/ --keep-dirs
  a table for DuckDB, pandas or Hugging Face datasets
    dehusk clean crawl.warc.gz -o clean.parquet/
  a long-lived pipe: a line in, a line out at once
    crawler | dehusk clean - --stream --failures | store
  one page from a pipe
    curl -s https://example.com/ | dehusk clean - | jq -r .text

Of a folder, the files .html, .htm, .xhtml, .jsonl, .ndjson, .warc and .wacz are
read, also with .gz or .zst behind; what is left out is counted at the end. A
page that fails is named on standard error, and the others go on. The file that
-o names is called FILE.partial until the run is done.
`;

const templateModes: readonly TemplateMode[] = ['never', 'always', 'first', 'separate'];

interface CleanFlags extends RunFlags, FetchFlags, RecordFlags {
  readonly stream?: boolean;
  /** True without a value: from the input. */
  readonly bootstrap?: true | 'fetch';
  readonly state?: string;
  readonly commitEvery: number;
  readonly freeze?: boolean;
  readonly part?: Share;
  readonly order: 'input' | 'date';
  readonly jobs: number;
  readonly reprocessList?: string;
  readonly onlyList?: string;
  readonly template: TemplateMode;
  readonly output?: string;
  readonly force?: boolean;
  readonly to?: Container;
  readonly keepDirs?: boolean;
  readonly partSize?: number;
  readonly failures?: boolean;
  readonly record: RecordForm;
  readonly duplicates?: 'mark' | 'drop';
  readonly duplicatesAcross?: boolean;
  readonly changedOnly?: boolean;
  readonly linksOut?: string;
  readonly chunks?: number;
  readonly chunkOverlap: number;
}

export function defineClean(command: Command, exit: (code: number) => void): void {
  command
    .description(
      'Reads pages, learns what each site prints on page after page, and writes the content of each page without it.',
    )
    .usage('[options] INPUT...')
    .argument('[INPUT...]', 'files, folders, patterns, or - for standard input')
    .addHelpText('after', examples)
    .action(async (inputs: string[], flags: CleanFlags) => exit(await clean(inputs, flags)));
  addMethodFlags(command, defaultMethod);
  addRunFlags(command);
  addRuleFlags(command);
  addOutputFlags(command);
  addInputFlags(command);
  command.addOption(failOnFlag());
  addStatsFlag(command);
  addFetchFlags(command);
  addMessageFlags(command);
}

function addRunFlags(command: Command): void {
  command
    .option('--stream', 'judge each page as it arrives; without it, the whole input is learned first')
    .option(
      '--bootstrap [from]',
      'with --stream: know the template of a new site before its first page, from pages it links to in the input; =fetch: from the web',
    )
    .option(
      '--state <file>',
      'keep what is learned there; an interrupted run goes on where it was. With --freeze also a folder of dehusk fold',
    )
    .addOption(
      new Option(
        '--commit-every <pages>',
        'with --state: save after so many pages; a killed run does no more than these again',
      )
        .default(100)
        .argParser(count('--commit-every')),
    )
    .option('--restart', 'with --state: begin an interrupted run again; pages count once all the same')
    .option('--freeze', 'with --state: judge by what was learned before, and learn nothing')
    .addOption(partFlag())
    .addOption(
      chosen('--order <how>', 'learn pages as they come, or by date and address', ['input', 'date']).default(
        'input',
      ),
    )
    .addOption(jobsFlag())
    .addOption(memoryFlag())
    .option(
      '--reprocess-list <file>',
      'with --stream: list there the pages that would now be judged differently',
    )
    .option('--only-list <file>', 'with --state: clean only the pages listed there, by what was learned');
}

function addOutputFlags(command: Command): void {
  command
    .addOption(
      chosen(
        '--template <mode>',
        'keep the template: never, always, with the first page of a site, or separate',
        templateModes,
      ).default('never'),
    )
    .addOption(formatFlag())
    .addOption(hiddenFlag())
    .option('-o, --output <file>', 'write to a file, or to FOLDER/ one file per page; - is standard output')
    .option('--force', 'write over what -o names, although it is not of this run')
    .addOption(chosen('--to <container>', 'what to write, whatever the name of -o says', containers))
    .option('--keep-dirs', 'with -o FOLDER/: keep the folders of the input or of the addresses')
    .addOption(
      new Option(
        '--part-size <size>',
        'with -o NAME.parquet/: records of so many bytes, as JSON, make a part (default: 256m)',
      ).argParser(size('--part-size')),
    );
  addRecordFlags(command);
  command
    .option('--failures', 'write a line for each page that failed, too: one answer per page, in their order')
    .addOption(
      chosen(
        '--record <form>',
        'what a line is called and where: our own, Dolma or datatrove',
        recordForms,
      ).default('dehusk'),
    )
    .addOption(
      chosen(
        '--duplicates <what>',
        'pages with the same content as an earlier one, or nearly: mark them, or leave them out',
        ['mark', 'drop'],
      ),
    )
    .option('--duplicates-across', 'with --duplicates: also where the earlier page is of another site')
    .option(
      '--changed-only',
      'with --state: only pages whose content has changed since their last record, with what changed',
    )
    .option('--links-out <file>', 'write the links of all pages there, as JSON lines: from, to, text, in')
    .addOption(
      new Option(
        '--chunks <tokens>',
        'cut each page along its headings into pieces of so many tokens, one line each, never inside a sentence',
      ).argParser(count('--chunks')),
    )
    .addOption(
      new Option('--chunk-overlap <tokens>', 'with --chunks: begin each piece with the end of the one before')
        .default(0)
        .argParser(countOrNone('--chunk-overlap')),
    );
}

async function clean(inputs: readonly string[], flags: CleanFlags): Promise<number> {
  const destination = checkFlags(inputs, flags);
  return reportRun(inputs, flags, async (report, signal) => {
    const readsTwice = flags.bootstrap === true || flags.order === 'date';
    if (readsTwice && isReadOnce(await inputSizes(inputs)))
      needs(
        flags.bootstrap ? '--bootstrap' : '--order date',
        flags.bootstrap ? readTwice : 'files that can be read twice',
      );
    const options = await runOptions(inputs, flags, destination, signal);
    const onKept = (file: string): void =>
      report.messages.info('partial', `what was done is in ${file}`, { file });
    return flags.order === 'date' ? cleanByDate(options, report, onKept) : runClean(options, report, onKept);
  });
}

async function runOptions(
  inputs: readonly string[],
  flags: CleanFlags,
  destination: Destination,
  signal: AbortSignal,
): Promise<RunOptions> {
  const { chunks, chunkOverlap } = flags;
  return {
    ...(await sharedOptions(inputs, flags)),
    files: await ownFiles(inputs, flags),
    stream: flags.stream === true,
    bootstrap: flags.bootstrap === true ? 'input' : flags.bootstrap,
    fetching: fetcherOptions(flags),
    state: flags.state,
    commitEvery: flags.commitEvery,
    freeze: flags.freeze === true,
    jobs: flags.jobs,
    reprocessList: flags.reprocessList,
    onlyList: flags.onlyList,
    destination,
    force: flags.force === true,
    keepDirs: flags.keepDirs === true,
    partBytes: flags.partSize,
    duplicates: flags.duplicates,
    duplicatesAcross: flags.duplicatesAcross === true,
    changedOnly: flags.changedOnly === true,
    linksOut: flags.linksOut,
    record: {
      ...recordOptions(flags),
      form: flags.record,
      ...(chunks !== undefined && { chunks: { maxTokens: chunks, overlapTokens: chunkOverlap } }),
    },
    template: flags.template,
    failures: flags.failures === true,
    // By how many threads, and what is kept of it, changes nothing.
    identity: identityOf('clean', flags, ['jobs', 'state', 'commitEvery', 'force', 'onlyList', 'order']),
    signal,
  };
}

/** Where it must not matter with which others a file is read: a part of the input, or states that others judge by too. */
async function ownFiles(inputs: readonly string[], flags: CleanFlags): Promise<RunOptions['files']> {
  const { part, order, state } = flags;
  const isFolded = state !== undefined && isFolder(state);
  return part === undefined && order === 'input' && !isFolded ? undefined : filesOfPart(inputs, part);
}

/** Throws for what cannot be done whatever the pages are; returns where the output goes. */
function checkFlags(inputs: readonly string[], flags: CleanFlags): Destination {
  checkRunFlags(inputs, flags);
  checkModeFlags(flags);
  checkBootstrap(inputs, flags);
  checkBatchFlags(flags);
  const destination = resolveDestination(flags);
  checkNamedFiles([
    ['--state', flags.state],
    ['--config', flags.config],
    ['--only-list', flags.onlyList],
    ['-o', destination.path],
    ['--links-out', flags.linksOut],
    ['--reprocess-list', flags.reprocessList],
    ['--stats', flags.stats],
  ]);
  checkKnownPages(destination, flags);
  checkOutputFlags(destination, flags);
  return destination;
}

function checkModeFlags(flags: CleanFlags): void {
  const { freeze, onlyList, reprocessList, restart, state } = flags;
  checkPartFlags(flags);
  if (restart && state === undefined) needs('--restart', '--state');
  if (freeze && state === undefined) needs('--freeze', '--state');
  if (onlyList !== undefined && state === undefined) needs('--only-list', '--state');
  if (reprocessList !== undefined && freeze) conflict('--reprocess-list', '--freeze');
  if (reprocessList !== undefined && onlyList !== undefined) conflict('--reprocess-list', '--only-list');
}

/** What compares a page with others. */
function checkKnownPages({ container }: Destination, flags: CleanFlags): void {
  const { duplicates, duplicatesAcross, changedOnly, part, state, restart } = flags;
  if (duplicatesAcross && duplicates === undefined) needs('--duplicates-across', '--duplicates');
  if (duplicates === 'mark' && !holdsRecords(container))
    needs('--duplicates mark', 'JSON Lines or Parquet output');
  // A part does not know which pages others have.
  if (duplicates !== undefined && part !== undefined) conflict('--duplicates', '--part');
  if (!changedOnly) return;
  if (state === undefined || isFolder(state)) needs('--changed-only', '--state FILE');
  // What the interrupted run has written is gone then, and would not come again.
  if (restart) conflict('--changed-only', '--restart');
}

function checkPartFlags({ part, freeze, template, order, state, stream, onlyList }: CleanFlags): void {
  if (part !== undefined && !freeze) needs('--part', '--freeze');
  // A part does not know which pages of a site others have.
  if (part !== undefined && (template === 'first' || template === 'separate'))
    conflict('--part', `--template ${template}`);
  if (order === 'input') return;
  if (freeze) conflict('--order date', '--freeze');
  if (onlyList !== undefined) conflict('--order date', '--only-list');
  if (stream) conflict('--order date', '--stream');
  if (state !== undefined)
    conflict('--order date', '--state (dehusk learn and dehusk fold make states in this order)');
}

/** Methods that judge many pages at once learn nothing that outlives them. */
function checkBatchFlags(flags: CleanFlags): void {
  const { method, stream, freeze, onlyList, reprocessList, template } = flags;
  if (findMethod(method).kind !== 'batch') return;
  const other = `--method ${method}`;
  if (stream) conflict('--stream', other);
  if (freeze) conflict('--freeze', other);
  if (flags.order === 'date') conflict('--order date', other);
  if (onlyList !== undefined) conflict('--only-list', other);
  if (reprocessList !== undefined) conflict('--reprocess-list', other);
  if (template === 'separate') conflict('--template separate', other);
}

const readTwice = 'a file that can be read twice, or --bootstrap=fetch';

function checkBootstrap(inputs: readonly string[], flags: CleanFlags): void {
  const { bootstrap, stream, method, freeze } = flags;
  if (bootstrap === undefined) return;
  if (bootstrap !== true && bootstrap !== 'fetch')
    throw badValue({ flag: '--bootstrap', expected: 'fetch, or no value', value: bootstrap });
  const isPipe = inputs.includes('-');
  if (!stream && !isPipe) needs('--bootstrap', '--stream');
  if (isPipe && bootstrap === true) needs('--bootstrap', readTwice);
  const able = methods.flatMap((one) => (one.kind === 'stream' && one.takesKnown ? [one.name] : []));
  if (!able.includes(method)) needs('--bootstrap', `--method ${able.join(' or ')}`);
  if (freeze) conflict('--bootstrap', '--freeze');
}

const endings = ['.jsonl', '.jsonl.gz', '.warc', '.warc.gz', '.parquet/', '/'] as const;

/** By `--to`; else by the name. Throws for what cannot be meant. */
function resolveDestination({ output, to }: CleanFlags): Destination {
  const path = output === '-' || output === '/dev/stdout' ? undefined : output;
  if (path === undefined) {
    if (to !== undefined && isFolderOf(to)) needs(`--to ${to}`, '-o FOLDER/');
    return { container: to ?? 'jsonl', path };
  }
  const container = to ?? containerOf(path);
  if (container !== undefined) return { container, path };
  throw new DehuskError('USAGE_OUTPUT_UNCLEAR', { output: path, endings: orList(endings) });
}

function checkChunkFlags(flags: CleanFlags, container: Container): void {
  const { chunks, chunkOverlap, format } = flags;
  if (chunks === undefined && chunkOverlap > 0) needs('--chunk-overlap', '--chunks');
  if (chunks === undefined) return;
  if (chunkOverlap >= chunks)
    throw badValue({
      flag: '--chunk-overlap',
      expected: 'fewer tokens than --chunks',
      value: String(chunkOverlap),
    });
  if (!holdsRecords(container)) needs('--chunks', 'JSON Lines or Parquet output');
  if (format.endsWith('html')) conflict('--chunks', `--format ${format}`);
  // What is said of a whole page would stand in each of its pieces.
  for (const flag of ['blocks', 'explain', 'listLinks', 'templateText', 'frontMatter'] as const)
    if (flags[flag])
      conflict('--chunks', `--${flag.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`);
}

function checkOutputFlags({ container }: Destination, flags: CleanFlags): void {
  if (flags.explain) checkExplain(flags);
  checkChunkFlags(flags, container);
  if (flags.partSize !== undefined && container !== 'parquet') needs('--part-size', '-o NAME.parquet/');
  if (flags.keepDirs && container !== 'folder') needs('--keep-dirs', '-o FOLDER/');
  checkRecordFlags(flags);
  const isLines = container.startsWith('jsonl');
  if (flags.template === 'separate' && !isLines) needs('--template separate', 'JSON Lines output');
  if (flags.failures && !isLines) needs('--failures', 'JSON Lines output');
  if (flags.record !== 'dehusk') {
    if (!isLines) needs(`--record ${flags.record}`, 'JSON Lines output');
    if (flags.failures) conflict(`--record ${flags.record}`, '--failures');
    if (flags.template === 'separate') conflict(`--record ${flags.record}`, '--template separate');
  }
  if (holdsRecords(container)) return;
  if (flags.blocks) needs('--blocks', 'JSON Lines or Parquet output');
  if (flags.explain) needs('--explain', 'JSON Lines or Parquet output');
  if (flags.listLinks) needs('--list-links', 'JSON Lines or Parquet output');
  if (flags.templateText) needs('--template-text', 'JSON Lines or Parquet output');
  if (flags.metadataSources && !flags.frontMatter)
    needs('--metadata-sources', 'JSON Lines or Parquet output, or --front-matter');
}
