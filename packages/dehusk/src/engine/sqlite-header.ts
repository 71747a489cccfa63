/** Looks at a file before SQLite does: one that is not ours is left as it is, and one that is damaged is not opened. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { systemReason } from '../errors.ts';
import type { FileKind } from './sqlite-faults.ts';

// Of the file format of SQLite: the header, and where in it these numbers stand.
const HEADER_BYTES = 100;
const SQLITE_MAGIC = 'SQLite format 3\0';
const PAGE_SIZE_AT = 16;
const VERSION_AT = 60;
const APPLICATION_AT = 68;
/** The kind of the first page: it holds the list of tables, or only the way to it. */
const PAGE_KIND_AT = 100;
const LEAF_PAGE = 13;
const MAX_PAGE_BYTES = 65_536;

/**
 * Throws for a file of another kind. True for one that says nothing of itself yet: it
 * is yet to be made, its making was cut short, or what it says is still in its log.
 */
export function isUnnamed(file: string, kind: FileKind): boolean {
  if (!existsSync(file)) return true;
  const start = readStart(file, kind);
  if (start.length === 0 || isHalfWritten(file, start, kind)) return true;
  if (start.subarray(0, SQLITE_MAGIC.length).toString('latin1') !== SQLITE_MAGIC)
    throw kind.faults.foreign(file, 'it is no SQLite database');
  if (start.length < HEADER_BYTES) throw kind.faults.damaged(file, 'it is cut short');
  const application = start.readUInt32BE(APPLICATION_AT);
  if (application === 0 && isBegun(file, start)) return true;
  checkNumbers(file, kind, { application, version: start.readUInt32BE(VERSION_AT) });
  checkTableList(file, kind, start);
  return false;
}

/** Somebody was killed while writing the first page: SQLite has it in its journal, and puts it back. */
function isHalfWritten(file: string, start: Buffer, { applicationId }: FileKind): boolean {
  if (!existsSync(`${file}-journal`)) return false;
  const application = start.length < HEADER_BYTES ? 0 : start.readUInt32BE(APPLICATION_AT);
  return application === 0 || application === applicationId;
}

/**
 * A first run that is killed leaves an empty file, one whose tables are still in the log beside it, or a single page,
 * which has room for no table but the list of tables.
 */
function isBegun(file: string, start: Buffer): boolean {
  return existsSync(`${file}-wal`) || statSync(file).size <= start.readUInt16BE(PAGE_SIZE_AT);
}

/**
 * The list of tables never changes. libsql ends the process when SQLite hands it a text that is no UTF-8, and SQLite puts
 * names of that list into its messages: so it is looked at before. In each row: type, name, name, root, statement.
 */
function checkTableList(file: string, { schema, faults }: FileKind, start: Buffer): void {
  const pageBytes = start.readUInt16BE(PAGE_SIZE_AT) || MAX_PAGE_BYTES;
  const page = start.subarray(0, pageBytes);
  // A long list has pages of its own.
  if (page[PAGE_KIND_AT] !== LEAF_PAGE) return;
  for (const statement of schema) {
    const [, kind = '', name = ''] = /^CREATE (?:VIRTUAL )?(TABLE|INDEX) (\w+)/.exec(statement)!;
    const names = kind === 'INDEX' ? `index${name}` : `table${name}${name}`;
    const at = page.indexOf(statement);
    // Of an index the table comes between; the root is a number of four bytes at most.
    const before = page.subarray(
      Math.max(0, at - names.length - (kind === 'INDEX' ? 64 : 4)),
      Math.max(0, at),
    );
    if (at < 0 || !before.includes(names)) throw faults.damaged(file, 'its list of tables is damaged');
  }
}

/** The first page, or what there is of it. */
function readStart(file: string, { faults }: FileKind): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const start = Buffer.alloc(MAX_PAGE_BYTES);
      return start.subarray(0, readSync(descriptor, start, 0, MAX_PAGE_BYTES, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw faults.unusable(file, systemReason(error), error as Error);
  }
}

/** What a file says of itself, in its header or in its log. */
export function checkNumbers(
  file: string,
  { applicationId, schemaVersion, faults }: FileKind,
  { application, version }: { readonly application: number; readonly version: number },
): void {
  if (application !== applicationId) throw faults.foreign(file, 'it belongs to another program');
  if (version > schemaVersion) throw faults.newer(file, version);
  if (version < schemaVersion) throw faults.older(file);
}
