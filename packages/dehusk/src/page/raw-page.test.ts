import { expect, it } from 'vitest';
import { defaultPageLimits, pageId, resolveLimits, resolveUrl } from './raw-page.ts';

it.each([
  [
    { url: 'HTTPS://Site.example:443/a/../b#top', provenance: { file: 'x.warc', offset: 7 } },
    'https://site.example/b',
  ],
  [{ url: 'not a url', provenance: { file: 'x.jsonl', line: 7 } }, 'not a url'],
  [{ provenance: { file: 'in/site/a/b.html', root: 'site', path: 'a/b.html' } }, 'a/b.html'],
  [{ provenance: { file: 'in/a.html' } }, 'in/a.html'],
  [{ provenance: { file: 'x.jsonl', line: 3, offset: 90 } }, 'x.jsonl#3'],
  [{ provenance: { file: 'in/x.warc', root: 'in', path: 'x.warc', offset: 90 } }, 'x.warc#90'],
])('%j is %j', (raw, id) => {
  expect(pageId(raw)).toBe(id);
});

it('an address with letters beyond ASCII in its host stays one, however many were resolved before', () => {
  for (let i = 0; i < 20_000; i++) resolveUrl(`https://a.example/${i}`);
  expect(resolveUrl('https://bücher.example/ü')?.href).toBe('https://xn--bcher-kva.example/%C3%BC');
  expect(resolveUrl('no address')).toBeUndefined();
});

it('limits that are resolved are not looked at again; others are, each time', () => {
  const asked = { maxNodes: 7 };
  const limits = resolveLimits(asked);
  expect(limits).toEqual({ ...defaultPageLimits, maxNodes: 7 });
  expect(resolveLimits(limits)).toBe(limits);
  asked.maxNodes = Number.NaN;
  expect(() => resolveLimits(asked)).toThrow('maxNodes');
});
