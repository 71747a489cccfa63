/** Looks at a file before SQLite does: what is no file of ours is left as it is. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { FileKind } from './file-kind.ts';

/** Of the file format of SQLite: the header, and where in it these numbers stand. */
const HEADER_BYTES = 100;
const SQLITE_MAGIC = 'SQLite format 3\0';
const PAGE_SIZE_AT = 16;
const VERSION_AT = 60;
const APPLICATION_AT = 68;

/** True for a file that is yet to be made, or whose making was cut short. Throws for one of another kind. */
export function isNewFile(file: string, kind: FileKind): boolean {
  if (!existsSync(file)) return true;
  const header = readHeader(file, kind);
  if (header.length === 0) return true;
  if (header.subarray(0, SQLITE_MAGIC.length).toString('latin1') !== SQLITE_MAGIC)
    throw kind.faults.foreign(file, 'it is no SQLite database');
  if (header.length < HEADER_BYTES) throw kind.faults.cutShort(file);
  const application = header.readUInt32BE(APPLICATION_AT);
  if (application === 0 && isBegun(file, header)) return true;
  if (application !== kind.applicationId) throw kind.faults.foreign(file, 'it belongs to another program');
  const version = header.readUInt32BE(VERSION_AT);
  if (version > kind.schemaVersion) throw kind.faults.newer(file, version);
  return false;
}

/**
 * A first run that is killed leaves an empty file, one whose tables are still in the log beside it, or a single page,
 * which has room for no table but the list of tables.
 */
function isBegun(file: string, header: Buffer): boolean {
  return existsSync(`${file}-wal`) || statSync(file).size <= header.readUInt16BE(PAGE_SIZE_AT);
}

function readHeader(file: string, { faults }: FileKind): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const header = Buffer.alloc(HEADER_BYTES);
      return header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw faults.unusable(file, error as Error);
  }
}
