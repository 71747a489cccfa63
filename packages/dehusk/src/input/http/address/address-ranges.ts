/**
 * The addresses that are not for a fetcher of public pages: IANA's special-purpose registries for IPv4 and IPv6
 * (RFC 6890 and its updates), multicast, and the IPv6 prefixes that carry an IPv4 address inside, behind which every
 * private IPv4 address can hide. Rows that IANA marks as globally reachable (anycast of AS112, AMT) are in as well:
 * they are infrastructure, no web site is there.
 *
 * A row is `private` where people run sites that they may want to fetch: `allowPrivate` opens these rows and no
 * others. The first row that covers an address names the rule.
 */
export interface AddressRow {
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
