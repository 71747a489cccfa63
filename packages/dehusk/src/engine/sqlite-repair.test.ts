import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCleaner } from './node-cleaner.ts';
import { loadSavedSite } from './saved-site.ts';
import { isIntact, repairState, type StateCheck, verifyState } from './sqlite-repair.ts';
import { openSqliteStore, readSqliteStore } from './sqlite-store.ts';
import { startPosition } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-repair-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const template = join(folder, 'template');

const sites = ['a.example', 'b.example', 'c.example'];
const pageOf = (site: string, number: number) => ({
  url: `https://${site}/${number}`,
  html: `<ul><li>Home of ${site}<li>News<li>About</ul><p>Page ${number} of ${site} says this.<p>© ${site}`,
});

/** Three sites of twelve pages each, learned in commits of four pages, and two runs. */
async function writeState(file: string): Promise<void> {
  await using state = openSqliteStore(file, { hashKey: [5, 6] });
  await using cleaner = createCleaner({ state, commitEvery: 4 });
  for (let number = 0; number < 12; number++)
    for (const site of sites) await cleaner.add(pageOf(site, number));
  await cleaner.commit();
  for (const finished of [true, false]) {
    const position = { ...startPosition, commits: 1, itemCount: 7, finished };
    const run = finished ? 'done' : 'stopped';
    await state.commit({ progress: { run, follows: undefined, position }, sites: new Map() });
  }
}

beforeAll(() => writeState(template));

/** A copy of the state in which somebody has changed something. */
function changed(...statements: readonly string[]): string {
  const file = join(folder, `${++files}.state`);
  copyFileSync(template, file);
  const database = new Database(file);
  for (const statement of statements) database.exec(statement);
  database.close();
  return file;
}

const told = ({ sites: found }: StateCheck): readonly string[] =>
  found.map(
    ({ site, pages, lostPages, problem }) => `${site} ${pages} ${lostPages ?? '?'}: ${problem ?? 'whole'}`,
  );
const whole = (site: string): string => `${site}.example 12 0: whole`;

/** What the state knows of a site, as bytes of its method. */
async function knownOf(file: string, site: string): Promise<string | undefined> {
  await using store = readSqliteStore(file);
  const saved = await loadSavedSite(store, site);
  return saved && Buffer.from(saved.save()).toString('base64');
}

describe('a state that is whole', () => {
  it('is said to be so, and left as it is', async () => {
    const file = changed();
    const before = readFileSync(file);
    const check = await verifyState(file);
    expect(told(check)).toEqual(['a', 'b', 'c'].map(whole));
    expect([check.runs, check.stoppedRuns, check.problems, isIntact(check)]).toEqual([2, 1, [], true]);
    expect((await repairState(file)).keptAs).toBeUndefined();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith(`${files}.`))).toEqual([`${files}.state`]);
  });

  it('is whole while somebody writes it, and cannot be repaired meanwhile', async () => {
    const file = changed();
    await using state = openSqliteStore(file);
    await using cleaner = createCleaner({ state });
    await cleaner.add(pageOf('d.example', 1));
    await cleaner.commit();
    expect(told(await verifyState(file))).toHaveLength(4);
    await expect(repairState(file)).rejects.toThrow('in use by another run');
  });
});

describe.each<[string, readonly string[], readonly string[], readonly string[]]>([
  [
    'a page in the middle of a journal is gone',
    ["DELETE FROM journal WHERE site = 'b.example' AND number = 4"],
    [whole('a'), 'b.example 5 7: its last 7 pages are damaged in its journal', whole('c')],
    [],
  ],
  [
    'the last page of a journal is gone',
    [
      "DELETE FROM journal WHERE site = 'b.example' AND number = (SELECT max(number) FROM journal WHERE site = 'b.example')",
    ],
    [whole('a'), 'b.example 11 1: its last page is missing in its journal', whole('c')],
    [],
  ],
  [
    'a page is there twice',
    [
      "INSERT INTO journal SELECT site, 99, entries FROM journal WHERE site = 'c.example' ORDER BY number DESC LIMIT 1",
    ],
    [whole('a'), whole('b'), 'c.example 12 0: its journal has something behind its last page'],
    [],
  ],
  [
    'a snapshot is damaged',
    ["UPDATE snapshot SET state = substr(state, 2) WHERE site = 'b.example'"],
    [whole('a'), 'b.example 0 12: its snapshot is damaged', whole('c')],
    [],
  ],
  [
    'a snapshot is gone',
    ["DELETE FROM snapshot WHERE site = 'c.example'"],
    [whole('a'), whole('b'), 'c.example 0 12: its snapshot is gone'],
    [],
  ],
  [
    'what is said of a site is damaged',
    ["UPDATE site SET facts = replace(facts, '12', '13') WHERE site = 'a.example'"],
    ['a.example 12 ?: its counts are lost', whole('b'), whole('c')],
    [],
  ],
  [
    'a site is gone from the list',
    ["DELETE FROM site WHERE site = 'a.example'"],
    ['a.example 12 ?: its counts are lost', whole('b'), whole('c')],
    ['a site is missing'],
  ],
  [
    'a site is gone',
    [
      "DELETE FROM site WHERE site = 'a.example'",
      "DELETE FROM snapshot WHERE site = 'a.example'",
      "DELETE FROM journal WHERE site = 'a.example'",
    ],
    [whole('b'), whole('c')],
    ['a site is missing'],
  ],
  ['a run is gone', ["DELETE FROM run WHERE run = 'done'"], ['a', 'b', 'c'].map(whole), ['a run is missing']],
  [
    'a run is there twice',
    ["INSERT INTO run SELECT 'other', position, digest FROM run LIMIT 1"],
    ['a', 'b', 'c'].map(whole),
    ['there are runs that nobody has made'],
  ],
  [
    'the key is gone',
    ['DELETE FROM store'],
    ['a', 'b', 'c'].map(whole),
    ['its key, and the list of what it has, are damaged'],
  ],
])('where %s', (_, statements, sitesTold, problems) => {
  it('a state is not whole, and a repair keeps what is', async () => {
    const file = changed(...statements);
    const before = readFileSync(file);
    const check = await verifyState(file);
    expect(told(check)).toEqual(sitesTold);
    expect(check.problems).toEqual(problems);
    expect(isIntact(check)).toBe(false);
    const { keptAs } = await repairState(file);
    expect(keptAs).toBe(`${file}.damaged`);
    expect(readFileSync(keptAs!).equals(before)).toBe(true);
    const after = await verifyState(file);
    expect([isIntact(after), after.stoppedRuns]).toEqual([true, 1]);
    for (const line of sitesTold) {
      const [site, pages] = line.split(' ');
      if (line === whole(site!.charAt(0)))
        expect(await knownOf(file, site!)).toBe(await knownOf(template, site!));
      if (pages === '0') expect(await knownOf(file, site!)).toBeUndefined();
    }
    await using store = openSqliteStore(file);
    expect(store.hashKey).toEqual([5, 6]);
    expect((await store.loadPosition('stopped'))?.repaired).toBe(true);
    expect((await store.loadPosition('done'))?.repaired).toBeUndefined();
  });
});

describe('a state', () => {
  it('of which nothing can be read is left as it is', async () => {
    const file = changed('DELETE FROM store', 'DELETE FROM snapshot');
    const before = readFileSync(file);
    expect(isIntact(await verifyState(file))).toBe(false);
    await expect(repairState(file)).rejects.toThrow(`damaged: ${file}: nothing of it can be read`);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}.repaired`)).toBe(false);
  });

  it('with a page of the file overwritten keeps what does not need it', async () => {
    const file = changed();
    const bytes = readFileSync(file);
    const database = new Database(file);
    const { page } = database
      .prepare("SELECT rootpage AS page FROM sqlite_master WHERE name = 'journal'")
      .get() as { page: number };
    database.close();
    bytes.fill(0xa5, 4096 * (page - 1), 4096 * page);
    writeFileSync(file, bytes);
    const check = await verifyState(file);
    expect(check.problems).toContain('its pages do not fit together');
    expect(told(check)[0]).toBe('a.example 1 11: its last 11 pages are missing in its journal');
    const { keptAs } = await repairState(file);
    expect(existsSync(keptAs!)).toBe(true);
    expect(isIntact(await verifyState(file))).toBe(true);
  });

  it('that is damaged again is kept under another name', async () => {
    const file = changed("DELETE FROM snapshot WHERE site = 'a.example'");
    await repairState(file);
    const database = new Database(file);
    database.exec("DELETE FROM snapshot WHERE site = 'b.example'");
    database.close();
    expect((await repairState(file)).keptAs).toBe(`${file}.damaged-2`);
    expect(told(await verifyState(file))).toEqual([whole('c')]);
  });
});
