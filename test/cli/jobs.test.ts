/** However many threads work: the same bytes. `npm run determinism` does it twenty times over. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCrawl } from '../../packages/lab/src/synthetic/synthetic-crawl.ts';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();

beforeAll(() => {
  const crawl = createCrawl({ seed: 5, sites: 6, pagesPerSite: 12, pageBytes: { min: 1_500, max: 4_000 } });
  const lines = [...crawl.crawl()].map(({ make }) => {
    const { url, html } = make();
    return JSON.stringify({ url, html });
  });
  // A page that fails, and a line that holds none: they have their places too.
  lines.splice(30, 0, '{"url":"https://deep.example/","html":"<p>a"}', 'no JSON');
  lines[60] = JSON.stringify({ url: 'https://deep.example/x', html: '<div>'.repeat(2_000) });
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
async function runWith(jobs: number, flags: readonly string[], output: string): Promise<unknown> {
  const to = `${++runs}-${output}`;
  const limits = ['--progress', 'never', '--max-page-depth', '1000', '--jobs', String(jobs)];
  const { exitCode, stderr } = await work.run(['clean', 'crawl.jsonl', ...flags, ...limits, '-o', to]);
  return { exitCode, told: stderr.replace(/, [^,]+ s\n$/, ''), ...digestOf(to) };
}

const stream = ['--stream', '--blocks', '--template', 'first'];
const learned = ['--blocks', '--template', 'separate'];

describe.concurrent('--jobs changes no byte', () => {
  it.each([
    ['out.jsonl', stream, 1],
    ['out.jsonl', learned, 1],
    ['out.warc', ['--stream'], 1],
    ['out.warc', ['--format', 'html'], 1],
    ['out/', ['--stream', '--keep-dirs'], 72],
    ['out/', ['--format', 'markdown'], 72],
  ])('%s %j', async (output, flags, files) => {
    const one = await runWith(1, flags, output);
    expect(one).toMatchObject({ exitCode: 3, files });
    for (const jobs of [2, 4]) expect(await runWith(jobs, flags, output), `--jobs ${jobs}`).toEqual(one);
  });
});
