import { openFileTarget, stdoutTarget } from './byte-target.ts';
import { ClosedPipe } from './write-error.ts';

/**
 * Writes all there is to write, to a file or to standard output. A reader that has gone (`| head`) has seen enough,
 * which is not said.
 */
export async function writeText(text: string, path?: string): Promise<void> {
  const target = path === undefined ? stdoutTarget() : await openFileTarget(path, 0);
  try {
    await target.write(new TextEncoder().encode(text));
    await target.finish();
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}
