/** What can be wrong with a SQLite file of ours, and how what SQLite says of it is put into words. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DehuskError, systemReason } from '../errors.ts';

/** A kind of file: each says the same faults in words of its own. */
export interface FileKind {
  /** Kept in the header of the file: what is no file of this kind is told without opening it. */
  readonly applicationId: number;
  readonly schemaVersion: number;
  /** What makes the tables: a `CREATE` each, as SQLite keeps it. They are made together, so the first stands for all. */
  readonly schema: readonly string[];
  readonly faults: FileFaults;
}

export interface FileFaults {
  foreign(file: string, reason: string): DehuskError;
  older(file: string): DehuskError;
  newer(file: string, found: number): DehuskError;
  damaged(file: string, reason: string, cause?: Error): DehuskError;
  inUse(file: string, cause?: Error): DehuskError;
  unusable(file: string, reason: string, cause: Error): DehuskError;
}

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
  if (isBusy(error)) return faults.inUse(file, error);
  if (isDamage(error)) return faults.damaged(file, 'its pages do not fit together', error);
  if (/no such (?:table|column)|has no column|values were supplied/.test(error.message))
    return faults.damaged(file, 'a table is not as it was made', error);
  return faults.unusable(file, reasonOf(file, error), error);
}

export function isBusy(error: Error): boolean {
  const { code = '', message } = error as Error & { readonly code?: string };
  return code.startsWith('SQLITE_BUSY') || /database is locked/.test(message);
}

/** SQLite has read something else than was written. */
export function isDamage(error: Error): boolean {
  const { code = '', message } = error as Error & { readonly code?: string };
  return (
    /^SQLITE_(?:CORRUPT|NOTADB|MISMATCH|CONSTRAINT|RANGE)/.test(code) ||
    /malformed|not a database/.test(message)
  );
}

/** Why SQLite could not do something, without its words. */
export function reasonOf(file: string, error: Error): string {
  const { code = '', message } = error as Error & { readonly code?: string };
  if (code.startsWith('SQLITE_FULL')) return systemReason({ code: 'ENOSPC' });
  // Of some of these libsql knows no name.
  if (code.startsWith('SQLITE_IOERR') || message === 'disk I/O error') return systemReason({ code: 'EIO' });
  if (code.startsWith('SQLITE_PROTOCOL')) return 'it cannot be locked';
  if (code.startsWith('SQLITE_NOMEM')) return systemReason({ code: 'ENOMEM' });
  const isOpening = code.startsWith('SQLITE_CANTOPEN') || /ConnectionFailed/.test(message);
  if (isOpening || /^SQLITE_(?:READONLY|PERM|AUTH)/.test(code)) return whyNotOpen(file);
  return systemReason(error);
}

/** SQLite says that it could not, the system says why. */
function whyNotOpen(file: string): string {
  try {
    const folder = path.dirname(path.resolve(file));
    if (existsSync(file)) {
      if (statSync(file).isDirectory()) return systemReason({ code: 'EISDIR' });
      accessSync(file, constants.R_OK | constants.W_OK);
    }
    if (!statSync(folder).isDirectory()) return systemReason({ code: 'ENOTDIR' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return systemReason(error);
  }
  return 'it cannot be opened';
}
