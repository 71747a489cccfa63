/** The real ends of the connector: the system's resolver, and a socket to addresses that were checked. */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Connector, ConnectTarget, Resolver } from './guarded-connector.ts';

export const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

export interface SocketOptions {
  /** Certificate authorities to trust instead of the system's, in PEM. */
  readonly ca?: string;
}

export function createSocketConnector(options: SocketOptions = {}): Connector {
  return (target, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const socket = openSocket(target, options);
      const onAbort = (): void => void socket.destroy(signal.reason as Error);
      const settle = (act: () => void): void => {
        signal.removeEventListener('abort', onAbort);
        act();
      };
      signal.addEventListener('abort', onAbort);
      socket.on('error', (error) => settle(() => reject(error)));
      socket.on('error', keepReset);
      socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () =>
        settle(() => resolve(socket)),
      );
    });
}

function openSocket({ protocol, hostname, port, addresses }: ConnectTarget, { ca }: SocketOptions): Socket {
  const pinned = { host: hostname, port, lookup: pinnedLookup(addresses), noDelay: true, keepAlive: true };
  if (protocol !== 'https:') return connectTcp(pinned);
  // The certificate is checked against the name, whichever of its addresses answers.
  const servername = isIP(hostname) ? '' : hostname.replace(/\.+$/, '');
  return connectTls({ ...pinned, servername, ALPNProtocols: ['http/1.1'], ...(ca !== undefined && { ca }) });
}

/** Stands in for a resolver: Node tries the addresses it gives, IPv6 and IPv4 in turn, and has no others. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all: wantsAll }, callback) => {
    if (wantsAll) callback(null, all);
    else callback(null, all[0]!.address, all[0]!.family);
  };
}

/**
 * undici takes a reset for the end of a body that has neither length nor chunks, and the page would be short without
 * anybody noticing. Under another code the reset is the error that it is.
 */
function keepReset(error: NodeJS.ErrnoException): void {
  if (error.code === 'ECONNRESET') error.code = 'ECONNRESET_MIDWAY';
}
