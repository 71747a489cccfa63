import { stat } from 'node:fs/promises';
import { DehuskError } from '../../errors.ts';
import { type InputFile, listFiles } from './list-files.ts';

/** A file that will be read. Size and time are unknown for standard input, and for a file that cannot be looked at. */
export interface InputSize extends InputFile {
  readonly sizeBytes?: number;
  readonly modifiedMs?: number;
}

/**
 * All files of the inputs with their sizes, in reading order: the total of a progress bar, and what names a run. An
 * input that does not exist adds nothing here; `openInputs` reports it.
 */
export async function inputSizes(inputs: readonly string[]): Promise<readonly InputSize[]> {
  const sizes: InputSize[] = [];
  for (const input of inputs) {
    for (const file of await listOrNone(input)) sizes.push(await sizeOf(file));
  }
  return sizes;
}

async function listOrNone(input: string): Promise<readonly InputFile[]> {
  try {
    return await listFiles(input);
  } catch (error) {
    if (error instanceof DehuskError) return [];
    throw error;
  }
}

async function sizeOf(file: InputFile): Promise<InputSize> {
  if (file.file === '-') return file;
  try {
    const { size, mtimeMs } = await stat(file.file);
    return { ...file, sizeBytes: size, modifiedMs: mtimeMs };
  } catch {
    // Gone or closed to us since it was listed: reading it will say so.
    return file;
  }
}
