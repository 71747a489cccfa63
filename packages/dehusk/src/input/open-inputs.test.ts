import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  itemsOf,
  itIgnoresChunks,
  passedText,
  plainItems,
} from '../../../../test/contracts/input-contract.ts';
import {
  brief,
  bytesOf,
  html,
  httpResponse,
  inChunks,
  oneStream,
  pageRecord,
  perRecord,
  plain,
  titles,
  warcRecord,
} from '../../../../test/contracts/input-fixtures.ts';
import { inputSizes, passedFiles } from './files.ts';
import type { InputItem, InputOptions, PassedOver } from './input.ts';
import { openInputs } from './open-inputs.ts';

let folder = '';
const at = (...names: readonly string[]): string => path.join(folder, ...names);
const jsonLine = (title: string): string => `${JSON.stringify({ url: title, html: html(title) })}\n`;

function read(inputs: readonly string[], options?: InputOptions): Promise<InputItem[]> {
  return itemsOf(openInputs(inputs, options));
}

function readStdin(bytes: Uint8Array, options: InputOptions = {}): Promise<InputItem[]> {
  return read(['-'], { stdin: inChunks(bytes, 5), ...options });
}

function pages(items: readonly InputItem[]): Extract<InputItem, { kind: 'page' }>['page'][] {
  return items.flatMap((item) => (item.kind === 'page' ? [item.page] : []));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dehusk-input-'));
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'site/index.html': html('index'),
    'site/Zebra.HTML': html('zebra'),
    'site/a b/what?.htm': html('what'),
    'site/a b/100%.xhtml': html('percent'),
    'site/packed.html.gz': gzipSync(html('packed')),
    'site/lines.jsonl': jsonLine('line'),
    'site/lines2.jsonl.gz': gzipSync(jsonLine('line2')),
    'site/archive.warc': plain.bytes,
    'site/archive2.warc.gz': perRecord.bytes,
    'site/style.css': 'p{}',
    'site/.hidden/x.html': html('hidden'),
    'empty/readme.txt': 'no page',
    'others/a.html': html('a'),
    'others/b.PHP': html('b'),
    'others/b.php?id=3.x': html('b'),
    'others/c.js.gz': 'x',
    'others/about': html('about'),
    'others/.x': 'x',
    'others/.git/x.html': html('x'),
    'mirror/www.a.example/docs/a.html': html('a'),
    'mirror/localhost_8080/b.html': html('b'),
    'mirror/index.html': html('index'),
    'page.php': html('php'),
    'odd[1].html': html('odd'),
    'cut.html.gz': gzipSync(html('cut')).subarray(0, -1),
    'cut.jsonl.gz': gzipSync(jsonLine('one') + jsonLine('two')).subarray(0, -4),
    noname: perRecord.bytes,
    'really-plain.warc.gz': plain.bytes,
    'really-gzip.warc': oneStream.bytes,
    'magic.warc.gz': bytesOf('x', perRecord.bytes.subarray(1)),
    'empty.html': '',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), content);
  }
  await symlink('..', at('site/a b/loop'));
  await symlink('index.html', at('site/linked.html'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('folders, files and patterns', () => {
  it('are a list: of one name the letters would be read', () => {
    expect(() => openInputs('/crawl.jsonl' as unknown as string[])).toThrow(
      "inputs takes a list of names, not '/crawl.jsonl'",
    );
  });

  it('a folder: all kinds, all levels, one order', async () => {
    const items = await read([at('site')]);
    expect(pages(items).map((page) => page.provenance.path)).toEqual([
      'Zebra.HTML',
      'a b/100%.xhtml',
      'a b/what?.htm',
      'archive.warc',
      'archive.warc',
      'archive.warc',
      'archive2.warc.gz',
      'archive2.warc.gz',
      'archive2.warc.gz',
      'index.html',
      'lines.jsonl',
      'lines2.jsonl.gz',
      'linked.html',
      'packed.html.gz',
    ]);
    expect(items.every((item) => item.kind === 'page')).toBe(true);
    expect(pages(items)[2]!.provenance).toEqual({
      file: at('site/a b/what?.htm'),
      root: 'site',
      path: 'a b/what?.htm',
    });
  });

  it('tells what is no page, by its ending', async () => {
    const passed: string[] = [];
    const told = { onPassedOver: (item: PassedOver): number => passed.push(passedText(item)) };
    await read([at('site'), at('others')], told);
    const files = [
      ...['file hidden', 'file linked folder', 'file .css', 'record warcinfo', 'record warcinfo'],
      ...['file hidden', 'file hidden', 'file .php', 'file .php', 'file .js.gz', 'file no ending'],
    ];
    expect(passed.toSorted()).toEqual(files.toSorted());
    expect([...(await passedFiles([at('site'), at('none'), '-', at('others'), at('empty')]))]).toEqual([
      ['.css', 1],
      ['.js.gz', 1],
      ['.php', 2],
      ['.txt', 1],
      ['hidden', 3],
      ['linked folder', 1],
      ['no ending', 1],
    ]);
    expect([...(await passedFiles([at('others/*'), at('others/*.php*')]))]).toEqual([
      ['.js.gz', 1],
      ['.php', 2],
      ['no ending', 1],
    ]);
  });

  it('folders that are named after hosts', async () => {
    const items = pages(await read([at('mirror'), at('mirror/www.a.example'), at('mirror/*/*.html')]));
    expect(items.map(({ provenance }) => provenance.hostPath)).toEqual([
      undefined,
      'localhost:8080/b.html',
      'www.a.example/docs/a.html',
      'www.a.example/docs/a.html',
      'localhost:8080/b.html',
    ]);
    // Nobody said what the addresses are.
    expect(items.every(({ url }) => url === undefined)).toBe(true);
  });

  it('addresses below a base: encoded, index.html is its folder, .gz is no part', async () => {
    const inputs = [at('site/*.html'), at('site'), at('site/index.html')];
    const urls = pages(await read(inputs, { baseUrl: 'https://site.example/docs?x#y' }));
    const of = (name: string): unknown => urls.find((page) => page.provenance.path === name)?.url;
    expect(of('index.html')).toBe('https://site.example/docs/');
    expect(of('a b/what?.htm')).toBe('https://site.example/docs/a%20b/what%3F.htm');
    expect(of('a b/100%.xhtml')).toBe('https://site.example/docs/a%20b/100%25.xhtml');
    expect(of('packed.html.gz')).toBe('https://site.example/docs/packed.html');
    expect(urls.at(-1)!.url).toBe('https://site.example/docs/');
    expect(() => openInputs([], { baseUrl: 'docs' })).toThrow('docs is not an absolute URL');
  });

  it('a pattern: the fixed part is its root', async () => {
    const items = await read([at('site/*/*.htm')]);
    expect(pages(items).map((page) => page.provenance)).toEqual([
      { file: at('site/a b/what?.htm'), root: 'site', path: 'a b/what?.htm' },
    ]);
    expect(brief(await read([at('*.php')]))).toEqual(['php']);
    expect(brief(await read([at('others/*.php*')]))).toEqual(['b', 'b']);
    expect(brief(await read([at('site/a b/*')]))).toEqual(['percent', 'what']);
  });

  it('a file whose name looks like a pattern is a file', async () => {
    const [item] = await read([at('odd[1].html')]);
    expect(pages([item!])[0]).toMatchObject({ provenance: { file: at('odd[1].html') } });
    expect(pages([item!])[0]!.provenance).not.toHaveProperty('root');
  });

  it('only xhtml says what it is', async () => {
    const items = pages(await read([at('site/index.html'), at('site/a b/100%.xhtml'), at('empty.html')]));
    expect(items.map((page) => page.contentType)).toEqual([undefined, 'application/xhtml+xml', undefined]);
    expect(items[2]!.bytes.length).toBe(0);
  });

  it('a bad input is a failure, and the next goes on', async () => {
    const inputs = [at('none.html'), at('none*.html'), at('empty'), at('cut.html.gz'), at('page.php')];
    const codes = ['INPUT_NOT_FOUND', 'INPUT_NO_MATCH', 'INPUT_NO_MATCH', 'INPUT_CUT', 'php'];
    const items = await read(inputs);
    expect(brief(items)).toEqual(codes);
    expect(items[0]).toMatchObject({ provenance: { file: at('none.html') } });
  });

  it.each<[string, string | Uint8Array, string]>([
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), 'a picture'],
    ['a database', 'SQLite format 3\0\x10\0', 'a SQLite database'],
    ['a PDF', '%PDF-1.7\n', 'a PDF'],
    ['a packed PDF', gzipSync('%PDF-1.7\n'), 'a PDF'],
    [
      'an array of JSON',
      '\ufeff[\n  {"url": "https://a.example/"}]',
      "a JSON array (jq -c '.[]' makes JSON Lines of it)",
    ],
    ['a program', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0), 'binary data'],
  ])('%s is no page, whatever its name', async (_, content, what) => {
    await writeFile(at('other.html'), content);
    const items = await read([at('other.html'), at('page.php')]);
    expect(brief(items)).toEqual(['INPUT_NOT_PAGES', 'php']);
    expect(items[0]).toMatchObject({ error: { facts: { file: at('other.html'), what } } });
    expect(pages(await read([at('other.html')], { inputFormat: 'html' }))).toHaveLength(1);
  });

  it.each([
    ['damaged', `\0\x01${html('x')}`],
    ['of plain text', 'Hello'],
    ['that begins with a bracket', '[<b>draft</b>]'],
    ['in UTF-16', Buffer.from(html('x'), 'utf16le')],
    ['in UTF-16 with its mark', Buffer.from('\ufeffHello', 'utf16le')],
    ['with a form feed', '\fHello'],
    ['in ISO-2022-JP', '\x1b$B$3$s'],
  ])('a page %s is one', async (_, content) => {
    await writeFile(at('odd.html'), content);
    expect(pages(await read([at('odd.html')]))).toHaveLength(1);
  });

  it.each(['https://a.example/', 'http://a.example/b?c=*'])('%s is no file', async (address) => {
    const items = await read([address, at('page.php')]);
    expect(brief(items)).toEqual(['INPUT_IS_ADDRESS', 'php']);
    expect(items[0]).toMatchObject({ error: { message: expect.stringContaining('dehusk watch') } });
  });

  it('a name that is empty is told', async () => {
    expect(await read([''])).toMatchObject([
      { error: { message: 'no such file or folder: its name is empty' } },
    ]);
  });

  it('options are known, and numbers numbers', () => {
    const open = (options: object) => () => openInputs([], options);
    expect(open({ baseURL: 'https://a.example/' })).toThrow("'baseURL' (did you mean baseUrl?)");
    expect(open({ maxPageBytes: Number.NaN })).toThrow(
      "maxPageBytes takes a whole number from 1 on, not 'NaN'",
    );
  });

  it('a file that cannot be read is a failure', async () => {
    await symlink('unreadable.html', at('unreadable.html'));
    expect(brief(await read([at('unreadable.html'), at('page.php')]))).toEqual(['INPUT_UNREADABLE', 'php']);
  });

  it('lines before the damage of a .jsonl.gz are delivered', async () => {
    expect(brief(await read([at('cut.jsonl.gz')]))).toEqual(['one', 'two', 'INPUT_CUT']);
  });

  it('content decides where the name does not tell, or tells wrong', async () => {
    for (const name of ['noname', 'really-plain.warc.gz', 'really-gzip.warc']) {
      expect(brief(await read([at(name)]))).toEqual([...titles]);
    }
  });

  it('a .gz whose first bytes are damaged is a damaged gzip file, and goes on', async () => {
    expect(brief(await read([at('magic.warc.gz')]))).toEqual(['INPUT_DAMAGED', ...titles]);
  });

  it('can be iterated twice, and reports what it reads', async () => {
    let bytesRead = 0;
    const onBytes = (count: number): void => {
      bytesRead += count;
    };
    const input = openInputs([at('site'), '-'], { onBytes, stdin: inChunks(bytesOf(html('in')), 9) });
    expect(bytesRead).toBe(0);
    const first = plainItems(await itemsOf(input));
    const sizes = await inputSizes([at('site'), at('none'), '-']);
    const total = sizes.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    expect(bytesRead).toBe(total + html('in').length);
    const second = await itemsOf(input);
    expect(brief(second).at(-1)).toBe('INPUT_STDIN_CONSUMED');
    expect(plainItems(second).slice(0, -1)).toEqual(first.slice(0, -1));
    expect(sizes.at(-1)).toEqual({ file: '-', isReadOnce: true });
  });
});

describe('standard input', () => {
  const lines = bytesOf('\ufeff', jsonLine('ants'), jsonLine('bees'));
  const cases: readonly (readonly [string, Uint8Array, readonly string[]])[] = [
    ['HTML', bytesOf(html('one')), ['one']],
    ['HTML in gzip', gzipSync(html('one')), ['one']],
    ['JSON Lines', lines, ['ants', 'bees']],
    ['JSON Lines in gzip', gzipSync(lines), ['ants', 'bees']],
    ['WARC', plain.bytes, titles],
    ['WARC, a gzip member per record', perRecord.bytes, titles],
    ['WARC in one gzip stream', oneStream.bytes, titles],
  ];
  it.each(cases)('recognises %s', async (_, bytes, expected) => {
    const items = await readStdin(bytes, { baseUrl: 'https://site.example/' });
    expect(brief(items)).toEqual(expected);
    expect(pages(items)[0]!.provenance.file).toBe('-');
  });

  for (const [name, bytes] of cases) {
    itIgnoresChunks(name, bytes, (stdin) => openInputs(['-'], { stdin }));
  }

  it('can be told what it is', async () => {
    expect(await readStdin(plain.bytes, { inputFormat: 'html' })).toHaveLength(1);
    expect(brief(await readStdin(bytesOf('hello'), { inputFormat: 'jsonl' }))).toEqual(['INPUT_LINE_BAD']);
  });

  it('stops at an abort although no byte comes', async () => {
    const controller = new AbortController();
    const stdin = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }),
    };
    const reading = read(['-'], { stdin, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 10);
    await expect(reading).rejects.toThrow('enough');
  });

  it('lets its source go when the reader of items stops', async () => {
    let released = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield gzipSync(pageRecord('again'));
      } finally {
        released = true;
      }
    }
    for await (const item of openInputs(['-'], { stdin: endless() })) {
      expect(brief([item])).toEqual(['again']);
      break;
    }
    await expect.poll(() => released).toBe(true);
  });

  it('reads nothing after an abort', async () => {
    const signal = AbortSignal.abort(new Error('before'));
    await expect(read([at('page.php')], { signal })).rejects.toThrow('before');
  });
});

describe('bombs are refused alone', () => {
  const maxPageBytes = 1_000_000;
  const zeros = Buffer.alloc(32 * 1024 * 1024, 'x');
  const bomb = gzipSync(zeros, { level: 1 });
  const brotli = brotliCompressSync(zeros);

  it('as a page file', async () => {
    expect(brief(await readStdin(bomb, { maxPageBytes, stdin: inChunks(bomb, 65_536) }))).toEqual([
      'PAGE_INFLATES_TOO_LARGE',
    ]);
    const file = inChunks(bytesOf('<p>', zeros), 65_536);
    expect(brief(await read(['-'], { stdin: file, maxPageBytes }))).toEqual(['PAGE_TOO_LARGE']);
  });

  it('as a JSON line', async () => {
    const bytes = gzipSync(bytesOf(jsonLine('one'), '{"html":"', zeros, '"}\n', jsonLine('two')), {
      level: 1,
    });
    const items = await read(['-'], { stdin: inChunks(bytes, 65_536), maxPageBytes });
    expect(brief(items)).toEqual(['one', 'INPUT_LINE_TOO_LONG', 'two']);
  });

  it('as a WARC record, and as encodings inside of one', async () => {
    const records = [
      pageRecord('one'),
      warcRecord(httpResponse(zeros)),
      warcRecord(httpResponse(bomb, { 'Content-Encoding': 'gzip' })),
      warcRecord(httpResponse(gzipSync(bomb), { 'Content-Encoding': 'gzip, gzip' })),
      warcRecord(httpResponse(brotli, { 'Content-Encoding': 'br' })),
      pageRecord('two'),
    ];
    const expected = ['one', 'PAGE_TOO_LARGE', ...Array<string>(3).fill('PAGE_INFLATES_TOO_LARGE'), 'two'];
    for (const bytes of [
      bytesOf(...records),
      bytesOf(...records.map((record) => gzipSync(record, { level: 1 }))),
    ]) {
      const items = await read(['-'], { stdin: inChunks(bytes, 65_536), maxPageBytes });
      expect(brief(items)).toEqual(expected);
    }
  });
});
