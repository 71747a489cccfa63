/**
 * Which addresses may be connected to.
 *
 * `BlockList` of node:net was rejected: it does not say which range it found, and with ::ffff:0:0/96 in it Node 20
 * finds every IPv4 address.
 */
import { isIPv4, isIPv6 } from 'node:net';
import { DehuskError } from '../../errors.ts';

export interface AddressGuardOptions {
  /** Opens loopback, private, shared, link-local and site-local ranges; reserved ones stay closed. */
  readonly allowPrivate?: boolean | undefined;
  /** Ranges that are open whatever the table says, such as `10.1.0.0/16`. */
  readonly allowAddresses?: readonly string[] | undefined;
}

/** The rule that an address is refused by, or undefined where it may be connected to. */
export type AddressGuard = (address: string) => string | undefined;

/**
 * The addresses that are not for a fetcher of public pages: IANA's special-purpose registries for IPv4 and IPv6
 * (RFC 6890 and its updates), multicast, and the IPv6 prefixes that carry an IPv4 address inside, behind which every
 * private IPv4 address can hide. Rows that IANA marks as globally reachable (anycast of AS112, AMT) are in as well:
 * they are infrastructure, no web site is there.
 *
 * A row is `private` where people run sites that they may want to fetch: `allowPrivate` opens these rows and no
 * others. The first row that covers an address names the rule.
 */
interface AddressRow {
  readonly range: string;
  readonly name: string;
  readonly private?: boolean;
}

export const addressRows: readonly AddressRow[] = [
  { range: '0.0.0.0/8', name: 'this network' },
  { range: '10.0.0.0/8', name: 'private', private: true },
  { range: '100.64.0.0/10', name: 'shared by carriers (CGNAT)', private: true },
  { range: '127.0.0.0/8', name: 'loopback', private: true },
  { range: '169.254.0.0/16', name: 'link-local', private: true },
  { range: '172.16.0.0/12', name: 'private', private: true },
  { range: '192.0.0.0/24', name: 'for protocol assignments' },
  { range: '192.0.2.0/24', name: 'for documentation' },
  { range: '192.31.196.0/24', name: 'of AS112' },
  { range: '192.52.193.0/24', name: 'for multicast tunnels (AMT)' },
  { range: '192.88.99.0/24', name: 'for relays of 6to4' },
  { range: '192.168.0.0/16', name: 'private', private: true },
  { range: '192.175.48.0/24', name: 'of AS112' },
  { range: '198.18.0.0/15', name: 'for benchmarks' },
  { range: '198.51.100.0/24', name: 'for documentation' },
  { range: '203.0.113.0/24', name: 'for documentation' },
  { range: '224.0.0.0/4', name: 'multicast' },
  { range: '255.255.255.255/32', name: 'broadcast' },
  { range: '240.0.0.0/4', name: 'reserved' },

  { range: '::/128', name: 'unspecified' },
  { range: '::1/128', name: 'loopback', private: true },
  { range: '::/96', name: 'IPv4-compatible' },
  { range: '::ffff:0:0/96', name: 'IPv4-mapped' },
  { range: '::ffff:0:0:0/96', name: 'IPv4-translated' },
  { range: '64:ff9b::/96', name: 'translated IPv4 (NAT64)' },
  { range: '64:ff9b:1::/48', name: 'translated IPv4 (local NAT64)' },
  { range: '100::/64', name: 'for discarding' },
  { range: '100:0:0:1::/64', name: 'a dummy prefix' },
  { range: '2001::/32', name: 'IPv4 inside of IPv6 (Teredo)' },
  { range: '2001:2::/48', name: 'for benchmarks' },
  { range: '2001::/23', name: 'for protocol assignments' },
  { range: '2001:db8::/32', name: 'for documentation' },
  { range: '2002::/16', name: 'IPv4 inside of IPv6 (6to4)' },
  { range: '2620:4f:8000::/48', name: 'of AS112' },
  { range: '3fff::/20', name: 'for documentation' },
  { range: '5f00::/16', name: 'for segment routing' },
  { range: 'fc00::/7', name: 'private (unique local)', private: true },
  { range: 'fe80::/10', name: 'link-local', private: true },
  { range: 'fec0::/10', name: 'site-local', private: true },
  { range: 'ff00::/8', name: 'multicast' },
];

/** All of IPv6 that is given out to networks; the rest of it is unassigned, whatever it may become. */
export const globalUnicast = '2000::/3';

const rows = addressRows.map((row) => ({ ...row, ip: parseRange(row.range)! }));
const unicast = parseRange(globalUnicast)!;

export function createAddressGuard(options: AddressGuardOptions = {}): AddressGuard {
  const open = (options.allowAddresses ?? []).map(readRange);
  return (address) => {
    const ip = parseIp(address);
    if (ip === undefined) return 'no IP address';
    return open.some((range) => covers(range, ip)) ? undefined : ruleAgainst(ip, options.allowPrivate);
  };
}

function ruleAgainst(ip: IpAddress, allowPrivate = false): string | undefined {
  const row = rows.find((each) => covers(each.ip, ip));
  if (row) return allowPrivate && row.private ? undefined : `${row.name} ${row.range}`;
  return ip.bits === 32 || covers(unicast, ip) ? undefined : `outside of global unicast ${globalUnicast}`;
}

function readRange(text: string): IpRange {
  const range = parseRange(text);
  if (range) return range;
  const expected = 'addresses or ranges of them such as 10.0.0.0/8';
  throw new DehuskError('OPTION_BAD', { option: 'allowAddresses', expected, value: text });
}

/** As a number. Read from text, since that is what resolvers and users give. */
interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

interface IpRange extends IpAddress {
  readonly prefix: number;
}

/** Undefined for what is no address; the zone of a scoped one (`fe80::1%eth0`) is left out. */
export function parseIp(text: string): IpAddress | undefined {
  const address = text.replace(/%.*$/, '');
  if (isIPv4(address)) return { bits: 32, value: joinParts(address.split('.'), 8n) };
  if (!isIPv6(address)) return undefined;
  return { bits: 128, value: joinParts(groupsOf(address), 16n) };
}

/** `10.0.0.0/8`; an address alone is a range of one. */
export function parseRange(text: string): IpRange | undefined {
  const [address = '', length, ...more] = text.split('/');
  const ip = parseIp(address);
  if (ip === undefined || more.length > 0) return undefined;
  if (length === undefined) return { ...ip, prefix: ip.bits };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return prefix <= ip.bits ? { ...ip, prefix } : undefined;
}

function covers(range: IpRange, { bits, value }: IpAddress): boolean {
  const rest = BigInt(range.bits - range.prefix);
  return range.bits === bits && range.value >> rest === value >> rest;
}

function joinParts(parts: readonly string[], partBits: bigint): bigint {
  const prefix = partBits === 16n ? '0x' : '';
  return parts.reduce((value, part) => (value << partBits) | BigInt(`${prefix}${part}`), 0n);
}

/** The eight groups: `::` filled up, and a dotted end as the two groups that it is. */
function groupsOf(address: string): string[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map((part) => Number(part).toString(16).padStart(2, '0'));
    return `${a}${b}:${c}${d}`;
  });
  const [head = '', tail] = hex.split('::').map((half) => (half === '' ? [] : half.split(':')));
  if (tail === undefined) return [...head];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
}
