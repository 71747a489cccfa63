/** However many threads work, and with however little memory: the same bytes. The lab does it twenty times over. */
import { createHash } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../packages/dehusk/src/engine/sqlite-store.ts';
import { digestIndex } from '../../packages/lab/src/soak/kill-index.ts';
import { createCrawl } from '../../packages/lab/src/synthetic/synthetic-crawl.ts';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();

beforeAll(() => {
  const crawl = createCrawl({ seed: 5, sites: 4, pagesPerSite: 8, pageBytes: { min: 1_500, max: 4_000 } });
  const lines = [...crawl.crawl()].map(({ make }) => {
    const { url, html } = make();
    return JSON.stringify({ url, html });
  });
  // A page that fails, and a line that holds none: they have their places too.
  lines.splice(12, 0, '{"url":"https://deep.example/","html":"<p>a"}', 'no JSON');
  lines[25] = JSON.stringify({ url: 'https://deep.example/x', html: '<div>'.repeat(2_000) });
  work.write('crawl.jsonl', `${lines.join('\n')}\n`);
});

/** The output under its names, as one digest; and how much it is. */
function digestOf(output: string): { readonly files: number; readonly digest: string } {
  const names = output.endsWith('/') ? work.list(output).map((name) => output + name) : [output];
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name.replace(/^\d+-/, '')}\0`).update(work.readBytes(name));
  return { files: names.length, digest: hash.digest('hex') };
}

let runs = 0;
async function runWith(how: readonly string[], flags: readonly string[], output: string): Promise<unknown> {
  const to = `${++runs}-${output}`;
  const limits = ['--progress', 'never', '--max-page-depth', '1000', ...how];
  const { exitCode, stderr } = await work.run(['clean', 'crawl.jsonl', ...flags, ...limits, '-o', to]);
  return { exitCode, told: stderr.replace(/, [^,]+ s\n$/, ''), ...digestOf(to) };
}

const stream = ['--stream', '--blocks', '--template', 'first'];
const learned = ['--blocks', '--template', 'separate'];

/** With so little memory every site is parked when another one comes. */
const parked = ['--memory', '1'];
const parkedByThreads = ['--jobs', '2', ...parked];

describe.concurrent('--jobs and --memory change no byte', () => {
  it.each([
    ['out.jsonl', stream, 1, [parked, parkedByThreads]],
    ['out.jsonl', learned, 1, [parked, parkedByThreads, ['--jobs', '4']]],
    ['out.jsonl', [...stream, '--method', 'incremental'], 1, [parked]],
    ['out.jsonl', ['--method', 'shingle', '--batch-pages', '8', '--template', 'first'], 1, [parkedByThreads]],
    ['out.jsonl', ['--method', 'index-time', '--batch-pages', '8'], 1, [parked]],
    ['out.warc', ['--stream'], 1, [parked]],
    ['out.warc', ['--format', 'html'], 1, [parkedByThreads]],
    ['out/', ['--stream', '--keep-dirs'], 32, [parkedByThreads]],
    ['out/', ['--format', 'markdown'], 32, [parked]],
  ])('%s %j', async (output, flags, files, ways) => {
    const one = await runWith([], flags, output);
    expect(one).toMatchObject({ exitCode: 3, files });
    for (const how of ways) expect(await runWith(how, flags, output), how.join(' ')).toEqual(one);
  });
});

describe.concurrent('--jobs and --memory change nothing that is learned', () => {
  it.each([
    ['stream', stream],
    ['two passes', []],
    ['incremental', ['--stream', '--method', 'incremental']],
    ['batches', ['--method', 'shingle', '--batch-pages', '8']],
  ])('%s', async (name, flags) => {
    const args = (input: string, state: string): string[] => [
      'clean',
      input,
      '--quiet',
      '--max-page-depth',
      '1000',
      ...flags,
      '--state',
      state,
    ];
    // Copies of one: then all of them hash with the same key.
    work.write('first.jsonl', '{"url":"https://first.example/","html":"<p>one"}\n');
    await work.run(args('first.jsonl', `${name} begun.state`));
    const rows: unknown[] = [];
    for (const how of [[], parked, parkedByThreads]) {
      const state = `${name}${how.join(' ')}.state`;
      copyFileSync(path.join(work.folder, `${name} begun.state`), path.join(work.folder, state));
      const { exitCode } = await work.run([...args('crawl.jsonl', state), '--commit-every', '10', ...how]);
      expect(exitCode).toBe(3);
      await using store = openSqliteStore(path.join(work.folder, state));
      const sites: unknown[] = [];
      for await (const { site } of store.sites()) sites.push({ site, ...(await store.loadSite(site)) });
      rows.push(sites);
    }
    expect(rows[0]).toHaveLength(6);
    for (const [i, each] of rows.entries()) expect(each, `${i}`).toEqual(rows[0]);
  });
});

describe('dehusk index', () => {
  it.each(['adaptive', 'index-time'])('is the same with --memory 1: %s', async (method) => {
    const build = ['index', '--quiet', '--method', method, '--batch-pages', '10'];
    const begun = path.join(work.folder, `${method}.index`);
    work.write('first.jsonl', '{"url":"https://first.example/","html":"<p>one"}\n');
    await work.run([...build, 'first.jsonl', '-o', begun]);
    copyFileSync(begun, `${begun}-parked`);
    await work.run([...build, 'crawl.jsonl', '-o', begun]);
    await work.run([...build, 'crawl.jsonl', '-o', `${begun}-parked`, '--memory', '1']);
    expect(digestIndex(`${begun}-parked`, { states: true })).toBe(digestIndex(begun, { states: true }));
  });
});
