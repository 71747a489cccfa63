/** The flags of `dehusk clean`, and which of them go together. */
import type { Command } from 'commander';
import { DehuskError, type OutputFormat } from '../index.ts';
import { formatOfName } from '../node.ts';
import { addInputFlags, addMessageFlags, chosen, type InputFlags, type MessageFlags } from './flags.ts';
import { type MethodName, methodNames } from './methods.ts';
import { type Container, containers, type Destination, resolveDestination } from './output/container.ts';
import { outputFormats } from './output/encode.ts';

export interface CleanFlags extends InputFlags, MessageFlags {
  readonly method: MethodName;
  readonly format: OutputFormat;
  readonly output?: string;
  readonly to?: Container;
  readonly keepDirs?: boolean;
  readonly blocks?: boolean;
  readonly templateText?: boolean;
  readonly failOn: 'never' | 'any' | 'all';
}

export function addCleanFlags(command: Command): void {
  command
    .addOption(
      chosen('--method <name>', 'how templates are found; none: not at all', methodNames).default('none'),
    )
    .addOption(chosen('--format <how>', 'how a page is rendered', outputFormats).default('text'))
    .option('-o, --output <file>', 'write to a file, or to FOLDER/ one file per page; - is standard output')
    .addOption(chosen('--to <container>', 'what to write, whatever the name of -o says', containers))
    .option('--keep-dirs', 'with -o FOLDER/: keep the folders of the input or of the addresses')
    .option('--blocks', 'add to each record its blocks, with the evidence')
    .option('--template-text', 'add to each record the text that was judged template');
  addInputFlags(command);
  command.addOption(
    chosen('--fail-on <when>', 'exit with 3 if pages failed', ['never', 'any', 'all']).default('any'),
  );
  addMessageFlags(command);
}

/** Throws for what cannot be done whatever the pages are; returns where the output goes. */
export function checkCleanFlags(inputs: readonly string[], flags: CleanFlags): Destination {
  if (inputs.length === 0) throw new DehuskError('USAGE_INPUT_MISSING', {});
  if (inputs.filter((input) => input === '-').length > 1) throw new DehuskError('INPUT_STDIN_CONSUMED', {});
  checkInputFlags(flags);
  const destination = resolveDestination(flags);
  checkOutputFlags(destination, flags);
  return destination;
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
  if (flags.blocks) needs('--blocks', 'JSON Lines output');
  if (flags.templateText) needs('--template-text', 'JSON Lines output');
}

function conflict(flag: string, other: string): never {
  throw new DehuskError('USAGE_FLAG_CONFLICT', { flag, other });
}

function needs(flag: string, needed: string): never {
  throw new DehuskError('USAGE_FLAG_NEEDS', { flag, needed });
}
