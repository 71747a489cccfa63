/** How robots.txt is fetched, kept and obeyed, over real connections. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { failureFrom, loopbackFetcher, page, serve, serveRaw, textOf } from './loopback.ts';

const hourMs = 3_600_000;
const forbidAll = 'User-agent: *\nDisallow: /';

describe('robots.txt', () => {
  it('is fetched once for an origin, and obeyed', async () => {
    await using server = await serve(page('<p>'), page('User-agent: *\nDisallow: /private\n'));
    await using fetcher = loopbackFetcher({ perHost: 4 });
    const asked = ['/a', '/b', '/private', '/private/c', '/d'];
    const found = await Promise.allSettled(asked.map((path) => fetcher.fetchPage(`${server.origin}${path}`)));
    expect(found.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, false, true]);
    expect(server.paths.toSorted()).toEqual(['/a', '/b', '/d', '/robots.txt']);
    expect(fetcher.counters.refusals).toBe(2);
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/private`))).toMatchObject({
      code: 'HTTP_ROBOTS',
      message: `${server.origin}/private is not fetched: line 2 of ${server.origin}/robots.txt says Disallow: /private (obeyRobots)`,
    });
  });

  it('of one port is not that of another', async () => {
    await using closed = await serve(page('<p>'), page(forbidAll));
    await using open = await serve(page('<p>'));
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(closed.origin))).toMatchObject({ code: 'HTTP_ROBOTS' });
    await fetcher.fetchPage(open.origin);
  });

  it('is not asked for where it is not obeyed', async () => {
    await using server = await serve(page('<p>'), page(forbidAll));
    await using fetcher = loopbackFetcher({ obeyRobots: false });
    await fetcher.fetchPage(`${server.origin}/a`);
    expect(server.paths).toEqual(['/a']);
  });

  it.each([400, 401, 403, 404, 410, 451])('that is not there allows all: %d', async (status) => {
    await using server = await serve(page('<p>'), page(forbidAll, {}, status));
    await using fetcher = loopbackFetcher();
    await fetcher.fetchPage(`${server.origin}/a`);
    expect(server.paths).toEqual(['/robots.txt', '/a']);
  });

  it.each([429, 500, 502, 503, 504])('that fails three times forbids all: %d', async (status) => {
    await using server = await serve(page('<p>'), page('', {}, status));
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({
      code: 'HTTP_ROBOTS',
      message: `${server.origin}/a is not fetched: ${server.origin}/robots.txt answers ${status}, and then nothing may be fetched (obeyRobots)`,
    });
    expect(server.paths).toEqual(['/robots.txt', '/robots.txt', '/robots.txt']);
  });

  it.each([501, 505, 304])('that fails for good forbids all at once: %d', async (status) => {
    await using server = await serve(page('<p>'), page('', {}, status));
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({ code: 'HTTP_ROBOTS' });
    expect(server.paths).toEqual(['/robots.txt']);
  });

  it('that fails in passing is fetched again', async () => {
    let tries = 0;
    await using server = await serve(page('<p>'), (request, response) =>
      page(forbidAll, {}, ++tries < 3 ? 503 : 200)(request, response),
    );
    await using fetcher = loopbackFetcher();
    const error = await failureFrom(fetcher.fetchPage(`${server.origin}/a`));
    expect(error.message).toContain('Disallow: /');
  });

  it('that is unreachable keeps pages unfetched, and is asked for again after some minutes', async () => {
    let isUp = false;
    await using server = await serve(page('<p>'), (request, response) => {
      if (isUp) response.writeHead(404).end();
      else request.socket.destroy();
    });
    const clock = createFakeClock();
    await using fetcher = loopbackFetcher({ clock });
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
    });
    isUp = true;
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
    });
    expect(server.paths).toHaveLength(3);
    clock.advance(11 * 60_000);
    await fetcher.fetchPage(`${server.origin}/a`);
    expect(server.paths).toHaveLength(5);
  });

  it('is fetched again after a day', async () => {
    let robots = '';
    await using server = await serve(page('<p>'), (request, response) => page(robots)(request, response));
    const clock = createFakeClock();
    await using fetcher = loopbackFetcher({ clock });
    await fetcher.fetchPage(`${server.origin}/a`);
    robots = forbidAll;
    clock.advance(23 * hourMs);
    await fetcher.fetchPage(`${server.origin}/a`);
    clock.advance(2 * hourMs);
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({ code: 'HTTP_ROBOTS' });
  });

  it('is followed to other hosts, and counts for the one that was asked', async () => {
    await using far = await serve((request, response) => {
      if (request.url === '/rules') page('User-agent: *\nDisallow: /x')(request, response);
      else response.writeHead(302, { location: '/rules' }).end();
    });
    await using server = await serve(page('<p>'), (_, response) =>
      response.writeHead(301, { location: `${far.origin}/moved` }).end(),
    );
    await using fetcher = loopbackFetcher();
    await fetcher.fetchPage(`${server.origin}/a`);
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/x`))).toMatchObject({ code: 'HTTP_ROBOTS' });
    expect(far.paths).toEqual(['/moved', '/rules']);
  });

  it.each([
    [5, false],
    [6, true],
  ])('behind %d redirects: all is allowed %s', async (redirects, isAllowed) => {
    let left = redirects;
    const answer = (_: unknown, response: ServerResponse): void => {
      if (left-- > 0) response.writeHead(302, { location: `/robots${left}` }).end();
      else response.writeHead(200).end(forbidAll);
    };
    await using server = await serve((request, response) => {
      if (request.url === '/page') page('<p>')(request, response);
      else answer(request, response);
    }, answer);
    await using fetcher = loopbackFetcher();
    const outcome = await failureFrom(fetcher.fetchPage(`${server.origin}/page`));
    expect(outcome.code === 'HTTP_ROBOTS').toBe(!isAllowed);
  });

  it.each(['/robots.txt', 'ftp://example.com/robots.txt', 'http://['])(
    'that leads nowhere (%s) allows all',
    async (location) => {
      await using server = await serve(page('<p>'), (_, response) =>
        response.writeHead(302, { location }).end(),
      );
      await using fetcher = loopbackFetcher();
      await fetcher.fetchPage(`${server.origin}/a`);
    },
  );

  it('that leads to a private address fetches neither', async () => {
    await using server = await serve(page('<p>'), (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/robots.txt' }).end(),
    );
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({
      code: 'HTTP_ADDRESS_REFUSED',
      facts: { rule: 'link-local 169.254.0.0/16' },
    });
    expect(server.paths).toEqual(['/robots.txt']);
  });

  it('is read up to 500 KiB, whatever its length', async () => {
    const filler = `# ${'x'.repeat(1_021)}\n`.repeat(500);
    const robots = `${forbidAll}first\n${filler}Disallow: /late\n${'#'.repeat(20 * 1024 * 1024)}`;
    await using server = await serve(page('<p>'), page(robots, { 'content-length': robots.length }));
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/first`))).toMatchObject({
      code: 'HTTP_ROBOTS',
    });
    await fetcher.fetchPage(`${server.origin}/late`);
    expect(fetcher.counters.decodedBytes).toBeLessThan(700 * 1024);
  });

  it('as a bomb is read as far', async () => {
    const bomb = gzipSync(`${forbidAll}first\n${' '.repeat(16 * 1024 * 1024)}`);
    await using server = await serve(page('<p>'), page(bomb, { 'content-encoding': 'gzip' }));
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/first`))).toMatchObject({
      code: 'HTTP_ROBOTS',
    });
    expect(fetcher.counters.decodedBytes).toBeLessThan(700 * 1024);
  });

  it('that breaks off forbids all', async () => {
    await using server = await serveRaw(
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser'),
      {
        robots: true,
      },
    );
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
    });
  });
});

describe('the crawl delay', () => {
  it.each([
    ['Crawl-delay: 3', 3_000],
    ['Crawl-delay: 0.2', 1_000],
    ['Crawl-delay: 3600', 30_000],
    ['Disallow: /x', 1_000],
  ])('%s: pages come %d ms apart', async (line, expected) => {
    await using server = await serve(page('<p>'), page(`User-agent: *\n${line}`));
    const clock = createFakeClock();
    await using fetcher = loopbackFetcher({ clock });
    for (const path of ['/a', '/b', '/c']) await fetcher.fetchPage(`${server.origin}${path}`);
    expect(clock.sleeps).toEqual([expected, expected]);
  });
});

describe('robots.txt on disk', () => {
  it('serves other fetchers for a day, and longer where the server fails', async () => {
    const cacheFolder = await mkdtemp(join(tmpdir(), 'dehusk-robots-'));
    try {
      let status = 200;
      await using server = await serve(page('<p>'), (request, response) =>
        page('User-agent: *\nDisallow: /x', {}, status)(request, response),
      );
      const clock = createFakeClock();
      const verdicts = async (): Promise<unknown[]> => {
        await using fetcher = loopbackFetcher({ clock, cacheFolder });
        const open = await fetcher.fetchPage(`${server.origin}/a`).then(textOf, ({ code }) => code);
        return [open, (await failureFrom(fetcher.fetchPage(`${server.origin}/x`))).code];
      };
      expect(await verdicts()).toEqual(['<p>', 'HTTP_ROBOTS']);
      clock.advance(23 * hourMs);
      expect(await verdicts()).toEqual(['<p>', 'HTTP_ROBOTS']);
      expect(server.paths).toEqual(['/robots.txt', '/a', '/a']);
      clock.advance(2 * hourMs);
      status = 503;
      expect(await verdicts()).toEqual(['<p>', 'HTTP_ROBOTS']);
      expect(server.paths.slice(3)).toEqual(['/robots.txt', '/robots.txt', '/robots.txt', '/a']);
      status = 404;
      expect(await verdicts()).toEqual(['<p>', undefined]);
    } finally {
      await rm(cacheFolder, { recursive: true });
    }
  });

  it('is not kept where it says so', async () => {
    const cacheFolder = await mkdtemp(join(tmpdir(), 'dehusk-robots-'));
    try {
      await using server = await serve(page('<p>'), page(forbidAll, { 'cache-control': 'no-store' }));
      await using fetcher = loopbackFetcher({ cacheFolder });
      expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({
        code: 'HTTP_ROBOTS',
      });
      expect(await failureFrom(fetcher.fetchPage(`${server.origin}/b`))).toMatchObject({
        code: 'HTTP_ROBOTS',
      });
      expect(server.paths).toEqual(['/robots.txt']);
      expect(await readdir(cacheFolder)).toEqual([]);
    } finally {
      await rm(cacheFolder, { recursive: true });
    }
  });
});
