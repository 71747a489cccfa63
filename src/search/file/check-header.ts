/** Looks at a file before SQLite does: what is no index of ours is left as it is. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DehuskError } from '../../errors.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from './schema.ts';

const HEADER_BYTES = 100;
const SQLITE_MAGIC = 'SQLite format 3\0';
const VERSION_AT = 60;
const APPLICATION_AT = 68;
const PAGE_SIZE_AT = 16;

/** True for a file that is yet to be made, or whose making was cut short. Throws for one that is no index. */
export function isNewIndex(file: string): boolean {
  if (!existsSync(file)) return true;
  const header = readHeader(file);
  if (header.length === 0) return true;
  if (header.subarray(0, SQLITE_MAGIC.length).toString('latin1') !== SQLITE_MAGIC)
    throw foreign(file, 'it is no SQLite database');
  if (header.length < HEADER_BYTES)
    throw new DehuskError('INDEX_DAMAGED', { file, reason: 'it is cut short' });
  const application = header.readUInt32BE(APPLICATION_AT);
  if (application === 0 && isBegun(file, header)) return true;
  if (application !== APPLICATION_ID) throw foreign(file, 'it belongs to another program');
  const version = header.readUInt32BE(VERSION_AT);
  if (version > SCHEMA_VERSION)
    throw new DehuskError('INDEX_NEWER', { file, found: version, known: SCHEMA_VERSION });
  return false;
}

export function foreign(file: string, reason: string): DehuskError {
  return new DehuskError('INDEX_FOREIGN', { file, reason });
}

/** A first run that is killed may leave its tables in the log beside the file, or a single page without a table. */
function isBegun(file: string, header: Buffer): boolean {
  return existsSync(`${file}-wal`) || statSync(file).size <= header.readUInt16BE(PAGE_SIZE_AT);
}

function readHeader(file: string): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new DehuskError('INDEX_UNUSABLE', { file, reason: (error as Error).message }, { cause: error });
  }
}
