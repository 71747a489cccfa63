import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOf, html, inChunks } from '../../../../../test/contracts/input-fixtures.ts';
import { ByteReader, collectBytes } from '../byte-reader.ts';
import { encodingsOf, undoEncodings } from './body-encoding.ts';

const page = html('encoded');

async function undo(bytes: Uint8Array, encodings: readonly string[], chunkBytes = 4096): Promise<string> {
  const source = new ByteReader(inChunks(bytes, chunkBytes));
  const body = await collectBytes(undoEncodings(source, encodings), 1e7);
  return new TextDecoder().decode(body);
}

function chunked(bytes: Uint8Array, sizes: readonly string[], end = '0\r\n\r\n'): Uint8Array {
  const parts: (string | Uint8Array)[] = [];
  let at = 0;
  for (const size of sizes) {
    const next = at + Number.parseInt(size, 16);
    parts.push(`${size}\r\n`, bytes.subarray(at, next), '\r\n');
    at = next;
  }
  return bytesOf(...parts, end);
}

const raw = bytesOf(page);
const rest = (raw.length - 0x1a - 0xa).toString(16);

describe('encodings undone', () => {
  it.each([
    ['gzip', ['gzip'], gzipSync(page)],
    ['x-gzip of two members', ['x-gzip'], bytesOf(gzipSync(page.slice(0, 20)), gzipSync(page.slice(20)))],
    ['gzip with junk behind it', ['gzip'], bytesOf(gzipSync(page), 'junk')],
    ['deflate', ['deflate'], deflateSync(page)],
    ['raw deflate', ['deflate'], deflateRawSync(page)],
    ['br', ['br'], brotliCompressSync(page)],
    ['gzip twice', ['gzip', 'gzip'], gzipSync(gzipSync(page))],
    ['chunked', ['chunked'], chunked(raw, ['1a', 'a', rest])],
    [
      'chunked, upper case, extension, trailer',
      ['chunked'],
      chunked(raw, ['1A', '00A', rest], '0;x=y\r\nA: b\r\n\r\n'),
    ],
    ['chunked without the last chunk', ['chunked'], chunked(raw, ['1a', 'a', rest], '')],
    ['chunked gzip', ['gzip', 'chunked'], chunked(gzipSync(page), [gzipSync(page).length.toString(16)])],
    [
      'chunked br',
      ['br', 'chunked'],
      chunked(brotliCompressSync(page), [
        '7',
        brotliCompressSync(page.slice(0)).subarray(7).length.toString(16),
      ]),
    ],
    ['gzip by the header only', ['gzip'], raw],
    ['br by the header only', ['br'], bytesOf('\ufeff\n ', raw)],
    ['chunked by the header only', ['chunked'], raw],
    ['an unknown name by the header only', ['utf-8'], raw],
    ['nothing', [], raw],
  ])('%s, as one blob and byte by byte', async (_, encodings, bytes) => {
    expect((await undo(bytes, encodings)).trimStart()).toBe(page);
    expect((await undo(bytes, encodings, 1)).trimStart()).toBe(page);
  });

  it('an empty body stays empty', async () => {
    expect(await undo(new Uint8Array(0), ['gzip', 'chunked'])).toBe('');
  });
});

describe('encodings refused', () => {
  it.each([
    ['gzip, cut', ['gzip'], gzipSync(page).subarray(0, -9)],
    ['gzip, cut in its checksum', ['gzip'], gzipSync(page).subarray(0, -1)],
    ['deflate, cut', ['deflate'], deflateSync(page).subarray(0, -5)],
    ['raw deflate, cut', ['deflate'], deflateRawSync(page).subarray(0, -5)],
    ['br, cut', ['br'], brotliCompressSync(page).subarray(0, -5)],
    ['what is no gzip', ['gzip'], bytesOf('plain words')],
    ['chunked, cut in a chunk', ['chunked'], chunked(raw, ['1a', 'a', 'fff'], '')],
    ['chunked, a wrong size', ['chunked'], bytesOf('3\r\n<p>abc\r\n0\r\n\r\n')],
    ['chunked, no size', ['chunked'], bytesOf('3\r\n<p>\r\nzz\r\nabc\r\n')],
  ])('%s', async (_, encodings, bytes) => {
    await expect(undo(bytes, encodings)).rejects.toMatchObject({ code: 'PAGE_ENCODING_DAMAGED' });
    await expect(undo(bytes, encodings, 1)).rejects.toMatchObject({ code: 'PAGE_ENCODING_DAMAGED' });
  });

  it('what nobody can undo', async () => {
    const code = 'PAGE_ENCODING_UNKNOWN';
    await expect(undo(bytesOf('\x01\x02'), ['lzma'])).rejects.toMatchObject({ code });
    await expect(undo(raw, Array<string>(6).fill('gzip'))).rejects.toMatchObject({ code });
  });
});

describe('bombs', () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const brotli = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const gzip = gzipSync(zeros, { level: 1 });

  it.each([
    ['br', ['br'], brotli],
    ['gzip', ['gzip'], gzip],
    ['gzip in gzip', ['gzip', 'gzip'], gzipSync(gzip)],
    ['raw deflate', ['deflate'], deflateRawSync(zeros, { level: 1 })],
  ])('%s comes out in small pieces, and only as far as it is asked for', async (_, encodings, bomb) => {
    expect(zeros.length / bomb.length).toBeGreaterThan(200);
    let sizeBytes = 0;
    for await (const piece of undoEncodings(new ByteReader(inChunks(bomb, 65_536)), encodings)) {
      expect(piece.length).toBeLessThanOrEqual(64 * 1024);
      sizeBytes += piece.length;
      if (sizeBytes > 1_000_000) break;
    }
    expect(sizeBytes).toBeLessThan(1_100_000);
  });

  it('the brotli bomb is one of a million to one', () => {
    expect(zeros.length / brotli.length).toBeGreaterThan(500_000);
  });
});

it('reads the names of encodings from the header', () => {
  const fields = new Map([
    ['content-encoding', 'GZIP, identity'],
    ['transfer-encoding', ' Chunked'],
  ]);
  expect(encodingsOf(fields)).toEqual(['gzip', 'chunked']);
  expect(encodingsOf(new Map())).toEqual([]);
});
