import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WARCParser } from 'warcio';
import { allItemsOf } from '../../../../test/contracts/input-contract.ts';
import { inChunks } from '../../../../test/contracts/input-fixtures.ts';
import { openSource } from '../input/open-inputs.ts';
import { type Conversion, conversionRecord, sha1, warcinfoRecord } from './warc.ts';

const runDate = '2026-05-06T07:08:09Z';
const provenance = { file: 'crawl.warc', offset: 120 };

const conversion: Conversion = {
  raw: {
    url: 'https://a.example/x?q=ä b',
    date: '2024-02-29T12:00:00+01:00',
    recordId: '<urn:uuid:00000000-0000-0000-0000-000000000001>',
    provenance,
  },
  content: new TextEncoder().encode('Grüße 😀\n'),
  contentType: 'text/plain',
};

/** A conversion of another page. */
function conversionOf(raw: Partial<Conversion['raw']>): Conversion {
  return { content: Uint8Array.of(0x78), contentType: 'text/html', raw: { provenance, ...raw } };
}

async function readBack(bytes: Uint8Array) {
  const records = [];
  for await (const record of new WARCParser([bytes])) {
    records.push({
      headers: record.warcHeaders.headers,
      version: record.warcHeaders.statusline,
      text: await record.contentText(),
    });
  }
  return records;
}

async function headerOf(raw: Partial<Conversion['raw']>, name: string): Promise<string | undefined> {
  const [record] = await readBack(conversionRecord(conversionOf(raw), runDate));
  return record!.headers.get(name) ?? undefined;
}

describe('conversionRecord', () => {
  test('is read back by warcio, and passed over by ourselves', async () => {
    const digest = createHash('sha1').update('Grüße 😀\n').digest('hex');
    const other = { ...conversion, raw: { ...conversion.raw, url: 'https://a.example/y' } };
    const bytes = Buffer.concat([conversionRecord(conversion, runDate), conversionRecord(other, runDate)]);
    const records = await readBack(bytes);
    expect(records).toHaveLength(2);
    expect(records[0]!.version).toBe('WARC/1.1');
    expect(records[0]!.text).toBe('Grüße 😀\n');
    const { headers } = records[0]!;
    expect(headers.get('WARC-Type')).toBe('conversion');
    expect(headers.get('WARC-Target-URI')).toBe('https://a.example/x?q=%C3%A4%20b');
    expect(headers.get('WARC-Date')).toBe('2024-02-29T11:00:00Z');
    expect(headers.get('WARC-Refers-To')).toBe(conversion.raw.recordId);
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('Content-Length')).toBe('13');
    expect(headers.get('WARC-Block-Digest')).toBe(`sha1:${base32(digest)}`);
    expect(headers.get('WARC-Record-ID')).toMatch(
      /^<urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}>$/,
    );
    const opening = warcinfoRecord({ software: 'dehusk/1' }, runDate);
    const source = openSource(['-'], { stdin: inChunks(Buffer.concat([opening, bytes]), 64) });
    expect(await allItemsOf(source)).toMatchObject([
      { reason: 'record', detail: 'warcinfo' },
      { reason: 'conversion', provenance: { offset: opening.length } },
      { reason: 'conversion' },
    ]);
  });

  test('the same page gives the same bytes, whenever that is', () => {
    expect(conversionRecord(conversion, runDate)).toEqual(conversionRecord({ ...conversion }, '2027-01-01'));
  });

  test.each([
    ['address', { url: 'https://a.example/other' }],
    ['date', { date: '2024-03-01T00:00:00Z' }],
    ['original', { recordId: '<urn:uuid:2>' }],
    ['place', { provenance: { file: 'crawl.warc', offset: 121 } }],
  ])('another %s is another record', async (_, raw) => {
    const given = { ...conversionOf({}).raw, ...conversion.raw };
    const ids = [given, { ...given, ...raw }].map((each) => headerOf(each, 'WARC-Record-ID'));
    expect(new Set(await Promise.all(ids)).size).toBe(2);
  });

  test('nothing of a page can begin a header', async () => {
    const hostile = {
      ...conversion,
      raw: { ...conversion.raw, url: 'https://a.example/\r\nWARC-Type: response', recordId: 'a\r\nX: y' },
      content: new Uint8Array(),
    };
    const [record] = await readBack(conversionRecord(hostile, runDate));
    expect(record!.headers.get('WARC-Type')).toBe('conversion');
    expect(record!.headers.has('X')).toBe(false);
  });

  test.each([
    [undefined, runDate],
    ['yesterday', runDate],
    ['2020-01-02', '2020-01-02T00:00:00Z'],
  ])('a page with the date %j is of %s', async (date, expected) => {
    expect(await headerOf(date === undefined ? {} : { date }, 'WARC-Date')).toBe(expected);
  });

  test.each([
    ['https://a.example/x|y', 'https://a.example/x%7Cy'],
    ['HTTPS://A.example/%7e?a=%zz#top', 'HTTPS://A.example/%7e?a=%zz#top'],
    [' https://a.example/\tb\n', 'https://a.example/b'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['urn:isbn:1', 'urn:isbn:1'],
    ['', 'file:///crawl.warc?offset=120'],
    ['/relative', 'file:///crawl.warc?offset=120'],
    ['page.html', 'file:///crawl.warc?offset=120'],
    ['//a.example/x', 'file:///crawl.warc?offset=120'],
    ['https://', 'file:///crawl.warc?offset=120'],
  ])('the address %j is written as %s', async (url, expected) => {
    expect(await headerOf({ url }, 'WARC-Target-URI')).toBe(expected);
  });

  test.each([
    [{ file: 'in/a b#?.html', root: 'in', path: 'a b#?.html' }, 'file:///a%20b%23%3F.html'],
    [{ file: '/data/crawl.jsonl', line: 3, offset: 99 }, 'file:///data/crawl.jsonl?line=3'],
    [{ file: 'C:\\data\\ü.html' }, 'file:///C%3A/data/%C3%BC.html'],
    [{ file: '-' }, 'file:///-'],
    [{ file: '' }, 'file:///page'],
  ])('a page without an address is named by its place: %j', async (place, expected) => {
    expect(await headerOf({ provenance: place }, 'WARC-Target-URI')).toBe(expected);
  });

  test('whatever stands in a page, its address is absolute and plain', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 30 });
    const urls = fc.oneof(
      texts,
      fc.webUrl(),
      texts.map((text) => `https://a.example/${text}`),
    );
    fc.assert(
      fc.property(urls, texts, (url, file) => {
        const bytes = conversionRecord(conversionOf({ url, provenance: { file } }), runDate);
        const uri = /^WARC-Target-URI: (.*)\r$/m.exec(new TextDecoder().decode(bytes))?.[1];
        expect(uri).toMatch(/^[a-z][a-z0-9+.-]*:[!-~]+$/i);
        expect(URL.canParse(uri!)).toBe(true);
      }),
    );
  });

  test('a page whose digest was wrong says so', async () => {
    expect(await headerOf({ digest: 'wrong' }, 'X-Dehusk-Payload-Digest')).toBe('wrong');
    expect(await headerOf({ digest: 'unknown' }, 'X-Dehusk-Payload-Digest')).toBeUndefined();
  });
});

test('warcinfoRecord', async () => {
  const fields = { software: 'dehusk/1', format: 'WARC File Format 1.1' };
  const [record] = await readBack(warcinfoRecord(fields, runDate));
  expect(record!.headers.get('WARC-Type')).toBe('warcinfo');
  expect(record!.headers.get('WARC-Date')).toBe(runDate);
  expect(record!.text).toBe('software: dehusk/1\r\nformat: WARC File Format 1.1\r\n');
  const [later] = await readBack(warcinfoRecord(fields, '2026-05-06T07:08:10Z'));
  expect(later!.headers.get('WARC-Record-ID')).not.toBe(record!.headers.get('WARC-Record-ID'));
});

test('sha1 equals the platform’s', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300, size: 'max' }), (bytes) => {
      expect(Buffer.from(sha1(bytes)).toString('hex')).toBe(createHash('sha1').update(bytes).digest('hex'));
    }),
  );
});

/** RFC 4648, in a line of its own. */
function base32(hex: string): string {
  const bits = BigInt(`0x${hex}`).toString(2).padStart(160, '0');
  return bits.replace(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]!);
}
