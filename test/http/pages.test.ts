/** Pages over real connections: what comes of them, and what is sent. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createFetcher } from '../../packages/dehusk/src/input/http/fetcher.ts';
import { ownVersion } from '../../packages/dehusk/src/version.ts';
import { failureFrom, loopbackFetcher, page, serve, textOf } from './loopback.ts';

describe('a page', () => {
  it('comes with what the transport said of it', async () => {
    await using server = await serve(page('<p>kernel', { 'content-type': 'text/html; charset=iso-8859-2' }));
    await using fetcher = loopbackFetcher();
    const found = await fetcher.fetchPage(`${server.origin}/a?b=c#d`);
    expect(textOf(found)).toBe('<p>kernel');
    expect(found).toMatchObject({
      url: `${server.origin}/a?b=c#d`,
      contentType: 'text/html; charset=iso-8859-2',
      date: '2026-01-01T00:00:00.000Z',
      provenance: { file: `${server.origin}/a?b=c#d` },
    });
    expect(server.paths).toEqual(['/robots.txt', '/a?b=c']);
  });

  it('is asked for by name, with encodings and types that can be read', async () => {
    await using server = await serve(page(''));
    await using fetcher = loopbackFetcher();
    await fetcher.fetchPage(server.origin);
    expect(server.requests[1]!.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'user-agent': `dehusk/${ownVersion}`,
      'accept-encoding': 'gzip, deflate, br',
      accept: 'text/html, application/xhtml+xml;q=0.9',
    });
    expect(server.requests[0]!.headers['user-agent']).toBe(`dehusk/${ownVersion}`);
  });

  it('is asked for with an address to write to, if one is given', async () => {
    await using server = await serve(page(''));
    await using fetcher = loopbackFetcher({ contact: 'https://example.com/bot' });
    await fetcher.fetchPage(server.origin);
    expect(server.requests[1]!.headers['user-agent']).toBe(`dehusk/${ownVersion} (+https://example.com/bot)`);
  });

  it.each([
    [{ contact: 'a\r\nx: y' }, 'contact'],
    [{ contact: 'a)(b' }, 'contact'],
    [{ contact: '' }, 'contact'],
    [{ perHost: 0 }, 'perHost'],
    [{ maxTries: 1.5 }, 'maxTries'],
    [{ delayMs: -1 }, 'delayMs'],
    [{ delayMs: 1e12 }, 'delayMs'],
    [{ timeouts: { totalMs: 0 } }, 'totalMs'],
    [{ allowAddresses: ['nowhere'] }, 'allowAddresses'],
  ])('is not asked for under options such as %j', (options, option) => {
    expect(() => createFetcher(options)).toThrow(
      expect.objectContaining({ code: 'OPTION_BAD', facts: expect.objectContaining({ option }) }),
    );
  });

  it.each(['text/html', 'Text/HTML; charset=utf-8', 'application/xhtml+xml', '', undefined])(
    'may be of type %s',
    async (type) => {
      await using server = await serve((_, response) => {
        if (type !== undefined) response.setHeader('content-type', type);
        response.end('<p>kernel');
      });
      await using fetcher = loopbackFetcher();
      expect(await fetcher.fetchPage(server.origin)).toMatchObject(
        type === undefined ? {} : { contentType: type },
      );
    },
  );

  it.each(['image/png', 'application/json', 'text/htmlx', 'text/plain; a=text/html', ';'])(
    'is not of type %j, and its body is not read',
    async (type) => {
      const body = 'x'.repeat(300_000);
      await using server = await serve(page(body, { 'content-type': type }));
      await using fetcher = loopbackFetcher();
      const error = await failureFrom(fetcher.fetchPage(server.origin));
      expect(error).toMatchObject({ code: 'HTTP_NOT_HTML' });
      expect(error.message).toBe(`${server.origin}/ is no HTML but ${type}`);
      expect(fetcher.counters.wireBytes).toBe(0);
    },
  );

  it.each([204, 205, 206, 304, 400, 401, 403, 404, 410, 418, 451, 501, 505])(
    'is not what comes with %d, which is not asked for twice',
    async (status) => {
      await using server = await serve(page(status === 206 ? 'part' : '', {}, status));
      await using fetcher = loopbackFetcher();
      const error = await failureFrom(fetcher.fetchPage(`${server.origin}/a`));
      expect(error).toMatchObject({ code: 'HTTP_STATUS', message: `${server.origin}/a answers ${status}` });
      expect(server.paths).toEqual(['/robots.txt', '/a']);
    },
  );
});

describe('connections', () => {
  it('are kept for the next page, also behind answers that hold none', async () => {
    await using server = await serve((request, response) => {
      const isOdd = Number(request.url!.slice(1)) % 2 === 1;
      response.writeHead(isOdd ? 404 : 200, { 'content-type': 'text/html' }).write('<p>');
      setTimeout(() => response.end('<p>'.repeat(1_000)), 5);
    });
    await using fetcher = loopbackFetcher();
    for (let n = 0; n < 10; n++) await fetcher.fetchPage(`${server.origin}/${n}`).catch(() => undefined);
    expect(server.paths).toHaveLength(11);
    expect(server.connections()).toBe(1);
  });

  it('are one at a time to a host, or as many as it is told', async () => {
    const running: ServerResponse[] = [];
    let wanted = 0;
    let most = 0;
    // Nobody is answered before all are there, and a little later, so that one too many would be seen.
    const answer = (): void => {
      for (const response of running.splice(0))
        response.writeHead(200, { 'content-type': 'text/html' }).end();
    };
    await using server = await serve((_, response) => {
      most = Math.max(most, running.push(response));
      if (running.length === wanted) setTimeout(answer, 10);
    });
    for (const perHost of [1, 3]) {
      wanted = perHost;
      most = 0;
      await using fetcher = loopbackFetcher({ perHost, delayMs: 0 });
      await Promise.all(Array.from({ length: 9 }, (_, n) => fetcher.fetchPage(`${server.origin}/${n}`)));
      expect(most).toBe(perHost);
    }
    expect(server.connections()).toBe(1 + 3);
  });

  it('are counted in bytes and requests', async () => {
    await using server = await serve(page('x'.repeat(1_000)));
    await using fetcher = loopbackFetcher();
    for (let n = 0; n < 3; n++) await fetcher.fetchPage(server.origin);
    expect(fetcher.counters).toEqual({
      requests: 4,
      retries: 0,
      redirects: 0,
      wireBytes: 3_000,
      decodedBytes: 3_000,
      cacheHits: 0,
      notModified: 0,
      cacheFailures: 0,
      refusals: 0,
    });
  });
});
