import { describe, expect, it } from 'vitest';
import { checkTableOptions, cutSections, readSealedHeader, type SealedKind, seal } from './sealed-bytes.ts';

const kind: SealedKind = { magic: 0x74736574, version: 2, name: 'test table' };
const header = { of: 'seven pages', counts: [1, 2.5] };
const bytes = seal(kind, header, [Uint32Array.of(1, 2 ** 32 - 1), Uint16Array.of(513), Uint8Array.of(9)]);

describe('sealed bytes', () => {
  it('give back header and sections, wherever they lie', () => {
    const inBuffer = Buffer.concat([Buffer.alloc(5), bytes, Buffer.alloc(0)]).subarray(5);
    for (const source of [bytes, inBuffer]) {
      expect(readSealedHeader(source, kind)).toEqual(header);
      const [words, halves, rest] = cutSections(source, [8, 2, 1]);
      expect([...new Uint32Array(words!)]).toEqual([1, 2 ** 32 - 1]);
      expect([...new Uint16Array(halves!)]).toEqual([513]);
      expect([...new Uint8Array(rest!)]).toEqual([9]);
    }
  });

  it('are laid out as they say', () => {
    const view = new DataView(bytes.buffer);
    const headLength = view.getUint32(12, true);
    expect([view.getUint32(0, true), view.getUint32(4, true)]).toEqual([kind.magic, kind.version]);
    expect(headLength % 4).toBe(0);
    expect(bytes).toHaveLength(16 + headLength + 11);
  });

  it('give sections that are nobody else’s', () => {
    const [words] = cutSections(bytes, [8]);
    const before = bytes.slice();
    new Uint32Array(words!).fill(0);
    expect(bytes).toEqual(before);
  });

  it('notice every changed bit', () => {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = bytes.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => readSealedHeader(changed, kind)).toThrow(/damaged|version/);
    }
  });

  it('notice being cut short, or longer than they were', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(() => readSealedHeader(bytes.slice(0, length), kind)).toThrow('damaged');
    expect(() => readSealedHeader(Uint8Array.of(...bytes, 0), kind)).toThrow('damaged');
  });

  it('of another kind, or of a newer version, are said to be so', () => {
    expect(() => readSealedHeader(bytes, { ...kind, magic: 1, name: 'other table' })).toThrow(
      'it is no other table',
    );
    expect(() => readSealedHeader(bytes, { ...kind, version: 1 })).toThrow('version 2');
    // What wrote an older version may be read: it is for the reader of that kind to know how.
    expect(readSealedHeader(bytes, { ...kind, version: 3 })).toEqual(header);
  });
});

describe('the options of a table', () => {
  const options = { pages: 4, forgetting: true, hashKey: [1, 2] };

  it('are the same if they read the same; what is not asked for does not matter', () => {
    checkTableOptions({ ...options }, options);
    checkTableOptions({ ...options, older: 1 } as typeof options, options);
  });

  it('are told by name where they differ, but not the key', () => {
    expect(() => checkTableOptions({ ...options, pages: 5 }, options)).toThrow(
      'saved with pages 5, not with 4',
    );
    const withoutPages = { forgetting: true, hashKey: [1, 2] } as typeof options;
    expect(() => checkTableOptions(withoutPages, options)).toThrow('saved with pages undefined, not with 4');
    expect(() => checkTableOptions({ ...options, hashKey: [987, 2] }, options)).toThrow(
      /^(?!.*987).*hashKey another value/,
    );
  });
});
