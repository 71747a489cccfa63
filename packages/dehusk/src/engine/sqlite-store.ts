/** A store in one SQLite file, by libsql: one transaction a commit, journals appended, snapshots replaced. */
import { existsSync } from 'node:fs';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import { type FileKind, translateErrors } from './sqlite-faults.ts';
import { openToRead, openToWrite } from './sqlite-file.ts';
import { factTable, siteTables } from './sqlite-rows.ts';
import { SiteTables, type Translated } from './sqlite-sites.ts';
import { drawHashKey, type Store, type StoreReader } from './store.ts';

/** `dhsk` */
const APPLICATION_ID = 0x6468736b;
/**
 * 1 was that of version 0.1, whose sites did not remember their pages; 2 did not notice rows that were gone; 3 knew
 * texts of a site, and not how its places behave; 4 remembered nothing of single pages; 5 did not know where
 * links lead.
 */
const SCHEMA_VERSION = 6;

export const stateFile: FileKind = {
  applicationId: APPLICATION_ID,
  schemaVersion: SCHEMA_VERSION,
  schema: [...siteTables, factTable],
  faults: {
    foreign: (file, reason) => new DehuskError('STATE_FOREIGN', { file, reason }),
    older: (file) => new DehuskError('STATE_OLDER', { file }),
    newer: (_, found) => new DehuskError('STATE_NEWER', { found, known: SCHEMA_VERSION }),
    damaged: (file, reason, cause) =>
      new DehuskError('STATE_DAMAGED', { reason: `${file}: ${reason}` }, { cause }),
    inUse: (file, cause) => new DehuskError('STATE_IN_USE', { file }, { cause }),
    unusable: (file, reason, cause) => new DehuskError('STATE_UNWRITABLE', { file, reason }, { cause }),
  },
};

export interface SqliteStoreOptions {
  /** For a file that is yet to be made; an existing one keeps its own. */
  readonly hashKey?: HashKey;
}

/**
 * Opens or makes the file. Throws STATE_FOREIGN, STATE_OLDER, STATE_NEWER, STATE_DAMAGED or STATE_IN_USE, and leaves
 * it as it was.
 */
export function openSqliteStore(file: string, { hashKey }: SqliteStoreOptions = {}): Store {
  const { database, startLog, close } = openToWrite(file, stateFile, (made) =>
    SiteTables.fill(made, hashKey ?? drawHashKey()),
  );
  try {
    const tables = new SiteTables(database, file, translatedFor(file));
    return {
      ...readerOf(tables),
      pageFacts: tables.pageFacts,
      commit: async (commit) => {
        startLog();
        tables.commit(commit);
      },
      [Symbol.asyncDispose]: async () => close(),
    };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Opens a file that is there, to look at it, by any number of readers at a time, also while a run writes it: each
 * answer is of what was committed when it was asked for. Throws STATE_NOT_FOUND, STATE_FOREIGN, STATE_OLDER,
 * STATE_NEWER, STATE_DAMAGED, or STATE_UNWRITABLE for what is no file.
 */
export function readSqliteStore(file: string): StoreReader {
  if (!existsSync(file)) throw new DehuskError('STATE_NOT_FOUND', { file });
  const database = openToRead(file, stateFile);
  try {
    const tables = new SiteTables(database, file, translatedFor(file));
    return {
      ...readerOf(tables),
      pageFacts: tables.pageFacts,
      [Symbol.asyncDispose]: async () => void database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function translatedFor(file: string): Translated {
  return (action) => translateErrors(file, stateFile.faults, action);
}

/** What anybody can ask of the tables. */
export function readerOf(tables: SiteTables): Omit<StoreReader, typeof Symbol.asyncDispose> {
  return {
    hashKey: tables.hashKey,
    loadSite: async (site) => tables.loadSite(site),
    sites: async function* () {
      yield* tables.sites();
    },
    loadPosition: async (run) => tables.loadPosition(run),
    runs: async function* (prefix) {
      yield* tables.runs(prefix);
    },
  };
}
