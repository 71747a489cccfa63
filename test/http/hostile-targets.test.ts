/**
 * No address of the table is ever connected to. Nothing leaves this machine: below the guard stands a connector that
 * writes down what it is asked for, and lets `public.test` through to a server on loopback; in the last tests it is the
 * real one, with a tripwire where it would arrive.
 */
import { describe, expect, it } from 'vitest';
import type { Connector, ConnectTarget } from '../../packages/dehusk/src/input/http/connector.ts';
import { createSocketConnector } from '../../packages/dehusk/src/input/http/connector.ts';
import { createFetcher } from '../../packages/dehusk/src/input/http/fetcher.ts';
import type { FetcherSetting } from '../../packages/dehusk/src/input/http/options.ts';
import { createFakeClock } from './fake-clock.ts';
import { hostileHosts, hostileRedirects, hostileUrls, names } from './hostile-targets.ts';
import { failureFrom, type Loopback, page, serve } from './loopback.ts';

const refusals = ['HTTP_URL_REFUSED', 'HTTP_ADDRESS_REFUSED'];

/** Whatever it is asked for goes to the server, so that a hole in the guard shows as a page. */
function recordingConnector(server: Loopback): { connect: Connector; attempts: ConnectTarget[] } {
  const attempts: ConnectTarget[] = [];
  const toSocket = createSocketConnector();
  const connect: Connector = (target, signal) => {
    attempts.push(target);
    const { port } = server;
    return toSocket(
      { ...target, protocol: 'http:', hostname: '127.0.0.1', addresses: ['127.0.0.1'], port },
      signal,
    );
  };
  return { connect, attempts };
}

function guardedFetcher(options: FetcherSetting): ReturnType<typeof createFetcher> {
  const resolve = async (hostname: string): Promise<readonly string[]> =>
    names[hostname.replace(/\.$/, '')] ?? [];
  return createFetcher({ resolve, clock: createFakeClock(), ...options });
}

describe('hostile targets', () => {
  it('are more than 300', () => {
    expect(new Set([...hostileUrls, ...hostileRedirects]).size).toBeGreaterThan(300);
  });

  it.each([true, false])('are refused without a connection (robots.txt obeyed: %s)', async (obeyRobots) => {
    await using server = await serve(page('<p>reached'));
    const { connect, attempts } = recordingConnector(server);
    await using fetcher = guardedFetcher({ connect, obeyRobots });
    for (const url of hostileUrls) {
      const error = await failureFrom(fetcher.fetchPage(url));
      expect(refusals, `${url}: ${error.message}`).toContain(error.code);
      expect(error.message, url).toContain('is not fetched: ');
    }
    expect(attempts).toEqual([]);
    expect(server.connections()).toBe(0);
    expect(fetcher.counters).toMatchObject({ refusals: hostileUrls.length, requests: 0 });
  });

  it('are not refused because everything is', async () => {
    await using server = await serve(page('<p>reached'));
    const { connect, attempts } = recordingConnector(server);
    await using fetcher = guardedFetcher({ connect });
    for (const url of ['http://public.test/', 'http://PUBLIC.test./x', 'http://93.184.216.34:8080/']) {
      await fetcher.fetchPage(url);
    }
    await fetcher.fetchPage('http://public.test\\@127.0.0.1/');
    expect(attempts.map(({ addresses }) => addresses)).toEqual([
      names['public.test'],
      names['public.test'],
      ['93.184.216.34'],
    ]);
  });

  it.each([1, 2, 3, 4, 5])(
    'behind %d redirects are refused, and only the public server is asked',
    async (hops) => {
      for (const target of hostileRedirects) {
        await using server = await serve((request, response) => {
          const hop = Number(request.url!.slice(1)) + 1;
          response.writeHead(302, { location: hop === hops ? target : `/${hop}` }).end();
        });
        const { connect, attempts } = recordingConnector(server);
        await using fetcher = guardedFetcher({ connect });
        const error = await failureFrom(fetcher.fetchPage('http://public.test/0'));
        expect(refusals, `${target}: ${error.message}`).toContain(error.code);
        expect(new Set(attempts.map(({ hostname }) => hostname))).toEqual(new Set(['public.test']));
        expect(server.paths).toHaveLength(hops + 1);
      }
    },
  );

  it('are refused where a name changes its address between two connections', async () => {
    for (const second of ['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254', '::ffff:10.0.0.1']) {
      const answers = [['93.184.216.34'], [second], ['93.184.216.34']];
      await using server = await serve(
        page('<p>', { connection: 'close' }),
        page('', { connection: 'close' }, 404),
      );
      const { connect, attempts } = recordingConnector(server);
      await using fetcher = guardedFetcher({ connect, resolve: async () => answers.shift()! });
      expect(await failureFrom(fetcher.fetchPage('http://rebinding.test/'))).toMatchObject({
        code: 'HTTP_ADDRESS_REFUSED',
        facts: { host: 'rebinding.test', address: second },
      });
      expect(attempts.map(({ addresses }) => addresses)).toEqual([['93.184.216.34']]);
    }
  });

  it('are resolved once a connection, and the connection is pinned to the answer', async () => {
    let lookups = 0;
    await using server = await serve(page('<p>'));
    const resolve = async (): Promise<readonly string[]> => {
      lookups++;
      return ['127.0.0.1'];
    };
    await using fetcher = guardedFetcher({ resolve, allowAddresses: ['127.0.0.1'], delayMs: 0 });
    // No name server knows this name: it is the fake answer alone that leads to the server.
    for (let n = 0; n < 3; n++) await fetcher.fetchPage(`http://pinned.test:${server.port}/${n}`);
    expect(lookups).toBe(1);
    expect(server.requests[1]!.headers.host).toBe(`pinned.test:${server.port}`);
  });
});

describe('the tripwire', () => {
  const loopbackHosts = hostileHosts.filter((host) => {
    const { hostname } = new URL(`http://${host}/`);
    return /^127\.|^0\.0|^\[::1\]$|^\[::ffff:7f|localhost\.*$|^loopback\.test|wildcard/.test(hostname);
  });

  it('is not touched by any spelling of this machine', async () => {
    expect(loopbackHosts.length).toBeGreaterThan(50);
    await using tripwire = await serve(page('<p>'));
    await using fetcher = guardedFetcher({});
    for (const host of loopbackHosts) {
      const error = await failureFrom(fetcher.fetchPage(`http://${host}:${tripwire.port}/`));
      expect(error.code, host).toBe('HTTP_ADDRESS_REFUSED');
    }
    expect(tripwire.connections()).toBe(0);
  });

  it('is there: who is let in arrives', async () => {
    await using tripwire = await serve(page('<p>'));
    await using fetcher = guardedFetcher({ allowPrivate: true, delayMs: 0 });
    for (const host of ['127.0.0.1', '2130706433', 'localhost', 'a.localhost.', 'loopback.test']) {
      await fetcher.fetchPage(`http://${host}:${tripwire.port}/`);
    }
    expect(tripwire.connections()).toBeGreaterThan(3);
  });
});
