/** A state file that is only looked at, by any number of readers at a time. */
import { existsSync } from 'node:fs';
import { DehuskError } from '../../../errors.ts';
import type { HashKey } from '../../../page/text-hash.ts';
import { closeExclusive, hasTables, openExclusive, openFile } from '../../sqlite/open-file.ts';
import type { StoreReader } from '../store.ts';
import { stateFile } from './state-file.ts';
import { StateReader } from './state-reader.ts';

/** Milliseconds: for another reader that takes in what a killed run has left. */
const PATIENCE = 'PRAGMA busy_timeout = 500';

/**
 * Opens a file that is there. Throws STATE_NOT_FOUND, STATE_FOREIGN, STATE_NEWER, STATE_DAMAGED, STATE_UNWRITABLE for
 * what is no file or, while a run writes it, STATE_IN_USE.
 */
export function readSqliteStore(file: string): StoreReader {
  if (!existsSync(file)) throw new DehuskError('STATE_NOT_FOUND', { file });
  if (existsSync(`${file}-wal`)) takeInLog(file);
  return new ReadOnlyStore(file);
}

/** What a killed run has left in the log: who reads it there holds a lock longer than the reading lasts. */
function takeInLog(file: string): void {
  try {
    closeExclusive(openExclusive(file, stateFile, () => undefined));
  } catch (error) {
    // A run is writing, or another reader does the same: who opens the file next will know.
    if (!(error instanceof DehuskError) || error.code !== 'STATE_IN_USE') throw error;
  }
}

class ReadOnlyStore extends StateReader implements StoreReader {
  readonly hashKey: HashKey;

  constructor(file: string) {
    // A first run that was killed may have left no table, or none of what is written first.
    const empty = (): DehuskError => stateFile.faults.foreign(file, 'it is empty');
    const database = openFile(file, stateFile, (opened, isNew) => {
      opened.exec(PATIENCE);
      if (isNew && !hasTables(opened, stateFile)) throw empty();
      opened.exec('PRAGMA query_only = ON');
    });
    super(file, database);
    try {
      const hashKey = this.readHashKey();
      if (hashKey === undefined) throw empty();
      this.hashKey = hashKey;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.database.close();
  }
}
