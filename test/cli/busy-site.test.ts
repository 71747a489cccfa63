/** One site that is most of the input: its pages are shared by the threads, and the bytes are those of one thread. */
import { createHash } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../packages/dehusk/src/engine/sqlite-store.ts';
import { busySiteLines, LARGE_PAGES } from './busy-site.ts';
import { killAt } from './killed.ts';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();

beforeAll(() => {
  const lines = busySiteLines();
  work.write('site.jsonl', lines.slice(0, LARGE_PAGES).join('\n'));
  work.write('busy.jsonl', `${lines.join('\n')}\n`);
  work.write('first.jsonl', '{"url":"https://first.example/","html":"<p>one"}\n');
});

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const threads = ['--jobs', '3'];
const limits = ['--progress', 'never', '--max-page-depth', '1000'];

/** Says on standard error how many threads were started. */
const counting = `data:text/javascript,${encodeURIComponent(`
  import threads, { isMainThread } from 'node:worker_threads';
  import { syncBuiltinESMExports } from 'node:module';
  let count = 0;
  const { Worker } = threads;
  threads.Worker = class extends Worker { constructor(...given) { super(...given); count++; } };
  syncBuiltinESMExports();
  if (isMainThread) process.on('exit', () => console.error('threads: ' + count));
`)}`;

it('starts threads for it, if there are three at least', async () => {
  const env = { NODE_OPTIONS: `--import=${counting}` };
  for (const [jobs, count] of [
    ['2', 1],
    ['3', 3],
  ] as const) {
    const args = ['clean', 'site.jsonl', '--stream', ...limits, '--jobs', jobs, '-o', `${jobs}.jsonl`];
    const { stderr } = await work.run(args, { env });
    expect(stderr).toContain(`threads: ${count}`);
  }
});

describe('its records', () => {
  it.each([
    ['out.jsonl', ['--stream', '--blocks', '--template', 'first']],
    ['out.jsonl', ['--blocks', '--template', 'separate']],
    ['out.jsonl', ['--stream', '--method', 'incremental', '--keep', 'nav']],
    ['out.warc', ['--format', 'html']],
  ])('%s %j', async (output, flags) => {
    const made: unknown[] = [];
    for (const how of [[], threads]) {
      const to = `${flags.join(' ')} ${how.length} ${output}`;
      const { exitCode, stderr } = await work.run([
        'clean',
        'busy.jsonl',
        ...limits,
        ...flags,
        ...how,
        '-o',
        to,
      ]);
      const told = stderr.replace(/, [^,]+ s\n$/, '');
      made.push({ exitCode, told, digest: digestOf(work.readBytes(to)) });
    }
    expect(made[0]).toMatchObject({ exitCode: 3 });
    expect(made[1]).toEqual(made[0]);
  });
});

describe.each([
  ['stream', ['--stream']],
  ['two passes', []],
])('its state: %s', (name, flags) => {
  const args = (input: string, state: string, to: string): string[] => [
    ...['clean', input, '--quiet', ...limits, ...flags],
    ...['--state', state, '--commit-every', '20', '-o', to],
  ];
  const sitesOf = async (state: string): Promise<unknown[]> => {
    await using store = openSqliteStore(path.join(work.folder, state));
    const sites: unknown[] = [];
    for await (const { site } of store.sites()) sites.push({ site, ...(await store.loadSite(site)) });
    return sites;
  };

  it('is the same, also of a run that was killed and goes on', async () => {
    await work.run(args('first.jsonl', `${name}.state`, `${name} first.jsonl`));
    // Copies of one: then all of them hash with the same key.
    const begin = (state: string): string => {
      copyFileSync(path.join(work.folder, `${name}.state`), path.join(work.folder, state));
      return state;
    };
    const one = begin(`${name} one.state`);
    await work.run(args('busy.jsonl', one, `${name} one.jsonl`));
    const shared = begin(`${name} shared.state`);
    await work.run([...args('busy.jsonl', shared, `${name} shared.jsonl`), ...threads]);
    const killed = begin(`${name} killed.state`);
    const again = [...args('busy.jsonl', killed, `${name} killed.jsonl`), ...threads];
    expect(await killAt(work, again, 12)).toBe(true);
    await work.run(again);
    const expected = await sitesOf(one);
    expect(expected).toHaveLength(3);
    for (const state of [shared, killed]) expect(await sitesOf(state)).toEqual(expected);
    const records = digestOf(work.readBytes(`${name} one.jsonl`));
    for (const way of ['shared', 'killed'])
      expect(digestOf(work.readBytes(`${name} ${way}.jsonl`)), way).toBe(records);
  });
});
