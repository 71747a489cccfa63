import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { DehuskError } from '../../index.ts';
import type { Destination } from './container.ts';

/**
 * Refuses an output that would write over what is read: the same file, or a folder that holds an input. The second
 * also catches the output of an earlier run that lies in the folder to be read.
 */
export async function guardInputs(
  destination: Destination,
  inputs: readonly { readonly file: string }[],
): Promise<void> {
  if (destination.path === undefined) return;
  const output = await realName(destination.path);
  for (const { file } of inputs) {
    if (file === '-') continue;
    const input = await realName(file);
    const isInside = destination.container === 'folder' && input.startsWith(output + path.sep);
    if (input !== output && !isInside) continue;
    throw new DehuskError('USAGE_OUTPUT_IS_INPUT', { output: destination.path, file });
  }
}

/** Links resolved, as far as the file is there. */
async function realName(file: string): Promise<string> {
  return realpath(file).catch(() => path.resolve(file));
}
