/** Which inputs and flags go together, for the commands that share them. */
import { createSiteKey, DehuskError } from '../index.ts';
import { formatOfName, openInputs } from '../node.ts';
import type { InputFlags, MessageFlags } from './flags.ts';
import { conflict, needs } from './usage-errors.ts';

/** Of a command that cannot do without: there is one, and standard input is named once. */
export function checkInputs(inputs: readonly string[]): void {
  if (inputs.length === 0) throw new DehuskError('USAGE_INPUT_MISSING', {});
  checkStdin(inputs);
}

export function checkStdin(inputs: readonly string[]): void {
  if (inputs.filter((input) => input === '-').length > 1) throw new DehuskError('INPUT_STDIN_CONSUMED', {});
}

export function checkInputFlags({ inputFormat, field, baseUrl }: InputFlags): void {
  const other = `--input-format ${inputFormat}`;
  if (field && inputFormat && inputFormat !== 'jsonl') conflict('--field', other);
  if (baseUrl !== undefined && inputFormat && inputFormat !== 'html') conflict('--base-url', other);
}

export function checkMessageFlags({ quiet, verbose }: Pick<MessageFlags, 'quiet' | 'verbose'>): void {
  if (quiet && verbose) conflict('--quiet', '--verbose');
}

/** Throws for a bad --site-by or --base-url: before the output is open, and not with the first page. */
export function checkAddresses(inputs: readonly string[], { siteBy, baseUrl }: InputFlags): void {
  createSiteKey(siteBy);
  openInputs(inputs, baseUrl === undefined ? {} : { baseUrl });
}

/** Once the files are known: a flag that can touch none of them was meant for others. */
export function checkInputFiles(files: readonly { readonly file: string }[], flags: InputFlags): void {
  const formats = new Set(files.map(({ file }) => flags.inputFormat ?? formatOfName(file)));
  // Of what has no telling name, standard input above all, only the content tells the format.
  if (formats.size === 0 || formats.has(undefined)) return;
  if (flags.field && !formats.has('jsonl')) needs('--field', 'JSON Lines input');
  if (flags.baseUrl !== undefined && !formats.has('html')) needs('--base-url', 'HTML files');
}
