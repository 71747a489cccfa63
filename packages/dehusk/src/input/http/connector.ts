/**
 * How the fetcher gets its sockets: the name is resolved once, every address it has is checked, and the connection is
 * made to those addresses and no others. Nothing resolves the name again between the check and the connection, so a
 * name server that changes its answer gains nothing.
 *
 * One bad address refuses the whole name: a public site has no private address, and a name that has both is either
 * broken or an attempt to be let in by the luck of the draw.
 */

import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { type AddressGuard, parseIp } from './address-guard.ts';
import { linkAbort, orAborted } from './linked-abort.ts';

/** All addresses of a name, in the order of preference. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

export interface ConnectTarget {
  readonly protocol: string;
  /** As in the URL, without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The checked ones; the connection may be made to any of them. */
  readonly addresses: readonly string[];
}

/** Opens a connection; rejects when the signal is aborted. */
export type Connector = (target: ConnectTarget, signal: AbortSignal) => Promise<Socket>;

interface GuardedConnectorOptions {
  readonly guard: AddressGuard;
  readonly resolve: Resolver;
  readonly connect: Connector;
  readonly timeoutMs: number;
  /** Ends what is being connected, although nobody waits for it any more. */
  readonly signal: AbortSignal;
}

export class AddressRefusal extends Error {
  readonly host: string;
  readonly address: string;
  readonly rule: string;

  constructor(host: string, address: string, rule: string) {
    super(`${host} is at ${address}: ${rule}`);
    this.host = host;
    this.address = address;
    this.rule = rule;
  }
}

export class ConnectTimeout extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`not connected after ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  return (wanted, callback) => {
    open(wanted, options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function open(wanted: buildConnector.Options, options: GuardedConnectorOptions): Promise<Socket> {
  const { hostname, protocol } = wanted;
  const port = Number(wanted.port || (protocol === 'https:' ? 443 : 80));
  const late = linkAbort([options.signal]);
  const timer = setTimeout(() => late.abort(new ConnectTimeout(options.timeoutMs)), options.timeoutMs);
  try {
    const addresses = await orAborted(checkedAddresses(hostname, options), late.signal);
    return await options.connect({ protocol, hostname, port, addresses }, late.signal);
  } finally {
    clearTimeout(timer);
    late.unlink();
  }
}

async function checkedAddresses(
  hostname: string,
  { guard, resolve }: GuardedConnectorOptions,
): Promise<readonly string[]> {
  const host = hostname.replace(/\.+$/, '');
  if (isLocalhost(host)) return localhostAddresses(host, guard);
  const addresses = parseIp(host) ? [host] : await resolve(hostname);
  for (const address of addresses) {
    const rule = guard(address);
    if (rule !== undefined) throw new AddressRefusal(host, address, rule);
  }
  if (addresses.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
  return addresses;
}

/** Never asked of a name server, which could say anything (RFC 6761, 6.3). */
function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Whichever of the two is open: both are this machine, so one that is closed casts no doubt on the other. */
function localhostAddresses(host: string, guard: AddressGuard): readonly string[] {
  const open = ['127.0.0.1', '::1'].filter((address) => guard(address) === undefined);
  if (open.length === 0) throw new AddressRefusal(host, '127.0.0.1', guard('127.0.0.1')!);
  return open;
}

/** What resolves names outside of tests. */
export const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

interface SocketOptions {
  /** Certificate authorities to trust instead of the system's, in PEM. */
  readonly ca?: string;
}

/** What connects outside of tests: a socket to addresses that were checked. */
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
