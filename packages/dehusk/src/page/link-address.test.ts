import { describe, expect, it } from 'vitest';
import { linkAddress, linkBaseOf } from './link-address.ts';
import { parseText } from './parse.ts';

const url = 'https://www.a.example/docs/intro.html?v=2#top';

function addressOf(href: string, page = parseText('<p>x', { url })): string {
  return linkAddress(href, linkBaseOf(page));
}

describe('where a link leads', () => {
  it.each([
    ['https://a.example/news', 'a.example/news'],
    ['http://www.a.example/news/', 'a.example/news'],
    ['HTTPS://www.a.example', 'a.example'],
    ['//b.example/x?y=1', 'b.example/x?y=1'],
    ['/news/index.html', 'a.example/news'],
    ['/news/index.php?page=2', 'a.example/news?page=2'],
    ['/index.of.things', 'a.example/index.of.things'],
    ['/news#more', 'a.example/news'],
    ['/', 'a.example'],
    ['next.html', 'a.example/docs/next.html'],
    ['./next.html', 'a.example/docs/next.html'],
    ['../news/', 'a.example/news'],
    ['../../../news', 'a.example/news'],
    ['.././a/../b', 'a.example/a/../b'],
    ['..', 'a.example/docs/..'],
    ['?v=3', 'a.example/docs/intro.html?v=3'],
    ['index.html', 'a.example/docs'],
    ['xindex.html', 'a.example/docs/xindex.html'],
    ['  /news\n', 'a.example/news'],
    ['/a%20b', 'a.example/a%20b'],
    ['mailto:someone@a.example', 'mailto:someone@a.example'],
    ['javascript:open()', 'javascript:open()'],
    ['http:news', 'http:news'],
    ['a/b:c', 'a.example/docs/a/b:c'],
    ['', 'a.example/docs/intro.html?v=2'],
    ['#top', 'a.example/docs/intro.html?v=2'],
    [' # top', 'a.example/docs/intro.html?v=2'],
  ])('%j', (href, address) => {
    expect(addressOf(href)).toBe(address);
  });

  it('is joined to the base of the page, where it has one', () => {
    const page = parseText('<base href="/other/x"><p>x', { url });
    expect(addressOf('y', page)).toBe('a.example/other/y');
    expect(addressOf('#y', page)).toBe('a.example/docs/intro.html?v=2');
  });

  it('is what is written where nobody knows the address of the page', () => {
    const page = parseText('<p>x');
    expect(addressOf('/news/', page)).toBe('/news');
    expect(addressOf('../news', page)).toBe('/news');
    expect(addressOf('#top', page)).toBe('');
  });

  it('does not ask for an address that is longer than others', () => {
    const page = parseText('<p>x', { url: `https://a.example/${'x'.repeat(3_000)}` });
    expect(addressOf('/news', page)).toBe('/news');
  });
});
