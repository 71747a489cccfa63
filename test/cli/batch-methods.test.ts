/** `clean` with methods that need many pages at once. */
import { describe, expect, it } from 'vitest';
import { antLines, range } from './ant-site.ts';
import { killAt } from './killed.ts';
import { createWorkplace, fieldOf } from './run-dehusk.ts';

const methods = ['mapping-vote', 'index-time', 'shingle', 'style-tree'];

/** Two sites, page by page in turn, with a page between them that cannot be read. */
function crawl() {
  const place = createWorkplace();
  const [ants, bees] = ['a.example', 'b.example'].map((site) =>
    antLines(site, range(1, 12)).trim().split('\n'),
  );
  const lines = ants!.flatMap((line, i) => [line, bees![i]!]);
  place.write(
    'crawl.jsonl',
    `${[...lines.slice(0, 9), '{"url":"https://a.example/bad"}', ...lines.slice(9)].join('\n')}\n`,
  );
  return { place, urls: lines.map((line) => (JSON.parse(line) as { url: string }).url) };
}

describe.each(methods)('%s', (method) => {
  const clean = ['clean', 'crawl.jsonl', '--method', method];

  it('takes the template away, in the order of the input, and says that it holds pages back', async () => {
    const { place, urls } = crawl();
    const { stdout, stderr, exitCode } = await place.run([...clean, '--template-text']);
    expect(fieldOf('url', stdout)).toEqual(urls);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`method ${method} judges many pages at once: up to 500 are held back`);
    expect(fieldOf('template_text', stdout).some((text) => text !== '')).toBe(true);
  });

  it('gives the same with threads, and after it was killed', async () => {
    const { place } = crawl();
    const batches = [...clean, '--quiet', '--batch-pages', '5'];
    const { stdout } = await place.run(batches);
    expect((await place.run([...batches, '--jobs', '2'])).stdout).toBe(stdout);
    const kept = [...batches, '--state', 'crawl.state', '--commit-every', '1', '-o', 'out.jsonl'];
    expect(await killAt(place, kept, 4)).toBe(true);
    expect((await place.run(kept)).exitCode).toBe(3);
    expect(place.read('out.jsonl')).toBe(stdout);
  });
});

it.each([
  [['--method', 'shingle', '--stream'], '--stream'],
  [['--method', 'shingle', '--set', 'unit=blok'], 'did you mean block?'],
  [['--method', 'style-tree', '--set', 'gama=1'], 'did you mean gamma?'],
  [['--method', 'shingel'], 'shingle'],
  [['--method', 'index-time', '--batch-pages', '0'], '--batch-pages'],
])('refuses %j', async (flags, message) => {
  const { stderr, exitCode } = await crawl().place.run(['clean', 'crawl.jsonl', ...flags]);
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
