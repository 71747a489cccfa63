/** Encodings over real connections, honest ones and bombs. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { defaultPageLimits } from '../../packages/dehusk/src/page/raw-page.ts';
import { bombs } from './bombs.ts';
import { failureFrom, loopbackFetcher, page, serve, textOf } from './loopback.ts';

const text = `<!doctype html><p>${'kernel and husk, '.repeat(5_000)}</p>`;
const mebibyte = 1024 * 1024;

describe('a page', () => {
  it.each<[string, string | Uint8Array]>([
    ['', text],
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['deflate, gzip, identity', gzipSync(deflateSync(text))],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 99)), gzipSync(text.slice(99))])],
    ['gzip', text],
    ['utf-8', text],
  ])('is read under the encoding %j', async (encoding, body) => {
    await using server = await serve(page(body, encoding === '' ? {} : { 'content-encoding': encoding }));
    await using fetcher = loopbackFetcher();
    expect(textOf(await fetcher.fetchPage(server.origin))).toBe(text);
    expect(fetcher.counters).toMatchObject({ wireBytes: body.length, decodedBytes: text.length });
  });

  it('is read under encodings that came in two fields', async () => {
    await using server = await serve((_, response) => {
      response.setHeader('content-encoding', ['deflate', 'gzip']);
      response.end(gzipSync(deflateSync(text)));
    });
    await using fetcher = loopbackFetcher();
    expect(textOf(await fetcher.fetchPage(server.origin))).toBe(text);
  });

  it.each<[string, Uint8Array, string]>([
    ['compress', gzipSync(text), 'cannot undo the content encoding compress'],
    ['chunked', gzipSync(text), 'cannot undo the content encoding chunked'],
    ['gzip, gzip, gzip, gzip, gzip, gzip', gzipSync(text), 'cannot undo the content encoding gzip, gzip'],
    ['gzip', gzipSync(text).subarray(0, -9), 'gzip'],
    ['gzip', gzipSync(text).subarray(0, -1), 'gzip'],
    ['gzip', brotliCompressSync(text), 'gzip'],
    ['deflate', deflateSync(text).subarray(0, 60), 'deflate'],
    ['br', brotliCompressSync(text).subarray(0, -1), 'br'],
    ['br', gzipSync(text), 'br'],
  ])('is refused under the encoding %s where it cannot be undone', async (encoding, body, words) => {
    await using server = await serve(page(body, { 'content-encoding': encoding }));
    await using fetcher = loopbackFetcher();
    const error = await failureFrom(fetcher.fetchPage(`${server.origin}/a`));
    expect(error).toMatchObject({ code: 'HTTP_ENCODING' });
    expect(error.message).toContain(`${server.origin}/a cannot be read: `);
    expect(error.message).toContain(words);
    expect(server.paths).toEqual(['/robots.txt', '/a']);
  });
});

describe('a page that is too large', () => {
  it('as it is sent is refused by its length, before it comes', async () => {
    await using server = await serve(page('x'.repeat(2_000), { 'content-length': 2_000 }));
    await using fetcher = loopbackFetcher({ maxWireBytes: 1_999 });
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({
      code: 'HTTP_TOO_LARGE',
      message: `${server.origin}/ is larger than 1999 bytes as it is sent`,
    });
    expect(fetcher.counters.wireBytes).toBe(0);
    await using enough = loopbackFetcher({ maxWireBytes: 2_000, maxPageBytes: 2_000 });
    await enough.fetchPage(server.origin);
  });

  it('without a length is refused once it is, and its connection is gone', async () => {
    let isGone = false;
    await using server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const send = (): void => {
        while (!isGone && response.write(chunk));
      };
      response.on('drain', send);
      response.on('close', () => {
        isGone = true;
      });
      send();
    });
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({
      facts: { limitBytes: 10 * mebibyte, form: 'as it is sent' },
    });
    expect(fetcher.counters.wireBytes).toBeLessThan(11 * mebibyte);
    await expect.poll(() => isGone).toBe(true);
  });

  it.each([{ 'content-length': 99_999_999 }, { 'content-encoding': 'zstd' }])(
    'or unreadable by its headers, %j, loses its connection before it is sent',
    async (headers) => {
      await using server = await serve((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', ...headers }).write('x'.repeat(100));
      });
      await using fetcher = loopbackFetcher();
      await failureFrom(fetcher.fetchPage(server.origin));
      await expect.poll(() => server.open.size).toBe(0);
    },
  );

  it('decompressed is refused at the limit, not beyond it', async () => {
    await using server = await serve(page(gzipSync('x'.repeat(2_000)), { 'content-encoding': 'gzip' }));
    await using fetcher = loopbackFetcher({ maxPageBytes: 1_999 });
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({
      message: `${server.origin}/ is larger than 1999 bytes decompressed`,
    });
    await using enough = loopbackFetcher({ maxPageBytes: 2_000 });
    expect((await enough.fetchPage(server.origin)).bytes).toHaveLength(2_000);
  });
});

describe('a bomb', () => {
  it.each(bombs)(
    'of $encoding, $leastRatio:1 or worse, is stopped within a megabyte of the limit',
    async (bomb) => {
      const body = bomb.make();
      expect((bomb.mebibytes * mebibyte) / body.length).toBeGreaterThan(bomb.leastRatio);
      await using server = await serve(page(body, { 'content-encoding': bomb.encoding }));
      await using fetcher = loopbackFetcher();
      const watch = watchMemory();
      const error = await failureFrom(fetcher.fetchPage(server.origin));
      const grownBytes = watch.stop();
      expect(error).toMatchObject({ code: 'HTTP_TOO_LARGE', facts: { form: 'decompressed' } });
      const { decodedBytes } = fetcher.counters;
      expect(decodedBytes).toBeGreaterThan(defaultPageLimits.maxBytes);
      expect(decodedBytes).toBeLessThan(defaultPageLimits.maxBytes + mebibyte);
      expect(grownBytes).toBeLessThan(100 * mebibyte);
      // What fits one packet was all there by then, and leaves a connection that can be used again.
      if (body.length > 256 * 1024) await expect.poll(() => server.open.size).toBe(0);
    },
  );
});

/** How much the process grows, at its largest. */
function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 2);
  return {
    stop() {
      look();
      clearInterval(timer);
      return most - before;
    },
  };
}
