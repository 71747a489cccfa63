/** The file of `--html`: looked at before the work begins, written when it is done. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { openFileTarget } from '../../../dehusk/src/cli/output/byte-target.ts';
import { guardInputs } from '../../../dehusk/src/cli/output/guard-inputs.ts';
import { orWriteError, writeError } from '../../../dehusk/src/cli/output/write-error.ts';

/** Throws where the file is an input (a file, or any file of a folder) or a folder; its own folder is made. */
export async function checkReportFile(file: string, inputs: readonly string[]): Promise<void> {
  const files = inputs.filter(existsSync).flatMap(filesOf);
  await guardInputs(
    { container: 'jsonl', path: file },
    files.map((input) => ({ file: input })),
  );
  await orWriteError(mkdir(path.dirname(file), { recursive: true }), file);
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw writeError({ code: 'EISDIR' }, file);
}

function filesOf(input: string): readonly string[] {
  try {
    return readdirSync(input, { recursive: true, encoding: 'utf8' }).map((name) => path.join(input, name));
  } catch {
    return [input];
  }
}

export async function writeReportFile(file: string, text: string): Promise<void> {
  const target = await openFileTarget(file, 0);
  try {
    await target.write(new TextEncoder().encode(text));
    await target.finish();
  } catch (error) {
    await target.stop();
    throw error;
  }
}
