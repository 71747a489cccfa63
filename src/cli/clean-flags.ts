/** The flags of `dehusk clean`, and which of them go together. */
import { type Command, Option } from 'commander';
import { createSiteKey, DehuskError, type OutputFormat } from '../index.ts';
import { formatOfName, openInputs } from '../node.ts';
import { addFetchFlags, type FetchFlags } from './fetch-flags.ts';
import { count } from './flag-values.ts';
import { addInputFlags, addMessageFlags, chosen, type InputFlags, type MessageFlags } from './flags.ts';
import type { MethodOptions } from './methods/method-options.ts';
import { checkMethodOptions, isBatchMethod, type MethodName, methodNames } from './methods/methods.ts';
import { incrementalOptionsText } from './methods/stream-methods.ts';
import { type Container, containers, type Destination, resolveDestination } from './output/container.ts';
import { outputFormats } from './output/encode.ts';

/** Where the template goes: with no page, with every page, with the first of a site, or into a record of its own. */
const templateModes = ['never', 'always', 'first', 'separate'] as const;
type TemplateMode = (typeof templateModes)[number];

export interface CleanFlags extends InputFlags, FetchFlags, MessageFlags {
  readonly method: MethodName;
  readonly set?: MethodOptions;
  readonly batchPages: number;
  readonly stream?: boolean;
  /** True without a value: from the input. */
  readonly bootstrap?: true | 'fetch';
  readonly state?: string;
  readonly commitEvery: number;
  readonly freeze?: boolean;
  readonly jobs: number;
  readonly reprocessList?: string;
  readonly onlyList?: string;
  readonly keep?: readonly string[];
  readonly drop?: readonly string[];
  readonly config?: string;
  readonly template: TemplateMode;
  readonly format: OutputFormat;
  readonly output?: string;
  readonly to?: Container;
  readonly keepDirs?: boolean;
  readonly blocks?: boolean;
  readonly links?: boolean;
  readonly templateText?: boolean;
  readonly failOn: 'never' | 'any' | 'all';
}

export function addCleanFlags(command: Command): void {
  command
    .addOption(
      chosen('--method <name>', 'how templates are found; none: not at all', methodNames).default(
        'incremental',
      ),
    )
    .option(
      '--set <name=value>',
      `an option of the method, repeatable (incremental: ${incrementalOptionsText})`,
      collectOption,
    )
    .addOption(
      new Option('--batch-pages <count>', 'pages that methods hold back which need many at once')
        .default(500)
        .argParser(count('--batch-pages')),
    )
    .option('--stream', 'judge each page as it arrives; else the whole input is learned first')
    .option(
      '--bootstrap [from]',
      'with --stream: know the template of a new site before its first page, from pages it links to in the input; =fetch: from the web',
    )
    .option('--state <file>', 'keep what is learned there; an interrupted run goes on where it was')
    .addOption(
      new Option('--commit-every <pages>', 'with --state: how many pages a killed run may do again')
        .default(100)
        .argParser(count('--commit-every')),
    )
    .option('--freeze', 'with --state: judge by what is known, and learn nothing')
    .addOption(
      new Option('--jobs <count>', 'worker threads; sites are spread over them')
        .default(1)
        .argParser(count('--jobs')),
    )
    .option(
      '--reprocess-list <file>',
      'with --stream: name there the pages that would now be judged otherwise',
    )
    .option('--only-list <file>', 'with --state: clean only the pages named there, by what is known')
    .option('--keep <selector>', 'what it matches is content, whatever was learned; repeatable', collect)
    .option('--drop <selector>', 'what it matches is template, whatever was learned; repeatable', collect)
    .option('--config <file>', 'JSON with "keep" and "drop" selectors, for all sites or by site')
    .addOption(
      chosen(
        '--template <mode>',
        'keep the template: never, always, with the first page of a site, or separate',
        templateModes,
      ).default('never'),
    )
    .addOption(chosen('--format <how>', 'how a page is rendered', outputFormats).default('text'))
    .option('-o, --output <file>', 'write to a file, or to FOLDER/ one file per page; - is standard output')
    .addOption(chosen('--to <container>', 'what to write, whatever the name of -o says', containers))
    .option('--keep-dirs', 'with -o FOLDER/: keep the folders of the input or of the addresses')
    .option('--blocks', 'add to each record its blocks, with the evidence')
    .option('--links', 'add to each record its links, with whether each is template')
    .option('--template-text', 'add to each record the text that was judged template');
  addInputFlags(command);
  command.addOption(
    chosen('--fail-on <when>', 'exit with 3 if pages failed', ['never', 'any', 'all']).default('any'),
  );
  addFetchFlags(command);
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever the pages are; returns where the output goes. */
export function checkCleanFlags(inputs: readonly string[], flags: CleanFlags): Destination {
  if (inputs.length === 0) throw new DehuskError('USAGE_INPUT_MISSING', {});
  if (inputs.filter((input) => input === '-').length > 1) throw new DehuskError('INPUT_STDIN_CONSUMED', {});
  checkInputFlags(flags);
  checkModeFlags(flags);
  checkBootstrap(inputs, flags);
  // These throw for a bad --site-by, --base-url or --set: here, and not when the output is open.
  createSiteKey(flags.siteBy);
  openInputs(inputs, flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl });
  checkMethodOptions(flags.method, flags.set ?? {});
  checkBatchFlags(flags);
  const destination = resolveDestination(flags);
  checkOutputFlags(destination, flags);
  return destination;
}

function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** `name=value`, collected over all uses of the flag. */
function collectOption(text: string, previous: MethodOptions = {}): MethodOptions {
  const cut = text.indexOf('=');
  if (cut > 0) return { ...previous, [text.slice(0, cut)]: text.slice(cut + 1) };
  throw new DehuskError('USAGE_VALUE_BAD', { flag: '--set', expected: 'NAME=VALUE', value: text, hint: '' });
}

function checkModeFlags({ freeze, onlyList, reprocessList, state }: CleanFlags): void {
  if (freeze && state === undefined) needs('--freeze', '--state');
  if (onlyList !== undefined && state === undefined) needs('--only-list', '--state');
  if (reprocessList !== undefined && freeze) conflict('--reprocess-list', '--freeze');
  if (reprocessList !== undefined && onlyList !== undefined) conflict('--reprocess-list', '--only-list');
}

/** Methods that judge many pages at once learn nothing that outlives them. */
function checkBatchFlags(flags: CleanFlags): void {
  const { method, stream, freeze, onlyList, reprocessList, template } = flags;
  if (!isBatchMethod(method)) return;
  const other = `--method ${method}`;
  if (stream) conflict('--stream', other);
  if (freeze) conflict('--freeze', other);
  if (onlyList !== undefined) conflict('--only-list', other);
  if (reprocessList !== undefined) conflict('--reprocess-list', other);
  if (template === 'separate') conflict('--template separate', other);
}

function checkBootstrap(inputs: readonly string[], flags: CleanFlags): void {
  const { bootstrap, stream, method, freeze } = flags;
  if (bootstrap === undefined) return;
  if (bootstrap !== true && bootstrap !== 'fetch')
    throw new DehuskError('USAGE_VALUE_BAD', {
      flag: '--bootstrap',
      expected: 'fetch, or no value',
      value: bootstrap,
      hint: '',
    });
  const isPipe = inputs.includes('-');
  if (!stream && !isPipe) needs('--bootstrap', '--stream');
  if (isPipe && bootstrap === true)
    needs('--bootstrap', 'a file that can be read twice, or --bootstrap=fetch');
  if (method !== 'incremental') needs('--bootstrap', '--method incremental');
  if (freeze) conflict('--bootstrap', '--freeze');
}

function checkInputFlags({ inputFormat, field, baseUrl, quiet, verbose }: CleanFlags): void {
  const other = `--input-format ${inputFormat}`;
  if (field && inputFormat && inputFormat !== 'jsonl') conflict('--field', other);
  if (baseUrl !== undefined && inputFormat && inputFormat !== 'html') conflict('--base-url', other);
  if (quiet && verbose) conflict('--quiet', '--verbose');
}

/** Once the files are known: a flag that can touch none of them was meant for others. */
export function checkInputFiles(files: readonly { readonly file: string }[], flags: CleanFlags): void {
  const formats = new Set(files.map(({ file }) => flags.inputFormat ?? formatOfName(file)));
  // Of what has no telling name, standard input above all, only the content tells the format.
  if (formats.size === 0 || formats.has(undefined)) return;
  if (flags.field && !formats.has('jsonl')) needs('--field', 'JSON Lines input');
  if (flags.baseUrl !== undefined && !formats.has('html')) needs('--base-url', 'HTML files');
}

function checkOutputFlags({ container }: Destination, flags: CleanFlags): void {
  if (flags.keepDirs && container !== 'folder') needs('--keep-dirs', '-o FOLDER/');
  if (container.startsWith('jsonl')) return;
  if (flags.template === 'separate') needs('--template separate', 'JSON Lines output');
  if (flags.blocks) needs('--blocks', 'JSON Lines output');
  if (flags.links) needs('--links', 'JSON Lines output');
  if (flags.templateText) needs('--template-text', 'JSON Lines output');
}

function conflict(flag: string, other: string): never {
  throw new DehuskError('USAGE_FLAG_CONFLICT', { flag, other });
}

function needs(flag: string, needed: string): never {
  throw new DehuskError('USAGE_FLAG_NEEDS', { flag, needed });
}
