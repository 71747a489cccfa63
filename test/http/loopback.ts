/** Servers on this machine that do as a test says, and a fetcher that is let in to them. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
} from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createFetcher, type Fetcher } from '../../packages/dehusk/src/input/http/fetcher.ts';
import type { FetcherSetting } from '../../packages/dehusk/src/input/http/options.ts';
import { createFakeClock } from './fake-clock.ts';

export interface Loopback extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly origin: string;
  readonly port: number;
  /** Paths, in the order in which they were asked for. */
  readonly paths: string[];
  readonly requests: IncomingMessage[];
  connections(): number;
  /** Sockets that are open now. */
  readonly open: ReadonlySet<Socket>;
}

/** A web server. What it answers to /robots.txt is not for the listener: "not found" unless told. */
export async function serve(
  listener: RequestListener,
  robots: RequestListener = (_, response) => response.writeHead(404).end(),
): Promise<Loopback> {
  const requests: IncomingMessage[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url!);
    requests.push(request);
    (request.url === '/robots.txt' ? robots : listener)(request, response);
  });
  return listen(server, { requests, paths });
}

/** A listener that sends a page. */
export function page(
  body: string | Uint8Array,
  headers: OutgoingHttpHeaders = {},
  status = 200,
): RequestListener {
  return (_, response) => response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
}

/** A server that writes to its sockets what a test says; robots.txt is not found, unless that is left to the test too. */
export function serveRaw(
  answer: (socket: Socket, path: string) => void,
  options: { readonly robots?: boolean } = {},
): Promise<Loopback> {
  const paths: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const path = /^GET (\S+)/.exec(bytes.toString('latin1'))?.[1];
      if (path === undefined) return;
      paths.push(path);
      if (path === '/robots.txt' && !options.robots)
        socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      else answer(socket, path);
    });
  });
  return listen(server, { requests: [], paths });
}

async function listen(
  server: ReturnType<typeof createTcpServer>,
  seen: Pick<Loopback, 'requests' | 'paths'>,
): Promise<Loopback> {
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    ...seen,
    origin: `http://127.0.0.1:${port}`,
    port,
    open,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** May go to 127.0.0.1 and nowhere else on this machine; waits in no time. */
export function loopbackFetcher(options: FetcherSetting = {}): Fetcher {
  return createFetcher({
    allowAddresses: ['127.0.0.1'],
    clock: createFakeClock(),
    random: () => 0.5,
    ...options,
  });
}

export function textOf({ bytes }: { readonly bytes: Uint8Array }): string {
  return new TextDecoder().decode(bytes);
}

/** The error that the promise fails with. */
export async function failureFrom(
  promise: Promise<unknown>,
): Promise<Error & { code?: string; facts?: object }> {
  return promise.then(
    () => new Error('did not fail'),
    (error: Error) => error,
  );
}
