/** https: the certificate is checked against the name, although the connection is made to an address. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSocketConnector } from '../../packages/dehusk/src/input/http/connector.ts';
import { failureFrom, loopbackFetcher, page, serve, textOf } from './loopback.ts';
import { selfSigned } from './self-signed.ts';

const certificate = selfSigned('site.test');
const names: string[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer(certificate, (request, response) => {
    names.push((request.socket as TLSSocket & { servername: string }).servername);
    if (request.url === '/down') response.writeHead(302, { location: 'http://site.test/' }).end();
    else page('<p>sealed')(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ({ port } = server.address() as AddressInfo);
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const resolve = async (): Promise<readonly string[]> => ['127.0.0.1'];

describe('https', () => {
  it('is refused where the certificate is signed by itself, once', async () => {
    await using fetcher = loopbackFetcher({ resolve });
    expect(await failureFrom(fetcher.fetchPage(`https://site.test:${port}/a`))).toMatchObject({
      code: 'HTTP_UNREACHABLE',
      message: `cannot fetch https://site.test:${port}/robots.txt: its certificate is signed by itself`,
    });
    expect(fetcher.counters.requests).toBe(1);
  });

  it('is read where the certificate is trusted and of the name', async () => {
    const connect = createSocketConnector({ ca: certificate.cert });
    await using fetcher = loopbackFetcher({ resolve, connect });
    for (const host of ['site.test', 'site.test.']) {
      expect(textOf(await fetcher.fetchPage(`https://${host}:${port}/a`))).toBe('<p>sealed');
    }
    expect(new Set(names)).toEqual(new Set(['site.test']));
  });

  it.each(['other.test', '127.0.0.1'])(
    'is refused where the certificate is of another name: %s',
    async (host) => {
      const connect = createSocketConnector({ ca: certificate.cert });
      await using fetcher = loopbackFetcher({ resolve, connect });
      const error = await failureFrom(fetcher.fetchPage(`https://${host}:${port}/a`));
      expect(error.message).toContain('its certificate is of another host');
    },
  );

  it('does not lead down to http', async () => {
    const connect = createSocketConnector({ ca: certificate.cert });
    await using fetcher = loopbackFetcher({ resolve, connect });
    expect(await failureFrom(fetcher.fetchPage(`https://site.test:${port}/down`))).toMatchObject({
      code: 'HTTP_REDIRECTS',
      message: `https://site.test:${port}/down leads to no page: from https to http, at http://site.test/`,
    });
  });

  it('to a server that speaks http is an error', async () => {
    await using plain = await serve(page('<p>'));
    await using fetcher = loopbackFetcher();
    const error = await failureFrom(fetcher.fetchPage(plain.origin.replace('http:', 'https:')));
    expect(error).toMatchObject({ code: 'HTTP_UNREACHABLE' });
  });
});
