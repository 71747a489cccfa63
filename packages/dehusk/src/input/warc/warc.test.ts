import { constants, gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  allItemsOf,
  itemsOf,
  itIgnoresChunks,
  passedOf,
  passedText,
} from '../../../../../test/contracts/input-contract.ts';
import {
  brief,
  bytesOf,
  html,
  httpResponse,
  inChunks,
  joined,
  oneStream,
  pageRecord,
  perRecord,
  plain,
  titles,
  warcRecord,
} from '../../../../../test/contracts/input-fixtures.ts';
import { ByteReader } from '../byte-reader.ts';
import type { InputItem, SourceItem } from '../input.ts';
import { gzipArchive, openGzip, plainArchive } from './archive.ts';
import { readWarc } from './warc.ts';

interface Options {
  readonly anyStatus?: boolean;
  readonly maxPageBytes?: number;
}

function readPlain(chunks: AsyncIterable<Uint8Array>, options: Options = {}): AsyncIterable<SourceItem> {
  const settings = { provenance: { file: 'a.warc' }, maxPageBytes: 1e6, ...options };
  return readWarc(plainArchive(new ByteReader(chunks)), settings);
}

function readGzip(chunks: AsyncIterable<Uint8Array>, options: Options = {}): AsyncIterable<SourceItem> {
  const settings = { provenance: { file: 'a.warc.gz' }, maxPageBytes: 1e6, ...options };
  return readWarc(gzipArchive(openGzip(new ByteReader(chunks))), settings);
}

function plainItems(bytes: Uint8Array, options?: Options): Promise<InputItem[]> {
  return itemsOf(readPlain(inChunks(bytes, 1024), options));
}

function gzipItems(bytes: Uint8Array, options?: Options): Promise<InputItem[]> {
  return itemsOf(readGzip(inChunks(bytes, 1024), options));
}

function offsets(items: readonly InputItem[]): (number | undefined)[] {
  return items.map((item) => (item.kind === 'page' ? item.page : item).provenance.offset);
}

describe('the three shapes of an archive', () => {
  itIgnoresChunks('plain', plain.bytes, readPlain);
  itIgnoresChunks('gzip per record', perRecord.bytes, readGzip);
  itIgnoresChunks('one gzip stream', oneStream.bytes, readGzip);
  itIgnoresChunks('plain, cut', plain.bytes.subarray(0, -30), readPlain);
  itIgnoresChunks('gzip per record, cut', perRecord.bytes.subarray(0, -30), readGzip);
  itIgnoresChunks('gzip per record, damaged', flip(perRecord.bytes, perRecord.starts[2]! + 40, 3), readGzip);
  itIgnoresChunks(
    'one gzip stream, damaged',
    flip(oneStream.bytes, oneStream.bytes.length - 60, 3),
    readGzip,
  );

  it('gives each page its address, date, type and offset', async () => {
    const items = await plainItems(plain.bytes);
    expect(brief(items)).toEqual([...titles]);
    expect(offsets(items)).toEqual(plain.starts.slice(1, 4));
    expect(items[0]).toMatchObject({
      page: {
        url: 'https://site.example/ants',
        date: '2026-02-03T04:05:06Z',
        contentType: 'text/html; charset=utf-8',
        provenance: { file: 'a.warc' },
      },
    });
  });

  it('counts compressed bytes where each record is a member, else inflated ones', async () => {
    expect(offsets(await gzipItems(perRecord.bytes))).toEqual(perRecord.starts.slice(1, 4));
    expect(offsets(await gzipItems(oneStream.bytes))).toEqual(plain.starts.slice(1, 4));
  });

  it('reads a gzip file whose members end anywhere', async () => {
    const { bytes } = plain;
    const cuts = [0, 17, 300, 301, 900, bytes.length];
    const members = cuts.slice(1).map((end, at) => gzipSync(bytes.subarray(cuts[at], end)));
    expect(brief(await gzipItems(bytesOf(...members)))).toEqual([...titles]);
  });
});

describe('an archive cut at every offset', () => {
  it('plain: what is whole is delivered, the loss is named', async () => {
    for (let end = 0; end < plain.bytes.length; end++) {
      const items = await plainItems(plain.bytes.subarray(0, end));
      // The page is whole four bytes before the record ends: the two newlines are no part of it.
      const whole = titles.filter((_, at) => plain.starts[at + 2]! - 4 <= end);
      const first = plain.starts.findLastIndex((start) => start <= end);
      const closed = end > 0 && (plain.starts.includes(end) || plain.starts.includes(end + 2));
      const loss = closed && plain.starts.includes(end) ? [] : ['INPUT_CUT'];
      expect([end, ...brief(items)]).toEqual([end, ...whole, ...loss]);
      if (loss.length > 0) expect([end, offsets(items).at(-1)]).toEqual([end, plain.starts[first]]);
    }
  });

  it('gzip per record: likewise', async () => {
    for (let end = 0; end < perRecord.bytes.length; end++) {
      const items = await gzipItems(perRecord.bytes.subarray(0, end));
      const first = perRecord.starts.findLastIndex((start) => start <= end);
      const whole = titles.slice(0, Math.max(0, first - 1));
      const closed = end > 0 && perRecord.starts.includes(end);
      // The page of the cut member counts as whole once all its bytes come out.
      const cutOne =
        first > 0 && inflatesToPage(perRecord.bytes.subarray(perRecord.starts[first], end), first);
      const expected = [...whole, ...(cutOne ? [titles[first - 1]] : []), ...(closed ? [] : ['INPUT_CUT'])];
      expect([end, ...brief(items)]).toEqual([end, ...expected]);
      if (!closed) expect([end, offsets(items).at(-1)]).toEqual([end, perRecord.starts[first]]);
    }
  });

  it('one gzip stream: likewise', async () => {
    for (let end = 0; end < oneStream.bytes.length; end++) {
      const items = await gzipItems(oneStream.bytes.subarray(0, end));
      const inflatedBytes = inflatedPrefix(oneStream.bytes.subarray(0, end)).length;
      const whole = titles.filter((_, at) => plain.starts[at + 2]! - 4 <= inflatedBytes);
      expect([end, ...brief(items)]).toEqual([end, ...whole, 'INPUT_CUT']);
    }
  });
});

/** Oracle: what zlib can make of the beginning of a member. */
function inflatedPrefix(member: Uint8Array): Uint8Array {
  return inflateRawSync(member.subarray(10), { finishFlush: constants.Z_SYNC_FLUSH });
}

function inflatesToPage(member: Uint8Array, index: number): boolean {
  const recordBytes = plain.starts[index + 1]! - plain.starts[index]!;
  return inflatedPrefix(member).length >= recordBytes - 4;
}

const allBits = [0, 1, 2, 3, 4, 5, 6, 7];

function flip(bytes: Uint8Array, at: number, bit: number): Uint8Array {
  const flipped = Uint8Array.from(bytes);
  flipped[at]! ^= 1 << bit;
  return flipped;
}

describe('a flipped bit', () => {
  it('in the member of a record costs that page and no other', async () => {
    const [start, end] = [perRecord.starts[2]!, perRecord.starts[3]!];
    const unseen: string[] = [];
    for (let at = start; at < end; at++) {
      // All bits of a member are flipped where members are tested; here all of its header, and of each byte behind it one.
      for (const bit of at - start < 10 ? allBits : [at % 8]) {
        const items = await gzipItems(flip(perRecord.bytes, at, bit));
        const found = brief(items).join(' ');
        if (found === 'ants bees wasps') unseen.push(`${at - start}.${bit}`);
        else expect(found).toMatch(/^ants INPUT_(DAMAGED|CUT) wasps$/);
        if (found !== 'ants bees wasps') expect(offsets(items)[1]).toBe(start);
      }
    }
    // Flag "is text", time, extra flags, operating system: nothing depends on them. Behind the header all is noticed
    // but padding.
    expect(unseen.filter((place) => Number.parseFloat(place) < 10)).toEqual(harmlessHeaderBits());
    expect(unseen.length - harmlessHeaderBits().length).toBeLessThan(2);
  });

  it('in one gzip stream is noticed, or the pages are the same', async () => {
    const clean = (await gzipItems(oneStream.bytes)).map(pageText);
    for (let at = 10; at < oneStream.bytes.length; at += 7) {
      const items = await gzipItems(flip(oneStream.bytes, at, at % 8));
      const noticed = items.some((item) => item.kind === 'failure');
      if (!noticed) expect(items.map(pageText)).toEqual(clean);
      expect(noticed || at < oneStream.bytes.length - 8).toBe(true);
      // Records that the flip made unreadable fail by themselves; the archive is reported once.
      const losses = brief(items).filter((code) => /^INPUT_(CUT|DAMAGED)$/.test(code));
      expect(losses.length).toBe(noticed ? 1 : 0);
    }
  });
});

function pageText(item: InputItem): string {
  return item.kind === 'page' ? new TextDecoder().decode(item.page.bytes) : item.error.code;
}

function harmlessHeaderBits(): string[] {
  return ['3.0', ...[4, 5, 6, 7, 8, 9].flatMap((at) => allBits.map((bit) => `${at}.${bit}`))];
}

describe('damage to the frame', () => {
  it('a length that is too large costs one record where members bound it', async () => {
    const long = pageRecord('bees', { 'Content-Length': '9999' });
    const archive = joined([pageRecord('ants'), long, pageRecord('wasps')].map((record) => gzipSync(record)));
    const items = await gzipItems(archive.bytes);
    expect(brief(items)).toEqual(['ants', 'INPUT_DAMAGED', 'wasps']);
    expect(offsets(items)).toEqual(archive.starts.slice(0, 3));
  });

  it('a length that is too small leaves junk, which is reported', async () => {
    const short = pageRecord('bees', { 'Content-Length': '100' });
    const members = [pageRecord('ants'), short, pageRecord('wasps')].map((record) => gzipSync(record));
    const items = await gzipItems(bytesOf(...members));
    expect(items.map((item) => item.kind)).toEqual(['page', 'failure', 'page']);
    const plainly = await plainItems(bytesOf(pageRecord('ants'), short, pageRecord('wasps')));
    expect(plainly.map((item) => item.kind)).toEqual(['page', 'failure']);
    const [, failed] = plainly;
    expect(failed?.kind === 'failure' && failed.error.message).toContain('what follows it is not read');
  });

  it('junk behind the last member is reported', async () => {
    const items = await gzipItems(bytesOf(perRecord.bytes, 'junk'));
    expect(brief(items)).toEqual([...titles, 'INPUT_CUT']);
    const more = await gzipItems(bytesOf(perRecord.bytes, 'some more junk'));
    expect(brief(more)).toEqual([...titles, 'INPUT_DAMAGED']);
    expect(offsets(more).at(-1)).toBe(perRecord.bytes.length);
  });

  it('a lost piece in the middle costs the records that it touches', async () => {
    const from = perRecord.starts[1]! + 60;
    const bytes = bytesOf(
      perRecord.bytes.subarray(0, from),
      perRecord.bytes.subarray(perRecord.starts[2]! + 30),
    );
    expect(brief(await gzipItems(bytes))).toEqual(['INPUT_DAMAGED', 'wasps']);
  });

  it('finds the next record behind a large damaged member', async () => {
    const noise = new Uint8Array(500_000);
    for (let at = 1, value = 1; at < noise.length; at++) {
      value = Math.imul(value, 1_103_515_245) + 12_345;
      noise[at] = value >> 16;
    }
    const large = gzipSync(warcRecord(noise, { 'WARC-Type': 'metadata' }), { level: 1 });
    const bytes = bytesOf(gzipSync(pageRecord('ants')), flip(large, 90_000, 5), gzipSync(pageRecord('bees')));
    expect(brief(await gzipItems(bytes))).toEqual(['ants', 'INPUT_DAMAGED', 'bees']);
  });

  it.each([
    ['no version', 'Content-Length: 0\r\n\r\n', 'INPUT_DAMAGED'],
    ['no length', 'WARC/1.0\r\nWARC-Type: response\r\n\r\n', 'INPUT_DAMAGED'],
    ['a negative length', 'WARC/1.0\r\nContent-Length: -5\r\n\r\n', 'INPUT_DAMAGED'],
    ['an endless header', `WARC/1.0\r\nX: ${'x'.repeat(300_000)}`, 'INPUT_DAMAGED'],
    ['nothing', '', 'INPUT_CUT'],
  ])('%s', async (_, text, code) => {
    expect(brief(await plainItems(bytesOf(text)))).toEqual([code]);
  });
});

describe('which records are pages', () => {
  const css = { 'WARC-Type': 'resource', 'Content-Type': 'text/css' };
  const type = (contentType: string): Readonly<Record<string, string>> => ({ 'Content-Type': contentType });
  it.each([
    ['a resource', { 'WARC-Type': 'resource', 'Content-Type': 'text/html' }, html('x'), ['x']],
    [
      'xhtml with parameters',
      { 'WARC-Type': 'resource', 'Content-Type': 'Application/XHTML+XML; a=b' },
      html('x'),
      ['x'],
    ],
    ['another resource', css, 'p{}', ['type text/css']],
    ['a response that is not of HTTP', type('text/dns'), 'x', ['type text/dns']],
    ['a revisit', { 'WARC-Type': 'revisit' }, httpResponse(''), ['revisit']],
    ['a request', { 'WARC-Type': 'request' }, 'GET / HTTP/1.1\r\n\r\n', ['record request']],
    ['metadata', { 'WARC-Type': 'metadata' }, 'x: y', ['record metadata']],
    ['information', { 'WARC-Type': 'warcinfo' }, '', ['record warcinfo']],
    ['another segment', { 'WARC-Type': 'continuation' }, html('x'), ['record continuation']],
    ['an unknown type', { 'WARC-Type': 'Constructor' }, html('x'), ['record unknown']],
    ['a conversion', { 'WARC-Type': 'conversion', 'Content-Type': 'text/html' }, html('x'), ['conversion']],
    ['an empty response', {}, '', ['empty']],
    ['an image', {}, httpResponse('x', type('Image/PNG; q=1')), ['type image/png']],
    ['an image that is gone', {}, httpResponse('x', type('image/png'), '404 Not Found'), ['type image/png']],
    ['no type', {}, 'HTTP/1.1 200 OK\r\n\r\nhello', ['type none']],
    ['a strange type', {}, httpResponse('x', type('</script>')), ['type unknown']],
    ['a redirect', {}, httpResponse(html('x'), { Location: '/' }, '301 Moved'), ['status 301']],
    ['a redirect without a type', {}, 'HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n', ['status 302']],
    ['an error', {}, httpResponse(html('x'), {}, '404 Not Found'), ['status 404']],
    ['part of a page', {}, httpResponse(html('x'), {}, '206 Partial Content'), ['status 206']],
    ['no HTTP', {}, 'hello\r\n\r\n', ['INPUT_RECORD_BAD']],
    ['half a header', {}, 'HTTP/1.1 200 OK\r\nContent-Type: text/html', ['INPUT_RECORD_BAD']],
    ['a segment', { 'WARC-Segment-Number': '1' }, httpResponse(html('x')), ['INPUT_RECORD_BAD']],
    ['a wrong HTTP length', {}, httpResponse(html('x'), { 'Content-Length': '3' }), ['x']],
  ])('%s', async (_, headers, block, expected) => {
    const bytes = bytesOf(warcRecord(block, headers), pageRecord('next'));
    const all = await allItemsOf(readPlain(inChunks(bytes, 1024)));
    const told = all.map((item) => (item.kind === 'passed-over' ? passedText(item) : brief([item])[0]));
    expect(told).toEqual([...expected, 'next']);
    // Each says where it stands.
    expect(all.map((item) => (item.kind === 'page' ? item.page : item).provenance)).toEqual([
      { file: 'a.warc', offset: 0 },
      { file: 'a.warc', offset: bytes.length - pageRecord('next').length },
    ]);
  });

  it('a failure has the address of its page', async () => {
    const record = warcRecord('hello\r\n\r\n', { 'WARC-Target-URI': '<https://site.example/x>' });
    expect((await plainItems(record))[0]).toMatchObject({ kind: 'failure', url: 'https://site.example/x' });
  });

  it('error pages when asked for', async () => {
    const bytes = warcRecord(httpResponse(html('lost'), {}, '404 Not Found'));
    expect(brief(await plainItems(bytes, { anyStatus: true }))).toEqual(['lost']);
    const moved = warcRecord(httpResponse(html('moved'), {}, '301 Moved'));
    expect(await passedOf(readPlain(inChunks(moved, 99), { anyStatus: true }))).toEqual(['status 301']);
  });

  it('forgives bare newlines, missing ones, and an address in angle brackets', async () => {
    const text = new TextDecoder().decode(pageRecord('ants', { 'WARC-Target-URI': '<https://a.example/>' }));
    const body = httpResponse(html('bees'));
    const bare = `WARC/1.0\nWARC-Type: response\nContent-Type: application/http\nContent-Length: ${body.length}\n\n`;
    const items = await plainItems(
      bytesOf('\r\n', text.slice(0, -4), bare, body, '\n\n', pageRecord('wasps')),
    );
    expect(brief(items)).toEqual([...titles]);
    expect(items[0]).toMatchObject({ page: { url: 'https://a.example/' } });
  });

  it('refuses a page over the limit by its length, and goes on', async () => {
    const large = warcRecord(httpResponse(`<p>${'x'.repeat(5000)}`));
    const items = await plainItems(bytesOf(large, pageRecord('next')), { maxPageBytes: 4000 });
    expect(brief(items)).toEqual(['PAGE_TOO_LARGE', 'next']);
  });
});

it('the fixtures are what they say', () => {
  expect(Buffer.compare(gunzipSync(perRecord.bytes), plain.bytes)).toBe(0);
  expect(Buffer.compare(gunzipSync(oneStream.bytes), plain.bytes)).toBe(0);
});
