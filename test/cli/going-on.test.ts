/** A run that was interrupted and goes on: what comes out is what an undisturbed run gives. */
import { rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { antHtml, antLines, range } from './ant-site.ts';
import { killAt, signalled } from './killed.ts';
import { createWorkplace, incremental, type Workplace } from './run-dehusk.ts';

/** All files of a folder with their content. */
const treeOf = (work: Workplace, folder: string): [string, string][] =>
  work.list(folder).map((name) => [name, work.read(`${folder}/${name}`)]);

/** A site that is over before the next one begins: what is known of it must be looked up at the end. */
const twoSites = antLines('a.example', range(1, 8)) + antLines('b.example', range(1, 8));

describe.concurrent('a run that goes on', () => {
  it('SIGINT in the middle: the output is that of an undisturbed run', async () => {
    const work = createWorkplace();
    const lines = range(1, 600).map((number) =>
      JSON.stringify({ url: `https://a.example/${number}`, html: antHtml(number) }),
    );
    work.write('many.jsonl', `${lines.join('\n')}\n`);
    const clean = ['clean', 'many.jsonl', '--stream'];
    const kept = [...clean, '--state', 's', '-o', 'out.jsonl'];
    // Waiting for the disk after every page gives the time to be interrupted in.
    const { exitCode } = await work.run([...kept, '--commit-every', '1'], { env: signalled('SIGINT', 40) });
    expect(exitCode).toBe(130);
    const partial = work.read('out.jsonl.partial');
    expect(partial.length).toBeGreaterThan(0);
    const { stderr } = await work.run([...kept, '--commit-every', '1000']);
    expect(stderr).toMatch(/dehusk: done: 600 pages, 1 site, 0 failed, [\d.]+ KB read, /);
    await work.run([...clean, '-o', 'undisturbed.jsonl']);
    expect(work.read('out.jsonl') === work.read('undisturbed.jsonl')).toBe(true);
    expect(work.read('out.jsonl').startsWith(partial)).toBe(true);
  });

  it.each([2, 6])('a folder gets the same files, killed after transaction %i', async (transaction) => {
    const work = createWorkplace();
    // Of three pages with one name, the first fails: names depend on the input, and not on who was when interrupted.
    work.write('ants/x.html', '<div>'.repeat(2000));
    work.write('ants/x.htm', antHtml(1));
    work.write('ants/x.xhtml', antHtml(2));
    for (const number of range(3, 8)) work.write(`ants/${number}.html`, antHtml(number));
    const args = (folder: string): string[] => [
      'clean',
      'ants',
      '--state',
      `${folder}.state`,
      '-o',
      `${folder}/`,
    ];
    const flags = ['--keep-dirs', '--commit-every', '3', '--max-page-depth', '1000'];
    await work.run([...args('undisturbed'), ...flags]);
    expect(await killAt(work, [...args('out'), ...flags], 2 * transaction)).toBe(true);
    expect((await work.run([...args('out'), ...flags])).exitCode).toBe(3);
    expect(treeOf(work, 'out')).toEqual(treeOf(work, 'undisturbed'));
    expect(work.list('out')).toHaveLength(8);
  });

  // Listed are the pages that came before the template was known: of each site the first, with incremental four.
  it.each([
    [12, [], 2],
    [15, [], 2],
    [18, [], 2],
    [15, incremental, 8],
  ])('templates and list are those of all sites, killed at write %i %j', async (place, method, listed) => {
    const work = createWorkplace();
    work.write('two.jsonl', twoSites);
    const flags = [...method, '--stream', '--template', 'separate', '--commit-every', '4'];
    const run = (name: string): string[] => [
      ...['clean', 'two.jsonl', ...flags, '--state', `${name}.state`],
      ...['-o', `${name}.jsonl`, '--reprocess-list', `${name}.txt`],
    ];
    await work.run(run('undisturbed'));
    expect(await killAt(work, run('out'), place)).toBe(true);
    const { exitCode, stderr } = await work.run(run('out'));
    expect({ exitCode, hasFailures: stderr.includes('traceBytes') }).toEqual({
      exitCode: 0,
      hasFailures: false,
    });
    expect(work.read('out.jsonl')).toBe(work.read('undisturbed.jsonl'));
    expect(work.read('out.txt')).toBe(work.read('undisturbed.txt'));
    expect(work.read('out.txt').split('\n')).toHaveLength(listed + 1);
    expect(work.list().filter((name) => /partial|traces/.test(name))).toEqual([]);
  });

  it.each([
    ['first', ['--stream']],
    ['first', []],
    ['separate', ['--jobs', '2']],
  ])('writes the template with the same pages, wherever it was killed: %s %j', async (mode, flags) => {
    const work = createWorkplace();
    const failing = (site: string): string =>
      `${JSON.stringify({ url: `https://${site}/0`, html: '<div>'.repeat(2000) })}\n`;
    const bees = antLines('b.example', range(1, 3)).replace('\n', `\n${failing('c.example')}`);
    const lines = failing('a.example') + bees + antLines('a.example', range(1, 4));
    work.write('three.jsonl', lines + antLines('c.example', range(1, 2)));
    const run = (name: string): string[] => [
      ...['clean', 'three.jsonl', ...flags, '--template', mode, '--max-page-depth', '1000'],
      ...['--commit-every', '1', '--state', `${name}.state`, '-o', `${name}.jsonl`],
    ];
    await work.run(run('undisturbed'));
    let isKilled = true;
    for (let place = 5; isKilled; place += 23) {
      isKilled = await killAt(work, run(`out${place}`), place);
      // Killed behind its last page it is done, and says nothing of its failures any more.
      if (isKilled) expect([0, 3]).toContain((await work.run(run(`out${place}`))).exitCode);
      expect(work.read(`out${place}.jsonl`), `${place}`).toBe(work.read('undisturbed.jsonl'));
    }
  });

  it('leaves no traces of a run that cannot go on', async () => {
    const work = createWorkplace();
    const { exitCode } = await work.run(['clean', '-', '--reprocess-list', 'list.txt'], {
      stdin: twoSites,
      keepStdinOpen: true,
      onSaid: (_, kill) => kill('SIGINT'),
    });
    expect(exitCode).toBe(130);
    expect(work.list()).toEqual([]);
  });
});

describe.concurrent('a run whose output has become shorter', () => {
  const args = ['clean', 'two.jsonl', '--state', 's', '-o', 'out.jsonl', '--commit-every', '4', '--stream'];

  it.each([
    ['cut', 10, (file: string) => truncateSync(file, 10)],
    ['gone', 0, (file: string) => rmSync(file)],
  ])('does not go on: %s', async (_, sizeBytes, shorten) => {
    const work = createWorkplace();
    work.write('two.jsonl', twoSites);
    expect(await killAt(work, args, 14)).toBe(true);
    shorten(path.join(work.folder, 'out.jsonl.partial'));
    const { exitCode, stderr } = await work.run(args);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `^dehusk: out.jsonl.partial has ${sizeBytes} bytes, but \\d+ were written by the run that is to go on \\(--restart begins it again\\)\n$`,
      ),
    );
  });
});
