/** `dehusk template URL` against a server on this machine. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { createWorkplace } from '../cli/run-dehusk.ts';
import { type Answer, serveSite } from '../servers/site-server.ts';

const site = createSite({ seed: 7, pages: 60 });
const quick = ['--allow-private', '--delay', '0'];

async function fetchTemplate(flags: readonly string[] = [], answer?: Answer) {
  await using server = await serveSite(site, answer);
  const result = await createWorkplace().run(['template', server.url, ...quick, ...flags]);
  return { ...result, requests: server.requests };
}

const pagesOf = (requests: readonly string[]): readonly string[] =>
  requests.filter((path) => path !== '/robots.txt');

describe('the template of a page of the web', () => {
  it('takes few requests, each page once, robots.txt first', async () => {
    const { stdout, exitCode, requests } = await fetchTemplate();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^<!DOCTYPE html>/);
    expect(requests[0]).toBe('/robots.txt');
    const pages = pagesOf(requests);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.length).toBeLessThanOrEqual(10);
  });

  it('gives up at the number of loads that is allowed', async () => {
    const { requests } = await fetchTemplate(['--pages', '8', '--max-pages', '2']);
    expect(pagesOf(requests).length).toBeLessThanOrEqual(3);
  });

  it('keeps off what robots.txt forbids', async () => {
    const free = pagesOf((await fetchTemplate()).requests);
    const forbidden = free.at(-1)!;
    const { requests, exitCode } = await fetchTemplate([], (path, _request, response) => {
      if (path !== '/robots.txt') return false;
      response.end(`User-agent: *\nDisallow: ${forbidden}\n`);
      return true;
    });
    expect(requests).not.toContain(forbidden);
    expect(exitCode).toBe(0);
  });

  it('does without pages that are broken, redirected away, or too large', async () => {
    const free = pagesOf((await fetchTemplate()).requests);
    const [, broken, away, bomb] = free;
    const { stderr, exitCode } = await fetchTemplate(
      ['--explain', '--max-page-bytes', '1m'],
      (path, request, response) => {
        if (path === broken) request.socket.destroy();
        else if (path === away) response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end();
        else if (path === bomb)
          response
            .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
            .end(gzipSync(Buffer.alloc(50_000_000)));
        else return false;
        return true;
      },
    );
    expect(exitCode).toBe(0);
    expect(stderr.split('\n').filter((line) => line.includes(': failed (')).length).toBeGreaterThanOrEqual(3);
  });

  it('refuses an address that is not public, and opens no connection', async () => {
    await using server = await serveSite(site);
    const { stderr, exitCode } = await createWorkplace().run(['template', server.url]);
    expect(stderr).toContain('127.0.0.0/8');
    expect(exitCode).toBe(1);
    expect(server.requests).toEqual([]);
  });

  it('asks again only for what changed, with a cache', async () => {
    await using server = await serveSite(site, (path, request, response) => {
      if (request.headers['if-none-match'] !== '"1"') {
        response.setHeader('etag', '"1"');
        return false;
      }
      response.writeHead(304).end();
      return path !== '';
    });
    const place = createWorkplace();
    const run = () => place.run(['template', server.url, ...quick, '--cache', 'cache']);
    const first = await run();
    const second = await run();
    expect(second.stdout).toBe(first.stdout);
    expect(second.exitCode).toBe(0);
  });
});
