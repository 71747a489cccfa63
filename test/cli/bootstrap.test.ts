/** `clean --stream --bootstrap`: even the first page of a site comes out clean. */
import { describe, expect, it } from 'vitest';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { serveSite } from '../servers/site-server.ts';
import { insectHtml } from '../template/insect-site.ts';
import { killAt } from './killed.ts';
import { createWorkplace, fieldOf, incremental, timeless } from './run-dehusk.ts';

const names = ['', 'ants/', 'bees/', 'moths/', 'wasps/'];

/** No single page tells that it is on all of them. */
const line = '<p>Who knows more may write to us.</p>';

function crawl() {
  const place = createWorkplace();
  const lines = names.map((path) =>
    JSON.stringify({
      url: `https://insects.example/${path}`,
      html: insectHtml(path || 'all insects').replace('<footer>', `${line}<footer>`),
    }),
  );
  place.write('crawl.jsonl', `${lines.join('\n')}\n`);
  return place;
}

describe.each([
  ['adaptive', []],
  ['incremental', incremental],
])('bootstrapping from the input: %s', (_, method) => {
  const stream = ['clean', 'crawl.jsonl', '--stream', '--quiet', ...method];
  const clean = [...stream, '--bootstrap'];

  it('cleans the first page by the pages it links to', async () => {
    const { stdout, exitCode } = await crawl().run(clean);
    expect(fieldOf('text', stdout)[0]).toBe('On all insects\n\nWhat we know of all insects.');
    expect(exitCode).toBe(0);
    const without = await crawl().run(stream);
    expect(fieldOf('text', without.stdout)[0]).toContain('Who knows more may write to us.');
  });

  it('claims no more pages than there were, and marks what it was told', async () => {
    const place = crawl();
    const { stdout } = await place.run([...clean, '--blocks', '--state', 'site.state']);
    const [blocks] = fieldOf('blocks', stdout) as { seen: number; of: number; template: boolean }[][];
    const template = blocks!.filter((block) => block.template);
    expect(template.length).toBeGreaterThan(0);
    for (const { seen, of } of template) expect({ seen, of }).toEqual({ seen: 1, of: 1 });
    const sites = await place.run(['sites', 'site.state', '--site', 'insects.example', '--format', 'json']);
    expect(fieldOf('bootstrapped', sites.stdout)).toContain(true);
  });

  it('gives the same with threads, and when it goes on after it was killed', async () => {
    const place = crawl();
    const plain = (await place.run(clean)).stdout;
    expect((await place.run([...clean, '--jobs', '2'])).stdout).toBe(plain);
    const kept = [...clean, '--state', 'site.state', '--commit-every', '1', '-o', 'out.jsonl'];
    expect(await killAt(place, kept, 4)).toBe(true);
    expect((await place.run(kept)).exitCode).toBe(0);
    expect(place.read('out.jsonl')).toBe(plain);
  });

  it('knows in a later run what it was told in the first', async () => {
    const place = crawl();
    await place.run([...clean, '--state', 'site.state', '-o', 'out.jsonl']);
    const later = [...stream, '--state', 'site.state', '--freeze'];
    expect(fieldOf('text', (await place.run(later)).stdout)[0]).toBe(
      'On all insects\n\nWhat we know of all insects.',
    );
  });
});

describe('--bootstrap', () => {
  it('says of how many sites it knows something', async () => {
    const { stderr } = await crawl().run(['clean', 'crawl.jsonl', '--stream', '--bootstrap']);
    expect(timeless(stderr)).toContain('dehusk: bootstrapped 1 of 1 sites\n');
  });

  it.each([
    [['crawl.jsonl', '--bootstrap'], '--stream'],
    [['-', '--bootstrap'], '--bootstrap=fetch'],
    [['crawl.jsonl', '--stream', '--bootstrap=web'], 'fetch, or no value'],
    [['crawl.jsonl', '--stream', '--bootstrap', '--method', 'none'], '--method adaptive or incremental'],
  ])('refuses %j', async (args, message) => {
    const { stderr, exitCode } = await crawl().run(['clean', ...args]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});

describe('bootstrapping by fetching', () => {
  it('asks the site for a few pages when its first page comes', async () => {
    const site = createSite({ seed: 7, pages: 60 });
    await using server = await serveSite(site);
    const html = site.page(0).html.replaceAll(new URL(site.page(0).url).origin, server.url.slice(0, -1));
    const flags = ['--bootstrap=fetch', '--allow-private', '--delay', '0'];
    const stdin = `${JSON.stringify({ url: server.url, html })}\n`;
    const place = createWorkplace();
    const { stdout, stderr } = await place.run(['clean', '-', ...flags], { stdin });
    const plain = await place.run(['clean', '-'], { stdin });
    expect(stderr).toMatch(/bootstrapped from [23] pages/);
    const [text] = fieldOf('text', stdout) as string[];
    const [whole] = fieldOf('text', plain.stdout) as string[];
    expect(text!.length).toBeGreaterThan(0);
    expect(text!.length).toBeLessThan(whole!.length);
    expect(server.requests.length).toBeLessThan(15);
  });
});
