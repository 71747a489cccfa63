/** Servers that are slow, cut off, or talk nonsense: an error each, never a page that is short, never a hang. */
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { failureFrom, loopbackFetcher, page, serve, serveRaw, textOf } from './loopback.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

const text = 'kernel and husk, '.repeat(100);
const packed = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text) };

const patient = { connectMs: 30_000, headersMs: 30_000, idleMs: 30_000, totalMs: 30_000 };
/** Long enough for robots.txt, which comes at once, on a machine that is busy. */
const impatientMs = 700;

describe('an answer that ends too early', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['inside of its length', (socket) => socket.end(`${head}Content-Length: 100\r\n\r\n<p>short`)],
    [
      'inside of its length, closing',
      (socket) => socket.end(`${head}Connection: close\r\nContent-Length: 100\r\n\r\n<p>short`),
    ],
    ['inside of a chunk', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n40\r\n<p>short`)],
    [
      'before its last chunk',
      (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n8\r\n<p>short\r\n`),
    ],
    [
      'before its last chunk, closing',
      (socket) =>
        socket.end(`${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n<p>short\r\n`),
    ],
    ...(['gzip', 'deflate', 'br'] as const).map((encoding): [string, (socket: Socket) => void] => [
      `inside of its ${encoding}`,
      (socket) => {
        const body = packed[encoding];
        socket.write(`${head}Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`);
        socket.end(body.subarray(0, -3));
      },
    ]),
    ['inside of its headers', (socket) => socket.end(head)],
    ['before it begins', (socket) => socket.end()],
    ['by a reset before it begins', (socket) => socket.resetAndDestroy()],
    [
      'by a reset inside of its length',
      (socket) => reset(socket, `${head}Content-Length: 100\r\n\r\n<p>short`),
    ],
    [
      'by a reset inside of its chunks',
      (socket) =>
        reset(socket, `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n<p>short\r\n`),
    ],
    [
      'by a reset where it has no length',
      (socket) => reset(socket, `${head}Connection: close\r\n\r\n<p>short`),
    ],
  ])('%s is tried three times, then an error', async (_, answer) => {
    await using server = await serveRaw(answer);
    await using fetcher = loopbackFetcher({ timeouts: patient });
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
    });
    expect(server.paths).toEqual(['/robots.txt', '/a', '/a', '/a']);
    expect(fetcher.counters.retries).toBe(2);
  });

  it('is read at the next try, if it is whole then', async () => {
    let tries = 0;
    await using server = await serveRaw((socket) => {
      if (++tries < 3) socket.resetAndDestroy();
      else socket.end(`${head}Content-Length: 7\r\n\r\n<p>long`);
    });
    await using fetcher = loopbackFetcher();
    expect(textOf(await fetcher.fetchPage(server.origin))).toBe('<p>long');
  });
});

describe('an answer without a length', () => {
  it.each([
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>to the end'],
    ['HTTP/1.1', `${head}Connection: close\r\n\r\n<p>to the end`],
    ['no headers at all', 'HTTP/1.0 200 OK\r\n\r\n<p>to the end'],
  ])('ends with its connection: %s', async (_, answer) => {
    await using server = await serveRaw((socket) => socket.end(answer));
    await using fetcher = loopbackFetcher();
    expect(textOf(await fetcher.fetchPage(server.origin))).toBe('<p>to the end');
  });
});

describe('nonsense', () => {
  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['HTTP of no version', 'HTTP/9.9 200 OK\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['two lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n<p>ab`],
    ['a length that is none', `${head}Content-Length: -5\r\n\r\n<p>ab`],
    ['a chunk of no size', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n<p>ab\r\n0\r\n\r\n`],
    ['chunk garbage', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n<p>longer than two\r\n0\r\n\r\n`],
    [
      'headers without end',
      `HTTP/1.1 200 OK\r\n${'X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(3_000)}`,
    ],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
  ])('is an error, and the next page comes all the same: %s', async (_, answer) => {
    await using server = await serveRaw((socket, path) => {
      if (path === '/good') socket.end(`${head}Content-Length: 3\r\n\r\n<p>`);
      else socket.write(answer);
    });
    await using fetcher = loopbackFetcher({ timeouts: patient });
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/bad`))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
    });
    expect(textOf(await fetcher.fetchPage(`${server.origin}/good`))).toBe('<p>');
  });

  it('behind an answer is not read into the next one', async () => {
    await using server = await serveRaw((socket, path) =>
      socket.write(
        `${head}Content-Length: 5\r\n\r\n<p>${path}HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad`,
      ),
    );
    await using fetcher = loopbackFetcher({ timeouts: patient });
    expect(textOf(await fetcher.fetchPage(`${server.origin}/a`))).toBe('<p>/a');
    expect(textOf(await fetcher.fetchPage(`${server.origin}/b`))).toBe('<p>/b');
  });
});

describe.concurrent('a server that is slow', () => {
  it('to answer is left', async () => {
    await using server = await serve(() => undefined);
    await using fetcher = loopbackFetcher({ timeouts: { ...patient, headersMs: impatientMs }, maxTries: 2 });
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({
      code: 'HTTP_TIMEOUT',
      message: `${server.origin}/ takes longer than ${impatientMs} ms to answer`,
    });
    expect(server.paths).toEqual(['/robots.txt', '/', '/']);
  });

  it('to finish its headers is left', async () => {
    await using server = await serveRaw((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX: '));
    await using fetcher = loopbackFetcher({ timeouts: { ...patient, headersMs: impatientMs }, maxTries: 1 });
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({ code: 'HTTP_TIMEOUT' });
    await goneFrom(server.open);
  });

  it('between two pieces is left', async () => {
    await using server = await serveRaw((socket) => socket.write(`${head}Content-Length: 9\r\n\r\n<p>`));
    await using fetcher = loopbackFetcher({ timeouts: { ...patient, idleMs: impatientMs }, maxTries: 1 });
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({
      message: `${server.origin}/ takes longer than ${impatientMs} ms to send more`,
    });
    await goneFrom(server.open);
  });

  it('all the time, a byte now and then, is cut by the limit of the whole, once', async () => {
    await using server = await serveRaw((socket) => drip(socket, `${head}Content-Length: 99999\r\n\r\n`));
    await using fetcher = loopbackFetcher({ timeouts: { ...patient, totalMs: impatientMs } });
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({
      message: `${server.origin}/ takes longer than ${impatientMs} ms to arrive whole`,
    });
    expect(server.paths).toEqual(['/robots.txt', '/']);
    await goneFrom(server.open);
  });

  it('under an answer that nobody reads is cut as well', async () => {
    await using server = await serveRaw((socket) =>
      drip(socket, 'HTTP/1.1 404 Not Found\r\nContent-Length: 999\r\n\r\n'),
    );
    await using fetcher = loopbackFetcher({ timeouts: { ...patient, totalMs: impatientMs } });
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({ code: 'HTTP_TIMEOUT' });
  });

  it('to connect is left, and its name server too', async () => {
    const forever = new Promise<never>(() => undefined);
    await using deaf = loopbackFetcher({
      timeouts: { ...patient, connectMs: 60 },
      maxTries: 1,
      resolve: () => forever,
    });
    expect(await failureFrom(deaf.fetchPage('http://site.test/'))).toMatchObject({
      message: 'http://site.test/robots.txt takes longer than 60 ms to connect',
    });
  });
});

describe('a server that is not there', () => {
  it('is said to refuse', async () => {
    const server = await serve(page(''));
    await server[Symbol.asyncDispose]();
    await using fetcher = loopbackFetcher();
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({
      message: `cannot fetch ${server.origin}/robots.txt: connection refused`,
    });
    expect(fetcher.counters.retries).toBe(0);
  });

  it('under a name that is not there is said so', async () => {
    const resolve = async (): Promise<never> => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    await using fetcher = loopbackFetcher({ resolve });
    expect(await failureFrom(fetcher.fetchPage('http://nowhere.test/a'))).toMatchObject({
      message: 'cannot fetch http://nowhere.test/robots.txt: no such host',
    });
  });

  it('under a name without addresses is said so', async () => {
    await using fetcher = loopbackFetcher({ resolve: async () => [] });
    expect(await failureFrom(fetcher.fetchPage('http://nowhere.test/a'))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
    });
  });
});

function reset(socket: Socket, answer: string): void {
  socket.write(answer, () => setTimeout(() => socket.resetAndDestroy(), 20));
}

function drip(socket: Socket, first: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
}

/** The other end is told soon, not at once. */
async function goneFrom(open: ReadonlySet<Socket>): Promise<void> {
  // Not `expect.poll`: it does not find its test when that runs beside others.
  await vi.waitFor(() => expect(open.size).toBe(0), { interval: 5 });
}
