/** What is tried again, how often, and after how long; over real connections, in no time. */
import { describe, expect, it } from 'vitest';
import { createFakeClock } from './fake-clock.ts';
import { failureFrom, loopbackFetcher, page, serve, textOf } from './loopback.ts';

/** Fails with the statuses in turn, then sends a page. */
function failing(statuses: readonly number[], headers: Record<string, string> = {}): ReturnType<typeof page> {
  let request = 0;
  return (...given) => {
    const status = statuses[request++];
    page('<p>kernel', status === undefined ? {} : headers, status ?? 200)(...given);
  };
}

describe('a failed request', () => {
  it.each([429, 500, 502, 503, 504])('with %d is tried again, and twice at most', async (status) => {
    await using server = await serve(failing([status, status]));
    await using fetcher = loopbackFetcher();
    expect(textOf(await fetcher.fetchPage(`${server.origin}/a`))).toBe('<p>kernel');
    await using stubborn = await serve(failing([status, status, status, status]));
    expect(await failureFrom(fetcher.fetchPage(`${stubborn.origin}/a`))).toMatchObject({
      code: 'HTTP_STATUS',
      facts: { status },
    });
    expect(stubborn.paths).toEqual(['/robots.txt', '/a', '/a', '/a']);
  });

  it('waits up to a second, then two, with full jitter, and never less than the usual pause', async () => {
    const random = [0.25, 0.9];
    for (const [delayMs, expected] of [
      [0, [250, 1_800]],
      [1_000, [1_000, 1_800]],
    ] as const) {
      const clock = createFakeClock();
      const draws = [...random];
      await using server = await serve(failing([503, 503]));
      await using fetcher = loopbackFetcher({ clock, delayMs, random: () => draws.shift()! });
      await fetcher.fetchPage(server.origin);
      expect(clock.sleeps).toEqual(expected);
    }
  });

  it('makes the others of its host wait too', async () => {
    const clock = createFakeClock();
    await using server = await serve(failing([503], { 'retry-after': '20' }));
    await using fetcher = loopbackFetcher({ clock, delayMs: 0 });
    const starts: number[] = [];
    const first = clock.now();
    await Promise.all(
      ['/a', '/b', '/c'].map(async (path) => {
        await fetcher.fetchPage(`${server.origin}${path}`);
        starts.push(clock.now() - first);
      }),
    );
    expect(Math.min(...starts)).toBe(20_000);
    expect(server.paths.slice(1).toSorted()).toEqual(['/a', '/a', '/b', '/c']);
  });

  it('may be tried as often as it is told', async () => {
    await using server = await serve(failing(Array.from({ length: 9 }, () => 503)));
    for (const maxTries of [1, 4]) {
      await using fetcher = loopbackFetcher({ maxTries, obeyRobots: false });
      await failureFrom(fetcher.fetchPage(server.origin));
      expect(fetcher.counters).toMatchObject({ requests: maxTries, retries: maxTries - 1 });
    }
  });
});

describe('Retry-After', () => {
  it.each([
    ['7', 7_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Thu Jan  1 00:00:30 2026', 30_000],
    ['60', 60_000],
    ['0', 1_000],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 1_000],
    ['nonsense', 1_000],
  ])('%s is waited for', async (value, waitedMs) => {
    const clock = createFakeClock();
    await using server = await serve(failing([429], { 'retry-after': value }));
    await using fetcher = loopbackFetcher({ clock });
    await fetcher.fetchPage(server.origin);
    expect(clock.sleeps).toEqual([waitedMs]);
  });

  it.each([
    ['61', 61],
    ['86400', 86_400],
    ['Thu, 01 Jan 2026 01:00:00 GMT', 3_600],
    ['99999999999999999999999', 86_400],
  ])('%s is too long: an error that names it, and the host is left alone', async (value, seconds) => {
    const clock = createFakeClock();
    await using server = await serve(failing([503], { 'retry-after': value }));
    await using fetcher = loopbackFetcher({ clock });
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/a`))).toMatchObject({
      code: 'HTTP_RETRY_LATER',
      message: `${server.origin}/a is not fetched now: 127.0.0.1 asks for ${seconds} s of rest, and at most 60 s are waited for`,
    });
    expect(await failureFrom(fetcher.fetchPage(`${server.origin}/b`))).toMatchObject({
      code: 'HTTP_RETRY_LATER',
    });
    expect(server.paths).toEqual(['/robots.txt', '/a']);
    clock.advance(seconds * 1_000);
    await fetcher.fetchPage(`${server.origin}/b`);
  });

  it('is obeyed for robots.txt too', async () => {
    const clock = createFakeClock();
    await using server = await serve(page('<p>'), failing([503], { 'retry-after': '5' }));
    await using fetcher = loopbackFetcher({ clock });
    await fetcher.fetchPage(server.origin);
    expect(clock.sleeps).toEqual([5_000]);
  });
});
