import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex, type SearchOptions } from '../../packages/dehusk/src/search/index-reader.ts';
import { digestIndex } from '../../packages/lab/src/soak/kill-index.ts';
import { antHtml, antLines, range } from './ant-site.ts';
import { signalled } from './killed.ts';
import { createWorkplace, fieldOf, timeless } from './run-dehusk.ts';

const work = createWorkplace();
work.write('ants.jsonl', antLines('ants.org', range(1, 8)));
work.write('v/a.html', antHtml(1));
work.write(
  'bees.jsonl',
  antLines('bees.org', range(1, 8)).replaceAll('ants', 'bees').replaceAll('nt 0', 'nt b0'),
);

/** Identities of the pages that a query finds. */
function find(file: string, query: string, options: SearchOptions = {}): readonly string[] {
  using index = openIndex(path.join(work.folder, file));
  return index.search(query, options).hits.map(({ id }) => id);
}

describe('dehusk index', () => {
  it('leaves out the template, and says what it did', async () => {
    const { exitCode, stdout, stderr } = await work.run(['index', 'ants.jsonl', '-o', 'ants.index']);
    expect({ exitCode, stdout, stderr: timeless(stderr).trimEnd().split('\n') }).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: [
        // Title: Ant 01. Content: Ant 01 · All about ant 01. Template: Home · News · Imprint of the ants.
        'dehusk: the index has 8 pages and 64 words; 48 words and 24 of 24 links were template',
        expect.stringMatching(/^dehusk: done: 8 pages, 1 site, 0 failed, .* read, T s$/),
      ],
    });
    expect(find('ants.index', 'imprint')).toEqual([]);
    expect(work.list().filter((name) => name.startsWith('ants.index'))).toEqual(['ants.index']);
  });

  it('keeps the only sentence of a page, though every page has one like it; without the guard the paper does not', async () => {
    const html = (i: number): string =>
      `<ul><li><a href="/">Home page</a><li><a href="/c">Contact the office</a></ul><p>Only here stands zebra${i} among other words of item ${i}.`;
    const lines = range(1, 40).map(
      (i) => `${JSON.stringify({ url: `https://z.org/${i}`, html: html(i) })}\n`,
    );
    work.write('zebras.jsonl', lines.join(''));
    const published = ['--method', 'index-time'];
    for (const [file, flags] of Object.entries({ z: [], p: published, l: [...published, '--no-guard'] }))
      expect(await work.run(['index', 'zebras.jsonl', '-o', `${file}.index`, ...flags])).toMatchObject({
        exitCode: 0,
      });
    expect(find('z.index', 'zebra7')).toEqual(['https://z.org/7']);
    expect(find('p.index', 'zebra7')).toEqual(['https://z.org/7']);
    expect(find('l.index', 'zebra7')).toEqual([]);
    expect(find('z.index', 'contact')).toEqual([]);
  });

  it('does nothing twice, and replaces a page that has changed', async () => {
    work.write('v/a.jsonl', antLines('a.org', range(1, 7)));
    const args = ['index', 'v/a.jsonl', '-o', 'a.index'];
    expect((await work.run(args)).exitCode).toBe(0);
    expect(await work.run(args)).toMatchObject({
      exitCode: 0,
      stderr: 'dehusk: nothing to do: this run is done\n',
    });
    const changed = { url: 'https://a.org/03', html: antHtml(3).replace('All about', 'Nothing of') };
    work.write('v/a.jsonl', `${JSON.stringify(changed)}\n`);
    const second = await work.run(args);
    expect(second.stderr).toContain('the index has 7 pages');
    expect(find('a.index', 'all')).toHaveLength(6);
    expect(find('a.index', 'nothing')).toEqual(['https://a.org/03']);
  });

  it('knows the template of a site when a single page comes later', async () => {
    await work.run(['index', 'ants.jsonl', '-o', 'later.index']);
    work.write('ninth.jsonl', antLines('ants.org', [9]));
    await work.run(['index', 'ninth.jsonl', '-o', 'later.index']);
    expect(find('later.index', 'imprint')).toEqual([]);
    expect(find('later.index', '"about ant 09"')).toEqual(['https://ants.org/09']);
  });

  it.each(['none', 'adaptive', 'incremental', 'shingle', 'style-tree', 'mapping-vote', 'index-time'])(
    'takes --method %s',
    async (method) => {
      const file = `${method}.index`;
      const args = ['index', 'ants.jsonl', 'bees.jsonl', '-o', file, '--method', method];
      expect((await work.run(args)).exitCode).toBe(0);
      expect(find(file, '"ant b05"')).toEqual(['https://bees.org/05']);
      expect(find(file, 'imprint')).toHaveLength(method === 'none' ? 10 : 0);
    },
  );

  it('keeps the template findable, behind the content, if wished', async () => {
    const more = {
      url: 'https://ants.org/imprint',
      html: antHtml(9).replace('All about', 'The Imprint, of'),
    };
    work.write('more.jsonl', `${antLines('ants.org', range(1, 8))}${JSON.stringify(more)}\n`);
    await work.run(['index', 'more.jsonl', '-o', 'kept.index', '--keep-template']);
    const all = find('kept.index', 'imprint');
    expect([all.length, all[0]]).toEqual([9, 'https://ants.org/imprint']);
    const weights = { template: 0 };
    expect(find('kept.index', 'imprint', { weights })).toEqual(['https://ants.org/imprint']);
    expect(find('kept.index', 'imprint "ant 03"')).toEqual(['https://ants.org/03']);
  });

  it('obeys --keep and --drop', async () => {
    const args = ['index', 'ants.jsonl', '-o', 'own.index', '--keep', '.foot', '--drop', 'h1'];
    await work.run(args);
    expect(find('own.index', 'imprint')).toHaveLength(8);
    expect(find('own.index', '"03 all"')).toEqual([]);
  });

  it('reads from a pipe, and goes on after bad pages', async () => {
    const stdin = `${antLines('pipe.org', range(1, 3))}{"url":\n${antLines('pipe.org', range(4, 6))}`;
    const { exitCode, stderr } = await work.run(['index', '-', '-o', 'pipe.index'], { stdin });
    expect(exitCode).toBe(3);
    expect(stderr).toContain('INPUT_LINE_BAD');
    expect(stderr).toContain('done: 6 pages, 1 site, 1 failed');
    expect(find('pipe.index', 'ant')).toHaveLength(6);
  });

  it.each([
    ['index-time', 6],
    ['adaptive', 6],
    ['adaptive', 24],
    ['incremental', 12],
  ])('is stopped between two commits, and goes on to the same index: %s', async (method, place) => {
    // Many times what is read of a file at once: a signal is heard between two readings.
    const bulky = antLines('long.org', range(1, 150)).replaceAll(
      '<title>',
      `<!--${'x'.repeat(4_000)}--><title>`,
    );
    work.write('long.jsonl', bulky);
    const flags = ['--batch-pages', '10', '--method', method];
    const file = (name: string): string => path.join(work.folder, `${method}-${place}-${name}.index`);
    const [whole, half] = [file('whole'), file('stopped')];
    // Copies of one: then their pages are hashed with the same key, and every row must be the same.
    await work.run(['index', 'ants.jsonl', '-o', whole, ...flags]);
    copyFileSync(whole, half);
    await work.run(['index', 'long.jsonl', '-o', whole, ...flags]);
    const stopped = await work.run(['index', 'long.jsonl', '-o', half, ...flags], {
      env: signalled('SIGINT', place),
    });
    expect(stopped.exitCode).toBe(130);
    expect(stopped.stderr).toContain('stopped:');
    expect((await work.run(['index', 'long.jsonl', '-o', half, ...flags])).exitCode).toBe(0);
    expect(digestIndex(half, { states: true })).toBe(digestIndex(whole, { states: true }));
  });

  it.each([
    [['index', 'ants.jsonl'], 2, 'dehusk index needs -o FILE'],
    [['index', 'ants.jsonl', '-o', 'ants.jsonl'], 2, 'lies in the output'],
    [['index', 'v/a.html', '-o', 'x.index', '--field', 'html=x'], 2, '--field needs JSON Lines input'],
    [['index', 'ants.jsonl', '-o', 'x.index', '--base-url', 'https://a.org'], 2, 'needs HTML files'],
    [['index', 'ants.jsonl', '-o', 'x.index', '--keep', 'a['], 2, 'is no CSS selector'],
    [['index', 'none.jsonl', '-o', 'x.index'], 1, 'no such file or folder: none.jsonl'],
    [['index', 'ants.jsonl', '-o', 'bees.jsonl'], 1, 'bees.jsonl is not an index of dehusk'],
    [['index', 'ants.jsonl', '-o', 'no/folder/x.index'], 1, 'cannot use no/folder/x.index as an index'],
  ])('%j ends with %i', async (args, exitCode, message) => {
    const result = await work.run(args);
    expect(result.stderr).toContain(message);
    expect([result.exitCode, result.stdout]).toEqual([exitCode, '']);
  });

  it('does not mix methods in one index', async () => {
    await work.run(['index', 'ants.jsonl', '-o', 'mixed.index', '--method', 'none']);
    const { exitCode, stderr } = await work.run(['index', 'bees.jsonl', '-o', 'mixed.index']);
    expect([exitCode, stderr]).toEqual([
      1,
      'dehusk: the index mixed.index was built with --method none, not with adaptive\n',
    ]);
  });
});

describe('dehusk search', () => {
  beforeAll(async () => {
    await work.run(['index', 'ants.jsonl', 'bees.jsonl', '-o', 'both.index']);
  });

  it('shows title, address and snippet', async () => {
    const { exitCode, stdout, stderr } = await work.run(['search', 'both.index', 'about', 'b03']);
    expect({ exitCode, stderr, stdout }).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: '1. Ant [b03]\n   https://bees.org/03\n   Ant [b03] All [about] ant [b03].\n',
    });
  });

  it('marks by colours where they are wanted', async () => {
    const { stdout } = await work.run(['search', 'both.index', 'b03'], { env: { FORCE_COLOR: '1' } });
    expect(stdout).toContain('Ant \x1b[1m\x1b[33mb03\x1b[39m\x1b[22m All about');
  });

  it('gives JSON Lines with ranges and links', async () => {
    const { stdout } = await work.run(['search', 'both.index', 'b03', '--format', 'json', '--list-links']);
    expect(JSON.parse(stdout)).toEqual({
      rank: 1,
      score: expect.any(Number),
      id: 'https://bees.org/03',
      url: 'https://bees.org/03',
      site: 'bees.org',
      title: 'Ant b03',
      title_ranges: [[4, 7]],
      snippet: 'Ant b03 All about ant b03.',
      snippet_ranges: [
        [4, 7],
        [22, 25],
      ],
      words: 8,
      template_words: 6,
      links: [
        { url: 'https://bees.org/', template: true },
        { url: 'https://bees.org/news', template: true },
        { url: 'https://bees.org/imprint', template: true },
      ],
    });
  });

  it('takes site, limit, offset and ranking', async () => {
    const args = ['search', 'both.index', 'ant', '--site', 'ants.org', '--format', 'json'];
    const some = ['--limit', '2', '--offset', '3', '--rank', 'pivoted'];
    const { stdout, stderr } = await work.run([...args, ...some]);
    expect(fieldOf('rank', stdout)).toEqual([4, 5]);
    expect(fieldOf('id', stdout)).toEqual(['https://ants.org/04', 'https://ants.org/05']);
    expect(stderr).toBe('dehusk: 2 of 8 hits (--limit, --offset)\n');
    const unknown = await work.run([...args, '--site', 'no.org']);
    expect(unknown.exitCode).toBe(1);
    expect(unknown.stderr).toBe('dehusk: no page of no.org is in both.index (--site)\n');
  });

  it('lets no page steer the terminal', async () => {
    const page = {
      url: 'https://x.org/\x1b',
      html: '<title>Red \x1b[31m</title><p>danger \x1b]0;x\x07 here',
    };
    await work.run(['index', '-', '-o', 'bad.index'], { stdin: JSON.stringify(page) });
    const { stdout } = await work.run(['search', 'bad.index', 'danger']);
    expect(stdout).toContain('[danger] \\x1b]0;x\\x07 here');
    expect(stdout).not.toContain('\x1b');
  });

  it.each([
    [['both.index', 'zebra'], 1, ''],
    [
      ['both.index', '"ant'],
      2,
      `dehusk: the query '"ant' is wrong at character 1: this quotation mark is never closed\n`,
    ],
    [['both.index', '!'], 2, 'the query holds no word to look for'],
    [['gone.index', 'ant'], 2, 'no such index file: gone.index'],
    [['ants.jsonl', 'ant'], 2, 'ants.jsonl is not an index of dehusk'],
  ])('%j ends with %i', async (args, exitCode, message) => {
    const result = await work.run(['search', ...args]);
    expect(result.stderr).toContain(message);
    expect([result.exitCode, result.stdout]).toEqual([exitCode, '']);
  });
});
