import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allItemsOf, passedOf } from '../../../../../test/contracts/input-contract.ts';
import {
  bytesOf,
  html,
  httpResponse,
  inChunks,
  pageRecord,
  warcRecord,
} from '../../../../../test/contracts/input-fixtures.ts';
import type { InputOptions, SourceItem } from '../input.ts';
import { openSource } from '../open-inputs.ts';
import { Originals } from './originals.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dehusk-revisit-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function write(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, `${++files}.warc`);
  await writeFile(file, bytes);
  return file;
}

/** Pages as `address date: title`, others by their reason or code. */
function told(item: SourceItem): string {
  if (item.kind === 'passed-over') return [item.reason, item.detail].filter(Boolean).join(' ');
  if (item.kind === 'failure') return item.error.code;
  const { url, date, bytes, revisit } = item.page;
  const title = /<title>(.*?)</.exec(new TextDecoder().decode(bytes))?.[1];
  return `${revisit ? 'again ' : ''}${url} ${date}: ${title}`;
}

async function read(bytes: Uint8Array, options: InputOptions = {}): Promise<string[]> {
  return (await allItemsOf(openSource([await write(bytes)], options))).map(told);
}

const digest = 'sha1:WXGJYUUVZKNBTQ3YRKTUSR4QMFXYCCVQ';
const id = '<urn:uuid:00000000-0000-0000-0000-000000000001>';
const original = pageRecord('ants', { 'WARC-Payload-Digest': digest, 'WARC-Record-ID': id });
const firstTold = 'https://site.example/ants 2026-02-03T04:05:06Z: ants';
const againTold = 'again https://site.example/again 2026-03-01T00:00:00Z: ants';
const profiles = 'http://netpreserve.org/warc/1.1/revisit';
const profile = `${profiles}/identical-payload-digest`;

/** A revisit at another address and date; `headers` say what of. */
function revisitOf(
  headers: Readonly<Record<string, string>>,
  block: Uint8Array = httpResponse(''),
): Uint8Array {
  return warcRecord(block, {
    'WARC-Type': 'revisit',
    'WARC-Target-URI': 'https://site.example/again',
    'WARC-Date': '2026-03-01T00:00:00Z',
    'WARC-Profile': profile,
    ...headers,
  });
}

const byDigest = revisitOf({ 'WARC-Payload-Digest': digest });

describe('a revisit whose original is in the input', () => {
  it.each([
    ['digest', { 'WARC-Payload-Digest': digest }],
    ['digest in lower case', { 'WARC-Payload-Digest': digest.toLowerCase() }],
    ['record id', { 'WARC-Refers-To': id }],
    [
      'address and date',
      {
        'WARC-Refers-To-Target-URI': 'https://site.example/ants',
        'WARC-Refers-To-Date': '2026-02-03T04:05:06Z',
      },
    ],
    ['record id, not modified', { 'WARC-Refers-To': id, 'WARC-Profile': `${profiles}/server-not-modified` }],
    ['a wrong id and the right digest', { 'WARC-Refers-To': '<urn:uuid:2>', 'WARC-Payload-Digest': digest }],
  ])('is found by its %s, in every kind of archive', async (_, headers) => {
    const records = [original, pageRecord('bees'), revisitOf(headers)];
    const expected = [firstTold, 'https://site.example/bees 2026-02-03T04:05:06Z: bees', againTold];
    expect(await read(bytesOf(...records))).toEqual(expected);
    expect(await read(bytesOf(...records.map((record) => gzipSync(record))))).toEqual(expected);
  });

  it('is found in an earlier file of the input, and with each reading anew', async () => {
    const source = openSource([await write(gzipSync(original)), await write(byDigest)]);
    for (let reading = 0; reading < 2; reading++)
      expect((await allItemsOf(source)).map(told)).toEqual([firstTold, againTold]);
  });

  it('has its own address, date, record id and place, and the content of the other', async () => {
    const record = revisitOf({ 'WARC-Payload-Digest': digest, 'WARC-Record-ID': '<urn:uuid:7>' });
    const file = await write(bytesOf(original, record));
    const [first, again] = await allItemsOf(openSource([file]));
    expect(again).toEqual({
      kind: 'page',
      page: {
        url: 'https://site.example/again',
        date: '2026-03-01T00:00:00Z',
        recordId: '<urn:uuid:7>',
        bytes: (first as { page: { bytes: Uint8Array } }).page.bytes,
        contentType: 'text/html; charset=utf-8',
        status: 200,
        // Nobody has made this digest from the page.
        digest: 'wrong',
        revisit: true,
        provenance: { file, offset: original.length },
      },
    });
  });

  it('takes the type of its own answer, and that of the original where it has none', async () => {
    const own = httpResponse('', { 'Content-Type': 'text/html; charset=koi8-r' });
    const none = bytesOf('HTTP/1.1 304 Not Modified\r\n\r\n');
    const about = { 'WARC-Payload-Digest': digest };
    const file = await write(bytesOf(original, revisitOf(about, own), revisitOf(about, none)));
    const items = await allItemsOf(openSource([file]));
    expect(items.map((item) => (item.kind === 'page' ? item.page.contentType : ''))).toEqual([
      'text/html; charset=utf-8',
      'text/html; charset=koi8-r',
      'text/html; charset=utf-8',
    ]);
  });

  it('is undone by the encodings of the original', async () => {
    const packed = warcRecord(httpResponse(gzipSync(html('ants')), { 'Content-Encoding': 'gzip' }), {
      'WARC-Payload-Digest': digest,
      'WARC-Target-URI': 'https://site.example/ants',
    });
    expect(await read(bytesOf(packed, byDigest))).toEqual([firstTold, againTold]);
  });

  it('of a revisit is found by its digest', async () => {
    const second = revisitOf({ 'WARC-Refers-To': '<urn:uuid:8>', 'WARC-Payload-Digest': digest });
    const first = revisitOf({ 'WARC-Payload-Digest': digest, 'WARC-Record-ID': '<urn:uuid:8>' });
    expect(await read(bytesOf(original, first, second))).toEqual([firstTold, againTold, againTold]);
  });

  it('costs no reading that is told of', async () => {
    let count = 0;
    const bytes = bytesOf(original, byDigest, byDigest);
    await read(bytes, { onBytes: (read) => (count += read) });
    expect(count).toBe(bytes.length);
  });
});

describe('a revisit whose original is not in the input', () => {
  it.each([
    ['nothing like it', {}],
    ['another digest', { 'WARC-Payload-Digest': 'sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    [
      'another digest under the same id',
      { 'WARC-Refers-To': id, 'WARC-Payload-Digest': 'sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
    ],
    [
      'the digest alone, of a server that sent nothing',
      { 'WARC-Payload-Digest': digest, 'WARC-Profile': `${profiles}/server-not-modified` },
    ],
    [
      'another date',
      { 'WARC-Refers-To-Target-URI': 'https://site.example/ants', 'WARC-Refers-To-Date': '2025' },
    ],
  ])('is passed over: %s', async (_, headers) => {
    expect(await read(bytesOf(original, revisitOf(headers)))).toEqual([firstTold, 'revisit']);
  });

  it('comes too late, failed, or was no page', async () => {
    expect(await read(bytesOf(byDigest, original))).toEqual(['revisit', firstTold]);
    const about = { 'WARC-Payload-Digest': digest };
    const failed = pageRecord('ants', { ...about, 'WARC-Segment-Number': '1' });
    expect(await read(bytesOf(failed, byDigest))).toEqual(['INPUT_RECORD_BAD', 'revisit']);
    const image = warcRecord(httpResponse('x', { 'Content-Type': 'image/png' }), about);
    expect(await read(bytesOf(image, byDigest))).toEqual(['type image/png', 'revisit']);
  });

  it('is of what its answer says it is', async () => {
    const image = httpResponse('', { 'Content-Type': 'image/png' });
    expect(await read(revisitOf({}, image))).toEqual(['type image/png']);
    const gone = httpResponse('', {}, '404 Not Found');
    expect(await read(revisitOf({}, gone))).toEqual(['status 404']);
    expect(await read(revisitOf({}, bytesOf()))).toEqual(['revisit']);
  });

  it('cannot be read again from a pipe, nor from the middle of a gzip stream', async () => {
    const bytes = bytesOf(pageRecord('bees'), original, byDigest);
    expect(await passedOf(openSource(['-'], { stdin: inChunks(bytes, 500) }))).toEqual(['revisit']);
    expect((await read(gzipSync(bytes))).at(-1)).toBe('revisit');
  });

  it('is not looked for in a pipe that has a name', async () => {
    const file = path.join(folder, 'pipe');
    execFileSync('mkfifo', [file]);
    const writing = writeFile(file, bytesOf(original, byDigest));
    expect((await allItemsOf(openSource([file]))).map(told)).toEqual([firstTold, 'revisit']);
    await writing;
  });

  it('fails where the file has changed under the reading', async () => {
    const file = await write(bytesOf(original, byDigest));
    const items: string[] = [];
    for await (const item of openSource([file])) {
      items.push(told(item));
      await rm(file);
      if (items.length === 1) await writeFile(file, 'no archive any more');
      else await writeFile(file, '');
    }
    expect(items).toEqual([firstTold, 'INPUT_RECORD_BAD']);
  });
});

describe('what is remembered of originals', () => {
  const fieldsOf = (nth: number): ReadonlyMap<string, string> =>
    new Map([
      ['warc-record-id', `<${nth}>`],
      ['warc-payload-digest', `sha1:${String(nth).padStart(32, 'A')}`],
    ]);
  const findOf = (originals: Originals, nth: number): number[] =>
    originals.find(new Map([['warc-refers-to', `<${nth}>`]])).map(({ offset }) => offset);

  it('is bounded: the first are forgotten', () => {
    const originals = new Originals(10);
    for (let nth = 0; nth < 25; nth++) originals.add(fieldsOf(nth), { file: 'x', offset: nth });
    for (let nth = 0; nth < 25; nth++) expect(findOf(originals, nth)).toEqual(nth < 10 ? [] : [nth]);
  });

  it('is that of the last page of a name', () => {
    const originals = new Originals(3);
    for (const [nth, offset] of [
      [1, 100],
      [2, 200],
      [1, 300],
      [2, 400],
    ] as const)
      originals.add(fieldsOf(nth), { file: 'x', offset });
    expect([1, 2].flatMap((nth) => findOf(originals, nth))).toEqual([300, 400]);
  });
});
