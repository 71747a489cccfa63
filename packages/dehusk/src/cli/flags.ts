/** Flags that several commands share, each with one name and one meaning; what they take, and which go together. */
import { type Command, Option } from 'commander';
import { checkSiteBy, type SiteBy, tellsSite } from '../engine/site-key.ts';
import { DehuskError } from '../errors.ts';
import type { InputFile } from '../input/files.ts';
import type { FetcherOptions } from '../input/http/options.ts';
import { formatOfName, type InputFormat, type InputOptions, type JsonlFields } from '../input/input.ts';
import { openInputs } from '../input/open-inputs.ts';
import { defaultPageLimits, type PageLimits } from '../page/raw-page.ts';
import { failOnValues } from './exit.ts';
import { choice, count, countOrNone, mapped, size } from './flag-values.ts';
import { conflict, type MessageFlags, messageFlags, needs } from './messages.ts';

export interface InputFlags {
  readonly baseUrl?: string;
  readonly inputFormat?: InputFormat;
  readonly field?: Partial<JsonlFields>;
  /** Not given, it is the host, or the folder of pages that have no address. */
  readonly siteBy?: SiteBy;
  readonly anyStatus?: boolean;
  readonly strictDigests?: boolean;
  readonly digests: boolean;
  readonly maxPageBytes: number;
  readonly maxPageNodes: number;
  readonly maxPageDepth: number;
  readonly maxPageAttributes: number;
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
    .option(
      '--site-by <how>',
      'what a site is: host (the default), domain, or prefix:N (host, or folder that is read, and N folders below); pages without an address are of their folder',
    )
    .option('--any-status', 'of a WARC, also take error pages (HTTP status 400 and above)')
    .option('--strict-digests', 'of a WARC, a page with a wrong payload digest fails; else it is marked')
    .option('--no-digests', 'of a WARC, check no digests');
  addLimitFlags(command);
}

export function addLimitFlags(command: Command): void {
  command
    .addOption(limit('--max-page-bytes <size>', 'maxBytes', size))
    .addOption(limit('--max-page-nodes <count>', 'maxNodes', count))
    .addOption(limit('--max-page-depth <count>', 'maxDepth', count))
    .addOption(limit('--max-page-attributes <count>', 'maxAttributes', count));
}

export function addMessageFlags(command: Command): void {
  for (const { flags, help, choices, value } of messageFlags)
    command.addOption(choices ? chosen(flags, help, choices).default(value) : new Option(flags, help));
}

/** Of the commands that hold the state of sites in memory. */
export function memoryFlag(): Option {
  const help = 'memory for what was learned of sites; those unused for longest wait in a temporary file';
  return new Option('--memory <size>', help).default(256 * 1024 * 1024, '256MB').argParser(size('--memory'));
}

/** Of the commands that judge pages in threads. */
export function jobsFlag(): Option {
  return new Option(
    '--jobs <count>',
    'worker threads; sites are spread over them, and three or more share the pages of a large site',
  )
    .default(1)
    .argParser(count('--jobs'));
}

/** Of the commands that go on after a page has failed. */
export function failOnFlag(): Option {
  return chosen('--fail-on <when>', 'exit with 3 if pages failed', failOnValues).default('any');
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

export type LimitFlags = Pick<
  InputFlags,
  'maxPageBytes' | 'maxPageNodes' | 'maxPageDepth' | 'maxPageAttributes'
>;

export function pageLimits(flags: LimitFlags): PageLimits {
  return {
    maxBytes: flags.maxPageBytes,
    maxNodes: flags.maxPageNodes,
    maxDepth: flags.maxPageDepth,
    maxAttributes: flags.maxPageAttributes,
  };
}

export function inputOptions(flags: InputFlags): InputOptions {
  const { baseUrl, inputFormat, field, maxPageBytes, anyStatus, strictDigests, digests } = flags;
  return {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(inputFormat !== undefined && { inputFormat }),
    ...(field !== undefined && { fields: field }),
    ...(anyStatus && { anyStatus }),
    ...(strictDigests && { digests: 'strict' }),
    ...(!digests && { digests: 'skip' }),
    maxPageBytes,
  };
}

/** Of the commands that fetch pages. */
export interface FetchFlags {
  readonly delay?: number;
  readonly timeout?: number;
  readonly contact?: string;
  readonly cache?: string;
  readonly robots: boolean;
  readonly allowPrivate?: boolean;
}

export function addFetchFlags(command: Command): void {
  command
    .option('--delay <ms>', 'pause between two requests to one host (1000)', countOrNone('--delay'))
    .option('--timeout <ms>', 'give up a page that takes longer (60000)', count('--timeout'))
    .option('--contact <address>', 'whom the owner of a site can write to; part of the user agent')
    .option('--cache <folder>', 'keep fetched pages there, and ask for them again only if they changed')
    .option('--no-robots', 'do not ask robots.txt: for sites of your own')
    .option('--allow-private', 'fetch from private networks and this machine too');
}

export function fetcherOptions(flags: FetchFlags & { readonly maxPageBytes: number }): FetcherOptions {
  return {
    delayMs: flags.delay,
    ...(flags.timeout !== undefined && { timeouts: { totalMs: flags.timeout } }),
    contact: flags.contact,
    cacheFolder: flags.cache,
    obeyRobots: flags.robots,
    allowPrivate: flags.allowPrivate,
    maxPageBytes: flags.maxPageBytes,
  };
}

/** Of a command that cannot do without: there is one, and standard input is named once. */
export function checkInputs(inputs: readonly string[]): void {
  if (inputs.length === 0) throw new DehuskError('USAGE_INPUT_MISSING', {});
  checkStdin(inputs);
}

export function checkStdin(inputs: readonly string[]): void {
  if (inputs.filter((input) => input === '-').length > 1) throw new DehuskError('INPUT_STDIN_CONSUMED', {});
}

export function checkInputFlags(flags: InputFlags): void {
  const { inputFormat, field, baseUrl, strictDigests, digests } = flags;
  const other = `--input-format ${inputFormat}`;
  if (field && inputFormat && inputFormat !== 'jsonl') conflict('--field', other);
  if (baseUrl !== undefined && inputFormat && inputFormat !== 'html') conflict('--base-url', other);
  const ofWarc = warcFlag(flags);
  if (ofWarc !== undefined && inputFormat && inputFormat !== 'warc') conflict(ofWarc, other);
  if (strictDigests && !digests) conflict('--strict-digests', '--no-digests');
}

/** A flag that was given and means something for archives alone. */
function warcFlag({ anyStatus, strictDigests, digests }: InputFlags): string | undefined {
  if (anyStatus) return '--any-status';
  if (strictDigests) return '--strict-digests';
  return digests ? undefined : '--no-digests';
}

export function checkMessageFlags({ quiet, verbose }: Pick<MessageFlags, 'quiet' | 'verbose'>): void {
  if (quiet && verbose) conflict('--quiet', '--verbose');
}

/** Throws for a bad --site-by or --base-url: before the output is open, and not with the first page. */
export function checkAddresses(inputs: readonly string[], { siteBy, baseUrl }: InputFlags): void {
  if (siteBy !== undefined) checkSiteBy(siteBy);
  openInputs(inputs, baseUrl === undefined ? {} : { baseUrl });
}

/** Once the files are known: a flag that can touch none of them was meant for others. Throws SITE_BY_NO_ADDRESS too. */
export function checkInputFiles(files: readonly InputFile[], flags: InputFlags): void {
  const { inputFormat, field, baseUrl, siteBy } = flags;
  const formats = new Set(files.map(({ file }) => inputFormat ?? formatOfName(file)));
  // Of what has no telling name, standard input above all, only the content tells the format.
  if (formats.size === 0 || formats.has(undefined)) return;
  if (field && !formats.has('jsonl')) needs('--field', 'JSON Lines input');
  if (baseUrl !== undefined && !formats.has('html')) needs('--base-url', 'HTML files');
  const ofWarc = warcFlag(flags);
  if (ofWarc !== undefined && !formats.has('warc')) needs(ofWarc, 'WARC input');
  if (siteBy === undefined || baseUrl !== undefined || formats.size > 1 || !formats.has('html')) return;
  if (!files.some((file) => tellsSite(siteBy, { provenance: file })))
    throw new DehuskError('SITE_BY_NO_ADDRESS', { siteBy });
}
