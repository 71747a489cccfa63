import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { toBase32 } from '@exodus/bytes/base32.js';
import { describe, expect, it } from 'vitest';
import { WARCRecord, WARCSerializer } from 'warcio';
import { allItemsOf, itemsOf, itIgnoresChunks } from '../../../../../test/contracts/input-contract.ts';
import {
  brief,
  bytesOf,
  html,
  httpResponse,
  inChunks,
  pageRecord,
  warcRecord,
} from '../../../../../test/contracts/input-fixtures.ts';
import type { DigestCheck, InputItem, SourceItem } from '../input.ts';
import { openSource } from '../open-inputs.ts';
import { readDigest } from './digest.ts';

type Bytes = string | Uint8Array;

const codings: Readonly<Record<string, (digest: Buffer) => string>> = {
  hex: (digest) => digest.toString('hex'),
  HEX: (digest) => digest.toString('hex').toUpperCase(),
  base32: (digest) => toBase32(digest),
  'base32, lower case': (digest) => toBase32(digest).toLowerCase(),
  'base32, padded': (digest) => toBase32(digest, { padding: true }),
  base64: (digest) => digest.toString('base64'),
  base64url: (digest) => digest.toString('base64url'),
};

function digestOf(bytes: Bytes, algorithm = 'sha1', coding = 'base32'): string {
  const digest = createHash(algorithm.replace('-', '')).update(bytes).digest();
  return `${algorithm}:${codings[coding]!(digest)}`;
}

function read(bytes: Uint8Array, digests?: DigestCheck): Promise<InputItem[]> {
  return itemsOf(openSource(['-'], { stdin: inChunks(bytes, 999), ...(digests && { digests }) }));
}

function pageOf(item: InputItem | undefined): Extract<InputItem, { kind: 'page' }>['page'] {
  if (item?.kind !== 'page') throw new Error(`no page: ${item?.error.message}`);
  return item.page;
}

/** A record around an HTTP response that states digests of what it likes. */
function recordWith(response: Uint8Array, headers: Readonly<Record<string, string>>): Uint8Array {
  return bytesOf(warcRecord(response, headers), pageRecord('next'));
}

const wrong = digestOf('something else');
const response = httpResponse(html('ants'));

describe('block digests', () => {
  for (const algorithm of ['sha1', 'SHA1', 'sha-1', 'sha256', 'SHA-256', 'sha384', 'sha512', 'md5'])
    it.each(Object.keys(codings))(`${algorithm} in %s`, async (coding) => {
      const right = digestOf(response, algorithm.toLowerCase(), coding).replace(/^[^:]+/, algorithm);
      const other = digestOf('x', algorithm.toLowerCase(), coding).replace(/^[^:]+/, algorithm);
      const good = await read(recordWith(response, { 'WARC-Block-Digest': right }));
      expect(brief(good)).toEqual(['ants', 'next']);
      expect(pageOf(good[0])).not.toHaveProperty('digest');
      expect(brief(await read(recordWith(response, { 'WARC-Block-Digest': other })))).toEqual([
        'INPUT_DIGEST_WRONG',
        'next',
      ]);
    });

  it('a wrong one is a failed page, named with file, place and address', async () => {
    const [item] = await read(recordWith(response, { 'WARC-Block-Digest': wrong }));
    expect(item).toMatchObject({
      kind: 'failure',
      url: 'https://site.example/',
      provenance: { file: '-', offset: 0 },
      error: {
        code: 'INPUT_DIGEST_WRONG',
        message: `the record at byte 0 is not what was archived: its block digest should be ${wrong} and is ${digestOf(response)} (digests)`,
      },
    });
  });

  it('a flipped bit anywhere in a block is noticed, whatever it makes of the record', async () => {
    const record = pageRecord('ants', { 'WARC-Block-Digest': digestOf(response) });
    const start = record.length - response.length - 4;
    for (let at = start; at < record.length - 4; at += 3) {
      const flipped = Uint8Array.from(record);
      flipped[at]! ^= 1 << (at % 7);
      expect(brief(await read(bytesOf(flipped, pageRecord('next'))))).toEqual(['INPUT_DIGEST_WRONG', 'next']);
    }
  });

  it.each([
    ['an image', httpResponse('x', { 'Content-Type': 'image/png' }), {}],
    ['an error page', httpResponse(html('x'), {}, '404 Not Found'), {}],
    ['a page that cannot be read', httpResponse('x', { 'Content-Encoding': 'zstd' }), {}],
    ['a resource', html('x'), { 'WARC-Type': 'resource', 'Content-Type': 'text/html' }],
    ['a revisit', httpResponse(''), { 'WARC-Type': 'revisit' }],
  ])('are checked of %s too', async (_, block, headers) => {
    const record = recordWith(bytesOf(block), { 'WARC-Block-Digest': wrong, ...headers });
    expect(brief(await read(record))).toEqual(['INPUT_DIGEST_WRONG', 'next']);
  });

  it('of records that are never pages are not looked at', async () => {
    const record = recordWith(response, { 'WARC-Type': 'metadata', 'WARC-Block-Digest': wrong });
    expect(brief(await read(record))).toEqual(['next']);
  });

  it.each(['blake3:abcdef', 'sha1:tooshort', 'sha1', 'constructor:xx', ':', 'crc32:00000000'])(
    'one of an unknown kind is no wrong one: %s',
    async (digest) => {
      for (const name of ['WARC-Block-Digest', 'WARC-Payload-Digest']) {
        const items = await read(recordWith(response, { [name]: digest }), 'strict');
        expect(brief(items)).toEqual(['ants', 'next']);
        expect(pageOf(items[0]).digest).toBe('unknown');
      }
    },
  );

  it('can be skipped', async () => {
    const headers = { 'WARC-Block-Digest': wrong, 'WARC-Payload-Digest': wrong };
    const items = await read(recordWith(response, headers), 'skip');
    expect(brief(items)).toEqual(['ants', 'next']);
    expect(pageOf(items[0])).not.toHaveProperty('digest');
  });

  it('a wrong one of a record behind which the archive is cut is told beside the cut', async () => {
    const record = pageRecord('ants', { 'WARC-Block-Digest': wrong });
    expect(brief(await read(record.subarray(0, -2)))).toEqual(['INPUT_DIGEST_WRONG', 'INPUT_CUT']);
    expect(brief(await read(record.subarray(0, -9)))).toEqual(['INPUT_CUT']);
  });
});

/** HTTP chunks of `sizeBytes`, with a trailer behind the last. */
function chunked(body: Uint8Array, sizeBytes = 40): Uint8Array {
  const parts: Bytes[] = [];
  for (let at = 0; at < body.length; at += sizeBytes) {
    const chunk = body.subarray(at, at + sizeBytes);
    parts.push(`${chunk.length.toString(16)}\r\n`, chunk, '\r\n');
  }
  return bytesOf(...parts, '0\r\nX-Trailer: yes\r\n\r\n');
}

const page = bytesOf(html('ants'));
const packed = gzipSync(page);

describe('payload digests', () => {
  const gzip = { 'Content-Encoding': 'gzip' };
  const inChunksOf = { 'Transfer-Encoding': 'chunked' };
  const bodies: readonly (readonly [
    string,
    Uint8Array,
    Readonly<Record<string, string>>,
    readonly Bytes[],
  ])[] = [
    ['plain', page, {}, [page]],
    ['compressed', packed, gzip, [packed, page]],
    ['compressed, with junk behind', bytesOf(packed, 'junk'), gzip, [bytesOf(packed, 'junk'), page]],
    ['by brotli', brotliCompressSync(page), { 'Content-Encoding': 'br' }, [brotliCompressSync(page), page]],
    ['chunked', chunked(page), inChunksOf, [chunked(page), page]],
    ['compressed and chunked', chunked(packed), { ...gzip, ...inChunksOf }, [chunked(packed), packed, page]],
    [
      'compressed twice',
      gzipSync(packed),
      { 'Content-Encoding': 'gzip, gzip' },
      [gzipSync(packed), packed, page],
    ],
    ['decoded already', page, { ...gzip, ...inChunksOf }, [page]],
    ['empty', bytesOf(), {}, [bytesOf()]],
  ];
  for (const [name, body, headers, forms] of bodies) {
    it.each(forms.map((form, at) => [at, form] as const))(`${name}: right in form %i`, async (_, form) => {
      const record = recordWith(httpResponse(body, headers), { 'WARC-Payload-Digest': digestOf(form) });
      const [item] = await read(record, 'strict');
      expect(pageOf(item)).not.toHaveProperty('digest');
    });

    it(`${name}: a wrong one is kept and marked; strictly, it fails`, async () => {
      const record = recordWith(httpResponse(body, headers), { 'WARC-Payload-Digest': wrong });
      const items = await read(record);
      expect(pageOf(items[0]).digest).toBe('wrong');
      expect(pageOf(items[1])).not.toHaveProperty('digest');
      const [item] = await read(record, 'strict');
      expect(item).toMatchObject({
        url: 'https://site.example/',
        error: { facts: { what: 'payload', expected: wrong, found: digestOf(body) } },
      });
    });
  }

  it('of a resource are those of its block', async () => {
    const headers = { 'WARC-Type': 'resource', 'Content-Type': 'text/html' };
    const good = recordWith(page, { ...headers, 'WARC-Payload-Digest': digestOf(page) });
    expect(pageOf((await read(good))[0])).not.toHaveProperty('digest');
    const bad = recordWith(page, { ...headers, 'WARC-Payload-Digest': wrong });
    expect(pageOf((await read(bad))[0]).digest).toBe('wrong');
  });

  it('damage behind the compressed page is none of the page, also where a digest asks for the rest', async () => {
    const junk = 'junk '.repeat(20_000);
    const chunks = [packed, bytesOf(junk)].map((part) => [part.length.toString(16), '\r\n', part, '\r\n']);
    const body = bytesOf(...chunks.flat(), 'zz\r\nno chunk');
    const headers = { ...gzip, ...inChunksOf };
    const items = await read(
      recordWith(httpResponse(body, headers), { 'WARC-Payload-Digest': digestOf(page) }),
    );
    expect(brief(items)).toEqual(['ants', 'next']);
    expect(pageOf(items[0])).not.toHaveProperty('digest');
  });

  itIgnoresChunks(
    'wrong digests, bodies in chunks',
    bytesOf(
      ...bodies.map(([, body, headers]) =>
        warcRecord(httpResponse(body, headers), { 'WARC-Payload-Digest': wrong }),
      ),
      recordWith(response, { 'WARC-Block-Digest': wrong }),
    ),
    (stdin) => openSource(['-'], { stdin }),
  );
});

it('digests that warcio has written are right, and wrong once a byte has changed', async () => {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield page;
  }
  const about = { url: 'https://site.example/', date: '2026-01-01T00:00:00Z', type: 'response' } as const;
  const record = WARCRecord.create({ ...about, httpHeaders: { 'Content-Type': 'text/html' } }, body());
  const bytes = await WARCSerializer.serialize(record);
  expect(Buffer.from(bytes).toString('latin1')).toMatch(/WARC-Block-Digest: sha-?256:/);
  const all: SourceItem[] = await allItemsOf(
    openSource(['-'], { stdin: inChunks(bytes, 99), digests: 'strict' }),
  );
  expect(all).toHaveLength(1);
  expect(pageOf(all[0] as InputItem)).not.toHaveProperty('digest');
  const changed = Uint8Array.from(bytes);
  changed[changed.length - 10]! ^= 1;
  expect(brief(await read(changed))).toEqual(['INPUT_DIGEST_WRONG']);
});

it('no two codings of one algorithm have the same length', () => {
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha384', 'sha512']) {
    const digest = createHash(algorithm).update('x').digest();
    const read = [digest.toString('hex'), toBase32(digest), digest.toString('base64')].map((value) =>
      readDigest(`${algorithm}:${value}`),
    );
    expect(read.map((stated) => (typeof stated === 'object' ? stated.coding : stated))).toEqual([
      'hex',
      'base32',
      'base64',
    ]);
  }
});
