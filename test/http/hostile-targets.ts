/** Addresses that must never be connected to, in all the spellings in which they may come. */

/** What names in the tests resolve to. `public.test` is the only one that may be reached. */
export const names: Readonly<Record<string, readonly string[]>> = {
  'public.test': ['93.184.216.34', '2606:2800:220:1::1'],
  'private.test': ['10.0.0.5'],
  'loopback.test': ['127.0.0.1'],
  '127.0.0.1.wildcard.test': ['127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'shared.test': ['100.100.100.200'],
  'zero.test': ['0.0.0.0'],
  'six.test': ['::1'],
  'local-six.test': ['fd00::1'],
  'scoped.test': ['fe80::1%eth0'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'mapped-hex.test': ['::ffff:7f00:1'],
  'compatible.test': ['::7f00:1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  '6to4.test': ['2002:7f00:1::1'],
  'teredo.test': ['2001:0:4136:e378:8000:63bf:80ff:fffe'],
  'private-last.test': ['93.184.216.34', '2606:2800:220:1::1', '192.168.1.1'],
  'private-first.test': ['192.168.1.1', '93.184.216.34'],
  'six-behind.test': ['93.184.216.34', '::1'],
  'garbage.test': ['not an address'],
  'spelled.test': ['0177.0.0.1'],
};

const privateV4: readonly string[] = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
];

/** An IPv4 address as inet_aton and browsers read it. */
function spellingsOf(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = (part: number): string => `0${part.toString(8)}`;
  const hex = (part: number): string => `0x${part.toString(16)}`;
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    `0x${whole.toString(16).padStart(8, '0').toUpperCase()}`,
    octal(whole),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(hex).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c * 256 + d}`,
    [...address]
      .map((char) => (char === '.' ? '．' : String.fromCodePoint(char.charCodeAt(0) + 0xfee0)))
      .join(''),
    address.replaceAll('.', '。'),
    [...address].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
  ];
}

/** An IPv4 address inside of IPv6. */
function embeddingsOf(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  return [
    `::ffff:${address}`,
    `::ffff:${hex}`,
    `0:0:0:0:0:FFFF:${hex}`,
    `::${address}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${hex}`,
    `2002:${hex}::1`,
    `2001:0:${hex}::1`,
  ];
}

const specialV6: readonly string[] = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  'fe80::1',
  'febf:ffff::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '100::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'e000::1',
];

/** Hosts, as they stand in an address. */
export const hostileHosts: readonly string[] = [
  ...privateV4.flatMap(spellingsOf),
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254'].flatMap(embeddingsOf).map((ip) => `[${ip}]`),
  ...specialV6.map((ip) => `[${ip}]`),
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'a.localhost',
    'a.b.LocalHost.',
    'ｌｏｃａｌｈｏｓｔ',
  ],
  ...['loc%61lhost', 'localhost%2E', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'],
  ...Object.keys(names).filter((name) => name !== 'public.test'),
  ...['private.test.', 'PRIVATE.TEST', 'ｐｒｉｖａｔｅ．test'],
];

/** The port of an address that no web server has. */
const otherPorts: readonly number[] = [
  0, 1, 7, 19, 21, 22, 23, 25, 53, 110, 143, 389, 465, 587, 993, 2049, 5060, 6000, 6667, 10080,
];

/** Whole addresses: the spelling is not in the host alone. */
export const hostileUrls: readonly string[] = [
  ...hostileHosts.map((host) => `http://${host}/`),
  ...['https://127.0.0.1/', 'https://localhost/', 'https://private.test/', 'https://[::1]/'],
  ...['http://public.test@127.0.0.1/', 'http://public.test:80@10.0.0.1/', 'http://user:pass@public.test/'],
  ...['http://127.0.0.1#@public.test/', 'http://127.0.0.1?@public.test/', 'http://127.0.0.1\\@public.test/'],
  ...['http:127.0.0.1', 'http:/127.0.0.1', 'http:////127.0.0.1', 'http:\\\\127.0.0.1', ' http://127.0.0.1 '],
  ...['ht\ntp://127.0.0.1/', 'http://127.0.\t0.1/', 'hTTp://127.0.0.1:80/', 'http://127.0.0.1:00080/'],
  ...['http://0/', 'http://127.1/', 'http://0x7f.1/', 'http://017700000001:8080/', 'http://127.0.0.1:65535/'],
  ...[
    'http://[::1%25lo]/',
    'http://[fe80::1%25eth0]/',
    'http://[::ffff:127.0.0.1%25]/',
    'http://[::1',
    'http://::1/',
  ],
  ...['http://127.0.0.1.:80/', 'http://127.0.0.256/', 'http://1.2.3.4.5/', 'http:///', 'http://'],
  ...[
    'ftp',
    'gopher',
    'dict',
    'ldap',
    'tftp',
    'sftp',
    'ssh',
    'ws',
    'wss',
    'redis',
    'unix',
    'chrome',
    'h2c',
  ].map((scheme) => `${scheme}://public.test/`),
  ...[
    'file:///etc/passwd',
    'file://public.test/x',
    'data:text/html,<p>',
    'javascript:alert(1)',
    'about:blank',
  ],
  ...[
    'blob:http://127.0.0.1/x',
    'view-source:http://127.0.0.1/',
    'jar:http://127.0.0.1!/',
    'mailto:a@public.test',
  ],
  ...['filesystem:http://127.0.0.1/x', 'urn:x', '//127.0.0.1/', '/etc/passwd', '', ' ', 'public.test'],
  ...otherPorts.map((port) => `http://public.test:${port}/`),
];

/** Where a public page may try to send us. */
export const hostileRedirects: readonly string[] = [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://localhost/',
  'http://a.localhost./',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://private.test/',
  'http://private-last.test/',
  'http://metadata.test/',
  'http://public.test@10.0.0.1/',
  '//127.0.0.1/',
  '//private.test/x',
  '\\\\127.0.0.1\\x',
  'https://127.0.0.1/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_',
  'http://public.test:22/',
];
