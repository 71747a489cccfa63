import { describe, expect, it } from 'vitest';
import type { DehuskError } from '../../errors.ts';
import { badPorts, checkUrl, hostOf, shownUrl } from './url-rules.ts';

function refusal(url: string): string {
  try {
    checkUrl(url);
  } catch (error) {
    return (error as DehuskError).message;
  }
  return 'allowed';
}

describe('an address', () => {
  it.each([
    'http://example.com/',
    'HTTPS://example.com:8443/a?b',
    'http://[2606:4700::1]:8080/',
    'http://example.com:80/',
  ])('%s may be asked for', (url) => expect(refusal(url)).toBe('allowed'));

  it('loses its fragment, and nothing else', () => {
    expect(checkUrl('http://example.com/a?b=1#c').href).toBe('http://example.com/a?b=1');
  });

  it.each([
    ['ftp://example.com/', 'ftp: is neither http: nor https:'],
    ['file:///etc/passwd', 'file: is neither http: nor https:'],
    ['javascript:alert(1)', 'javascript: is neither http: nor https:'],
    ['http://user@example.com/', 'it carries a user name or a password'],
    ['http://:secret@example.com/', 'it carries a user name or a password'],
    ['http://example.com:22/', 'port 22 is of another protocol'],
    ['https://example.com:6000/', 'port 6000 is of another protocol'],
    ['http://example.com:0/', 'port 0 is of another protocol'],
    ['/relative', 'it is no absolute URL'],
    ['http://', 'it is no absolute URL'],
    ['http://exa mple.com/', 'it is no absolute URL'],
    ['', 'it is no absolute URL'],
    [`http://example.com/${'a'.repeat(9_000)}`, 'it is longer than 8192 characters'],
  ])('%.60s is refused: %s', (url, rule) => {
    expect(refusal(url)).toContain(`is not fetched: ${rule}`);
  });

  it('is shown without its password, and without what a terminal obeys', () => {
    expect(refusal('http://me:secret@example.com/')).toContain('http://***@example.com/');
    expect(refusal('http://me:secret@example.com/')).not.toContain('secret');
    expect(refusal('\u001b[31mno url\u202e')).toContain('\\u001b[31mno url\\u202e');
    expect(shownUrl(new URL('http://example.com/é'))).toBe('http://example.com/%C3%A9');
  });

  it('has one host under several spellings', () => {
    expect(hostOf(new URL('http://EXAMPLE.com.:8080/'))).toBe('example.com');
  });
});

describe('the bad ports', () => {
  it('are 83, none of which web servers use', () => {
    expect(badPorts.size).toBe(83);
    for (const port of [80, 443, 3000, 8000, 8080, 8443]) expect(badPorts.has(port)).toBe(false);
  });
});
