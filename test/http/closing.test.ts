/** Stopping: by a signal or by closing, at every point, with nothing left behind. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../../packages/dehusk/src/input/http/connector.ts';
import { systemClock } from '../../packages/dehusk/src/input/http/host-turns.ts';
import { failureFrom, loopbackFetcher, page, serve, serveRaw } from './loopback.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => {
  process.on('unhandledRejection', note);
});

afterAll(async () => {
  await wait(20);
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000\r\n\r\n';

describe('an abort', () => {
  it('before anything is asked for asks for nothing', async () => {
    await using server = await serve(page(''));
    await using fetcher = loopbackFetcher();
    const signal = AbortSignal.abort(new Error('enough'));
    expect((await failureFrom(fetcher.fetchPage(server.origin, { signal }))).message).toBe('enough');
    expect(server.connections()).toBe(0);
  });

  it.each<[string, Parameters<typeof serveRaw>[0]]>([
    ['before the headers', () => undefined],
    ['inside of the headers', (socket) => socket.write('HTTP/1.1 200')],
    ['inside of the body', (socket) => socket.write(`${head}<p>`)],
  ])('%s rejects with its reason, and the connection is gone', async (_, answer) => {
    await using server = await serveRaw(answer);
    await using fetcher = loopbackFetcher();
    const controller = new AbortController();
    const pending = failureFrom(fetcher.fetchPage(`${server.origin}/a`, { signal: controller.signal }));
    await expect.poll(() => server.paths.length, { interval: 2 }).toBe(2);
    await wait(10);
    controller.abort(new Error('enough'));
    expect((await pending).message).toBe('enough');
    await expect.poll(() => server.open.size).toBe(0);
    expect(server.paths).toHaveLength(2);
  });

  it('while robots.txt is fetched leaves it to the others who wait for it', async () => {
    let answer = (): void => undefined;
    await using server = await serve(page('<p>'), (_, response) => {
      answer = () => void response.writeHead(404).end();
    });
    await using fetcher = loopbackFetcher();
    const controller = new AbortController();
    const first = failureFrom(fetcher.fetchPage(`${server.origin}/a`, { signal: controller.signal }));
    const second = fetcher.fetchPage(`${server.origin}/b`);
    await expect.poll(() => server.paths, { interval: 2 }).toEqual(['/robots.txt']);
    controller.abort(new Error('enough'));
    expect((await first).message).toBe('enough');
    answer();
    await second;
    expect(server.paths).toEqual(['/robots.txt', '/b']);
  });

  it.each([
    ['the turn of its host', 0],
    ['the pause of its host', 60_000],
  ])('while it waits for %s takes it out of the queue', async (_, delayMs) => {
    let answerSlow = (): void => undefined;
    await using server = await serve((request, response) => {
      if (request.url !== '/slow') page('<p>')(request, response);
      else answerSlow = () => page('<p>')(request, response);
    });
    await using fetcher = loopbackFetcher({ delayMs, clock: systemClock });
    const controller = new AbortController();
    const slow = fetcher.fetchPage(`${server.origin}/slow`);
    const waiting = failureFrom(fetcher.fetchPage(`${server.origin}/b`, { signal: controller.signal }));
    // By then the other one waits behind it.
    await expect.poll(() => server.paths, { interval: 2 }).toContain('/slow');
    const endTurn = async (): Promise<void> => {
      answerSlow();
      await slow;
    };
    if (delayMs > 0) await endTurn();
    controller.abort(new Error('enough'));
    expect((await waiting).message).toBe('enough');
    if (delayMs === 0) await endTurn();
    expect(server.paths).toEqual(['/robots.txt', '/slow']);
  });

  it('may be shared by many pages without a warning', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warn);
    await using server = await serve(page('<p>'));
    await using fetcher = loopbackFetcher({ delayMs: 0, perHost: 20, concurrency: 20 });
    const { signal } = new AbortController();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => fetcher.fetchPage(`${server.origin}/${n}`, { signal })),
    );
    await wait(10);
    process.off('warning', warn);
    expect(warnings).toEqual([]);
  });
});

describe('a body that dies behind its headers', () => {
  it('is an error of its page alone, whether or not anybody reads it', async () => {
    await using server = await serveRaw((socket, path) => {
      const type = path === '/image' ? 'image/png' : 'text/html';
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: 900000\r\n\r\n<p>`);
      setTimeout(() => socket.resetAndDestroy(), 10);
    });
    await using fetcher = loopbackFetcher({ maxTries: 1 });
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/image`))).toMatchObject({
      code: 'HTTP_NOT_HTML',
    });
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/page`))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
    });
  });
});

describe('closing', () => {
  it('ends what is under way, and refuses what comes after', async () => {
    await using server = await serveRaw((socket) => socket.write(`${head}<p>`));
    const fetcher = loopbackFetcher({ clock: systemClock, delayMs: 60_000 });
    const pages = ['/a', '/b', '/c'].map((path) => failureFrom(fetcher.fetchPage(`${server.origin}${path}`)));
    await expect.poll(() => server.paths.length, { interval: 2 }).toBe(2);
    await fetcher.close();
    for (const page of pages) expect(await page).toMatchObject({ code: 'HTTP_CLOSED' });
    expect(await failureFrom(fetcher.fetchPage(server.origin))).toMatchObject({ code: 'HTTP_CLOSED' });
    await fetcher.close();
    await expect.poll(() => server.open.size).toBe(0);
  });

  it('while robots.txt is fetched ends that too', async () => {
    await using server = await serveRaw(() => undefined, { robots: true });
    const fetcher = loopbackFetcher();
    const pending = failureFrom(fetcher.fetchPage(server.origin));
    await expect.poll(() => server.paths.length, { interval: 2 }).toBe(1);
    await fetcher.close();
    expect(await pending).toMatchObject({ code: 'HTTP_CLOSED' });
    await expect.poll(() => server.open.size).toBe(0);
  });

  it('while a connection is made ends that too', async () => {
    let isEnded = false;
    const connect: Connector = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isEnded = true;
          reject(signal.reason);
        });
      });
    const fetcher = loopbackFetcher({ connect });
    const pending = failureFrom(fetcher.fetchPage('http://127.0.0.1/'));
    await wait(10);
    await fetcher.close();
    expect(await pending).toMatchObject({ code: 'HTTP_CLOSED' });
    expect(isEnded).toBe(true);
  });

  it('leaves nothing that keeps the process alive', async () => {
    // Other tests run in this process, too, and one that failed may have left something open.
    const countSockets = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = countSockets();
    const fetcher = loopbackFetcher();
    await using server = await serve(page('<p>'));
    for (const path of ['/a', '/b']) await fetcher.fetchPage(`${server.origin}${path}`);
    await fetcher.close();
    await expect.poll(() => server.open.size).toBe(0);
    await expect.poll(countSockets).toBeLessThanOrEqual(before);
  });
});
