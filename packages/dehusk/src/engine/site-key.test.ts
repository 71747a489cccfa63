import { describe, expect, it } from 'vitest';
import { checkSiteBy, createSiteKey, loadSiteKey } from './site-key.ts';

const file = { file: 'crawl.jsonl', line: 1 };

function siteOf(url: string, siteBy?: string): string {
  return createSiteKey(siteBy)({ url, provenance: file });
}

describe('site by host', () => {
  it.each([
    ['https://www.Example.com/a', 'example.com'],
    ['http://example.com:80/', 'example.com'],
    ['http://example.com:8080/', 'example.com:8080'],
    ['https://blog.example.com/', 'blog.example.com'],
    ['https://www2.example.com/', 'www2.example.com'],
    ['https://example.com./', 'example.com'],
    ['https://example.com.:8080/', 'example.com:8080'],
    ['https://www.www.example.com/', 'www.example.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['http://[::1]:3000/', '[::1]:3000'],
    ['http://192.168.0.1/', '192.168.0.1'],
  ])('%s is of %s', (url, site) => {
    expect(siteOf(url)).toBe(site);
  });
});

describe('site by domain', () => {
  it.each([
    ['https://a.b.example.co.uk/', 'example.co.uk'],
    ['https://www.example.com:8443/', 'example.com'],
    ['https://alice.github.io/', 'alice.github.io'],
    ['http://192.168.0.1:81/', '192.168.0.1:81'],
    ['http://localhost:3000/', 'localhost:3000'],
    ['https://co.uk/', 'co.uk'],
  ])('%s is of %s', async (url, site) => {
    expect((await loadSiteKey('domain'))({ url, provenance: file })).toBe(site);
  });

  it('needs the public suffix list, which is loaded for those who ask', () => {
    expect(() => createSiteKey('domain')).toThrow(expect.objectContaining({ code: 'SITE_BY_BAD' }));
    expect(() => checkSiteBy('domain')).not.toThrow();
  });
});

describe('site by prefix', () => {
  it.each([
    ['https://www.uni.example/~alice/cv.html', 'prefix:1', 'uni.example/~alice'],
    ['https://uni.example/~alice', 'prefix:1', 'uni.example/~alice'],
    ['https://uni.example/about.html', 'prefix:1', 'uni.example'],
    ['https://uni.example//a//b/c/d', 'prefix:2', 'uni.example/a/b'],
    ['https://uni.example/', 'prefix:3', 'uni.example'],
  ])('%s by %s is of %s', (url, siteBy, site) => {
    expect(siteOf(url, siteBy)).toBe(site);
  });

  it.each(['prefix', 'prefix:', 'prefix:0', 'prefix:-1', 'prefix:x', 'hosts', ''])('refuses %j', (siteBy) => {
    expect(() => createSiteKey(siteBy)).toThrow(`not by '${siteBy}' (siteBy)`);
  });
});

describe('site of a page without an address', () => {
  const siteAt = createSiteKey();

  it('is named after the folder that was given', () => {
    expect(siteAt({ provenance: { file: 'in/shop/a/b.html', root: 'shop', path: 'a/b.html' } })).toBe('shop');
  });

  it('is that of its first folders, where sites are told by them', () => {
    const at = (path: string): string =>
      createSiteKey('prefix:2')({ provenance: { file: `in/shop/${path}`, root: 'shop', path } });
    expect(at('a/b/c/d.html')).toBe('shop/a/b');
    expect(at('a/v1.2/d')).toBe('shop/a/v1.2');
    expect(at('a/b')).toBe('shop/a');
    expect(at('b.html')).toBe('shop');
  });

  it.each([
    ['host', 'www.example.org/docs/a.html', 'example.org'],
    ['host', 'example.org:8080/a.html', 'example.org:8080'],
    ['host', 'bücher.example/a.html', 'xn--bcher-kva.example'],
    ['host', 'example.org/search?q=a#b.html', 'example.org'],
    ['prefix:1', 'example.org/docs/a.html', 'example.org/docs'],
    ['prefix:2', 'example.org/a?b/c d/e.html', 'example.org/a_b/c%20d'],
    ['domain', 'www.example.co.uk/a.html', 'example.co.uk'],
  ])('by %s is of the host that its folder is named after: %s', async (siteBy, hostPath, site) => {
    const path = hostPath.replace(/^[^/]*\//, '');
    const provenance = { file: `mirror/${hostPath}`, root: 'mirror', path, hostPath };
    expect((await loadSiteKey(siteBy))({ provenance })).toBe(site);
    // One file that holds many pages is no page of the host.
    expect(createSiteKey()({ provenance: { ...provenance, line: 1 } })).toBe(provenance.file);
    // An address says more than a folder.
    expect(createSiteKey()({ url: 'https://a.example/', provenance })).toBe('a.example');
  });

  it('is named after the file that holds many pages', () => {
    expect(siteAt({ provenance: file })).toBe('crawl.jsonl');
    expect(siteAt({ provenance: { file: 'in/x.warc', root: 'in', path: 'x.warc', offset: 0 } })).toBe(
      'in/x.warc',
    );
  });

  it('is the folder of a single page file', () => {
    expect(siteAt({ provenance: { file: 'in/shop/a.html' } })).toBe('shop');
    expect(siteAt({ provenance: { file: 'in\\shop\\a.html' } })).toBe('shop');
    expect(siteAt({ provenance: { file: 'a.html' } })).toBe('.');
    expect(siteAt({ provenance: { file: '-' } })).toBe('-');
  });

  it.each(['/relative', 'urn:isbn:1', 'file:///a.html', ''])('%j tells no site', (url) => {
    expect(siteOf(url)).toBe('crawl.jsonl');
  });
});
