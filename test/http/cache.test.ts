/** Conditional requests and the cache on disk, over real connections. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FetcherSetting } from '../../packages/dehusk/src/input/http/options.ts';
import { createFakeClock } from './fake-clock.ts';
import { failureFrom, type Loopback, loopbackFetcher, serve, textOf } from './loopback.ts';

let cacheFolder: string;

beforeEach(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'dehusk-http-'));
});

afterEach(() => rm(cacheFolder, { recursive: true }));

interface Site {
  body: string;
  headers: OutgoingHttpHeaders;
}

/** Says 304 to whoever names its ETag or its time. */
function serveSite(site: Site): Promise<Loopback> {
  return serve((request, response) => {
    const { etag, 'last-modified': time } = site.headers;
    const isKnown =
      (etag !== undefined && request.headers['if-none-match'] === etag) ||
      (time !== undefined && request.headers['if-modified-since'] === time);
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', ...site.headers });
    response.end(isKnown ? undefined : site.body);
  });
}

const time = 'Wed, 31 Dec 2025 10:00:00 GMT';

async function fetchOnce(url: string, options: FetcherSetting = {}) {
  await using fetcher = loopbackFetcher({ cacheFolder, obeyRobots: false, ...options });
  const page = await fetcher.fetchPage(url);
  return { text: textOf(page), page, counters: fetcher.counters };
}

describe('a page that is known', () => {
  it.each([
    { etag: '"a"' },
    { etag: 'W/"a"' },
    { 'last-modified': time },
    { etag: '"a"', 'last-modified': time },
  ])('is asked for by %j, and comes from the cache if it is the same', async (headers) => {
    const clock = createFakeClock();
    const site = { body: '<p>one', headers: { ...headers, 'content-type': 'text/html; charset=koi8-r' } };
    await using server = await serveSite(site);
    const first = await fetchOnce(server.origin, { clock });
    clock.advance(60_000);
    const second = await fetchOnce(server.origin, { clock });
    expect(second.page).toEqual(first.page);
    expect(second.counters).toMatchObject({ requests: 1, notModified: 1, wireBytes: 0 });
    site.body = '<p>two';
    Object.assign(site.headers, { etag: '"b"', 'last-modified': 'Thu, 01 Jan 2026 10:00:00 GMT' });
    expect((await fetchOnce(server.origin, { clock })).text).toBe('<p>two');
    expect((await fetchOnce(server.origin, { clock })).counters).toMatchObject({ notModified: 1 });
  });

  it.each([
    { 'cache-control': 'max-age=60' },
    { expires: 'Thu, 01 Jan 2026 00:01:00 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
  ])('is not asked for while it is fresh: %j', async (headers) => {
    const clock = createFakeClock();
    await using server = await serveSite({ body: '<p>one', headers });
    await using fetcher = loopbackFetcher({ cacheFolder, clock });
    await fetcher.fetchPage(server.origin);
    clock.advance(59_000);
    expect(textOf(await fetcher.fetchPage(server.origin))).toBe('<p>one');
    expect(server.paths).toEqual(['/robots.txt', '/']);
    expect(fetcher.counters.cacheHits).toBe(1);
    clock.advance(1_000);
    await fetcher.fetchPage(server.origin);
    expect(server.paths).toEqual(['/robots.txt', '/', '/']);
  });

  it('is fresh again where the server says so with its 304', async () => {
    const clock = createFakeClock();
    await using server = await serveSite({
      body: '<p>one',
      headers: { etag: '"a"', 'cache-control': 'max-age=60' },
    });
    await fetchOnce(server.origin, { clock });
    clock.advance(61_000);
    expect((await fetchOnce(server.origin, { clock })).counters.notModified).toBe(1);
    clock.advance(30_000);
    expect((await fetchOnce(server.origin, { clock })).counters.cacheHits).toBe(1);
  });

  it('is kept with its encodings undone', async () => {
    const packed = gzipSync('<p>packed');
    await using server = await serve((request, response) => {
      if (request.headers['if-none-match'] === '"a"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"a"', 'content-encoding': 'gzip' }).end(packed);
    });
    await fetchOnce(server.origin);
    expect((await fetchOnce(server.origin)).text).toBe('<p>packed');
  });

  it('is found behind a redirect, which is asked for each time', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/a')
        response.writeHead(302, { location: '/b', 'cache-control': 'max-age=60' }).end();
      else response.writeHead(200, { 'cache-control': 'max-age=60' }).end('<p>b');
    });
    await fetchOnce(`${server.origin}/a`);
    const { page } = await fetchOnce(`${server.origin}/a`);
    expect(page.url).toBe(`${server.origin}/b`);
    expect(server.paths).toEqual(['/a', '/b', '/a']);
  });

  it('is left out where it is larger than a page may be by now', async () => {
    await using server = await serveSite({ body: '<p>one', headers: { 'cache-control': 'max-age=60' } });
    await fetchOnce(server.origin);
    const error = await failureFrom(fetchOnce(server.origin, { maxPageBytes: 3 }));
    expect(error).toMatchObject({ code: 'HTTP_TOO_LARGE' });
  });
});

describe('a page is not kept', () => {
  it.each<OutgoingHttpHeaders>([
    { etag: '"a"', 'cache-control': 'no-store' },
    { etag: '"a"', vary: '*' },
    {},
    { etag: '"\u00ff"' },
  ])('under %j', async (headers) => {
    await using server = await serveSite({ body: '<p>one', headers });
    await fetchOnce(server.origin);
    expect(await readdir(cacheFolder).catch(() => [])).toEqual([]);
    expect((await fetchOnce(server.origin)).text).toBe('<p>one');
  });

  it('any more once the server forbids it', async () => {
    const site: Site = { body: '<p>one', headers: { etag: '"a"' } };
    await using server = await serveSite(site);
    await fetchOnce(server.origin);
    expect(await readdir(cacheFolder)).toHaveLength(1);
    site.headers = { etag: '"b"', 'cache-control': 'no-store' };
    await fetchOnce(server.origin);
    expect(await readdir(cacheFolder)).toEqual([]);
  });

  it('where there is no folder for it', async () => {
    await using server = await serveSite({ body: '<p>one', headers: { 'cache-control': 'max-age=60' } });
    await fetchOnce(server.origin, { cacheFolder: undefined });
    await fetchOnce(server.origin, { cacheFolder: undefined });
    expect(server.paths).toHaveLength(2);
  });
});

describe('a damaged entry', () => {
  it.each<[string, (whole: Buffer) => Buffer]>([
    ['cut', (whole) => whole.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
    ['flipped', (whole) => whole.fill(whole[whole.length - 1]! ^ 4, whole.length - 1)],
    ['foreign', () => Buffer.from('something else entirely')],
  ])('is fetched again and replaced: %s', async (_, damage) => {
    await using server = await serveSite({ body: '<p>one', headers: { 'cache-control': 'max-age=60' } });
    await fetchOnce(server.origin);
    const file = join(cacheFolder, (await readdir(cacheFolder))[0]!);
    await writeFile(file, damage(await readFile(file)));
    const second = await fetchOnce(server.origin);
    expect(second.text).toBe('<p>one');
    expect(second.counters).toMatchObject({ requests: 1, cacheHits: 0 });
    expect((await fetchOnce(server.origin)).counters.cacheHits).toBe(1);
  });
});

describe('two fetchers', () => {
  it('share a folder without harm to each other', async () => {
    await using server = await serveSite({ body: '<p>'.repeat(50_000), headers: { etag: '"a"' } });
    await using one = loopbackFetcher({ cacheFolder, delayMs: 0, obeyRobots: false });
    await using two = loopbackFetcher({ cacheFolder, delayMs: 0, obeyRobots: false });
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 ? one : two).fetchPage(`${server.origin}/${n % 3}`)),
    );
    for (const page of pages) expect(page.bytes).toHaveLength(150_000);
    expect(await readdir(cacheFolder)).toHaveLength(3);
    expect(one.counters.cacheFailures + two.counters.cacheFailures).toBe(0);
  });
});
