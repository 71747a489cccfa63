import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageId, type RawPage } from '../../page/raw-page.ts';
import type { PagePlace } from './output.ts';
import { PageFileNames, safeName } from './page-file-names.ts';

function placeOf(raw: Pick<RawPage, 'url' | 'provenance'>): PagePlace {
  return { id: pageId(raw), raw };
}

function atUrl(url: string): PagePlace {
  return placeOf({ url, provenance: { file: 'x.warc', offset: 0 } });
}

function atPath(path: string): PagePlace {
  return placeOf({ provenance: { file: `in/${path}`, root: 'in', path } });
}

function names(pages: readonly PagePlace[], keepDirs = true): string[] {
  const files = new PageFileNames({ extension: '.txt', keepDirs });
  return pages.map((each) => files.next(each));
}

describe('file names of pages', () => {
  it('keep the folders of the input', () => {
    expect(names(['a.html', 'b/c.HTM', 'b/d.html.gz', 'b/.html'].map(atPath))).toEqual([
      'a.txt',
      'b/c.txt',
      'b/d.txt',
      expect.stringMatching(/^b\/html-[0-9a-f]{10}\.txt$/),
    ]);
  });

  it('keep the folders of the address', () => {
    const urls = [
      'https://a.example/',
      'https://a.example/b',
      'https://a.example/b/',
      'https://b.example//c.html',
    ];
    expect(names(urls.map(atUrl))).toEqual([
      'a.example/index.txt',
      'a.example/b.txt',
      'a.example/b/index.txt',
      'b.example/c.txt',
    ]);
  });

  it('keep letters of every script', () => {
    expect(names([atUrl('https://a.example/%E4%B8%AD%E6%96%87/%C3%BCber')])).toEqual([
      'a.example/中文/über.txt',
    ]);
  });

  it('tell queries apart', () => {
    const [one, two] = names([atUrl('https://a.example/p?id=1'), atUrl('https://a.example/p?id=2')]);
    expect(one).toMatch(/^a\.example\/p-id=1-[0-9a-f]{10}\.txt$/);
    expect(two).toMatch(/^a\.example\/p-id=2-[0-9a-f]{10}\.txt$/);
  });

  it('number pages that would share a file, also where case does not count', () => {
    expect(names(['a.html', 'A.html', 'a.htm', 'a-2.html'].map(atPath))).toEqual([
      'a.txt',
      'A-2.txt',
      'a-3.txt',
      'a-2-2.txt',
    ]);
  });

  it('never need a folder where a file is', () => {
    const [file, below] = names(['a.html', 'a.txt/b.html'].map(atPath));
    expect(file).toBe('a.txt');
    expect(below).toMatch(/^a\.txt-b-[0-9a-f]{10}\.txt$/);
    expect(names(['a.txt/b.html', 'a.html'].map(atPath))).toEqual(['a.txt/b.txt', 'a-2.txt']);
  });

  it('lie side by side without --keep-dirs, each with its hash', () => {
    expect(names([atUrl('https://a.example/b/c'), atPath('b/c.html')], false)).toEqual([
      expect.stringMatching(/^a\.example-b-c-[0-9a-f]{10}\.txt$/),
      expect.stringMatching(/^b-c\.html-[0-9a-f]{10}\.txt$/),
    ]);
  });

  it.each([
    'https://a.example/%2e%2e/%2e%2e/etc/passwd',
    'https://a.example/..%2f..%2fetc%2fpasswd',
    'https://a.example/a%00b',
    'https://a.example/CON',
    'https://a.example/nul.tar/com1.html',
    'https://a.example/%FF%FE',
    `https://a.example/${'long'.repeat(500)}`,
    `https://a.example/${'a/'.repeat(2000)}`,
    `https://a.example/${'%E4%B8%AD'.repeat(300)}`,
    'https://a.example/-rf',
    'https://a.example/.htaccess',
    'https://a.example/%E2%80%AEgpj.exe',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '../../etc/passwd',
    'C:\\windows\\x',
  ])('are safe for %s', (url) => {
    for (const keepDirs of [true, false]) expectSafe(names([atUrl(url)], keepDirs)[0]!);
  });

  it('are safe and different whatever the pages are called', () => {
    const hostile = fc.constantFrom(
      '..',
      '.',
      '',
      'CON',
      'a',
      'A',
      'a.txt',
      '\0',
      '\\',
      ':',
      '-',
      '\u202e',
      '\ud800',
    );
    const segment = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 300 }));
    const path = fc.array(segment, { minLength: 1, maxLength: 12 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 20 }), fc.boolean(), (paths, keepDirs) => {
        const given = names(
          [...paths.map(atPath), ...paths.map((each) => atUrl(`https://a.example/${each}`))],
          keepDirs,
        );
        for (const name of given) expectSafe(name);
        const compared = given.map((name) => name.toLowerCase());
        expect(new Set(compared).size).toBe(given.length);
        expect(compared.filter((name) => compared.some((other) => other.startsWith(`${name}/`)))).toEqual([]);
      }),
    );
  });
});

describe('a safe name', () => {
  it('is the text itself where that is safe', () => {
    expect(['a', 'über', '中文', 'a-b_c.d~e', '(1)'].map(safeName)).toEqual([
      'a',
      'über',
      '中文',
      'a-b_c.d~e',
      '(1)',
    ]);
  });

  it('keeps apart what is cleaned to the same', () => {
    expect(safeName('a?b')).not.toBe(safeName('a*b'));
    expect(safeName('e\u0301')).not.toBe(safeName('\u00e9'));
  });
});

/** Safe on Linux, macOS and Windows. */
function expectSafe(name: string): void {
  expect(Buffer.byteLength(name)).toBeLessThan(255);
  for (const segment of name.split('/')) {
    expect(segment).toMatch(/^[^\p{C}\s<>:"/\\|?*.-][^\p{C}\s<>:"/\\|?*]*(?<![.-])$/u);
    expect(segment).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
  }
}
