/** The commands of a log, with a real server: the records are those of `clean --stream --state`, however they come there. */
import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../packages/lab/src/cluster/postgres-server.ts';
import { freePort, type RedisServer, startRedis } from '../../packages/lab/src/cluster/redis-server.ts';
import { createCrawl } from '../../packages/lab/src/synthetic/synthetic-crawl.ts';
import { busySiteLines } from '../cli/busy-site.ts';
import { createWorkplace, type RunOptions } from '../cli/run-dehusk.ts';
import { bytesOf, httpResponse, warcRecord } from '../contracts/input-fixtures.ts';
import { postgresTests, redisTests } from './servers.ts';

const work = createWorkplace();

/** In a process of its own. */
const alone: RunOptions = { onSaid: () => undefined };

/** Two archives, one compressed, with a page twice and one that fails; and JSON Lines. */
function writeCrawl(): void {
  const crawl = createCrawl({ seed: 3, sites: 6, pagesPerSite: 15, pageBytes: { min: 1_000, max: 4_000 } });
  const made = [...crawl.crawl()].map(({ make }) => make());
  const record = ({ url, html }: { url: string; html: string }): Uint8Array =>
    warcRecord(httpResponse(html), { 'WARC-Target-URI': url });
  const third = made.length / 3;
  const broken = { url: `${made[0]!.url}-deep`, html: '<div>'.repeat(3000) };
  const [first, second, last] = [0, 1, 2].map((i) => made.slice(i * third, (i + 1) * third));
  work.write('crawl/1.warc', bytesOf(...[...first!, broken, first![3]!].map(record)));
  work.write('crawl/2.warc.gz', bytesOf(...second!.map((page) => gzipSync(record(page)))));
  work.write('crawl/3.jsonl', last!.map(({ url, html }) => `${JSON.stringify({ url, html })}\n`).join(''));
}

interface Placed {
  readonly site: string;
  readonly metadata: { readonly file: string; readonly line?: number; readonly offset?: number };
}

/** In the order of the input. */
function inOrder(jsonl: string): readonly string[] {
  const place = (line: string): string => {
    const { file, line: number, offset } = (JSON.parse(line) as Placed).metadata;
    return `${file} ${String(number ?? offset).padStart(12, '0')}`;
  };
  const lines = jsonl.split('\n').filter((line) => line !== '');
  return lines.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

/** For each site, its records as they come. */
function bySite(jsonl: string): ReadonlyMap<string, readonly string[]> {
  const sites = new Map<string, string[]>();
  for (const line of jsonl.split('\n').filter((one) => one !== '')) {
    const { site } = JSON.parse(line) as Placed;
    sites.set(site, [...(sites.get(site) ?? []), line]);
  }
  return sites;
}

let expected = '';

beforeAll(async () => {
  writeCrawl();
  const run = await work.run(['clean', 'crawl', '--stream', '--state', 'plain.state', '-o', 'plain.jsonl']);
  expect(run.exitCode, run.stderr).toBe(3);
  expected = work.read('plain.jsonl');
});

postgresTests(() => {
  it('the records are those of clean, by PostgreSQL', async () => {
    const server = startPostgres(work.folder);
    try {
      const log = ['--log', server.url, '--quiet'];
      expect(await work.run(['enqueue', 'crawl', ...log])).toMatchObject({ exitCode: 0, stderr: '' });
      const worker = ['worker', ...log, '--until-empty'];
      expect(await work.run(worker, alone)).toMatchObject({ exitCode: 0, stderr: '' });
      const drain = ['drain', ...log, '-o', 'postgres.jsonl', '--failures'];
      expect((await work.run(drain)).exitCode).toBe(3);
      const lines = work.read('postgres.jsonl').split(/(?<=\n)/);
      const [records, failures] = [false, true].map((failed) =>
        lines.filter((line) => 'error' in (JSON.parse(line) as object) === failed).join(''),
      );
      expect(inOrder(records!)).toEqual(inOrder(expected));
      expect(failures).toMatch(/^\{"id":.*"code":"PAGE_TOO_DEEP".*\}\n$/);
    } finally {
      server.stop();
    }
  });
});

redisTests(() => {
  let server: RedisServer;
  const at = (log: string): string => `${server.url}/0?log=${log}`;

  beforeAll(async () => {
    server = await startRedis(work.folder);
  });
  afterAll(() => server.stop());

  const enqueue = (log: string, ...flags: readonly string[]): ReturnType<typeof work.run> =>
    work.run(['enqueue', 'crawl', '--log', at(log), '--quiet', ...flags]);
  const workers = (log: string, count: number, ...flags: readonly string[]): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, () =>
        work.run(['worker', '--log', at(log), '--until-empty', '--quiet', ...flags], alone),
      ),
    );

  it('a site whose pages are shared by the threads of a worker has the records of clean', async () => {
    work.write('busy.jsonl', `${busySiteLines().join('\n')}\n`);
    await work.run([
      'clean',
      'busy.jsonl',
      '--stream',
      '--state',
      'busy.state',
      '--quiet',
      '-o',
      'one.jsonl',
    ]);
    const log = ['--log', at('busy'), '--quiet'];
    await work.run(['enqueue', 'busy.jsonl', ...log, '--max-waiting', '64MB']);
    await workers('busy', 1, '--jobs', '3');
    await work.run(['drain', ...log, '-o', 'shared.jsonl']);
    expect(bySite(work.read('one.jsonl')).size).toBe(2);
    expect(bySite(work.read('shared.jsonl'))).toEqual(bySite(work.read('one.jsonl')));
  });

  it.each([
    ['with pages in the log', 'inline', []],
    ['by reference', 'places', ['--by-reference', '--partitions', '3']],
  ])('the records are those of clean, %s', async (_, log, flags) => {
    expect(await enqueue(log, ...flags)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await enqueue(log, ...flags), 'twice').toMatchObject({ exitCode: 0, stderr: '' });
    const done = (await workers(log, 2)) as { exitCode: number; stderr: string }[];
    expect(done.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const drained = await work.run(['drain', '--log', at(log), '-o', `${log}.jsonl`]);
    expect(drained.exitCode, drained.stderr).toBe(3);
    expect(drained.stderr).toMatch(/PAGE_TOO_DEEP/);
    expect(inOrder(work.read(`${log}.jsonl`))).toEqual(inOrder(expected));
    expect(bySite(work.read(`${log}.jsonl`))).toEqual(bySite(expected));
  });

  it('a log of which everything was taken gives nothing more, and goes on when there is', async () => {
    const again = await work.run(['drain', '--log', at('inline'), '-o', 'inline-2.jsonl']);
    expect(again.exitCode).toBe(0);
    expect(work.read('inline-2.jsonl')).toBe('');
    const more = `${JSON.stringify({ url: 'https://new.example/', html: '<p>Something new.' })}\n`;
    const appended = await work.run(
      ['enqueue', '-', '--input-format', 'jsonl', '--log', at('inline'), '--quiet'],
      { stdin: more },
    );
    expect(appended.exitCode, appended.stderr).toBe(0);
    await workers('inline', 1);
    // Into the same file: behind what it has.
    const before = work.read('inline.jsonl');
    expect((await work.run(['drain', '--log', at('inline'), '-o', 'inline.jsonl', '-q'])).exitCode).toBe(0);
    expect(work.read('inline.jsonl').startsWith(before)).toBe(true);
    expect(work.read('inline.jsonl').slice(before.length)).toMatch(/^\{"id":"https:\/\/new.example\/".*\n$/);
  });

  it('tells what waits', async () => {
    await enqueue('waiting', '--partitions', '1');
    const json = await work.run(['lag', '--log', at('waiting'), '--format', 'json']);
    const totals = JSON.parse(json.stdout);
    expect(totals).toMatchObject({ lag: 92, outputs: 0, pages: 92, failures: 0, workers: [], drain: null });
    expect(totals.partitions).toHaveLength(1);
    expect(json.exitCode).toBe(0);
    const args = ['lag', '--log', at('waiting'), '--quiet'];
    expect((await work.run([...args, '--max-lag', '92'])).exitCode).toBe(0);
    expect((await work.run([...args, '--max-lag', '91'])).exitCode).toBe(1);
    expect((await work.run([...args, '--max-age', '0'])).exitCode).toBe(1);
    const table = await work.run(['lag', '--log', at('waiting')]);
    expect(table.stdout).toMatch(/^partition +lag +oldest s +outputs +pages +failures +owner\n/);
    expect(table.stdout).toMatch(/\n +all +92 .* 0 workers\n$/);
  });

  it('a worker ends in order at SIGTERM, and gives back what it has', async () => {
    const onSaid: RunOptions['onSaid'] = ({ stderr }, killOnce) => {
      if (/[1-9]\d* pages? \(/.test(stderr)) killOnce('SIGTERM');
    };
    const flags = ['--progress', 'always', '--max-output', '1', '--lease', '600'];
    const stopped = await work.run(['worker', '--log', at('waiting'), ...flags], { onSaid });
    expect(stopped.exitCode, stopped.stderr).toBe(0);
    const { stdout } = await work.run(['lag', '--log', at('waiting'), '--format', 'json']);
    const { lag, partitions } = JSON.parse(stdout);
    // Nobody takes what comes out, so it has stopped early.
    expect(lag).toBeGreaterThanOrEqual(92 - 64);
    expect(lag).toBeLessThan(92);
    expect(partitions.map(({ owner }: { owner: unknown }) => owner)).toEqual([null]);
    await workers('waiting', 1);
    const drained = await work.run([
      'drain',
      '--log',
      at('waiting'),
      '-o',
      'waiting.jsonl.gz',
      '-q',
      '--until-done',
    ]);
    expect(drained.exitCode, drained.stderr).toBe(3);
  });

  it('backpressure: enqueue waits while a partition is full', async () => {
    const said: string[] = [];
    const onSaid: RunOptions['onSaid'] = ({ stderr }) => said.push(stderr);
    const appending = work.run(
      ['enqueue', 'crawl', '--log', at('small'), '--partitions', '1', '--max-waiting', '20k'],
      { onSaid },
    );
    await expect.poll(() => said.join('')).toMatch(/partition 0 is full: waits for workers/);
    const { stdout } = await work.run(['lag', '--log', at('small'), '--format', 'json']);
    expect(JSON.parse(stdout).waiting_bytes).toBeGreaterThan(0);
    let isDone = false;
    const working = work.run(['worker', '--log', at('small'), '--progress', 'always'], {
      onSaid: (_, killOnce) => isDone && killOnce('SIGTERM'),
    });
    expect((await appending).exitCode).toBe(0);
    const drained = await work.run([
      'drain',
      '--log',
      at('small'),
      '-o',
      'small.jsonl',
      '-q',
      '--until-done',
    ]);
    expect(drained.exitCode).toBe(3);
    expect(inOrder(work.read('small.jsonl'))).toEqual(inOrder(expected));
    isDone = true;
    expect((await working).exitCode).toBe(0);
  });

  /** What documents tell people to type. */
  const redisCli = (...args: readonly string[]): string =>
    execFileSync('redis-cli', ['-p', `${server.port}`, ...args], { encoding: 'utf8' });

  it('another number of partitions is another log, and the old one can be deleted', async () => {
    const all = async (log: string, partitions: string): Promise<void> => {
      expect((await enqueue(log, '--partitions', partitions)).exitCode).toBe(0);
      await workers(log, 1);
      const drained = await work.run(['drain', '--log', at(log), '-o', `${log}.jsonl`, '-q', '--until-done']);
      expect(drained.exitCode, drained.stderr).toBe(3);
      expect(bySite(work.read(`${log}.jsonl`))).toEqual(bySite(expected));
    };
    await all('few', '1');
    await all('many', '5');
    const keys = redisCli('--scan', '--pattern', 'few:*').split('\n').filter(Boolean);
    redisCli('del', ...keys);
    expect((await work.run(['lag', '--log', at('few')])).stderr).toMatch(/there is no log at .* yet/);
    const left = await work.run(['lag', '--log', at('many'), '--format', 'json']);
    expect(JSON.parse(left.stdout)).toMatchObject({ lag: 0, outputs: 0, pages: 92 });
  });

  it('a worker waits for a server that is full, and goes on when it has room', async () => {
    await enqueue('full', '--partitions', '2');
    redisCli('config', 'set', 'maxmemory', '1');
    const working = work.run(['worker', '--log', at('full'), '--until-empty'], {
      onSaid: ({ stderr }) =>
        /takes nothing more.*tried again/.test(stderr) && redisCli('config', 'set', 'maxmemory', '0'),
    });
    try {
      const { exitCode, stderr } = await working;
      expect(stderr).toMatch(/takes nothing more.*tried again/);
      expect(exitCode, stderr).toBe(0);
    } finally {
      redisCli('config', 'set', 'maxmemory', '0');
    }
    await work.run(['drain', '--log', at('full'), '-o', 'full.jsonl', '-q']);
    expect(bySite(work.read('full.jsonl'))).toEqual(bySite(expected));
  });

  describe('is refused in words', () => {
    it.each([
      ['without a log', ['worker'], 2, /dehusk worker needs --log ADDRESS/],
      ['another kind of log', ['lag', '--log', 'http://a/'], 2, /LOG_ADDRESS_BAD|no log can be at/],
      ['no address', ['enqueue', 'crawl', '--log', 'queue'], 2, /no log can be at queue/],
      ['a name that none can have', ['worker', '--log', 'redis://a/0?log=A'], 2, /not by 'A'/],
      ['a method that needs many pages', ['worker', '--method', 'shingle'], 2, /judges many pages at once/],
      [
        'what only one run can do',
        ['worker', '--duplicates-across'],
        2,
        /worker cannot be used with --duplicates-across/,
      ],
      [
        'what clean does',
        ['worker', '--duplicates', 'mark'],
        2,
        /cannot be used with --duplicates: run dehusk clean/,
      ],
      [
        'the same',
        ['enqueue', 'crawl', '--duplicates-across'],
        2,
        /enqueue cannot be used with --duplicates-across/,
      ],
      ['a folder', ['drain', '-o', 'out/'], 2, /needs -o FILE\.jsonl/],
    ])('%s', async (_, args, exitCode, words) => {
      const log = args.includes('--log') || args.length === 1 ? [] : ['--log', 'redis://127.0.0.1:1'];
      const run = await work.run([...args, ...log]);
      expect(run.stderr).toMatch(words);
      expect(run.exitCode).toBe(exitCode);
    });

    it('a log that is not there, or not yet', async () => {
      const port = await freePort();
      const run = await work.run(['worker', '--log', `redis://:secret@127.0.0.1:${port}`]);
      expect(run.exitCode).toBe(1);
      expect(run.stderr).toMatch(/cannot reach the log redis:\/\/127/);
      expect(run.stderr).not.toMatch(/secret/);
      const empty = await work.run(['worker', '--log', at('nothing')]);
      expect(empty.stderr).toMatch(/there is no log at .* yet/);
      expect(empty.exitCode).toBe(1);
    });

    it('another number of partitions, and other ways to judge', async () => {
      const others = await enqueue('places', '--partitions', '4');
      expect(others.stderr).toMatch(/begun with --partitions 3, not with 4/);
      const markdown = await work.run([
        'worker',
        '--log',
        at('places'),
        '--until-empty',
        '--format',
        'markdown',
      ]);
      expect(markdown.stderr).toMatch(/begun with --format text, not with markdown/);
      expect(markdown.exitCode).toBe(1);
    });

    it('an input that has changed since', async () => {
      const lines = [1, 2].map((i) => JSON.stringify({ url: `https://x.example/${i}`, html: `<p>${i}` }));
      work.write('changing.jsonl', `${lines.join('\n')}\n`);
      const args = ['enqueue', 'changing.jsonl', '--log', at('places'), '--quiet'];
      expect((await work.run(args)).exitCode).toBe(0);
      work.write('changing.jsonl', `${lines[0]}\n${lines[1]!.replace('<p>', '<b>')}\n`);
      const changed = await work.run(args);
      expect(changed.stderr).toMatch(/has changed since: changing\.jsonl:2 \(--producer/);
      expect((await work.run([...args, '--producer', 'again'])).exitCode).toBe(0);
    });

    it('pages in an archive that is not here, until it is', async () => {
      const pages = [1, 2, 3].map((i) => ({ url: `https://far.example/${i}`, html: `<p>${i}` }));
      const records = pages.map(({ url, html }) =>
        warcRecord(httpResponse(html), { 'WARC-Target-URI': url }),
      );
      work.write('far/a.warc', bytesOf(...records));
      const log = at('far');
      await work.run(['enqueue', 'far', '--by-reference', '--log', log, '--quiet']);
      renameSync(path.join(work.folder, 'far'), path.join(work.folder, 'away'));
      const worker = ['worker', '--log', log, '--until-empty', '--quiet'];
      const without = await work.run(worker, alone);
      expect(without.stderr).toMatch(
        /the log refers to pages in .*far\/a\.warc, and its folder is not on this/,
      );
      expect(without.exitCode).toBe(1);
      renameSync(path.join(work.folder, 'away'), path.join(work.folder, 'far'));
      expect(await work.run(worker, alone)).toMatchObject({ exitCode: 0, stderr: '' });
      expect((await work.run(['drain', '--log', log, '-o', 'far.jsonl', '-q'])).exitCode).toBe(0);
      expect(work.read('far.jsonl').split('\n')).toHaveLength(4);
    });

    it('a second drain while one is not done', async () => {
      const args = ['drain', '--log', at('places'), '--progress', 'always', '-o'];
      const killed = await work.run([...args, 'never.jsonl', '--follow'], {
        onSaid: (_, killOnce) => killOnce('SIGTERM'),
      });
      expect(killed.exitCode).toBe(143);
      const second = await work.run([...args, 'second.jsonl']);
      expect(second.stderr).toMatch(/never\.jsonl takes what comes out .* \(--take-over\)/);
      expect((await work.run([...args, 'second.jsonl', '--take-over'])).exitCode).toBe(0);
    });
  });
});
