/** The flags of `dehusk diff`, and which of them go together. */
import { type Command, Option } from 'commander';
import {
  createSelector,
  DehuskError,
  type DiffMappingName,
  type DiffView,
  diffMappingNames,
  diffViews,
  type Zone,
} from '../index.ts';
import { checkAddresses, checkMessageFlags, checkStdin } from './check-flags.ts';
import type { CaptureTime } from './diff-captures.ts';
import { addFetchFlags, type FetchFlags } from './fetch-flags.ts';
import { collect, count, countOrNone } from './flag-values.ts';
import { addInputFlags, addMessageFlags, chosen, type InputFlags, type MessageFlags } from './flags.ts';
import { badValue, conflict, needs } from './usage-errors.ts';

const diffFormats = ['text', 'json', 'html'] as const;
export type DiffFormat = (typeof diffFormats)[number];

export interface DiffFlags extends InputFlags, FetchFlags, MessageFlags {
  readonly url?: string;
  readonly old?: CaptureTime;
  readonly new?: CaptureTime;
  readonly ignore: readonly string[];
  readonly ignoreNumbers?: boolean;
  readonly minChars: number;
  readonly all?: boolean;
  readonly state?: string;
  readonly site?: string;
  readonly siblings?: readonly string[];
  readonly only?: Zone;
  readonly format?: DiffFormat;
  readonly view: DiffView;
  readonly context: number;
  readonly brief?: boolean;
  readonly output?: string;
  readonly mapping: DiffMappingName;
  readonly maxSteps?: number;
}

export function addDiffFlags(command: Command): void {
  command
    .option('--url <address>', 'the page to compare, where an input holds several')
    .option(
      '--old <time>',
      'the last capture up to then is the old version (2024, 2024-05-01, 20240501123000)',
      timeLimit('--old'),
    )
    .option('--new <time>', 'the same for the new version', timeLimit('--new'))
    .addOption(
      new Option('--ignore <selector>', 'leave out of both pages what it matches; repeatable')
        .default([], 'nothing')
        .argParser(collect),
    )
    .option('--ignore-numbers', 'texts that differ in numbers only are the same')
    .addOption(
      new Option('--min-chars <count>', 'do not report changes with fewer characters')
        .default(0)
        .argParser(countOrNone('--min-chars')),
    )
    .option('--all', 'also report what no reader sees: the head, scripts, formatting, all attributes')
    .option('--state <file>', 'tell the template by what earlier runs learned of the site')
    .option('--site <name>', 'with --state: the site, where the address of the page does not tell it')
    .option('--siblings <input...>', 'tell the template by other pages of the site')
    .addOption(
      chosen('--only <zone>', 'report changes of the template or of the content', ['template', 'content']),
    )
    .addOption(chosen('--format <how>', 'what to write (by the name of -o, else text)', diffFormats))
    .addOption(
      chosen('--view <how>', 'with --format html: how to show the versions', diffViews).default('merged'),
    )
    .addOption(
      new Option('--context <lines>', 'with --format text: lines to show around a change')
        .default(2)
        .argParser(countOrNone('--context')),
    )
    .option('--brief', 'only say whether the versions differ')
    .option('-o, --output <file>', 'write to a file; - is standard output')
    .addOption(
      chosen('--mapping <name>', 'how nodes of the versions are paired', diffMappingNames).default(
        'top-down-exact',
      ),
    )
    .option('--max-steps <count>', 'how much work pairing may be', count('--max-steps'));
  addFetchFlags(command);
  addInputFlags(command);
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever the pages are. */
export function checkDiffFlags(inputs: readonly string[], flags: DiffFlags): void {
  checkInputs(inputs, flags);
  const { state, siblings, brief, format } = flags;
  if (state !== undefined && siblings !== undefined) conflict('--state', '--siblings');
  if (flags.site !== undefined && state === undefined) needs('--site', '--state');
  if (flags.only !== undefined && state === undefined && siblings === undefined)
    needs('--only', '--state or --siblings');
  if (brief && format !== undefined && format !== 'text') conflict('--brief', `--format ${format}`);
  checkMessageFlags(flags);
  const files = inputs.filter((input) => !isAddress(input));
  checkAddresses(files, flags);
  // Throws for a bad one: here, and not when pages were read.
  for (const selector of flags.ignore) createSelector(selector);
}

function checkInputs(inputs: readonly string[], { siblings = [] }: DiffFlags): void {
  const [first, second] = inputs;
  if (first === undefined) throw new DehuskError('DIFF_INPUTS', {});
  if (inputs.length > 2)
    throw new DehuskError('USAGE_ARGUMENTS_BAD', { reason: `too many inputs: ${inputs.slice(2).join(' ')}` });
  checkStdin([...inputs, ...siblings]);
  if (second === undefined && isAddress(first))
    throw new DehuskError('USAGE_ARGUMENTS_BAD', { reason: `${first} is one version: name the other, too` });
}

/** Of the web: then the page is fetched. */
export function isAddress(input: string): boolean {
  return /^https?:\/\//i.test(input);
}

/** What the output is: as told, else by the name of the file. */
export function diffFormat({ format, output = '' }: DiffFlags): DiffFormat {
  if (format !== undefined) return format;
  if (/\.x?html?$/i.test(output)) return 'html';
  return /\.(?:json|jsonl|ndjson)$/i.test(output) ? 'json' : 'text';
}

/** A time, filled up to its end: what was captured within 2024 is not after 2024. */
function timeLimit(flag: string): (text: string) => CaptureTime {
  return (told) => {
    const digits = /^\d{4}[-\d:TtZz. ]*$/.test(told) ? told.replace(/\D/g, '').slice(0, 14) : '';
    if (digits !== '') return { told, digits: digits.padEnd(14, '9') };
    throw badValue({ flag, expected: 'a time such as 2024, 2024-05-01 or 20240501123000', value: told });
  };
}
