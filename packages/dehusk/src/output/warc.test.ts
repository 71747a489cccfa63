import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WARCParser } from 'warcio';
import { type Conversion, conversionRecord, sha1, warcinfoRecord } from './warc.ts';

const conversion: Conversion = {
  id: 'https://a.example/x',
  url: 'https://a.example/x?q=ä b',
  date: '2024-02-29T12:00:00+01:00',
  refersTo: '<urn:uuid:00000000-0000-0000-0000-000000000001>',
  content: 'Grüße 😀\n',
  contentType: 'text/plain',
};

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

describe('conversionRecord', () => {
  test('is read back by warcio', async () => {
    const digest = createHash('sha1').update('Grüße 😀\n').digest('hex');
    const records = await readBack(
      new Uint8Array([...conversionRecord(conversion), ...conversionRecord({ ...conversion, id: 'b' })]),
    );
    expect(records).toHaveLength(2);
    expect(records[0]!.version).toBe('WARC/1.1');
    expect(records[0]!.text).toBe('Grüße 😀\n');
    const { headers } = records[0]!;
    expect(headers.get('WARC-Type')).toBe('conversion');
    expect(headers.get('WARC-Target-URI')).toBe('https://a.example/x?q=%C3%A4%20b');
    expect(headers.get('WARC-Date')).toBe('2024-02-29T11:00:00Z');
    expect(headers.get('WARC-Refers-To')).toBe(conversion.refersTo);
    expect(headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('Content-Length')).toBe('13');
    expect(headers.get('WARC-Block-Digest')).toBe(`sha1:${base32(digest)}`);
    expect(headers.get('WARC-Record-ID')).toMatch(
      /^<urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}>$/,
    );
    expect(records[1]!.headers.get('WARC-Record-ID')).not.toBe(headers.get('WARC-Record-ID'));
  });

  test('the same page gives the same bytes', () => {
    expect(conversionRecord(conversion)).toEqual(conversionRecord({ ...conversion }));
  });

  test('nothing of a page can begin a header', async () => {
    const hostile = {
      ...conversion,
      url: 'https://a.example/\r\nWARC-Type: response',
      refersTo: 'a\r\nX: y',
      content: '',
    };
    const [record] = await readBack(conversionRecord(hostile));
    expect(record!.headers.get('WARC-Type')).toBe('conversion');
    expect(record!.headers.has('X')).toBe(false);
  });

  test.each([
    [{}, '1970-01-01T00:00:00Z'],
    [{ date: 'yesterday' }, '1970-01-01T00:00:00Z'],
    [{ date: '2020-01-02' }, '2020-01-02T00:00:00Z'],
  ])('a page without a date takes that of the options: %j', async (options, date) => {
    const [record] = await readBack(
      conversionRecord({ id: 'a b.html', content: 'x', contentType: 'text/html' }, options),
    );
    expect(record!.headers.get('WARC-Date')).toBe(date);
    expect(record!.headers.get('WARC-Target-URI')).toBe('file:///a%20b.html');
  });
});

test('warcinfoRecord', async () => {
  const [record] = await readBack(warcinfoRecord({ software: 'dehusk/1', format: 'WARC File Format 1.1' }));
  expect(record!.headers.get('WARC-Type')).toBe('warcinfo');
  expect(record!.text).toBe('software: dehusk/1\r\nformat: WARC File Format 1.1\r\n');
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
