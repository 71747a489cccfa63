/** The flags of `dehusk index`, and which of them go together. */
import { type Command, Option } from 'commander';
import { createSiteKey, DehuskError } from '../../index.ts';
import { openInputs } from '../../node.ts';
import { count } from '../flag-values.ts';
import { addInputFlags, addMessageFlags, chosen, type InputFlags, type MessageFlags } from '../flags.ts';
import type { MethodOptions } from '../methods/method-options.ts';
import { checkMethodOptions, type MethodName, methodNames } from '../methods/methods.ts';

export interface IndexFlags extends InputFlags, MessageFlags {
  readonly output: string;
  readonly method: MethodName;
  readonly set?: MethodOptions;
  readonly batchPages: number;
  readonly keepTemplate?: boolean;
  readonly keep?: readonly string[];
  readonly drop?: readonly string[];
  readonly config?: string;
  readonly failOn: 'never' | 'any' | 'all';
}

export function addIndexFlags(command: Command): void {
  command
    .option('-o, --output <file>', 'the index: made, or added to if it is there')
    .addOption(
      chosen('--method <name>', 'how templates are found; none: not at all', methodNames).default(
        'index-time',
      ),
    )
    .option('--set <name=value>', 'an option of the method, repeatable', collectOption)
    .addOption(
      new Option('--batch-pages <count>', 'pages that are held back and judged together')
        .default(500)
        .argParser(count('--batch-pages')),
    )
    .option('--keep-template', 'let words of the template be found too, with a low weight')
    .option('--keep <selector>', 'what it matches is content, whatever was learned; repeatable', collect)
    .option('--drop <selector>', 'what it matches is template, whatever was learned; repeatable', collect)
    .option('--config <file>', 'JSON with "keep" and "drop" selectors, for all sites or by site');
  addInputFlags(command);
  command.addOption(
    chosen('--fail-on <when>', 'exit with 3 if pages failed', ['never', 'any', 'all']).default('any'),
  );
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever the pages are. */
export function checkIndexFlags(inputs: readonly string[], flags: Partial<IndexFlags> & IndexFlags): void {
  if (inputs.length === 0) throw new DehuskError('USAGE_INPUT_MISSING', {});
  if (inputs.filter((input) => input === '-').length > 1) throw new DehuskError('INPUT_STDIN_CONSUMED', {});
  checkOutput(flags);
  const { inputFormat, field, baseUrl, quiet, verbose } = flags;
  const other = `--input-format ${inputFormat}`;
  if (field && inputFormat && inputFormat !== 'jsonl') conflict('--field', other);
  if (baseUrl !== undefined && inputFormat && inputFormat !== 'html') conflict('--base-url', other);
  if (quiet && verbose) conflict('--quiet', '--verbose');
  // These throw for a bad --site-by, --base-url or --set: here, and not when the index is open.
  createSiteKey(flags.siteBy);
  openInputs(inputs, baseUrl === undefined ? {} : { baseUrl });
  checkMethodOptions(flags.method, flags.set ?? {});
}

/** An index is a file that is written at many places. */
function checkOutput({ output }: { readonly output?: string }): void {
  if (output === undefined)
    throw new DehuskError('USAGE_FLAG_NEEDS', { flag: 'dehusk index', needed: '-o FILE' });
  if (output !== '-' && output !== '' && !output.endsWith('/')) return;
  throw new DehuskError('USAGE_VALUE_BAD', {
    flag: '-o',
    expected: 'the name of a file',
    value: output,
    hint: '',
  });
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

function conflict(flag: string, other: string): never {
  throw new DehuskError('USAGE_FLAG_CONFLICT', { flag, other });
}
