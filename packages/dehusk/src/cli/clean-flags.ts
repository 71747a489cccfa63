/** The flags of `dehusk clean`. */
import { type Command, Option } from 'commander';
import type { OutputFormat } from '../index.ts';
import { type FailOn, failOnValues } from './end-run.ts';
import { addFetchFlags, type FetchFlags } from './fetch-flags.ts';
import { count } from './flag-values.ts';
import { addInputFlags, addMessageFlags, chosen, type InputFlags, type MessageFlags } from './flags.ts';
import { collectMethodOption, type MethodOptions } from './methods/method-options.ts';
import { type MethodName, methodNames } from './methods/methods.ts';
import { streamOptionsText } from './methods/stream-methods.ts';
import { type Container, containers } from './output/container.ts';
import { outputFormats } from './output/encode.ts';
import { addRuleFlags, type RuleFlags } from './rule-flags.ts';

/** Where the template goes: with no page, with every page, with the first of a site, or into a record of its own. */
const templateModes = ['never', 'always', 'first', 'separate'] as const;
type TemplateMode = (typeof templateModes)[number];

export interface CleanFlags extends InputFlags, RuleFlags, FetchFlags, MessageFlags {
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
  readonly template: TemplateMode;
  readonly format: OutputFormat;
  readonly output?: string;
  readonly to?: Container;
  readonly keepDirs?: boolean;
  readonly blocks?: boolean;
  readonly links?: boolean;
  readonly templateText?: boolean;
  readonly failOn: FailOn;
}

export function addCleanFlags(command: Command): void {
  command
    .addOption(
      chosen('--method <name>', 'how templates are found; none: not at all', methodNames).default('adaptive'),
    )
    .option(
      '--set <name=value>',
      `an option of the method, repeatable (${streamOptionsText})`,
      collectMethodOption,
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
    .option('--only-list <file>', 'with --state: clean only the pages named there, by what is known');
  addRuleFlags(command);
  command
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
  command.addOption(chosen('--fail-on <when>', 'exit with 3 if pages failed', failOnValues).default('any'));
  addFetchFlags(command);
  addMessageFlags(command);
}
