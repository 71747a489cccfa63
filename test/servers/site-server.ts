/** A generated site on a port of this machine: its links lead to that port and nowhere else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SyntheticSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';

export interface SiteServer extends AsyncDisposable {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly requests: readonly string[];
}

/** Answers a path in its own way; true if it did. */
export type Answer = (path: string, request: IncomingMessage, response: ServerResponse) => boolean;

export async function serveSite(site: SyntheticSite, answer: Answer = () => false): Promise<SiteServer> {
  const { origin } = new URL(site.page(0).url);
  const pages = new Map(
    Array.from({ length: site.pages }, (_, order) => site.page(order)).map(({ url, html }) => [
      url.slice(origin.length),
      html,
    ]),
  );
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { url: path = '/', headers } = request;
    requests.push(path);
    if (answer(path, request, response)) return;
    const html = pages.get(path);
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end((html ?? '<p>Not found</p>').replaceAll(origin, `http://${headers.host}`));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
