/** Which flags of `dehusk clean` go together. */
import { checkAddresses, checkInputFlags, checkInputs, checkMessageFlags } from './check-flags.ts';
import type { CleanFlags } from './clean-flags.ts';
import { checkMethodOptions, isBatchMethod } from './methods/methods.ts';
import { type Destination, resolveDestination } from './output/container.ts';
import { badValue, conflict, needs } from './usage-errors.ts';

/** Throws for what cannot be done whatever the pages are; returns where the output goes. */
export function checkCleanFlags(inputs: readonly string[], flags: CleanFlags): Destination {
  checkInputs(inputs);
  checkInputFlags(flags);
  checkMessageFlags(flags);
  checkModeFlags(flags);
  checkBootstrap(inputs, flags);
  checkAddresses(inputs, flags);
  checkMethodOptions(flags.method, flags.set ?? {});
  checkBatchFlags(flags);
  const destination = resolveDestination(flags);
  checkOutputFlags(destination, flags);
  return destination;
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
    throw badValue({ flag: '--bootstrap', expected: 'fetch, or no value', value: bootstrap });
  const isPipe = inputs.includes('-');
  if (!stream && !isPipe) needs('--bootstrap', '--stream');
  if (isPipe && bootstrap === true)
    needs('--bootstrap', 'a file that can be read twice, or --bootstrap=fetch');
  if (method !== 'adaptive' && method !== 'incremental')
    needs('--bootstrap', '--method adaptive or incremental');
  if (freeze) conflict('--bootstrap', '--freeze');
}

function checkOutputFlags({ container }: Destination, flags: CleanFlags): void {
  if (flags.keepDirs && container !== 'folder') needs('--keep-dirs', '-o FOLDER/');
  if (container.startsWith('jsonl')) return;
  if (flags.template === 'separate') needs('--template separate', 'JSON Lines output');
  if (flags.blocks) needs('--blocks', 'JSON Lines output');
  if (flags.links) needs('--links', 'JSON Lines output');
  if (flags.templateText) needs('--template-text', 'JSON Lines output');
}
