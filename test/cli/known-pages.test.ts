/** `--duplicates`, `--changed-only` and `--links-out`, by the real command. */
import { describe, expect, it } from 'vitest';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();

const words = (seed: number): string =>
  Array.from({ length: 120 }, (_, i) => `word${(i * seed * 7919) % 997}`).join(' ');

const page = (url: string, text: string, title = 'T'): string =>
  `${JSON.stringify({
    url: `https://${url}`,
    html: `<title>${title}</title><nav><a href="/">Home</a> <a href="/news">News</a></nav><main><p>${text}</p><p><a href="/next"><img alt="Next"></a></p></main><footer>All rights reserved by us</footer>`,
  })}\n`;

/** Three kinds of text; the second is twice on one site, nearly the same once more, and on another site. */
const crawl = [
  page('a.example/1', words(1)),
  page('a.example/2', words(2)),
  page('b.example/1', words(2)),
  page('a.example/2?print', words(2)),
  page('a.example/3', words(3)),
  page('a.example/2?new', words(2).replace('word', 'changed')),
  page('a.example/2', words(2)),
];
work.write('crawl.jsonl', crawl.join(''));

interface Told {
  readonly id: string;
  readonly duplicate?: { readonly of: string; readonly exact: boolean };
  readonly changed?: readonly string[];
}

async function clean(...args: readonly string[]): Promise<{ records: readonly Told[]; stderr: string }> {
  const { stdout, stderr, exitCode } = await work.run(['clean', ...args]);
  expect(exitCode, stderr).toBe(0);
  const lines = stdout.split('\n').slice(0, -1);
  return { records: lines.map((line) => JSON.parse(line) as Told), stderr };
}

const site = 'https://a.example';
const second = { of: `${site}/2`, exact: true };

describe('--duplicates', () => {
  const ways = [
    ['--stream'],
    [],
    ['--jobs', '2'],
    ['--stream', '--jobs', '2', '--state', 'jobs.state', '--commit-every', '2'],
    ['--state', 'two.state', '--commit-every', '1'],
  ];

  it.each(ways)(
    'marks pages with the address of the first, the same in every way: %j %j',
    async (...args) => {
      const given = args.filter((arg) => arg !== undefined);
      const { records, stderr } = await clean('crawl.jsonl', '--duplicates', 'mark', ...given);
      expect(records.map(({ duplicate }) => duplicate)).toEqual([
        undefined,
        undefined,
        undefined,
        second,
        undefined,
        { of: `${site}/2`, exact: false },
        // The same address again is the same page.
        undefined,
      ]);
      expect(stderr).toContain('2 duplicates');
    },
  );

  it('finds them across sites, and leaves them out', async () => {
    const args = ['crawl.jsonl', '--duplicates', 'drop', '--duplicates-across', '--stats', 'stats.json'];
    const { records, stderr } = await clean(...args);
    expect(records.map(({ id }) => id)).toEqual([`${site}/1`, `${site}/2`, `${site}/3`, `${site}/2`]);
    expect(stderr).toContain('3 duplicates left out');
    expect(JSON.parse(work.read('stats.json'))).toMatchObject({
      pages: 7,
      duplicates: { found: 3, dropped: 3 },
    });
  });

  it('remembers them with the state, and says how many', async () => {
    await clean('crawl.jsonl', '--stream', '--duplicates', 'mark', '--state', 'kept.state');
    work.write('later.jsonl', page('a.example/9', words(3)) + page('a.example/1', words(1)));
    const { records } = await clean(
      'later.jsonl',
      '--stream',
      '--duplicates',
      'mark',
      '--state',
      'kept.state',
    );
    expect(records.map(({ duplicate }) => duplicate)).toEqual([{ of: `${site}/3`, exact: true }, undefined]);
    const { stderr } = await work.run(['sites', 'kept.state']);
    expect(stderr).toContain('4 pages known for --duplicates: 96 B in memory, the last 4,194,304 at most');
    expect((await work.run(['sites', 'kept.state', '--verify'])).exitCode).toBe(0);
  });
});

describe('--changed-only', () => {
  it('writes what is new or has changed, and says what has', async () => {
    const run = (name: string): ReturnType<typeof clean> =>
      clean(name, '--changed-only', '--state', 'recrawl.state', '--stream');
    const first = await run('crawl.jsonl');
    // The last one is the second once more.
    expect(first.records.map(({ changed }) => changed)).toEqual(Array.from({ length: 6 }, () => ['new']));
    expect(first.stderr).toContain('1 unchanged');
    work.write(
      'again.jsonl',
      page('a.example/1', words(1)) +
        page('a.example/2', `${words(2)} and more`, 'Another title') +
        page('a.example/3', words(3), 'Only another title') +
        page('a.example/4', words(4)),
    );
    const again = await run('again.jsonl');
    expect(again.records.map(({ id, changed }) => [id, changed])).toEqual([
      [`${site}/2`, ['content', 'metadata']],
      [`${site}/4`, ['new']],
    ]);
    expect(again.stderr).toContain('2 unchanged');
  });

  it('a page that is again what it was before has changed once more', async () => {
    work.write('as-it-was.jsonl', page('a.example/1', words(1)));
    work.write('changed.jsonl', page('a.example/1', words(2)));
    const run = async (name: string): Promise<readonly unknown[]> =>
      (await clean(name, '--changed-only', '--state', 'back.state', '--stream')).records.map(
        ({ changed }) => changed,
      );
    expect(await run('as-it-was.jsonl')).toEqual([['new']]);
    expect(await run('changed.jsonl')).toEqual([['content', 'metadata']]);
    expect(await run('as-it-was.jsonl')).toEqual([['content', 'metadata']]);
    expect(await run('as-it-was.jsonl')).toEqual([]);
  });

  it('says where only the judgement is another, also of a part of a line', async () => {
    work.write('line.jsonl', page('a.example/1', `${words(1)} <i class="by">by our editors</i>`));
    const run = (...more: readonly string[]): ReturnType<typeof clean> =>
      clean('line.jsonl', '--changed-only', '--state', 'line.state', '--stream', ...more);
    expect((await run()).records.map(({ changed }) => changed)).toEqual([['new']]);
    expect((await run('--drop', '.by')).records.map(({ changed }) => changed)).toEqual([['judgement']]);
    expect((await run('--drop', '.by')).records).toEqual([]);
  });

  it('needs a state, and cannot begin a run again', async () => {
    const { stderr } = await work.run(['clean', 'crawl.jsonl', '--changed-only']);
    expect(stderr).toContain('--changed-only needs --state FILE');
    const restarted = await work.run([
      ...['clean', 'crawl.jsonl', '--changed-only', '--restart', '--state', 'x.state'],
    ]);
    expect(restarted.stderr).toContain('--changed-only cannot be used with --restart');
  });
});

describe('--links-out', () => {
  it('writes links as edges, those of the template marked', async () => {
    await clean('crawl.jsonl', '--links-out', 'links.jsonl', '--jobs', '2');
    const edges = work
      .read('links.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    expect(edges).toHaveLength(3 * crawl.length);
    expect(edges[0]).toEqual({ from: `${site}/1`, to: `${site}/`, text: 'Home', in: 'template' });
    expect(edges[2]).toMatchObject({ from: `${site}/1`, to: `${site}/next`, text: 'Next' });
    expect(new Set(edges.map((edge) => edge.in))).toContain('template');
  });
});
