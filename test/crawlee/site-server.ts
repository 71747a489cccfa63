/** A generated site on a port of this machine: its links lead to that port and nowhere else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SyntheticSite } from '../../src/eval/synthetic/synthetic-site.ts';

export interface SiteServer extends AsyncDisposable {
  readonly url: string;
}

export async function serveSite(site: SyntheticSite): Promise<SiteServer> {
  const { origin } = new URL(site.page(0).url);
  const pages = new Map(
    Array.from({ length: site.pages }, (_, order) => site.page(order)).map(({ url, html }) => [
      url.slice(origin.length),
      html,
    ]),
  );
  const server = createServer(({ url: path = '/', headers }, response) => {
    const html = pages.get(path);
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end((html ?? '<p>Not found</p>').replaceAll(origin, `http://${headers.host}`));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
