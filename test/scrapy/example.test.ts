/** The example for Scrapy as a user runs it: a spider whose pipeline asks one long-lived dehusk, on a site of this machine. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { command, createWorkplace } from '../cli/run-dehusk.ts';
import { serveSite } from '../servers/site-server.ts';

const python = inject('scrapyPython');

interface CrawledPage {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly site: string;
  readonly metadata: { readonly title: string };
}

const { folder, read, run } = createWorkplace();

function crawl(start: string, settings: readonly string[]): Promise<string> {
  const flags = settings.flatMap((setting) => ['-s', setting]);
  const args = ['-m', 'scrapy', 'runspider', resolve('examples/scrapy/crawl.py'), '-a', `start=${start}`];
  return new Promise((done) => {
    execFile(
      python!,
      [...args, '-o', 'pages.jsonl', '-L', 'INFO', ...flags],
      { cwd: folder, timeout: 100_000 },
      (_, _stdout, stderr) => done(stderr),
    );
  });
}

describe.skipIf(python === undefined)('examples/scrapy', () => {
  it('asks one dehusk for page after page, in order, and drops those that fail', async () => {
    const site = createSite({ seed: 5, pages: 12, theme: 'semantic', language: 'english', profile: 'shop' });
    const large = `<p>${'Too large. '.repeat(30_000)}</p>`;
    let asked = 0;
    await using server = await serveSite(site, (path, _request, response) => {
      // Its third page is over the limit of the run.
      if (path === '/robots.txt' || ++asked !== 3) return false;
      response.setHeader('content-type', 'text/html').end(large);
      return true;
    });
    const said = await crawl(server.url, [
      `DEHUSK_COMMAND=${process.execPath},${command}`,
      'DEHUSK_STATE=sites.state',
      'DEHUSK_FLAGS=--max-page-bytes,200k',
      'CLOSESPIDER_ITEMCOUNT=6',
      'CONCURRENT_REQUESTS=2',
      'DOWNLOAD_DELAY=0',
      'TELNETCONSOLE_ENABLED=False',
    ]);
    expect(said).toMatch(/Dropped: line \d+ is longer than \d+ bytes/);
    expect(said).toContain("'item_dropped_count': 1");
    expect(said).not.toMatch(/Traceback|dehusk ended/);
    const pages = read('pages.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as CrawledPage);
    expect(pages.length).toBeGreaterThanOrEqual(6);
    const sources = sourcesOf(site, server.url);
    // Each has the content of its own page.
    for (const { url, metadata, status } of pages) {
      expect(status).toBe(200);
      expect(sources.get(url)).toContain(metadata.title);
    }
    const told = await run(['sites', 'sites.state', '--format', 'json']);
    expect(told.exitCode).toBe(0);
    expect(told.stdout).toContain(pages[0]!.site);
  });
});

/** The pages of the site by the addresses that they have here. */
function sourcesOf(site: ReturnType<typeof createSite>, start: string): ReadonlyMap<string, string> {
  const { origin } = new URL(site.page(0).url);
  const pages = Array.from({ length: site.pages }, (_, order) => site.page(order));
  return new Map(pages.map(({ url, html }) => [start.slice(0, -1) + url.slice(origin.length), html]));
}
