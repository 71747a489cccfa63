/** Archives in archives: WACZ files, and what zstd has compressed. */

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageRecord } from '../contracts/input-fixtures.ts';
import { createWorkplace } from './run-dehusk.ts';

const work = createWorkplace();

/** A ZIP of stored files, as WACZ asks for (APPNOTE 6.3, 4.3). */
function zipOf(files: Readonly<Record<string, Uint8Array>>, method = 0): Buffer {
  const parts: Buffer[] = [];
  const contents: Buffer[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    contents.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, tail, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(contents);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(contents.length, 8);
  end.writeUInt16LE(contents.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

const records = (names: readonly string[]): Buffer =>
  Buffer.concat(names.map((name) => gzipSync(pageRecord(name))));
const files = {
  'pages/pages.jsonl': Buffer.from('{"format":"json-pages-1.0"}\n'),
  'archive/a.warc.gz': records(['ants', 'bees']),
  'indexes/index.cdx': Buffer.from('none'),
  'archive/b.warc': Buffer.from(pageRecord('wasps')),
};
work.write('crawl.wacz', zipOf(files));

/** Lines that stand as they are in one frame. */
function frame(bytes: Uint8Array): Buffer {
  const word = (bytes.length << 3) | 1;
  return Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x50, word & 255, (word >> 8) & 255, word >> 16]),
    bytes,
  ]);
}

interface Found {
  readonly url: string;
  readonly metadata: { readonly offset: number };
}

async function pagesOf(...args: readonly string[]): Promise<readonly Found[]> {
  const { stdout, stderr, exitCode } = await work.run(['clean', ...args]);
  expect(exitCode, stderr).toBe(0);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Found);
}

describe('a WACZ file', () => {
  it('has the pages of its archives, each with its place in the file', async () => {
    const pages = await pagesOf('crawl.wacz');
    expect(pages.map(({ url }) => url)).toEqual(
      ['ants', 'bees', 'wasps'].map((name) => `https://site.example/${name}`),
    );
    const bytes = zipOf(files);
    const [first, second, third] = pages.map(({ metadata }) => metadata.offset);
    for (const offset of [first!, second!]) expect(bytes.readUInt16BE(offset)).toBe(0x1f8b);
    expect(bytes.toString('latin1', third, third! + 5)).toBe('WARC/');
  });

  it('goes on after a stop, and is found in a folder', async () => {
    work.write('folder/one.wacz', zipOf(files));
    const run = ['clean', 'folder', '--stream', '--state', 's.state', '-o', 'out.jsonl'];
    expect((await work.run(run)).stderr).toContain('done: 3 pages');
    expect((await work.run(run)).stderr).toContain('nothing to do');
  });

  it.each([
    ['no.wacz', Buffer.from('PK\x03\x04 and no more'), 'cannot be read as WACZ'],
    ['none.wacz', zipOf({ 'pages/pages.jsonl': Buffer.from('x') }), 'it holds no WARC file in archive/'],
    [
      'packed.wacz',
      zipOf({ 'archive/a.warc': Buffer.from('x') }, 8),
      'archive/a.warc is not stored as it is',
    ],
  ])('that is none is a failure in words: %s', async (name, bytes, words) => {
    work.write(name, bytes);
    const { stderr, exitCode } = await work.run(['clean', name]);
    expect([exitCode, stderr]).toEqual([expect.any(Number), expect.stringContaining(words)]);
    expect(stderr).toContain('INPUT_WACZ_BAD');
  });
});

describe('what zstd has compressed', () => {
  it('is read like what gzip has: lines, archives, pages', async () => {
    const line = '{"url":"https://a.example/x","html":"<p>Zwölf"}\n';
    work.write(
      'crawl.jsonl.zst',
      Buffer.concat([frame(Buffer.from(line)), frame(Buffer.from(line.repeat(2)))]),
    );
    work.write(
      'crawl.warc.zst',
      Buffer.concat([frame(Buffer.from(pageRecord('ants'))), frame(pageRecord('bees'))]),
    );
    work.write('folder-of/page.html.zst', frame(Buffer.from('<p>One page')));
    expect(await pagesOf('crawl.jsonl.zst')).toHaveLength(3);
    expect((await pagesOf('crawl.warc.zst')).map(({ url }) => url)).toEqual([
      'https://site.example/ants',
      'https://site.example/bees',
    ]);
    const [page] = await pagesOf('folder-of', '--base-url', 'https://b.example/');
    expect(page!.url).toBe('https://b.example/page.html');
  });

  it('is no bomb', async () => {
    // A block of one byte stands for 128 KB: 2,000 of them.
    const block = Buffer.from([2 | ((131072 << 3) & 255), (131072 >> 5) & 255, 131072 >> 13, 0x41]);
    const last = Buffer.from(block);
    last[0]! |= 1;
    const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x50]);
    work.write('bomb.html.zst', Buffer.concat([head, ...Array.from({ length: 1999 }, () => block), last]));
    const { stderr } = await work.run(['clean', 'bomb.html.zst']);
    expect(stderr).toContain('PAGE_INFLATES_TOO_LARGE');
  });
});
