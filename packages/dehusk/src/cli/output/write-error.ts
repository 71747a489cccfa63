import { DehuskError } from '../../index.ts';

/** Whoever read our output has gone (`| head -1`): not a failure, but the end. */
export class ClosedPipe extends Error {}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'a file of that name is in the way',
  ENAMETOOLONG: 'the name is too long',
};

/** What a failed write means to the user. */
export function writeError(error: unknown, file: string): Error {
  if (error instanceof DehuskError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return new ClosedPipe();
  return new DehuskError('OUTPUT_UNWRITABLE', { file, reason: reasons[code] ?? message }, { cause: error });
}

/** What was to be written, or the user's word for why it was not. */
export async function orWriteError<Value>(done: Promise<Value>, file: string): Promise<Value> {
  try {
    return await done;
  } catch (error) {
    throw writeError(error, file);
  }
}
