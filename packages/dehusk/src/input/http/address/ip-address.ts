/**
 * IP addresses as numbers, and ranges of them. Text in, since that is what resolvers and users give.
 *
 * `BlockList` of node:net was rejected: it does not say which range it found, and with ::ffff:0:0/96 in it Node 20
 * finds every IPv4 address.
 */
import { isIPv4, isIPv6 } from 'node:net';

export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

export interface IpRange extends IpAddress {
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

export function covers(range: IpRange, { bits, value }: IpAddress): boolean {
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
