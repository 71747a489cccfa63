/** Opens the file of an index, to write or to read. */
import { existsSync } from 'node:fs';
import type Database from 'libsql';
import { hasTables, openExclusive, openFile, startLog } from '../../engine/sqlite/open-file.ts';
import { translateErrors } from '../../engine/sqlite/translate-errors.ts';
import { DehuskError } from '../../errors.ts';
import { indexFile } from './index-file.ts';

/** In KiB, negative as SQLite wants it: postings of common words are read again and again. */
const CACHE = 'PRAGMA cache_size = -65536';

/** Opens the file, or makes it. Nobody else can use it until it is closed. */
export function openToWrite(file: string): Database.Database {
  return openExclusive(file, indexFile, (database) => {
    database.exec(CACHE);
    startLog(database);
  });
}

/** Opens a file that is there. What a killed run left in the log is taken in. */
export function openToRead(file: string): Database.Database {
  if (!existsSync(file)) throw new DehuskError('INDEX_NOT_FOUND', { file });
  return openFile(file, indexFile, (database, isNew) => {
    database.exec(CACHE);
    // A run that was killed before its tables were made has left an empty index.
    if (isNew && !hasTables(database, indexFile)) throw indexFile.faults.foreign(file, 'it is empty');
    database.exec('PRAGMA query_only = ON');
  });
}

export function translated<Result>(file: string, action: () => Result): Result {
  return translateErrors(file, indexFile.faults, action);
}
