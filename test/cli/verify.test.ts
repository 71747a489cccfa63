/** `dehusk sites`: states are read while a run writes them, verified, and repaired. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSavedSite } from '../../packages/dehusk/src/engine/saved-site.ts';
import { readSqliteStore } from '../../packages/dehusk/src/engine/sqlite-store.ts';
import { antLines, range } from './ant-site.ts';
import { signalled } from './killed.ts';
import { command, createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();
const at = (name: string): string => path.join(work.folder, name);
const clean = ['clean', 'ants.jsonl', '--stream', '--commit-every', '4', '--state', 'stopped.state'];

beforeAll(async () => {
  // Two sites that take turns.
  const sites = ['ants.example', 'bees.example'].map((site) => antLines(site, range(1, 20)).split('\n'));
  work.write(
    'ants.jsonl',
    range(0, 19)
      .map((i) => sites.map((lines) => `${lines[i]}\n`).join(''))
      .join(''),
  );
  await work.run(['clean', 'ants.jsonl', '--stream', '--commit-every', '4', '--state', 'done.state']);
  const { exitCode } = await work.run([...clean, '-o', 'out.jsonl'], { env: signalled('SIGKILL', 40) });
  expect(exitCode).toBeNull();
});

/** A copy of a state in which somebody has changed something. */
function changed(name: string, from: string, statement: string): void {
  for (const end of ['', '-wal'])
    if (existsSync(at(from + end))) copyFileSync(at(from + end), at(name + end));
  const database = new Database(at(name));
  database.exec(statement);
  database.exec('PRAGMA journal_mode = DELETE');
  database.close();
}

const rows = (...lines: readonly string[]): string => [...lines, ''].join('\n');

describe('--verify', () => {
  it('says of each site that it is whole', async () => {
    expect(await work.run(['sites', 'done.state', '--verify'])).toEqual({
      exitCode: 0,
      stdout: rows(
        'SITE          PAGES  LOST  FOUND',
        'ants.example     20     0  whole',
        'bees.example     20     0  whole',
      ),
      stderr: 'dehusk: 2 sites, 1 run: all is whole\n',
    });
    const { exitCode, stdout } = await work.run(['sites', 'done.state', '--verify', '--format', 'json']);
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')[0]).toBe(
      '{"site":"ants.example","pages":20,"lost_pages":0,"whole":true,"problem":null}',
    );
  });

  it('ends with exit code 1 where something is not whole, and changes nothing', async () => {
    changed('cut.state', 'done.state', "DELETE FROM snapshot WHERE site = 'bees.example'");
    const before = work.readBytes('cut.state');
    expect(await work.run(['sites', 'cut.state', '--verify'])).toEqual({
      exitCode: 1,
      stdout: rows(
        'SITE          PAGES  LOST  FOUND',
        'ants.example     20     0  whole',
        'bees.example      0    20  its snapshot is gone',
      ),
      stderr: 'dehusk: 1 of 2 sites are whole: --repair keeps what is\n',
    });
    expect(work.readBytes('cut.state').equals(before)).toBe(true);
  });

  it.each([
    [['--verify', '--repair'], '--verify cannot be used with --repair'],
    [['--verify', '--site', 'x'], '--verify cannot be used with --site'],
    [['--repair', '--site', 'x'], '--repair cannot be used with --site'],
  ])('%j is wrong usage', async (flags, line) => {
    const stderr = `dehusk: ${line}\n`;
    expect(await work.run(['sites', 'done.state', ...flags])).toEqual({ exitCode: 2, stdout: '', stderr });
  });

  it('of a state that is not there, or is none, says so', async () => {
    for (const flag of ['--verify', '--repair']) {
      const missing = await work.run(['sites', 'none.state', flag]);
      expect(missing).toEqual({
        exitCode: 1,
        stdout: '',
        stderr: 'dehusk: no such state file: none.state\n',
      });
      const { exitCode, stderr } = await work.run(['sites', 'ants.jsonl', flag]);
      expect([exitCode, stderr]).toEqual([
        1,
        'dehusk: ants.jsonl is not a state file of dehusk: it is no SQLite database\n',
      ]);
    }
  });
});

describe('--repair', () => {
  it('leaves a state alone that is whole', async () => {
    const before = work.readBytes('done.state');
    expect(await work.run(['sites', 'done.state', '--repair'])).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'dehusk: 2 sites, 1 run: all is whole\n',
    });
    expect(work.readBytes('done.state').equals(before)).toBe(true);
  });

  it('keeps what is whole, names what it drops, and lets a run that was stopped begin again only', async () => {
    changed('repaired.state', 'stopped.state', "DELETE FROM site WHERE site = 'bees.example'");
    const args = [...clean.slice(0, -1), 'repaired.state', '-o', 'out.jsonl'];
    const refused = await work.run(args);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining('sites are missing, or not those of its last commit'),
    ]);
    const { exitCode, stdout, stderr } = await work.run(['sites', 'repaired.state', '--repair']);
    expect(stdout).toMatch(/^SITE +PAGES +LOST +FOUND\nbees.example +\d+ +\? +its counts are lost\n$/);
    expect(stderr.split('\n')).toEqual([
      'dehusk: the state is damaged: a site is missing',
      expect.stringMatching(
        /^dehusk: kept 2 of 2 sites, \d+ pages; what was there is repaired\.state\.damaged$/,
      ),
      'dehusk: 1 run that was stopped needs --restart',
      '',
    ]);
    expect(exitCode).toBe(0);
    expect((await work.run(['sites', 'repaired.state', '--verify'])).exitCode).toBe(0);
    const again = await work.run(args);
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      'dehusk: this run was stopped, and a repair has dropped sites of the state since (--restart begins it again)\n',
    ]);
    const restarted = await work.run([...args, '--restart']);
    expect(restarted.exitCode, restarted.stderr).toBe(0);
    expect(work.read('out.jsonl').split('\n')).toHaveLength(41);
  });
});

describe('a state that a run writes', () => {
  it('can be read again and again, and is always one that was committed', async () => {
    const pages = ['ants.example', 'bees.example', 'wasps.example'].map((site) =>
      antLines(site, range(1, 400)),
    );
    work.write('long.jsonl', pages.join(''));
    const args = ['clean', 'long.jsonl', '--stream', '--commit-every', '5', '--state', 'live.state', '-q'];
    const run = spawn(process.execPath, [command, ...args, '-o', 'live.jsonl'], { cwd: work.folder });
    const ended = once(run, 'exit');
    let isRunning = true;
    void ended.then(() => {
      isRunning = false;
    });
    const counts: number[] = [];
    while (isRunning) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (!existsSync(at('live.state')) || !isRunning) continue;
      try {
        await using store = readSqliteStore(at('live.state'));
        let count = 0;
        // Each site as it was committed: its digest fits its journal, or this would throw.
        for await (const { site } of store.sites())
          count += (await loadSavedSite(store, site))!.facts.pageCount;
        counts.push(count);
      } catch (error) {
        // Its tables are being made.
        expect(String(error)).toContain('it is empty');
      }
    }
    expect(await ended).toEqual([0, null]);
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(new Set(counts).size).toBeGreaterThan(3);
    expect((await work.run(['sites', 'live.state', '--verify'])).exitCode).toBe(0);
    expect(readdirSync(work.folder).filter((name) => name.startsWith('live.state-lock'))).toEqual([]);
  });
});
