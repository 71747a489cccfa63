import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { describeStore } from '../../../../test/contracts/store-contract.ts';
import { openSqliteStore, readSqliteStore } from './sqlite-store.ts';
import { type RunPosition, type SiteChange, type Store, type StoreReader, startPosition } from './store.ts';

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

async function writeTo(store: Store, commits = 1, ...sites: string[]): Promise<void> {
  const position = (count: number): RunPosition => ({ ...startPosition, commits: count, itemCount: count });
  const change = (site: string): SiteChange => ({
    snapshot: new Uint8Array(5000).fill(site === 'a' ? 7 : 8),
    journal: new Uint8Array(3000).fill(9),
    facts: {
      writtenCount: 1,
      pageCount: commits,
      chars: 1,
      templateChars: 0,
      lastPage: `p of ${site}`,
      digest: 'd',
    },
  });
  const follows = commits === 1 ? undefined : position(commits - 1);
  const progress = { run: 'run', follows, position: position(commits) };
  const named = sites.length === 0 ? ['a'] : sites;
  await store.commit({ progress, sites: new Map(named.map((site) => [site, change(site)])) });
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
    [99, 'the state is of version 99; this program reads up to version 6'],
    [2, 'was written by an older version, whose states cannot be read: name a new file and learn again'],
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

  it('with a flipped bit in a snapshot is damaged, not different', async () => {
    const file = await written();
    const bytes = readFileSync(file);
    bytes[bytes.indexOf(Buffer.alloc(600, 7)) + 300]! ^= 4;
    writeFileSync(file, bytes);
    await using store = openSqliteStore(file);
    await expect(store.loadSite('a')).rejects.toThrow(/damaged: .*the snapshot of a is damaged/);
  });

  it('with a flipped bit in the facts of a site is damaged too', async () => {
    const file = await written();
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('"pageCount"') + 13]! ^= 1;
    writeFileSync(file, bytes);
    await using store = openSqliteStore(file);
    await expect(store.sites()[Symbol.asyncIterator]().next()).rejects.toThrow(
      /damaged: .*the facts of a are damaged/,
    );
    await expect(store.loadSite('a')).rejects.toThrow(/damaged: .*the facts of a are damaged/);
  });

  it('with a flipped bit in the name of a site does not take it for a new one', async () => {
    const file = await written();
    const bytes = readFileSync(file);
    const at = bytes.indexOf('a{"writtenCount"');
    expect(at).toBeGreaterThan(0);
    for (const value of ['c'.charCodeAt(0), 0xff]) {
      bytes[at] = value;
      writeFileSync(file, bytes);
      await using store = openSqliteStore(file);
      await expect(store.loadSite('a')).rejects.toThrow(/damaged: .*the facts of a site are damaged/);
    }
  });

  it.each<[string, RegExp]>([
    ["DELETE FROM site WHERE site = 'b'", /sites are missing, or not those of its last commit/],
    ['DELETE FROM run', /runs are missing, or not those of its last commit/],
    ["INSERT INTO run SELECT 'run 2', position, digest FROM run", /runs are missing/],
    ["INSERT INTO site SELECT 'c', facts, snapshot, digest FROM site LIMIT 1", /sites are missing/],
    ["UPDATE run SET position = replace(position, '1', '2')", /what it says of a run is damaged/],
    ["UPDATE run SET run = 'other'", /what it says of a run is damaged/],
    ['DELETE FROM store', /its key is gone/],
    ["UPDATE store SET facts = replace(facts, '[3,4]', '[3,5]')", /its key is damaged/],
    ["UPDATE store SET facts = '7'", /its key is damaged/],
    ["UPDATE store SET facts = x'ff', digest = 'x'", /its key is damaged/],
    ['DROP TABLE run', /a table is not as it was made/],
    ["UPDATE site SET snapshot = 5 WHERE site = 'a'", /the facts of a are damaged/],
    ["UPDATE site SET facts = (SELECT facts FROM site WHERE site = 'b')", /the facts of a are damaged/],
    ["DELETE FROM snapshot WHERE site = 'a'", /the snapshot of a is gone/],
    ["UPDATE snapshot SET state = 'text' WHERE site = 'a'", /the snapshot of a is damaged/],
    ["UPDATE snapshot SET state = cast(x'ff' AS TEXT) WHERE site = 'a'", /the snapshot of a is damaged/],
    [
      "UPDATE snapshot SET state = (SELECT state FROM snapshot WHERE site = 'b')",
      /the snapshot of a is damaged/,
    ],
    // A row of an earlier commit, which was right then.
    [
      `INSERT OR REPLACE INTO site SELECT site, facts, snapshot, digest FROM earlier.site WHERE site = 'a'`,
      /sites are missing, or not those of its last commit/,
    ],
    ['INSERT OR REPLACE INTO run SELECT * FROM earlier.run', /runs are missing, or not those/],
  ])('whose rows somebody has changed is damaged: %s', async (change, message) => {
    const [file, earlier] = [newFile(), newFile()];
    {
      await using store = openSqliteStore(file, { hashKey: [3, 4] });
      await writeTo(store, 1, 'a', 'b');
    }
    copyFileSync(file, earlier);
    {
      await using store = openSqliteStore(file);
      await writeTo(store, 2, 'a', 'b');
    }
    const database = new Database(file);
    database.exec(`ATTACH '${earlier}' AS earlier`);
    database.exec(change);
    database.close();
    const look = async (store: StoreReader): Promise<unknown> => store.loadSite('a');
    const attempt = async (open: () => StoreReader): Promise<void> => {
      await using store = open();
      await look(store);
    };
    await expect(attempt(() => openSqliteStore(file))).rejects.toThrow(message);
    await expect(attempt(() => readSqliteStore(file))).rejects.toThrow(message);
  });

  it('is not mixed with what somebody else has written though nobody may', async () => {
    const file = await written();
    await using store = openSqliteStore(file);
    const stranger = new Database(file);
    stranger.exec('UPDATE store SET facts = facts');
    await writeTo(store, 2, 'b');
    stranger.exec(`UPDATE store SET facts = replace(facts, '"commits":2', '"commits":3')`);
    await expect(writeTo(store, 3, 'b')).rejects.toThrow('damaged');
    stranger.close();
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

  it('shows what is committed while a run writes it, and lets a run write it afterwards', async () => {
    const file = await written();
    const countOf = async (reader: StoreReader, site: string): Promise<number | undefined> =>
      (await reader.loadSite(site))?.facts.pageCount;
    {
      await using store = openSqliteStore(file);
      await using early = readSqliteStore(file);
      await writeTo(store, 2, 'b');
      await using late = readSqliteStore(file);
      for (const reader of [early, late])
        expect([await countOf(reader, 'a'), await countOf(reader, 'b')]).toEqual([1, 2]);
      await writeTo(store, 3, 'a', 'b');
      await writeTo(store, 4, 'a');
      expect([await countOf(early, 'a'), await countOf(late, 'b')]).toEqual([4, 3]);
    }
    await using store = openSqliteStore(file);
    expect(await countOf(store, 'a')).toBe(4);
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
