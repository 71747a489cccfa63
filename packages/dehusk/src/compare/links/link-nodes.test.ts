import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { type LinkOptions, linkNodes } from './link-nodes.ts';

function urls(
  html: string,
  pageUrl = 'http://www.example.org/a/index.html',
  options?: LinkOptions,
): string[] {
  return linkNodes(parseText(html), pageUrl, options).map(({ url }) => url);
}
const links = (...hrefs: string[]): string => hrefs.map((href) => `<a href="${href}">x</a>`).join('');

describe('linkNodes', () => {
  it('A11: takes one node per address, the first in the document', () => {
    const page = parseText(
      `<p><a href="b.html#top">1</a></p>${links('c', 'b.html', './b.html?', 'b.html?q')}`,
    );
    const found = linkNodes(page, 'http://example.org/a/');
    expect(found.map(({ url }) => url.slice('http://example.org/a/'.length))).toEqual([
      'b.html',
      'c',
      'b.html?',
      'b.html?q',
    ]);
    expect(page.parent[found[0]!.node]).toBe(found[0]!.node - 1);
  });

  it('A11: leaves out the page itself and other sites', () => {
    const html = links(
      '',
      '#x',
      'index.html',
      '../a/index.html#y',
      'http://other.org/',
      'http://sub.example.org/',
    );
    expect(urls(html)).toEqual([]);
    expect(urls(links('/', 'https://EXAMPLE.org/b', '//www.example.org:81/'))).toEqual([
      'http://www.example.org/',
      'https://example.org/b',
    ]);
  });

  it('asks another rule which addresses belong to the site, if there is one', () => {
    const sameSite = (url: string): boolean => url.includes('example.org');
    expect(urls(links('http://sub.example.org/', 'http://x.org/'), undefined, { sameSite })).toEqual([
      'http://sub.example.org/',
    ]);
  });

  it('starts from the address that is given, whatever the page has for its own', () => {
    const page = parseText(links('b.html'), { url: 'http://moved.example/x/' });
    expect(linkNodes(page, 'http://folder/y/a.html').map(({ url }) => url)).toEqual([
      'http://folder/y/b.html',
    ]);
    const based = parseText(`<base href="/deep/">${links('b.html')}`);
    expect(linkNodes(based, 'http://folder/y/').map(({ url }) => url)).toEqual(['http://folder/deep/b.html']);
  });

  it('takes addresses for one page that mean one', () => {
    const identity = (url: string): string => url.replace(/\/index\.html$/, '/');
    const html = links('.', 'index.html', 'b/index.html', 'b/');
    expect(urls(html, undefined, { identity })).toEqual(['http://www.example.org/a/b/']);
  });

  it('passes over what is no page by its ending, and over what is no address', () => {
    const html = links(
      'a.JPG',
      'b.zip?x',
      'c.pdf#p',
      'd.html',
      'e.pdf/',
      'f.png.php',
      'javascript:x',
      'http://[',
      '%',
    );
    expect(urls(html).map((url) => url.slice('http://www.example.org/a/'.length))).toEqual([
      'd.html',
      'e.pdf/',
      'f.png.php',
      '%',
    ]);
    expect(urls(links('a.jpg', 'd.html'), undefined, { skipExtensions: new Set(['html']) })).toEqual([
      'http://www.example.org/a/a.jpg',
    ]);
  });

  it('finds nothing on a page that is nowhere', () => {
    expect(urls(links('b.html', 'http://example.org/'), 'no address')).toEqual([]);
  });
});
