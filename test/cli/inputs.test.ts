import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOf, oneStream, pageRecord, perRecord, plain, titles } from '../contracts/input-fixtures.ts';
import { createWorkplace, fieldOf } from './run-dehusk.ts';

const work = createWorkplace();
const html = '<title>T</title><p>Text';
const line = `${JSON.stringify({ url: 'https://www.a.example/x', html })}\n`;
const foreignLine = `${JSON.stringify({ address: 'https://b.example/x', body: html })}\n`;
work.write('pages/a.html', html);
work.write('pages/sub/b.htm', html);
work.write('pages/sub/c.html.gz', gzipSync(html));
work.write('pages/notes.txt', 'not a page');
work.write('crawl.jsonl', line);
work.write('crawl.jsonl.gz', gzipSync(line));
work.write('foreign.jsonl', foreignLine);
work.write('nameless', line);
work.write('plain.warc', plain.bytes);
work.write('records.warc.gz', perRecord.bytes);
work.write('stream.warc.gz', oneStream.bytes);

const archived = titles.map((title) => `https://site.example/${title}`);

interface Found {
  readonly ids: readonly string[];
  readonly sites: readonly string[];
}

async function found(args: readonly string[], stdin?: string | Uint8Array): Promise<Found> {
  const { exitCode, stdout } = await work.run(['clean', ...args], stdin === undefined ? {} : { stdin });
  expect(exitCode).toBe(0);
  const sites = new Set(fieldOf('site', stdout) as string[]);
  return { ids: fieldOf('id', stdout) as string[], sites: [...sites] };
}

describe.concurrent('what clean reads', () => {
  it.each([
    ['a folder', ['pages'], ['a.html', 'sub/b.htm', 'sub/c.html.gz'], ['pages']],
    [
      'a folder with its address',
      ['pages', '--base-url', 'https://www.a.example/docs'],
      ['a.html', 'sub/b.htm', 'sub/c.html'].map((name) => `https://www.a.example/docs/${name}`),
      ['a.example'],
    ],
    ['a pattern', ['pages/**/*.htm'], ['sub/b.htm'], ['pages']],
    ['files', ['pages/a.html', 'pages/sub/b.htm'], ['pages/a.html', 'pages/sub/b.htm'], ['pages', 'sub']],
    ['JSON Lines', ['crawl.jsonl'], ['https://www.a.example/x'], ['a.example']],
    ['compressed JSON Lines', ['crawl.jsonl.gz'], ['https://www.a.example/x'], ['a.example']],
    [
      'JSON Lines with other fields',
      ['foreign.jsonl', '--field', 'html=body', '--field', 'url=address'],
      ['https://b.example/x'],
      ['b.example'],
    ],
    [
      'JSON Lines without addresses',
      ['foreign.jsonl', '--field', 'html=body'],
      ['foreign.jsonl#1'],
      ['foreign.jsonl'],
    ],
    ['a file without a telling name', ['nameless'], ['https://www.a.example/x'], ['a.example']],
    ['a file as what it is not', ['nameless', '--input-format', 'html'], ['nameless'], ['.']],
    ['a WARC', ['plain.warc'], archived, ['site.example']],
    ['a WARC compressed by record', ['records.warc.gz'], archived, ['site.example']],
    ['a WARC compressed as a whole', ['stream.warc.gz'], archived, ['site.example']],
    [
      'several inputs',
      ['crawl.jsonl', 'pages/a.html'],
      ['https://www.a.example/x', 'pages/a.html'],
      ['a.example', 'pages'],
    ],
  ])('%s', async (_, args, ids, sites) => {
    expect(await found(args)).toEqual({ ids, sites });
  });

  it.each([
    ['a page', html, ['-'], ['-']],
    ['JSON Lines', line, ['https://www.a.example/x'], ['a.example']],
    ['compressed JSON Lines', gzipSync(line), ['https://www.a.example/x'], ['a.example']],
    ['a WARC', plain.bytes, archived, ['site.example']],
    ['a compressed WARC', perRecord.bytes, archived, ['site.example']],
  ])('%s from standard input', async (_, stdin, ids, sites) => {
    expect(await found(['-'], stdin)).toEqual({ ids, sites });
  });

  it('nothing from an empty folder of lines', async () => {
    expect(await found(['-', '--input-format', 'jsonl'], '\n')).toEqual({ ids: [], sites: [] });
  });

  it.each([
    ['host', ['blog.a.example', 'shop.a.example']],
    ['domain', ['a.example']],
    ['prefix:1', ['blog.a.example/x', 'shop.a.example/y', 'shop.a.example']],
  ])('sites by %s', async (siteBy, sites) => {
    const urls = [
      'https://blog.a.example/x/1',
      'https://shop.a.example/y/1',
      'https://shop.a.example/z.html',
    ];
    const records = urls.map((url) => pageRecord('ants', { 'WARC-Target-URI': url }));
    expect((await found(['-', '--site-by', siteBy], bytesOf(...records))).sites).toEqual(sites);
  });
});
