import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { DehuskError } from '../errors.ts';
import type { FileKind } from './sqlite-faults.ts';
import { inTransaction, openToRead, openToWrite, type WritableFile } from './sqlite-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dehusk-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);

const fault = (reason: string): DehuskError => new DehuskError('INTERNAL', { reason });
const kind: FileKind = {
  applicationId: 0x74657374,
  schemaVersion: 2,
  schema: ['CREATE TABLE first (a)', 'CREATE TABLE last (b)', 'CREATE INDEX last_b ON last (b)'],
  faults: {
    foreign: (_, reason) => fault(`foreign: ${reason}`),
    older: () => fault('older'),
    newer: (_, found) => fault(`newer: ${found}`),
    damaged: (_, reason) => fault(`damaged: ${reason}`),
    inUse: () => fault('in use'),
    unusable: (_, reason) => fault(`unusable: ${reason}`),
  },
};
const filled = (database: Database.Database): void => {
  database.exec('INSERT INTO first VALUES (1)');
};
const open = (name: string): WritableFile => openToWrite(at(name), kind, filled);
const valuesOf = (database: Database.Database): unknown[] =>
  database
    .prepare('SELECT b FROM last')
    .all()
    .map((row) => (row as { b: unknown }).b);

/** A file that somebody has made with these statements. */
function make(name: string, ...statements: string[]): void {
  const database = new Database(at(name));
  for (const statement of statements) database.exec(statement);
  database.close();
}

const ours = (version: number): string[] => [
  ...kind.schema,
  `PRAGMA application_id = 0x74657374; PRAGMA user_version = ${version}`,
];

it('may have any name', () => {
  const name = 'odd ?vfs=none&mode=memory#%41 é';
  open(name).close();
  expect(readdirSync(folder)).toEqual([name]);
});

describe('a file that is opened to be written', () => {
  it('gets its tables once, is written by one at a time, and is one file again when it is closed', () => {
    const first = open('new');
    first.startLog();
    first.database.exec('INSERT INTO last VALUES (7)');
    expect(() => open('new')).toThrow('in use');
    expect(existsSync(at('new-wal'))).toBe(true);
    first.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('new'))).toEqual(['new']);
    const second = open('new');
    expect(valuesOf(second.database)).toEqual([7]);
    expect(second.database.prepare('SELECT a FROM first').all()).toEqual([{ a: 1 }]);
    second.close();
  });

  it('is the same over a link', () => {
    open('linked').close();
    symlinkSync(at('linked'), at('link'));
    const first = open('link');
    expect(() => open('linked')).toThrow('in use');
    first.close();
    open('linked').close();
  });

  it('is not in use because of what somebody has left who was killed', () => {
    writeFileSync(at('left-lock'), '');
    open('left').close();
    expect(existsSync(at('left-lock'))).toBe(false);
  });

  it('is let go if it cannot be filled, and is made by the next one', () => {
    const refuse = (): never => {
      throw fault('not today');
    };
    expect(() => openToWrite(at('refused'), kind, refuse)).toThrow('not today');
    const again = open('refused');
    expect(valuesOf(again.database)).toEqual([]);
    again.close();
  });

  it.each<[string, () => void]>([
    ['foreign: it is no SQLite database', () => writeFileSync(at('x'), 'some text of somebody')],
    [
      'foreign: it belongs to another program',
      () => make('x', 'PRAGMA application_id = 5; CREATE TABLE a (b)'),
    ],
    ['foreign: it belongs to another program', () => make('x', 'CREATE TABLE a (b); CREATE TABLE c (d)')],
    ['older', () => make('x', ...ours(1))],
    ['newer: 3', () => make('x', ...ours(3))],
    ['damaged: it is cut short', () => writeFileSync(at('x'), 'SQLite format 3\0abc')],
    [
      'damaged: its list of tables is damaged',
      () => {
        make('x', ...ours(2));
        const bytes = readFileSync(at('x'));
        // A name that is no UTF-8 any more.
        bytes[bytes.indexOf('tablelastlast') + 6] = 0xff;
        writeFileSync(at('x'), bytes);
      },
    ],
    [
      'damaged: its list of tables is damaged',
      () => {
        make('x', ...ours(2));
        const bytes = readFileSync(at('x'));
        bytes[104] = 0;
        bytes.fill(0, 108, 4096);
        writeFileSync(at('x'), bytes);
      },
    ],
  ])('is left as it is where it is %s', (message, write) => {
    write();
    const before = readFileSync(at('x'));
    expect(() => open('x')).toThrow(message);
    expect(() => openToRead(at('x'), kind)).toThrow(message);
    expect(readFileSync(at('x'))).toEqual(before);
    rmSync(at('x'));
  });

  it('is made anew where somebody was killed while making it, and left a journal', () => {
    make('half', ...ours(2));
    const bytes = readFileSync(at('half'));
    const database = new Database(at('half'));
    // Its journal has the first page as it was.
    database.exec('PRAGMA cache_size = 2; BEGIN; UPDATE first SET a = 1; INSERT INTO last VALUES (5)');
    for (let i = 0; i < 300; i++) database.exec(`INSERT INTO last VALUES ('${'x'.repeat(300)}')`);
    copyFileSync(at('half-journal'), at('torn-journal'));
    database.exec('ROLLBACK');
    database.close();
    // Torn in the middle of the list of tables.
    bytes.fill(0, 3000, 4096);
    writeFileSync(at('torn'), bytes);
    const reader = openToRead(at('torn'), kind);
    expect(valuesOf(reader)).toEqual([]);
    reader.close();
    const { database: again, close } = open('torn');
    expect(valuesOf(again)).toEqual([]);
    close();
  });

  it('cannot be a folder, or in none', () => {
    mkdirSync(at('folder'));
    expect(() => open('folder')).toThrow('unusable: it is a folder');
    expect(() => open('none/x')).toThrow('unusable: no such file or folder');
  });
});

describe('a file that is opened to be read', () => {
  it('shows what was committed, while it is written and after', () => {
    const { database, startLog, close } = open('read');
    const look = (): unknown[] => {
      const reader = openToRead(at('read'), kind);
      try {
        return valuesOf(reader);
      } finally {
        reader.close();
      }
    };
    expect(look()).toEqual([]);
    startLog();
    database.exec('INSERT INTO last VALUES (7)');
    const reader = openToRead(at('read'), kind);
    inTransaction(reader, 'BEGIN', () => {
      expect(valuesOf(reader)).toEqual([7]);
      inTransaction(database, 'BEGIN IMMEDIATE', () => {
        database.exec('INSERT INTO last VALUES (8)');
        expect(look()).toEqual([7]);
      });
      // What was there when it began.
      expect(valuesOf(reader)).toEqual([7]);
    });
    expect(valuesOf(reader)).toEqual([7, 8]);
    expect(() => reader.exec('INSERT INTO last VALUES (9)')).toThrow('readonly');
    reader.close();
    close();
    expect(look()).toEqual([7, 8]);
  });

  it('is refused where nothing was written to it', () => {
    writeFileSync(at('empty'), '');
    expect(() => openToRead(at('empty'), kind)).toThrow('foreign: it is empty');
    expect(readFileSync(at('empty'))).toHaveLength(0);
  });
});

describe('a transaction that fails', () => {
  it('tells why, also where SQLite has rolled it back itself', () => {
    const { database, close } = open('failing');
    const fail = (isRolledBack: boolean) => () => {
      database.exec('INSERT INTO last VALUES (7)');
      if (isRolledBack) database.exec('ROLLBACK');
      throw new Error('disk I/O error');
    };
    for (const isRolledBack of [false, true]) {
      expect(() => inTransaction(database, 'BEGIN IMMEDIATE', fail(isRolledBack))).toThrow('disk I/O error');
      expect(valuesOf(database)).toEqual([]);
    }
    close();
  });
});
