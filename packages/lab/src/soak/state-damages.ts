/** What can happen to a state: to the bytes of its file and its log, and to its rows, with all digests left as they were. */
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import type { Random } from './mutate-page.ts';

/** `before`: a folder with the same state at an earlier time. */
type Damage = (random: Random, folder: string, before: string) => void;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[below(random, items.length)]!;

/** The file, or its log where it has one. */
function pickFile(random: Random, folder: string): string {
  const log = join(folder, 'run.state-wal');
  return existsSync(log) && random() < 0.5 ? log : join(folder, 'run.state');
}

function changeBytes(file: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file);
  if (bytes.length === 0) return;
  change(bytes);
  writeFileSync(file, bytes);
}

const PAGE = 4096;

export const damages: Readonly<Record<string, Damage>> = {
  'bits flipped': (random, folder) =>
    changeBytes(pickFile(random, folder), (bytes) => {
      for (let i = 1 + below(random, 3); i > 0; i--)
        bytes[below(random, bytes.length)]! ^= 1 << below(random, 8);
    }),
  'a bit flipped where something is': (random, folder) =>
    changeBytes(pickFile(random, folder), (bytes) => {
      let at = below(random, bytes.length);
      while (at < bytes.length - 1 && bytes[at] === 0) at++;
      bytes[at]! ^= 1 << below(random, 8);
    }),
  'a block zeroed': (random, folder) =>
    changeBytes(pickFile(random, folder), (bytes) => {
      const length = pick(random, [1, 16, 100, 512, PAGE, 2 * PAGE]);
      const at = below(random, bytes.length);
      const from = random() < 0.5 ? at - (at % PAGE) : at;
      bytes.fill(0, from, Math.min(bytes.length, from + length));
    }),
  'a block copied': (random, folder) =>
    changeBytes(pickFile(random, folder), (bytes) => {
      const length = pick(random, [16, 512, PAGE, PAGE]);
      const place = (): number => length * below(random, Math.ceil(bytes.length / length));
      const from = place();
      bytes.copy(bytes, place(), from, from + length);
    }),
  'a block of another time': (random, folder, before) => {
    const name = random() < 0.7 ? 'run.state' : 'run.state-wal';
    if (!existsSync(join(before, name)) || !existsSync(join(folder, name))) return;
    const earlier = readFileSync(join(before, name));
    changeBytes(join(folder, name), (bytes) => {
      const at = PAGE * below(random, Math.ceil(Math.min(bytes.length, earlier.length) / PAGE));
      earlier.copy(bytes, at, at, at + PAGE);
    });
  },
  'the log cut': (random, folder) => {
    const log = join(folder, 'run.state-wal');
    if (existsSync(log)) truncateSync(log, below(random, readFileSync(log).length));
    else
      truncateSync(
        join(folder, 'run.state'),
        below(random, readFileSync(join(folder, 'run.state')).length - 1) + 1,
      );
  },
  'the log gone, or of another time': (random, folder, before) => {
    const log = join(folder, 'run.state-wal');
    rmSync(log, { force: true });
    if (random() < 0.7 && existsSync(join(before, 'run.state-wal')))
      copyFileSync(join(before, 'run.state-wal'), log);
  },
  'a row removed': (random, folder) =>
    changeRows(folder, (rows) => {
      const { table, key } = rows.pick(random);
      rows.run(`DELETE FROM ${table} WHERE ${key}`);
    }),
  'a row doubled': (random, folder) =>
    changeRows(folder, (rows) => {
      const { table, key } = rows.pick(random, ['journal', 'journal', 'site', 'snapshot', 'run']);
      const columns = {
        journal: 'site, number + 100, entries',
        site: "site || '.x', facts, snapshot, digest",
      };
      const others = { snapshot: "site || '.x', state", run: "run || '1', position, digest" };
      const copy = { ...columns, ...others }[table as 'journal'];
      rows.run(`INSERT OR REPLACE INTO ${table} SELECT ${copy} FROM ${table} WHERE ${key}`);
    }),
  'rows swapped': (random, folder) =>
    changeRows(folder, (rows) => {
      const one = rows.pick(random, ['journal', 'journal', 'site', 'snapshot', 'run']);
      const other = rows.pick(random, [one.table]);
      const column = {
        journal: 'entries',
        site: pick(random, ['facts', 'digest', 'snapshot']),
        snapshot: 'state',
      };
      const name = { ...column, run: 'position' }[one.table as 'journal'];
      rows.run('CREATE TEMP TABLE held (value)');
      rows.run(`INSERT INTO held SELECT ${name} FROM ${one.table} WHERE ${one.key}`);
      rows.run(
        `UPDATE ${one.table} SET ${name} = (SELECT ${name} FROM ${one.table} WHERE ${other.key}) WHERE ${one.key}`,
      );
      rows.run(`UPDATE ${one.table} SET ${name} = (SELECT value FROM held) WHERE ${other.key}`);
      rows.run('DROP TABLE held');
    }),
  'a row of another time': (random, folder, before) =>
    changeRows(folder, (rows) => {
      const earlier = join(folder, 'earlier.state');
      for (const end of ['', '-wal'])
        if (existsSync(join(before, `run.state${end}`)))
          copyFileSync(join(before, `run.state${end}`), `${earlier}${end}`);
      rows.run(`ATTACH '${earlier}' AS earlier`);
      const { table, key } = rows.pick(random, ['journal', 'site', 'snapshot', 'run', 'store']);
      rows.run(`INSERT OR REPLACE INTO ${table} SELECT * FROM earlier.${table} WHERE ${key}`);
      rows.run('DETACH earlier');
      for (const end of ['', '-wal', '-shm']) rmSync(earlier + end, { force: true });
    }),
};

interface Rows {
  /** One of the rows of these tables, or of any. */
  pick(random: Random, tables?: readonly string[]): { readonly table: string; readonly key: string };
  run(sql: string): void;
}

/** Through SQLite itself, with all digests left as they were. What was in the log is in the file then. */
function changeRows(folder: string, change: (rows: Rows) => void): void {
  const database = new Database(join(folder, 'run.state'));
  const all = ['store', 'site', 'snapshot', 'journal', 'run'];
  change({
    pick: (random, tables = all) => {
      const table = pick(random, tables);
      const keys = {
        store: ['id'],
        site: ['site'],
        snapshot: ['site'],
        journal: ['site', 'number'],
        run: ['run'],
      };
      const names = keys[table as 'journal'];
      const rows = database.prepare(`SELECT ${names.join(', ')} FROM ${table}`).all() as Record<
        string,
        unknown
      >[];
      if (rows.length === 0) return { table, key: 'false' };
      const row = pick(random, rows);
      return { table, key: names.map((name) => `${name} = '${row[name]}'`).join(' AND ') };
    },
    run: (sql) => database.exec(sql),
  });
  database.exec('PRAGMA journal_mode = DELETE');
  database.close();
}
