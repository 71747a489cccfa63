import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../packages/dehusk/src/engine/sqlite-store.ts';
import { knownSites } from '../known-state.ts';
import { antLines, byItself, content, range, whole, writeAnts } from './ant-site.ts';
import { createWorkplace, fieldOf, incremental, type Workplace } from './run-dehusk.ts';

/** What a state knows, whatever the bytes of its file. */
async function knownIn(work: Workplace, file: string): Promise<unknown[]> {
  await using store = openSqliteStore(path.join(work.folder, file));
  return (await knownSites(store)).map(({ detector: _, ...known }) => known);
}

const nothingToDo = { exitCode: 0, stdout: '', stderr: 'dehusk: nothing to do: this run is done\n' };

describe.concurrent('--state', () => {
  it('lets a later run begin with what was learned', async () => {
    const work = createWorkplace();
    work.write('one.jsonl', antLines('ants.example', range(1, 6)));
    work.write('two.jsonl', antLines('ants.example', range(7, 9)));
    const stream = ['--stream', '--state', 's'];
    await work.run(['clean', 'one.jsonl', ...stream]);
    const { stdout } = await work.run(['clean', 'two.jsonl', ...stream]);
    expect(fieldOf('text', stdout)).toEqual(range(7, 9).map(content));
    const facts = { pageCount: 9, lastPage: 'https://ants.example/09' };
    expect(await knownIn(work, 's')).toMatchObject([{ site: 'ants.example', facts, method: 'adaptive' }]);
  });

  it('does nothing for a run that is done, and leaves its output alone', async () => {
    const work = createWorkplace();
    writeAnts(work, 'ants', range(1, 6));
    const args = ['clean', 'ants', '--state', 's', '-o', 'out.jsonl'];
    expect((await work.run(args)).exitCode).toBe(0);
    writeFileSync(path.join(work.folder, 'out.jsonl'), 'mine\n');
    expect(await work.run(args)).toEqual(nothingToDo);
    expect(work.read('out.jsonl')).toBe('mine\n');
  });

  it('does not take what another run has left for the output of a run that is done', async () => {
    const work = createWorkplace();
    writeAnts(work, 'ants', range(1, 6));
    const args = ['clean', 'ants', '--state', 's', '-o', 'out.jsonl'];
    await work.run(args);
    const finished = work.read('out.jsonl');
    work.write('out.jsonl.partial', 'of another run\n');
    expect(await work.run(args)).toEqual(nothingToDo);
    expect(work.read('out.jsonl')).toBe(finished);
  });

  it('knows that a run with another configuration is another run', async () => {
    const work = createWorkplace();
    writeAnts(work, 'ants', range(1, 6));
    const args = ['clean', 'ants', '--state', 's', '-o', 'out.jsonl', '--config', 'rules.json'];
    work.write('rules.json', '{"keep":[]}');
    await work.run(args);
    work.write('rules.json', '{"keep":["#menu"]}');
    await work.run([...args, '--force']);
    expect(fieldOf('text', work.read('out.jsonl'))[0]).toBe(`- Home\n- News\n\n${content(1)}`);
  });

  it('tells a run that is done and whose output is gone from one that is to be done', async () => {
    const work = createWorkplace();
    writeAnts(work, 'ants', range(1, 6));
    const args = ['clean', 'ants', '--state', 's', '-o', 'out.jsonl'];
    await work.run(args);
    const finished = work.read('out.jsonl');
    rmSync(path.join(work.folder, 'out.jsonl'));
    expect(await work.run(args)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'dehusk: this run is done, and its output out.jsonl is gone: --freeze writes it again from what was learned\n',
    });
    // As often as it is wished.
    for (let time = 0; time < 2; time++) {
      expect((await work.run([...args, '--freeze'])).exitCode).toBe(0);
      expect(work.read('out.jsonl')).toBe(finished);
      rmSync(path.join(work.folder, 'out.jsonl'));
    }
  });
});

describe.concurrent('--freeze', () => {
  it('says how many pages are of sites that the state does not know', async () => {
    const work = createWorkplace();
    work.write('known.jsonl', antLines('ants.example', range(1, 3)));
    work.write(
      'both.jsonl',
      ['ants', 'bees', 'wasps'].map((name) => antLines(`${name}.example`, range(1, 3))).join(''),
    );
    await work.run(['clean', 'known.jsonl', '--state', 's']);
    const { stderr } = await work.run([
      'clean',
      'both.jsonl',
      '--state',
      's',
      '--freeze',
      '--stats',
      'stats',
    ]);
    expect(stderr).toContain('done: 9 pages, 3 sites, 0 failed, 6 of 2 sites that the state does not know, ');
    expect(JSON.parse(work.read('stats'))).toMatchObject({ unknown: { pages: 6, sites: 2 } });
    expect((await work.run(['clean', 'both.jsonl', '--state', 's'])).stderr).not.toContain('does not know');
  });

  it.each([
    ['adaptive', [], byItself],
    ['incremental', incremental, whole],
  ])('judges by what is known, and learns and counts nothing: %s', async (_, method, unknown) => {
    const work = createWorkplace();
    work.write('one.jsonl', antLines('ants.example', range(1, 6)));
    work.write('two.jsonl', antLines('ants.example', range(7, 9)) + antLines('new.example', range(1, 6)));
    await work.run(['clean', 'one.jsonl', ...method, '--state', 's']);
    const before = await knownIn(work, 's');
    const { stdout } = await work.run(['clean', 'two.jsonl', ...method, '--state', 's', '--freeze']);
    expect(fieldOf('text', stdout)).toEqual([...range(7, 9).map(content), ...range(1, 6).map(unknown)]);
    expect(await knownIn(work, 's')).toEqual(before);
  });

  it('judges again what it has judged when more is known', async () => {
    const work = createWorkplace();
    work.write('few.jsonl', antLines('ants.example', range(1, 3)));
    work.write('many.jsonl', antLines('ants.example', range(4, 9)));
    work.write('other.jsonl', antLines('bees.example', [1]));
    const frozen = ['clean', 'few.jsonl', '--state', 's', '--freeze', '-o', 'out.jsonl'];
    await work.run(['clean', 'other.jsonl', '--state', 's']);
    await work.run(frozen);
    expect(fieldOf('text', work.read('out.jsonl'))).toEqual(range(1, 3).map(byItself));
    expect(await work.run(frozen)).toEqual(nothingToDo);
    await work.run(['clean', 'many.jsonl', '--state', 's']);
    await work.run(frozen);
    expect(fieldOf('text', work.read('out.jsonl'))).toEqual(range(1, 3).map(content));
  });

  it('needs a state', async () => {
    const work = createWorkplace();
    writeAnts(work, 'ants', [1]);
    expect(await work.run(['clean', 'ants', '--freeze'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'dehusk: --freeze needs --state\n',
    });
  });
});
