import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressRows, createAddressGuard, globalUnicast, parseIp, parseRange } from './address-guard.ts';

/** First and last address of each row of IANA's special-purpose registries and the multicast ranges. */
const registry: readonly (readonly [first: string, last: string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  // All that is not 2000::/3: ::1, ::, mapped, NAT64, 100::/64, 5f00::/16, fc00::/7, fe80::/10, fec0::/10, ff00::/8.
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

const guard = createAddressGuard();

describe('the addresses that are refused', () => {
  it.each(registry)('are all of %s to %s', (first, last) => {
    expect([guard(first), guard(last)]).not.toContain(undefined);
  });

  it.each(registry)('end where %s to %s end', (first, last) => {
    const neighbours = [neighbour(first, -1n), neighbour(last, 1n)].filter((ip) => ip !== undefined);
    const inOthers = neighbours.filter((ip) => registry.some(([from, to]) => isBetween(ip, from, to)));
    for (const ip of neighbours) {
      if (inOthers.includes(ip)) expect(guard(ip), ip).toBeDefined();
      else expect(guard(ip), ip).toBeUndefined();
    }
  });

  it('are those of a BlockList with the same rows, wherever one looks', () => {
    // One list for each: Node 20 takes every IPv4 address for mapped where a list has ::ffff:0:0/96.
    const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
    for (const { range } of [
      ...addressRows,
      { range: '::/3' },
      { range: '4000::/2' },
      { range: '8000::/1' },
    ]) {
      const [address = '', prefix] = range.split('/');
      lists[familyOf(address)].addSubnet(address, Number(prefix), familyOf(address));
    }
    const near = fc.tuple(fc.constantFrom(...addressRows), fc.bigInt(-300n, 300n)).map(([row, step]) => {
      const { bits, value } = parseRange(row.range)!;
      return spell(bits, BigInt.asUintN(bits, value + step));
    });
    fc.assert(
      fc.property(fc.oneof(near, fc.ipV4(), fc.ipV6()), (ip) => {
        const isRefused = lists[familyOf(ip)].check(ip, familyOf(ip));
        expect(guard(ip) !== undefined, ip).toBe(isRefused);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['127.0.0.1', 'loopback 127.0.0.0/8'],
    ['169.254.169.254', 'link-local 169.254.0.0/16'],
    ['255.255.255.255', 'broadcast 255.255.255.255/32'],
    ['250.1.2.3', 'reserved 240.0.0.0/4'],
    ['::1', 'loopback ::1/128'],
    ['::', 'unspecified ::/128'],
    ['::7f00:1', 'IPv4-compatible ::/96'],
    ['::ffff:10.0.0.1', 'IPv4-mapped ::ffff:0:0/96'],
    ['::ffff:0:10.0.0.1', 'IPv4-translated ::ffff:0:0:0/96'],
    ['64:ff9b::8.8.8.8', 'translated IPv4 (NAT64) 64:ff9b::/96'],
    ['2001:0:1::1', 'IPv4 inside of IPv6 (Teredo) 2001::/32'],
    ['2002:7f00:1::', 'IPv4 inside of IPv6 (6to4) 2002::/16'],
    ['fe80::1%eth0', 'link-local fe80::/10'],
    ['fec0::1', 'site-local fec0::/10'],
    ['1234::1', `outside of global unicast ${globalUnicast}`],
    ['localhost', 'no IP address'],
    ['', 'no IP address'],
  ])('say which rule %s breaks', (address, rule) => {
    expect(guard(address)).toBe(rule);
  });

  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450::1', '2620:4f:7fff::1'])(
    'are not %s',
    (address) => expect(guard(address)).toBeUndefined(),
  );
});

describe('what the options open', () => {
  it('allowPrivate: where people run sites of their own', () => {
    const open = createAddressGuard({ allowPrivate: true });
    const own = ['127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '100.64.1.1', '169.254.1.1'];
    for (const ip of [...own, '::1', 'fd00::1', 'fe80::1']) expect(open(ip), ip).toBeUndefined();
    const never = [
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '192.0.2.1',
      '::ffff:127.0.0.1',
      '2002:7f00:1::',
    ];
    for (const ip of [...never, 'ff02::1', '64:ff9b::10.0.0.1']) expect(open(ip), ip).toBeDefined();
  });

  it('allowAddresses: ranges, and nothing beside them', () => {
    const open = createAddressGuard({ allowAddresses: ['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32'] });
    for (const ip of ['10.1.0.0', '10.1.255.255', '127.0.0.1', 'fd00:1::5'])
      expect(open(ip), ip).toBeUndefined();
    for (const ip of ['10.2.0.0', '10.0.255.255', '127.0.0.2', 'fd00:2::5', '::ffff:127.0.0.1', '::1'])
      expect(open(ip), ip).toBeDefined();
  });

  it.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10/8',
    'localhost',
    '::/129',
    '::1/-1',
    '0x7f.1',
  ])('is told that %j is no range', (range) =>
    expect(() => createAddressGuard({ allowAddresses: [range] })).toThrow(
      expect.objectContaining({ code: 'OPTION_BAD' }),
    ),
  );
});

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIPv4(ip) ? 'ipv4' : 'ipv6';
}

function neighbour(ip: string, step: bigint): string | undefined {
  const { bits, value } = parseIp(ip)!;
  const next = value + step;
  return next < 0n || next >> BigInt(bits) > 0n ? undefined : spell(bits, next);
}

function isBetween(ip: string, from: string, to: string): boolean {
  const [at, first, last] = [parseIp(ip)!, parseIp(from)!, parseIp(to)!];
  return at.bits === first.bits && at.value >= first.value && at.value <= last.value;
}

function spell(bits: number, value: bigint): string {
  const size = bits === 32 ? 8n : 16n;
  const parts = Array.from({ length: bits / Number(size) }, (_, n) =>
    BigInt.asUintN(Number(size), value >> (size * BigInt(n))),
  );
  return parts
    .reverse()
    .map((part) => part.toString(bits === 32 ? 10 : 16))
    .join(bits === 32 ? '.' : ':');
}
