import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { describeStore } from '../../../../test/contracts/store-contract.ts';
import { openSqliteStore, readSqliteStore, SiteTables, siteTables } from './sqlite-store.ts';
import type { Store } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-store-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
let latest = '';
const newFile = (): string => {
  latest = join(folder, `${++files}.state`);
  return latest;
};

describeStore(
  'sqlite',
  () => openSqliteStore(newFile()),
  async (store) => {
    await store[Symbol.asyncDispose]();
    return openSqliteStore(latest);
  },
);

/** A store with something in it, closed. */
async function written(): Promise<string> {
  const file = newFile();
  await using store = openSqliteStore(file, { hashKey: [3, 4] });
  await writeTo(store);
  return file;
}

/** The files that a run leaves which is killed after a commit. */
async function killed(): Promise<string> {
  const [file, left] = [newFile(), newFile()];
  await using store = openSqliteStore(file, { hashKey: [3, 4] });
  await writeTo(store);
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, left + suffix);
  return left;
}

async function writeTo(store: Store): Promise<void> {
  const facts = { writtenCount: 1, pageCount: 1, chars: 1, templateChars: 0, lastPage: 'p' };
  const position = { pass: 1, itemCount: 1, outputBytes: 0, finished: false, tally: {} };
  const change = { snapshot: new Uint8Array(5000).fill(7), journal: new Uint8Array(3000).fill(9), facts };
  await store.commit({ run: 'run', position, sites: new Map([['a', change]]) });
}

describe('the state file', () => {
  it('is used by one run at a time', async () => {
    const file = newFile();
    const store = openSqliteStore(file);
    expect(() => openSqliteStore(file)).toThrow(`${file} is in use by another run`);
    await store[Symbol.asyncDispose]();
    await openSqliteStore(file)[Symbol.asyncDispose]();
  });

  it.each([
    [
      'a text',
      'hello, I am a text of some length and no database at all',
      /is not a state file of dehusk: it is no SQLite/,
    ],
    ['a cut database', 'SQLite format 3\0abc', /damaged: .* is cut short/],
  ])('that is %s is an error, and left as it was', (_, content, message) => {
    const file = newFile();
    writeFileSync(file, content);
    expect(() => openSqliteStore(file)).toThrow(message);
    expect(readFileSync(file, 'latin1')).toBe(content);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('that belongs to another program is an error', () => {
    const file = newFile();
    const database = new Database(file);
    database.exec('CREATE TABLE theirs (x)');
    database.close();
    expect(() => openSqliteStore(file)).toThrow('it belongs to another program');
  });

  it('that another program was interrupted with is an error, and gets no tables of ours', () => {
    const file = newFile();
    const database = new Database(file);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE theirs (x)');
    for (const end of ['', '-wal']) copyFileSync(file + end, `${file}.left${end}`);
    database.close();
    const bytes = (): Buffer[] => ['', '-wal'].map((end) => readFileSync(`${file}.left${end}`));
    const before = bytes();
    expect(() => openSqliteStore(`${file}.left`)).toThrow('it belongs to another program');
    expect(bytes()).toEqual(before);
  });

  it('is left as it was, to the byte, by who only looks', async () => {
    const file = await written();
    const before = readFileSync(file);
    const store = openSqliteStore(file);
    await store.loadSite('a');
    await store[Symbol.asyncDispose]();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('that was only begun, because its first run was killed, is made whole', async () => {
    const file = newFile();
    const database = new Database(file);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA journal_mode = DELETE');
    database.close();
    expect(readFileSync(file).length).toBeGreaterThan(0);
    await using store = openSqliteStore(file);
    expect(await store.loadPosition('run')).toBeUndefined();
  });

  it.each([
    [99, 'the state is of version 99; this program reads up to version 2'],
    [1, 'was written by an older version, whose states cannot be read: name a new file and learn again'],
  ])('of version %d is an error, and stays as it is', async (version, message) => {
    const file = await written();
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(version, 60);
    writeFileSync(file, bytes);
    expect(() => openSqliteStore(file)).toThrow(message);
    expect(() => readSqliteStore(file)).toThrow(message);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('with a flipped bit in what was saved is damaged, not different', async () => {
    const file = await written();
    const whole = readFileSync(file);
    for (const [fill, name] of [
      [7, 'snapshot'],
      [9, 'journal'],
    ] as const) {
      const bytes = Buffer.from(whole);
      const at = bytes.indexOf(Buffer.alloc(600, fill));
      expect(at, name).toBeGreaterThan(0);
      bytes[at + 300]! ^= 4;
      writeFileSync(file, bytes);
      await using store = openSqliteStore(file);
      await expect(store.loadSite('a'), name).rejects.toThrow(/damaged: .*checksum of a is wrong/);
    }
  });

  it('with a flipped bit in the facts of a site is damaged too', async () => {
    const file = await written();
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('"pageCount"') + 13]! ^= 1;
    writeFileSync(file, bytes);
    await using store = openSqliteStore(file);
    await expect(store.sites()[Symbol.asyncIterator]().next()).rejects.toThrow(
      /damaged: .*checksum of a is wrong/,
    );
  });

  it('that cannot be made is an error that names it', () => {
    const file = join(folder, 'missing', 'x.state');
    expect(() => openSqliteStore(file)).toThrow(`cannot use ${file} for state`);
  });

  it('keeps its key, whatever is asked later', async () => {
    const file = await written();
    await using store = openSqliteStore(file, { hashKey: [8, 8] });
    expect(store.hashKey).toEqual([3, 4]);
  });
});

describe('a state file that is only read', () => {
  it('has what was written, for several readers at a time', async () => {
    const file = await written();
    const before = readFileSync(file);
    await using one = readSqliteStore(file);
    await using other = readSqliteStore(file);
    for (const reader of [one, other]) {
      expect(reader.hashKey).toEqual([3, 4]);
      expect((await reader.loadSite('a'))?.snapshot).toHaveLength(5000);
      expect(await reader.loadSite('b')).toBeUndefined();
      expect((await reader.loadPosition('run'))?.itemCount).toBe(1);
      const sizes: (readonly [string, number])[] = [];
      for await (const { site, sizeBytes } of reader.sites()) sizes.push([site, sizeBytes]);
      expect(sizes).toEqual([['a', 8000]]);
    }
    expect(readFileSync(file)).toEqual(before);
  });

  it('is refused while a run writes it, and lets a run write it afterwards', async () => {
    const file = await written();
    const store = openSqliteStore(file);
    expect(() => readSqliteStore(file)).toThrow(`${file} is in use by another run`);
    await store[Symbol.asyncDispose]();
    await readSqliteStore(file)[Symbol.asyncDispose]();
    await openSqliteStore(file)[Symbol.asyncDispose]();
  });

  it('has what a killed run has committed, and lets the next one write', async () => {
    const file = await killed();
    {
      await using one = readSqliteStore(file);
      await using other = readSqliteStore(file);
      for (const reader of [one, other]) expect((await reader.loadSite('a'))?.snapshot).toHaveLength(5000);
    }
    await openSqliteStore(file)[Symbol.asyncDispose]();
  });

  it('must be there', () => {
    const file = newFile();
    expect(() => readSqliteStore(file)).toThrow(`no such state file: ${file}`);
    expect(existsSync(file)).toBe(false);
  });

  it('is refused if nothing was written to it, and left as it was', () => {
    const file = newFile();
    writeFileSync(file, '');
    expect(() => readSqliteStore(file)).toThrow('it is empty');
    expect(readFileSync(file)).toHaveLength(0);
  });
});

describe('a transaction that fails', () => {
  it('tells why, also where SQLite has rolled it back itself', () => {
    const database = new Database(newFile());
    database.exec(siteTables);
    const tables = new SiteTables(database, latest, (action) => action());
    const facts = { pageCount: 1, writtenCount: 1, chars: 1, templateChars: 0, lastPage: 'x' };
    const fail = (isRolledBack: boolean) => () => {
      tables.writeSites(new Map([['a', { snapshot: Uint8Array.of(1), journal: new Uint8Array(), facts }]]));
      if (isRolledBack) database.exec('ROLLBACK');
      throw new Error('disk I/O error');
    };
    for (const isRolledBack of [false, true]) {
      expect(() => tables.inTransaction(fail(isRolledBack))).toThrow('disk I/O error');
      expect(tables.loadSite('a')).toBeUndefined();
    }
    tables.inTransaction(() => undefined);
    database.close();
  });
});
