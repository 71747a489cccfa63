/** What a site is: by addresses, by folders that are named after hosts, by folders; and what cannot be. */
import { describe, expect, it } from 'vitest';
import { html } from '../contracts/input-fixtures.ts';
import { createWorkplace, fieldOf, timeless } from './run-dehusk.ts';

const work = createWorkplace();
for (const file of [
  'index.html',
  'www.a.example/index.html',
  'www.a.example/docs/x.html',
  'b.example:8080/index.html',
  'b.example_8080/y.html',
  'https/c.example/z.html',
  'v1.2/notes.html',
])
  work.write(`mirror/${file}`, html(file));
work.write('mirror/www.a.example/style.css', 'p{}');
work.write('mirror/hts-cache/new.zip', 'x');
work.write('pages/one/a.html', html('a'));
work.write('pages/two/b.html', html('b'));
work.write('bare.jsonl', `${JSON.stringify({ html: html('a') })}\n`);
work.write('empty.jsonl', '\n');
work.write('told.jsonl', `${JSON.stringify({ url: 'https://d.example/', html: html('d') })}\n`);

async function clean(
  args: readonly string[],
): Promise<{ sites: unknown[]; stderr: string; exitCode: unknown }> {
  const { exitCode, stdout, stderr } = await work.run(['clean', ...args]);
  return { exitCode, sites: [...new Set(fieldOf('site', stdout))], stderr: timeless(stderr) };
}

describe.concurrent('the folders of hosts', () => {
  it('are sites, whoever wrote them; the others are of the folder, and the summary says how to change that', async () => {
    expect(await clean(['mirror'])).toEqual({
      exitCode: 0,
      sites: ['b.example:8080', 'c.example', 'mirror', 'a.example'],
      stderr:
        'dehusk: passed over: 2 files (.css: 1, .zip: 1)\n' +
        'dehusk: done: 7 pages, 4 sites (a folder is one: --site-by), 0 failed, 809 B read, T s\n',
    });
  });

  it('are sites where they are named themselves, and have no address', async () => {
    const { exitCode, stdout } = await work.run(['clean', 'mirror/www.a.example', 'mirror/b.example:8080']);
    expect(exitCode).toBe(0);
    expect(fieldOf('site', stdout)).toEqual(['a.example', 'a.example', 'b.example:8080']);
    expect(fieldOf('url', stdout)).toEqual([undefined, undefined, undefined]);
  });

  it('can be told by domain and by prefix too', async () => {
    expect(await clean(['mirror', '--site-by', 'domain'])).toMatchObject({
      sites: ['b.example', 'c.example', 'mirror', 'a.example'],
    });
    expect(await clean(['mirror', '--site-by', 'prefix:1'])).toMatchObject({
      sites: ['b.example:8080', 'c.example', 'mirror', 'mirror/v1.2', 'a.example/docs', 'a.example'],
    });
  });

  it('count less than an address that was given', async () => {
    expect(await clean(['mirror', '--base-url', 'https://e.example/'])).toMatchObject({
      sites: ['e.example'],
    });
  });
});

describe.concurrent('a folder without hosts', () => {
  it('is one site, and the summary says how to change that', async () => {
    const { sites, stderr } = await clean(['pages']);
    expect(sites).toEqual(['pages']);
    expect(stderr).toContain('done: 2 pages, 1 site (a folder is one: --site-by), 0 failed');
  });

  it('is as many as it has folders, if that is asked for', async () => {
    const { sites, stderr } = await clean(['pages', '--site-by', 'prefix:1']);
    expect(sites).toEqual(['pages/one', 'pages/two']);
    expect(stderr).toContain('done: 2 pages, 2 sites, 0 failed');
  });
});

describe.concurrent('a --site-by that cannot work', () => {
  const line = (how: string): string =>
    `dehusk: sites cannot be told by ${how}: no page of the input has an address (--site-by)\n`;

  it.each([
    ['pages', 'host'],
    ['pages', 'domain'],
    ['pages/one/a.html', 'prefix:1'],
  ])('is refused before anything is read: %s by %s', async (input, how) => {
    const args = ['clean', input, '--site-by', how, '-o', 'refused.jsonl'];
    expect(await work.run(args)).toEqual({ exitCode: 2, stdout: '', stderr: line(how) });
    expect(work.list().filter((name) => name.startsWith('refused'))).toEqual([]);
  });

  it('is refused before anything is written where only the pages can tell', async () => {
    const { exitCode, stdout, stderr } = await work.run([
      'clean',
      'bare.jsonl',
      'pages',
      '--site-by',
      'host',
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(line('host'));
  });

  it('is told at the end of a stream', async () => {
    const { exitCode, stderr } = await work.run(['clean', '-', '--site-by', 'domain'], {
      stdin: work.read('bare.jsonl'),
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(line('domain'));
  });

  it('can work where one page has an address, or there is none at all', async () => {
    expect(await clean(['bare.jsonl', 'told.jsonl', '--site-by', 'host'])).toMatchObject({ exitCode: 0 });
    expect(await clean(['empty.jsonl', '--site-by', 'host'])).toMatchObject({ exitCode: 0, sites: [] });
  });

  it('is refused of an index, too', async () => {
    const args = ['index', 'bare.jsonl', '-o', 'refused.index', '--site-by', 'host'];
    const { exitCode, stderr } = await work.run(args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(line('host'));
  });
});

it('flags of archives need archives', async () => {
  for (const flag of ['--any-status', '--strict-digests', '--no-digests'])
    expect(await work.run(['clean', 'pages', flag])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `dehusk: ${flag} needs WARC input\n`,
    });
});
