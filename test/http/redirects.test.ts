/** Redirects over real connections: followed one by one, each as suspicious as the first address. */
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { failureFrom, loopbackFetcher, page, serve, textOf } from './loopback.ts';

/** Path → where it leads; other paths are pages that hold their own name. */
function mapOf(targets: Readonly<Record<string, string>>, status = 302): RequestListener {
  return (request, response) => {
    const target = targets[request.url!];
    if (target !== undefined) response.writeHead(status, { location: target }).end('moved');
    else page(request.url!)(request, response);
  };
}

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'of status %d is followed, and the page says where it was found',
    async (status) => {
      await using server = await serve(mapOf({ '/a': '/b?c=d#e' }, status));
      await using fetcher = loopbackFetcher();
      const found = await fetcher.fetchPage(`${server.origin}/a#f`);
      expect(found).toMatchObject({
        url: `${server.origin}/b?c=d`,
        provenance: { file: `${server.origin}/a#f` },
      });
      expect(textOf(found)).toBe('/b?c=d');
      expect(fetcher.counters).toMatchObject({ redirects: 1, requests: 3 });
    },
  );

  it('is taken relative to where it came from', async () => {
    await using server = await serve(mapOf({ '/x/a': 'b/c', '/x/b/c': '../d?e', '/x/d?e': '?f' }));
    await using fetcher = loopbackFetcher();
    expect(textOf(await fetcher.fetchPage(`${server.origin}/x/a`))).toBe('/x/d?f');
  });

  it('to another server is told by the address, and asked of that server’s robots.txt', async () => {
    await using other = await serve(page('there'), page('User-agent: *\nDisallow: /private'));
    await using server = await serve(mapOf({ '/a': `${other.origin}/b`, '/c': `${other.origin}/private` }));
    await using fetcher = loopbackFetcher();
    expect((await fetcher.fetchPage(`${server.origin}/a`)).url).toBe(`${other.origin}/b`);
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/c`))).toMatchObject({
      code: 'HTTP_ROBOTS',
      message: `${other.origin}/private is not fetched: line 2 of ${other.origin}/robots.txt says Disallow: /private (obeyRobots)`,
    });
    expect(other.paths).toEqual(['/robots.txt', '/b']);
  });

  it('waits for the turn of its host', async () => {
    const clock = createFakeClock();
    await using server = await serve(mapOf({ '/a': '/b', '/b': '/c' }));
    await using fetcher = loopbackFetcher({ clock, delayMs: 700 });
    await fetcher.fetchPage(`${server.origin}/a`);
    expect(clock.sleeps).toEqual([700, 700]);
  });

  it('is followed five times, and no more', async () => {
    const chain = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`/${n}`, `/${n + 1}`]));
    await using server = await serve(mapOf(chain));
    await using fetcher = loopbackFetcher();
    expect(textOf(await fetcher.fetchPage(`${server.origin}/4`))).toBe('/9');
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/3`))).toMatchObject({
      code: 'HTTP_REDIRECTS',
      message: `${server.origin}/3 leads to no page: more than 5 redirects`,
    });
    await using strict = loopbackFetcher({ maxRedirects: 0 });
    expect(await failureFrom(strict.fetchPage(`${server.origin}/8`))).toMatchObject({
      code: 'HTTP_REDIRECTS',
    });
  });

  it.each<[string, Record<string, string>]>([
    ['itself', { '/a': '/a' }],
    ['itself under another fragment', { '/a': '/a#b' }],
    ['where it began', { '/a': '/b', '/b': '/c', '/c': '/a' }],
    ['the middle of its way', { '/a': '/b', '/b': '/c', '/c': '/b' }],
  ])('that leads back to %s is a loop', async (_, targets) => {
    await using server = await serve(mapOf(targets));
    await using fetcher = loopbackFetcher();
    const error = await failureFrom(fetcher.fetchPage(`${server.origin}/a`));
    expect(error).toMatchObject({ code: 'HTTP_REDIRECTS' });
    expect(error.message).toContain('leads back to');
    expect(server.paths.length).toBeLessThan(6);
  });

  it.each([
    ['ftp://example.com/', 'HTTP_URL_REFUSED', 'ftp: is neither http: nor https:'],
    ['javascript:alert(1)', 'HTTP_URL_REFUSED', 'javascript: is neither'],
    ['file:///etc/passwd', 'HTTP_URL_REFUSED', 'file: is neither'],
    ['http://user:secret@example.com/', 'HTTP_URL_REFUSED', 'http://***@example.com/ is not fetched'],
    ['http://127.0.0.1:25/', 'HTTP_URL_REFUSED', 'port 25'],
    ['http://[', 'HTTP_URL_REFUSED', 'it is no absolute URL'],
    ['http://10.0.0.1/', 'HTTP_ADDRESS_REFUSED', '10.0.0.1 is at 10.0.0.1, which is private 10.0.0.0/8'],
    ['http://127.0.0.2/', 'HTTP_ADDRESS_REFUSED', 'loopback 127.0.0.0/8'],
  ])('to %s is refused', async (target, code, words) => {
    await using server = await serve(mapOf({ '/a': target }));
    await using fetcher = loopbackFetcher();
    const error = await failureFrom(fetcher.fetchPage(`${server.origin}/a`));
    expect(error).toMatchObject({ code });
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('secret');
    expect(fetcher.counters.refusals).toBe(1);
  });

  it('that names no target is no page', async () => {
    await using server = await serve((_, response) => response.writeHead(302).end());
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({ code: 'HTTP_REDIRECTS' });
  });
});
