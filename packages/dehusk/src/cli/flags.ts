/** Flags that several commands share, each with one name and one meaning. */
import { type Command, Option } from 'commander';
import { defaultPageLimits, type PageLimits, type SiteBy } from '../index.ts';
import type { InputFormat, InputOptions, JsonlFields } from '../node.ts';
import { choice, count, mapped, size } from './flag-values.ts';

export interface InputFlags {
  readonly baseUrl?: string;
  readonly inputFormat?: InputFormat;
  readonly field?: Partial<JsonlFields>;
  readonly siteBy: SiteBy;
  readonly maxPageBytes: number;
  readonly maxPageNodes: number;
  readonly maxPageDepth: number;
  readonly maxPageAttributes: number;
}

export interface MessageFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly progress: 'auto' | 'always' | 'never';
  readonly logFormat: 'text' | 'json';
  readonly color: boolean;
}

export function addInputFlags(command: Command): void {
  command
    .option('--base-url <url>', 'address of the folder that is read: a page is at this plus its path')
    .addOption(
      chosen('--input-format <kind>', 'read every input as this', ['html', 'jsonl', 'warc'] as const),
    )
    .option(
      '--field <name=field>',
      'field of a JSON line that holds the page (html=FIELD) or its address (url=FIELD); repeatable',
      mapped('--field', ['html', 'url'] as const),
    )
    .option('--site-by <how>', 'what a site is: host, domain, or prefix:N (host and N folders)', 'host')
    .addOption(limit('--max-page-bytes <size>', 'maxBytes', size))
    .addOption(limit('--max-page-nodes <count>', 'maxNodes', count))
    .addOption(limit('--max-page-depth <count>', 'maxDepth', count))
    .addOption(limit('--max-page-attributes <count>', 'maxAttributes', count));
}

export function addMessageFlags(command: Command): void {
  command
    .option('-q, --quiet', 'no progress and no summary; failures are still named')
    .option('-v, --verbose', 'name every failed page, and where a fault of the program happened')
    .addOption(
      chosen('--progress <when>', 'show progress', ['auto', 'always', 'never'] as const).default('auto'),
    )
    .addOption(chosen('--log-format <kind>', 'form of messages', ['text', 'json'] as const).default('text'))
    .option('--no-color', 'no colours (also: NO_COLOR=1)');
}

/** An option with choices, whose error names the nearest. */
export function chosen(flags: string, description: string, values: readonly string[]): Option {
  const option = new Option(flags, description).choices([...values]);
  return option.argParser(choice(option.long!, values));
}

function limit(
  flags: string,
  name: keyof PageLimits,
  read: (flag: string) => (text: string) => number,
): Option {
  const option = new Option(flags, 'a page over this fails alone').default(defaultPageLimits[name]);
  return option.argParser(read(option.long!));
}

export function pageLimits(flags: InputFlags): PageLimits {
  return {
    maxBytes: flags.maxPageBytes,
    maxNodes: flags.maxPageNodes,
    maxDepth: flags.maxPageDepth,
    maxAttributes: flags.maxPageAttributes,
  };
}

export function inputOptions({ baseUrl, inputFormat, field, maxPageBytes }: InputFlags): InputOptions {
  return {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(inputFormat !== undefined && { inputFormat }),
    ...(field !== undefined && { fields: field }),
    maxPageBytes,
  };
}
