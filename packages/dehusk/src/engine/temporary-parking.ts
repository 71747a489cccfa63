/** Parks values in a temporary file, for as long as the process lives. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DehuskError } from '../errors.ts';
import type { Parking } from './parking.ts';
import { isDamage, reasonOf } from './sqlite-faults.ts';

/** Memory that SQLite may take for it. */
const CACHE_KIB = 16 * 1024;

interface ParkedRow {
  readonly state: Uint8Array;
}

/**
 * The file has no name from its first moment on, so that nothing stays behind however the process ends. Where a
 * system cannot do that, it goes when the parking is closed. All is one long transaction that nobody commits: nothing
 * here must outlive a crash.
 */
export async function openTemporaryParking(): Promise<Parking> {
  const { openDatabase } = await import('./sqlite-lock.ts');
  const file = join(tmpdir(), `dehusk-${process.pid}-${randomUUID()}.parking`);
  try {
    const database = openDatabase(file);
    database.exec(`PRAGMA journal_mode = OFF`);
    database.exec(
      `PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB}`,
    );
    database.exec('CREATE TABLE parked (key TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID; BEGIN');
    const isGone = remove(file);
    const put = database.prepare('INSERT OR REPLACE INTO parked VALUES (?, ?)');
    const get = database.prepare('SELECT state FROM parked WHERE key = ?');
    const drop = database.prepare('DELETE FROM parked WHERE key = ?');
    const tried = <Result>(action: () => Result): Result => orParkingError(file, action);
    return {
      put: (key, bytes) => {
        tried(() => put.run(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
      },
      get: (key) => {
        const row = tried(() => get.get(key) as ParkedRow | undefined);
        // libsql gives windows on larger buffers.
        return row && new Uint8Array(row.state);
      },
      delete: (key) => {
        tried(() => drop.run(key));
      },
      [Symbol.asyncDispose]: async () => {
        database.close();
        if (!isGone) remove(file);
      },
    };
  } catch (error) {
    remove(file);
    throw parkingError(file, error);
  }
}

function remove(file: string): boolean {
  try {
    rmSync(file);
    return true;
  } catch {
    return false;
  }
}

function orParkingError<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw parkingError(file, error);
  }
}

function parkingError(file: string, error: unknown): DehuskError {
  if (error instanceof DehuskError) return error;
  const reason = isDamage(error as Error) ? 'it is damaged' : reasonOf(file, error as Error);
  return new DehuskError('STATE_UNWRITABLE', { file, reason }, { cause: error });
}
