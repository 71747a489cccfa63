/**
 * A way to a server that can be cut, and that can lead to another server from one moment to the next. Connections are cut
 * around a commit: before the server gets it, in the middle of it, and before, within or behind its answer.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export const cutMoments = [
  'before',
  'within the request',
  'before the reply',
  'within the reply',
  'after',
] as const;
type CutMoment = (typeof cutMoments)[number];

export interface CuttingProxy {
  readonly port: number;
  /** New connections lead there; those that are open are cut. */
  leadTo(port: number): void;
  /** The next commit that comes by is cut at this moment. */
  cutNext(moment: CutMoment): void;
  /** How many were cut. */
  readonly cuts: number;
  close(): Promise<void>;
}

/** `isCommit`: whether a client says it with these bytes. */
export async function startProxy(
  target: number,
  isCommit: (bytes: Buffer) => boolean,
): Promise<CuttingProxy> {
  let to = target;
  let cuts = 0;
  /** One at a time: a log whose every commit is cut would never come to an end. */
  let planned: CutMoment | undefined;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(to, '127.0.0.1');
    let replyCut: CutMoment | undefined;
    const end = (): void => {
      client.destroy();
      behind.destroy();
      open.delete(client);
      open.delete(behind);
    };
    const cut = (): void => {
      cuts++;
      end();
    };
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (bytes: Buffer) => {
      const moment = planned !== undefined && isCommit(bytes) ? planned : undefined;
      if (moment !== undefined) planned = undefined;
      if (moment === 'before') return cut();
      if (moment === 'within the request') {
        behind.write(bytes.subarray(0, bytes.length >> 1), cut);
        return;
      }
      replyCut = moment ?? replyCut;
      behind.write(bytes);
    });
    behind.on('data', (bytes: Buffer) => {
      if (replyCut === undefined) client.write(bytes);
      else if (replyCut === 'before the reply') cut();
      else client.write(replyCut === 'after' ? bytes : bytes.subarray(0, bytes.length >> 1), cut);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    port: (server.address() as { port: number }).port,
    leadTo: (port) => {
      to = port;
      endAll();
    },
    cutNext: (moment) => {
      planned = moment;
    },
    get cuts() {
      return cuts;
    },
    close: async () => {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
