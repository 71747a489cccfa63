import { DehuskError } from '../../errors.ts';
import type { FileFaults } from './file-kind.ts';

/** Does something with a file; what SQLite says of it is put into our words. */
export function translateErrors<Result>(file: string, faults: FileFaults, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    throw translated(file, faults, error as Error);
  }
}

/** libsql gives a code with some errors, and only the message with others. */
function translated(file: string, faults: FileFaults, error: Error): DehuskError {
  const { code = '', message } = error as Error & { readonly code?: string };
  if (code.startsWith('SQLITE_BUSY') || /database is locked/.test(message)) return faults.inUse(file, error);
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code) || /malformed|not a database/.test(message))
    return faults.damaged(file, error);
  return faults.unusable(file, error);
}
