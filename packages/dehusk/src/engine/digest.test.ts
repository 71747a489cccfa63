import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestAfter, digestOfRow, noDigest } from './digest.ts';

const key = [3, 4] as const;
const of = (...values: number[]): string => digestAfter(noDigest, Uint8Array.from(values), key);

describe('a digest', () => {
  it('is of the bytes, wherever they lie', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), fc.nat(7), (bytes, offset) => {
        const moved = new Uint8Array(offset + bytes.length);
        moved.set(bytes, offset);
        const digest = digestAfter(noDigest, bytes, key);
        expect(digest).toMatch(/^[0-9a-f]{16}$/);
        expect(digestAfter(noDigest, moved.subarray(offset), key)).toBe(digest);
      }),
    );
  });

  it('changes with every bit, with the length, with the key and with what was before', () => {
    const bytes = Uint8Array.from({ length: 40 }, (_, i) => i * 7);
    const digests = new Set([digestAfter(noDigest, bytes, key)]);
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const other = bytes.slice();
      other[bit >> 3]! ^= 1 << (bit & 7);
      digests.add(digestAfter(noDigest, other, key));
    }
    for (let length = 0; length < 40; length++)
      digests.add(digestAfter(noDigest, bytes.subarray(0, length), key));
    for (const other of [
      [3, 5],
      [4, 4],
      [4, 3],
    ] as const)
      digests.add(digestAfter(noDigest, bytes, other));
    digests.add(digestAfter(of(1), bytes, key));
    expect(digests.size).toBe(1 + 320 + 40 + 3 + 1);
    expect(new Set([of(), of(0), of(0, 0), of(0, 0, 0), of(0, 0, 0, 0), of(0, 0, 0, 0, 0)]).size).toBe(6);
  });

  it('of a length beyond a byte counts the length, too', () => {
    const lengths = [0, 256, 512, 65_536, 65_540];
    const digests = lengths.map((length) => digestAfter(noDigest, new Uint8Array(length), key));
    expect(new Set(digests).size).toBe(lengths.length);
  });

  it('is the one that older states hold, of long bytes as well', () => {
    const bytes = Uint8Array.from({ length: 10_001 }, (_, i) => i * i);
    expect(digestAfter(noDigest, bytes, [1, 2])).toBe('6b94f16e67dc2787');
  });

  it('hardly ever is that of others', () => {
    const digests = new Set<string>();
    for (let i = 0; i < 20_000; i++) digests.add(of(i & 0xff, i >> 8));
    expect(digests.size).toBe(20_000);
  });
});

describe('the digest of a row', () => {
  it('is a whole number of 52 bits, of each part in its place', () => {
    const rows = [['a', 'b'], ['ab', ''], ['', 'ab'], ['b', 'a'], ['a'], [], ['a', 'b', '']];
    const digests = rows.map((row) => digestOfRow(row, key));
    expect(new Set(digests).size).toBe(rows.length);
    for (const digest of digests) {
      expect(Number.isSafeInteger(digest)).toBe(true);
      expect(digest).toBeLessThan(2 ** 52);
    }
    expect(digestOfRow([Uint8Array.of(97), 'b'], key)).toBe(digests[0]);
  });
});
