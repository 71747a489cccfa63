import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { DehuskError } from '../errors.ts';
import type { FileKind } from './sqlite-file.ts';
import { closeExclusive, hasTables, openExclusive, openFile, startLog } from './sqlite-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);

const fault = (reason: string): DehuskError => new DehuskError('INTERNAL', { reason });
const kind: FileKind = {
  applicationId: 0x74657374,
  schemaVersion: 2,
  schema:
    'CREATE TABLE first (a); CREATE TABLE last (b); PRAGMA application_id = 0x74657374; PRAGMA user_version = 2',
  table: 'first',
  faults: {
    foreign: (_, reason) => fault(`foreign: ${reason}`),
    older: () => fault('older'),
    newer: (_, found) => fault(`newer: ${found}`),
    cutShort: () => fault('cut short'),
    damaged: () => fault('damaged'),
    inUse: () => fault('in use'),
    unusable: () => fault('unusable'),
  },
};
const open = (name: string): Database.Database => openExclusive(at(name), kind, startLog);

/** A file that somebody has made with these statements. */
function make(name: string, statements: string): void {
  const database = new Database(at(name));
  database.exec(statements);
  database.close();
}

it('may have any name', () => {
  const name = 'odd ?vfs=none&mode=memory#%41 é';
  closeExclusive(open(name));
  expect(readdirSync(folder)).toContain(name);
});

describe('a file that is opened exclusively', () => {
  it('gets its tables once, and is let go when it is closed', () => {
    const first = open('new');
    first.exec('INSERT INTO last VALUES (7)');
    expect(() => open('new')).toThrow('in use');
    closeExclusive(first);
    const second = open('new');
    expect(second.prepare('SELECT b FROM last').all()).toEqual([{ b: 7 }]);
    closeExclusive(second);
    const reader = openFile(at('new'), kind, (database) => expect(hasTables(database, kind)).toBe(true));
    reader.close();
  });

  it('is closed if it cannot be prepared', () => {
    const prepare = (): never => {
      throw fault('not today');
    };
    expect(() => openExclusive(at('refused'), kind, prepare)).toThrow('not today');
    closeExclusive(open('refused'));
  });

  it.each<[string, () => void]>([
    ['foreign: it is no SQLite database', () => writeFileSync(at('x'), 'some text of somebody')],
    [
      'foreign: it belongs to another program',
      () => make('x', 'PRAGMA application_id = 5; CREATE TABLE a (b)'),
    ],
    ['foreign: it belongs to another program', () => make('x', 'CREATE TABLE a (b); CREATE TABLE c (d)')],
    ['older', () => make('x', kind.schema.replace('user_version = 2', 'user_version = 1'))],
    ['newer: 3', () => make('x', kind.schema.replace('user_version = 2', 'user_version = 3'))],
    ['cut short', () => writeFileSync(at('x'), 'SQLite format 3\0abc')],
  ])('is left as it is where it is %s', (message, write) => {
    write();
    const before = readFileSync(at('x'));
    expect(() => open('x')).toThrow(message);
    expect(readFileSync(at('x'))).toEqual(before);
    rmSync(at('x'));
  });

  it('cannot be a folder', () => {
    expect(() => open('.')).toThrow('unusable');
  });
});
