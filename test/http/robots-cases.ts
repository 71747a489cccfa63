/**
 * Verdicts of robots.txt for the product token `dehusk`, by RFC 9309; the number in front is the section that decides.
 * Examples of the RFC (5.1, 5.2) and of sections 2.2.2 and 2.2.3 are among them.
 */
export interface RobotsCase {
  readonly about: string;
  readonly robots: string;
  readonly allowed?: readonly string[];
  readonly forbidden?: readonly string[];
}

const star = (...lines: string[]): string => ['User-agent: *', ...lines].join('\n');

export const robotsCases: readonly RobotsCase[] = [
  { about: '2.2: an empty file allows all', robots: '', allowed: ['/', '/a', '/a?b'] },
  { about: '2.2: a file of comments allows all', robots: '# Disallow: /\n#', allowed: ['/', '/a'] },
  {
    about: '2.2.1: no group for us allows all',
    robots: 'User-agent: other\nDisallow: /',
    allowed: ['/', '/a'],
  },
  { about: '2.2.1: the star is for all', robots: star('Disallow: /'), forbidden: ['/', '/a', '/a/b?c'] },
  {
    about: '2.2.1: our own group replaces the star',
    robots: `${star('Disallow: /')}\n\nUser-agent: dehusk\nDisallow: /x`,
    allowed: ['/', '/a'],
    forbidden: ['/x', '/x/y'],
  },
  {
    about: '2.2.1: in whatever order they come',
    robots: `User-agent: dehusk\nDisallow: /x\n\n${star('Disallow: /')}`,
    allowed: ['/', '/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2.1: the token in any case',
    robots: 'USER-AGENT: DeHusk\ndisALLOW: /x',
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2.1: a longer token is another crawler',
    robots:
      'User-agent: dehusk-news\nDisallow: /\n\nUser-agent: dehuskbot\nDisallow: /\n\nUser-agent: de\nDisallow: /',
    allowed: ['/', '/a'],
  },
  {
    about: '2.2.1: a version behind the token is left out',
    robots: 'User-agent: dehusk/2.0\nDisallow: /x',
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2.1: words behind the token are left out',
    robots: 'User-agent: dehusk crawler\nDisallow: /x',
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2.1: several groups for us count together',
    robots:
      'User-agent: dehusk\nDisallow: /x\n\nUser-agent: b\nDisallow: /b\n\nUser-agent: dehusk\nDisallow: /y',
    allowed: ['/a', '/b'],
    forbidden: ['/x', '/y'],
  },
  {
    about: '2.2.1: several groups for all count together',
    robots: `${star('Disallow: /x')}\n\n${star('Disallow: /y')}`,
    allowed: ['/a'],
    forbidden: ['/x', '/y'],
  },
  {
    about: '2.2.1: a group of several agents',
    robots: 'User-agent: a\nUser-agent: dehusk\nUser-agent: b\nDisallow: /x',
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2.1: a group may begin behind the rules of another',
    robots: 'User-agent: a\nDisallow: /a\nUser-agent: dehusk\nDisallow: /x',
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2.1: a group without rules allows all',
    robots: `${star('Disallow: /')}\n\nUser-agent: dehusk`,
    allowed: ['/', '/a'],
  },
  {
    about: '2.2.1: an agent without a name is nobody',
    robots: 'User-agent:\nDisallow: /',
    allowed: ['/', '/a'],
  },
  {
    about: '2.2.1: rules before any agent are nobody’s',
    robots: 'Disallow: /\nAllow: /x\n\nUser-agent: *\nDisallow: /y',
    allowed: ['/', '/x'],
    forbidden: ['/y'],
  },
  { about: '2.2.2: an empty disallow says nothing', robots: star('Disallow:'), allowed: ['/', '/a'] },
  {
    about: '2.2.2: an empty rule ends the naming of agents',
    robots: 'User-agent: a\nDisallow:\nUser-agent: dehusk\nDisallow: /x\n\nUser-agent: a\nDisallow: /',
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  { about: '2.2.2: an empty allow says nothing', robots: star('Allow:', 'Disallow: /x'), forbidden: ['/x'] },
  {
    about: '2.2.2: a path is a prefix',
    robots: star('Disallow: /fish'),
    allowed: ['/', '/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
    forbidden: ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fish.php?id=anything'],
  },
  {
    about: '2.2.2: a folder is a prefix too',
    robots: star('Disallow: /fish/'),
    allowed: ['/fish', '/fish.html', '/animals/fish/'],
    forbidden: ['/fish/', '/fish/?id=anything', '/fish/salmon.htm'],
  },
  {
    about: '2.2.2: paths know upper from lower case',
    robots: star('Disallow: /Private'),
    allowed: ['/private', '/PRIVATE'],
    forbidden: ['/Private', '/Private/a'],
  },
  {
    about: '2.2.2: the longest match wins, allow',
    robots: star('Disallow: /folder', 'Allow: /folder/page'),
    allowed: ['/folder/page', '/folder/page.html'],
    forbidden: ['/folder', '/folder/other'],
  },
  {
    about: '2.2.2: the longest match wins, disallow, in either order',
    robots: star('Disallow: /folder/page', 'Allow: /folder'),
    allowed: ['/folder', '/folder/other'],
    forbidden: ['/folder/page', '/folder/page.html'],
  },
  {
    about: '2.2.2: allow wins a tie',
    robots: star('Disallow: /folder', 'Allow: /folder'),
    allowed: ['/folder', '/folder/page'],
  },
  {
    about: '2.2.2: allow wins a tie in the other order',
    robots: star('Allow: /folder', 'Disallow: /folder'),
    allowed: ['/folder', '/folder/page'],
  },
  {
    about: '2.2.2: wildcards count as octets',
    robots: star('Allow: /page', 'Disallow: /*.htm'),
    allowed: ['/page', '/page.php'],
    forbidden: ['/page.htm', '/page.html'],
  },
  {
    about: '2.2.2: the end mark counts as an octet',
    robots: star('Allow: /$', 'Disallow: /'),
    allowed: ['/'],
    forbidden: ['/page.htm', '/?a'],
  },
  {
    about: '2.2.2: the query is part of the path',
    robots: star('Disallow: /*?', 'Allow: /a?ok'),
    allowed: ['/a', '/a?ok', '/a?ok=1'],
    forbidden: ['/a?b', '/b?ok'],
  },
  {
    about: '2.2.2: robots.txt itself is always allowed',
    robots: star('Disallow: /'),
    allowed: ['/robots.txt'],
    forbidden: ['/robots.txt.html', '/a/robots.txt'],
  },
  {
    about: '2.2.2: what begins with no slash matches nothing',
    robots: star('Disallow: private', 'Disallow: http://example.com/x'),
    allowed: ['/private', '/x'],
  },
  {
    about: '2.2.2: octets outside of ASCII are compared encoded',
    robots: star('Disallow: /foo/bar/ツ'),
    allowed: ['/foo/bar/', '/foo/bar/%E3%83%83'],
    forbidden: ['/foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84/x'],
  },
  {
    about: '2.2.2: encoded in the file, plain in the address',
    robots: star('Disallow: /foo/bar/%E3%83%84'),
    forbidden: ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  },
  {
    about: '2.2.2: hex digits in either case',
    robots: star('Disallow: /foo/bar/%e3%83%84'),
    forbidden: ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
  },
  {
    about: '2.2.2: unreserved characters are compared decoded',
    robots: star('Disallow: /foo/bar/%62%61%7A'),
    allowed: ['/foo/bar/ba'],
    forbidden: ['/foo/bar/baz', '/foo/bar/%62%61%7A', '/foo/bar/%62az'],
  },
  {
    about: '2.2.2: and in the address',
    robots: star('Disallow: /~user'),
    allowed: ['/user'],
    forbidden: ['/~user', '/%7Euser', '/%7euser', '/%7E%75ser'],
  },
  {
    about: '2.2.2: reserved characters stay what they are',
    robots: star('Disallow: /a%2Fb'),
    allowed: ['/a/b'],
    forbidden: ['/a%2Fb', '/a%2fb'],
  },
  {
    about: '2.2.2: a slash is no encoded slash',
    robots: star('Disallow: /a/b'),
    allowed: ['/a%2Fb', '/a%2fb'],
    forbidden: ['/a/b'],
  },
  {
    about: '2.2.2: a query with an address in it',
    robots: star('Disallow: /foo/bar?baz=https://foo.bar'),
    allowed: ['/foo/bar?baz=http'],
    forbidden: ['/foo/bar?baz=https://foo.bar'],
  },
  {
    about: '2.2.2: a space in the file',
    robots: star('Disallow: /a b'),
    allowed: ['/a', '/ab'],
    forbidden: ['/a b', '/a%20b'],
  },
  {
    about: '2.2.2: signs that addresses hold plain or encoded',
    robots: star('Disallow: /a|b', 'Disallow: /c%5Ed', 'Disallow: /e"f'),
    forbidden: ['/a|b', '/a%7Cb', '/c^d', '/c%5Ed', '/e"f', '/e%22f'],
  },
  {
    about: '2.2.2: a percent sign that encodes nothing',
    robots: star('Disallow: /100%'),
    allowed: ['/100'],
    forbidden: ['/100%', '/100%25'],
  },
  {
    about: '2.2.3: a star is anything',
    robots: star('Disallow: /fish*'),
    allowed: ['/Fish.asp', '/catfish'],
    forbidden: ['/fish', '/fish/salmon.html', '/fishheads'],
  },
  {
    about: '2.2.3: a star in the middle',
    robots: star('Disallow: /*.php'),
    allowed: ['/', '/windows.PHP', '/php'],
    forbidden: [
      '/index.php',
      '/filename.php',
      '/folder/filename.php?parameters',
      '/folder/any.php.file.html',
    ],
  },
  {
    about: '2.2.3: the end',
    robots: star('Disallow: /*.php$'),
    allowed: ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/windows.PHP'],
    forbidden: ['/filename.php', '/folder/filename.php', '/a.php.php'],
  },
  {
    about: '2.2.3: two pieces',
    robots: star('Disallow: /fish*.php'),
    allowed: ['/Fish.PHP', '/fish.html'],
    forbidden: ['/fish.php', '/fishheads/catfish.php?parameters'],
  },
  {
    about: '2.2.3: several stars',
    robots: star('Disallow: /a*b*c$'),
    allowed: ['/acb', '/abcd', '/ab', '/bac'],
    forbidden: ['/abc', '/axxbyyc', '/abcbc', '/a/b/c'],
  },
  {
    about: '2.2.3: the end piece does not overlap the one before it',
    robots: star('Disallow: /ab*ba$'),
    allowed: ['/aba', '/ab'],
    forbidden: ['/abba', '/abxba'],
  },
  {
    about: '2.2.3: a star in front',
    robots: star('Disallow: *.pdf'),
    allowed: ['/a'],
    forbidden: ['/a.pdf', '/b/c.pdf?d'],
  },
  { about: '2.2.3: a star alone', robots: star('Disallow: *'), forbidden: ['/', '/a'] },
  {
    about: '2.2.3: stars in a row',
    robots: star('Disallow: /a**b'),
    allowed: ['/a'],
    forbidden: ['/ab', '/axb'],
  },
  {
    about: '2.2.3: a dollar that is not at the end is itself',
    robots: star('Disallow: /a$b'),
    allowed: ['/a', '/ab'],
    forbidden: ['/a$b', '/a$bc', '/a%24b'],
  },
  {
    about: '2.2.3: an encoded star is a star',
    robots: star('Disallow: /path/file-with-a-%2A.html'),
    allowed: ['/path/file-with-a-x.html'],
    forbidden: ['/path/file-with-a-*.html', '/path/file-with-a-%2A.html', '/path/file-with-a-%2a.html'],
  },
  {
    about: '2.2.3: an encoded dollar is a dollar',
    robots: star('Disallow: /path/foo-%24'),
    allowed: ['/path/foo-'],
    forbidden: ['/path/foo-$', '/path/foo-$bar', '/path/foo-%24'],
  },
  {
    about: '2.2.3: other signs of regular expressions are themselves',
    robots: star('Disallow: /a.b', 'Disallow: /c+d', 'Disallow: /(e|f)', 'Disallow: /[g]'),
    allowed: ['/axb', '/ccd', '/e', '/g'],
    forbidden: ['/a.b', '/c+d', '/(e|f)', '/[g]'],
  },
  {
    about: '2.2.4: other records do not end a group',
    robots: 'User-agent: dehusk\nSitemap: https://example.com/sitemap.xml\nUser-agent: b\nDisallow: /x',
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2.4: nor do they between rules',
    robots: star('Disallow: /x', 'Sitemap: https://example.com/s.xml', 'Host: example.com', 'Disallow: /y'),
    allowed: ['/a'],
    forbidden: ['/x', '/y'],
  },
  {
    about: '2.2.4: a crawl delay is such a record',
    robots: 'User-agent: dehusk\nCrawl-delay: 1\nUser-agent: b\nDisallow: /x',
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2: blank lines do not end a group',
    robots: 'User-agent: dehusk\n\nUser-agent: b\n\n\nDisallow: /x\n\nDisallow: /y',
    forbidden: ['/x', '/y'],
  },
  {
    about: '2.2: comments behind rules',
    robots: 'User-agent: * # all\nDisallow: /x # not /y\nDisallow: /z#fragment',
    allowed: ['/y'],
    forbidden: ['/x', '/z'],
  },
  {
    about: '2.2: white space around everything',
    robots: '  User-agent \t:\t* \n\tDisallow : \t/x\t \n',
    allowed: ['/a'],
    forbidden: ['/x', '/x/y'],
  },
  {
    about: '2.2: no white space at all',
    robots: 'user-agent:*\ndisallow:/x',
    forbidden: ['/x'],
    allowed: ['/a'],
  },
  {
    about: '2.2: lines may end as in Windows',
    robots: star('Disallow: /x').replaceAll('\n', '\r\n'),
    forbidden: ['/x'],
  },
  { about: '2.2: or as in old Macs', robots: star('Disallow: /x').replaceAll('\n', '\r'), forbidden: ['/x'] },
  {
    about: '2.3: a byte order mark is no part of the first line',
    robots: `\ufeff${star('Disallow: /x')}`,
    allowed: ['/a'],
    forbidden: ['/x'],
  },
  {
    about: '2.2: lines that are no records are left out',
    robots: star('<html><body>404</body></html>', 'Disallow', 'Disallow /a', ': /b', 'Disallow: /x'),
    allowed: ['/a', '/b'],
    forbidden: ['/x'],
  },
  {
    about: '2.2: names of agents that JavaScript objects have',
    robots: 'User-agent: __proto__\nDisallow: /\n\nUser-agent: constructor\nDisallow: /',
    allowed: ['/', '/a'],
  },
  {
    about: '5.1: the simple example',
    robots: [
      'User-Agent: *',
      'Disallow: *.gif$',
      'Disallow: /example/',
      'Allow: /publications/',
      '',
      'User-Agent: foobot',
      'Disallow:/',
      'Allow:/example/page.html',
      'Allow:/example/allowed.gif',
      '',
      'User-Agent: barbot',
      'User-Agent: bazbot',
      'Disallow: /example/page.html',
      '',
      'User-Agent: quxbot',
      '',
      'EOF',
    ].join('\n'),
    allowed: ['/publications/', '/publications/a', '/a.gif?b', '/'],
    forbidden: ['/a.gif', '/example/', '/example/page.html'],
  },
  {
    about: '5.2: the longest match',
    robots: star('Allow: /example/page/', 'Disallow: /example/page/disallowed.gif').replace('*', 'dehusk'),
    allowed: ['/example/page/', '/example/page/allowed.gif'],
    forbidden: ['/example/page/disallowed.gif'],
  },
];
