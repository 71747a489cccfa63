import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOf, html, inChunks } from '../../../../../test/contracts/input-fixtures.ts';
import { DehuskError } from '../../errors.ts';
import { ByteReader } from '../byte-reader.ts';
import { openGzip } from './archive.ts';

interface Outcome {
  readonly text: string;
  readonly code?: string;
  readonly offset?: unknown;
}

/** All that comes out, and the error that ends it. */
async function gunzip(bytes: Uint8Array, chunkBytes = 4096, isFile = false): Promise<Outcome> {
  const again = (offset: number): AsyncIterable<Uint8Array> => inChunks(bytes.subarray(offset), 30_000);
  const { inflated } = openGzip(new ByteReader(inChunks(bytes, chunkBytes)), isFile ? again : undefined);
  const parts: Uint8Array[] = [];
  try {
    for (;;) {
      const part = await inflated.peek();
      if (part.length === 0) return { text: Buffer.concat(parts).toString('latin1') };
      parts.push(part);
      inflated.skip(part.length);
    }
  } catch (error) {
    if (!(error instanceof DehuskError)) throw error;
    const { offset } = error.facts as { offset?: unknown };
    return { text: Buffer.concat(parts).toString('latin1'), code: error.code, offset };
  }
}

/** Text that deflate cannot make small, different for each seed. */
function noise(sizeBytes: number, seed = 1): string {
  const letters: string[] = [];
  for (let at = 0, value = seed; at < sizeBytes; at++) {
    value = Math.imul(value, 1_103_515_245) + 12_345;
    letters.push(String.fromCharCode(33 + ((value >>> 16) % 90)));
  }
  return letters.join('');
}

/** A member with the optional fields of the header that `flag` names; see RFC 1952. */
function memberWithHeader(flag: number, fields: string | Uint8Array, text: string): Uint8Array {
  const whole = gzipSync(text);
  const header = bytesOf(Uint8Array.of(0x1f, 0x8b, 8, flag, 0, 0, 0, 0, 0, 3), fields);
  const checksum = flag & 2 ? Uint8Array.of(crc32(header) & 255, (crc32(header) >> 8) & 255) : '';
  return bytesOf(header, checksum, whole.subarray(10));
}

describe('gzip members', () => {
  it.each([1, 3, 4096])('joins members, empty ones too, in chunks of %i', async (chunkBytes) => {
    const bytes = bytesOf(gzipSync('a'), gzipSync(''), gzipSync('bc'), gzipSync(html('d')));
    expect(await gunzip(bytes, chunkBytes)).toEqual({ text: `abc${html('d')}` });
  });

  it.each([
    ['a name', 8, 'page.html\0'],
    ['a comment', 16, 'why\0'],
    ['an extra field', 4, Uint8Array.of(3, 0, 1, 2, 3)],
    ['a checksum', 2, ''],
    ['all of them', 31, bytesOf(Uint8Array.of(1, 0, 7), 'name\0comment\0')],
  ])('reads a header with %s, whole or byte by byte, and misses no cut of it', async (_, flag, fields) => {
    const bytes = memberWithHeader(flag, fields, 'text');
    expect(gunzipSync(bytes).toString()).toBe('text');
    expect(await gunzip(bytes)).toEqual({ text: 'text' });
    expect(await gunzip(bytes, 1)).toEqual({ text: 'text' });
    for (let end = 0; end < bytes.length; end++) {
      expect(await gunzip(bytes.subarray(0, end))).toMatchObject({ code: 'INPUT_CUT', offset: end });
    }
  });

  it('refuses a header whose checksum does not match, and one without end', async () => {
    const bytes = memberWithHeader(2, '', 'text');
    bytes[5]! ^= 1;
    expect(await gunzip(bytes)).toEqual({ text: '', code: 'INPUT_DAMAGED', offset: 0 });
    const endless = memberWithHeader(8, 'x'.repeat(100_000), 'text');
    expect(await gunzip(endless)).toEqual({ text: '', code: 'INPUT_DAMAGED', offset: 0 });
  });

  it('reports what is not gzip behind the last member', async () => {
    const member = gzipSync('text');
    const offset = member.length;
    expect(await gunzip(bytesOf(member, '0123456789'))).toEqual({
      text: 'text',
      code: 'INPUT_DAMAGED',
      offset,
    });
    expect(await gunzip(bytesOf(member, '\0'))).toMatchObject({ text: 'text', code: 'INPUT_CUT' });
  });
});

describe('every flipped bit of a member', () => {
  const text = html('bits');
  it.each([
    ['stored', 0, gzipSync(text, { level: 0 })],
    ['fixed codes', 1, gzipSync(text)],
    ['dynamic codes', 2, gzipSync(text + noise(150) + text)],
  ])('%s: noticed, or without effect', async (_, kind, bytes) => {
    // The two bits behind the first bit of the first block.
    expect((bytes[10]! >> 1) & 3).toBe(kind);
    const clean = (await gunzip(bytes)).text;
    const unseenHeader = new Set<number>();
    let unseenData = 0;
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Uint8Array.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      const outcome = await gunzip(flipped);
      if (outcome.code !== undefined) continue;
      expect(outcome.text).toBe(clean);
      if (bit < 80) unseenHeader.add(bit);
      else unseenData++;
      expect(bit).toBeLessThan((bytes.length - 8) * 8);
    }
    // The flag "is text" (bit 24), and the bytes of time, extra flags and operating system (bits 32 to 79).
    expect([...unseenHeader]).toEqual([24, ...Array.from({ length: 48 }, (__, at) => 32 + at)]);
    // Padding before a byte border: at the end of the data (up to 7 bits), in a stored block after its type (5 bits).
    expect(unseenData).toBeLessThanOrEqual(7);
  });
});

describe('what comes out before damage', () => {
  /** Damage that zlib is sure to meet: an unknown type of block, where the last of three blocks begins. */
  function damagedAfter(good: string): Uint8Array {
    const block = (text: string): Uint8Array => {
      const size = Uint8Array.of(
        0,
        text.length & 255,
        text.length >> 8,
        ~text.length & 255,
        (~text.length >> 8) & 255,
      );
      return bytesOf(size, text);
    };
    const blocks = good.match(/.{1,30000}/g) ?? [];
    const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
    return bytesOf(header, ...blocks.map(block), Uint8Array.of(7), 'x'.repeat(40_000));
  }

  it.each([
    ['a small member', 1000, false],
    ['a member of several slices', 100_000, true],
    ['a member too long to be kept', 700_000, false],
    ['such a member of a file, which is read again', 700_000, true],
  ])('%s: every byte', async (_, sizeBytes, isFile) => {
    const good = noise(sizeBytes);
    const bytes = damagedAfter(good);
    const outcome = await gunzip(bytes, 50_000, isFile);
    expect(outcome.text === good).toBe(true);
    expect(outcome).toMatchObject({ code: 'INPUT_DAMAGED', offset: bytes.length - 40_001 });
  });
});
