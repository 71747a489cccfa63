import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HashKey, TextScan } from './hash.ts';
import { normalForm } from './page.ts';

/** HalfSipHash-c-d with 64 bits of output over bytes, written as the designers describe it. */
function halfSipHash(bytes: Uint8Array, key: HashKey, compression: number, finalisation: number): string {
  const v = [key[0] | 0, key[1] | 0, 0x6c796765 ^ key[0], 0x74656462 ^ key[1]];
  v[1]! ^= 0xee;
  const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
  const rounds = (count: number): void => {
    for (let i = 0; i < count; i++) {
      v[0] = (v[0]! + v[1]!) | 0;
      v[1] = rotate(v[1]!, 5) ^ v[0]!;
      v[0] = rotate(v[0]!, 16);
      v[2] = (v[2]! + v[3]!) | 0;
      v[3] = rotate(v[3]!, 8) ^ v[2]!;
      v[0] = (v[0]! + v[3]!) | 0;
      v[3] = rotate(v[3]!, 7) ^ v[0]!;
      v[2] = (v[2]! + v[1]!) | 0;
      v[1] = rotate(v[1]!, 13) ^ v[2]!;
      v[2] = rotate(v[2]!, 16);
    }
  };
  const absorb = (word: number): void => {
    v[3]! ^= word;
    rounds(compression);
    v[0]! ^= word;
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length & ~3;
  for (let i = 0; i < whole; i += 4) absorb(view.getUint32(i, true));
  let last = bytes.length << 24;
  for (let i = whole; i < bytes.length; i++) last |= bytes[i]! << (8 * (i - whole));
  absorb(last);
  v[2]! ^= 0xee;
  rounds(finalisation);
  const low = (v[1]! ^ v[3]!) >>> 0;
  v[1]! ^= 0xdd;
  rounds(finalisation);
  const high = (v[1]! ^ v[3]!) >>> 0;
  return `${high.toString(16)}:${low.toString(16)}`;
}

function utf16(text: string): Uint8Array {
  const units = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return new Uint8Array(units.buffer);
}

function scanned(text: string, key: HashKey): { hash: string; chars: number } {
  const scan = new TextScan(key);
  scan.scan(text, 0, text.length, false);
  return { hash: `${scan.hashHigh.toString(16)}:${scan.hashLow.toString(16)}`, chars: scan.chars };
}

const key: HashKey = [0x03020100, 0x07060504];
const anyText = fc.string({
  unit: fc.constantFrom(...' \n\t\f\r\u00a0aZ09é中𝒳\ud800&<'.match(/./gsu)!),
  maxLength: 40,
});

describe('TextScan', () => {
  it('stands on a HalfSipHash that gives the published value for the empty message', () => {
    expect(halfSipHash(new Uint8Array(0), key, 2, 4)).toBe('c83cb8b9:591f8d21');
  });

  it('is HalfSipHash-1-3 of the UTF-16 bytes of the normal form', () => {
    fc.assert(
      fc.property(anyText, fc.integer(), fc.integer(), (text, key0, key1) => {
        const normal = normalForm(text);
        if (normal === '') return;
        expect(scanned(text, [key0, key1]).hash).toBe(halfSipHash(utf16(normal), [key0, key1], 1, 3));
      }),
    );
  });

  it('is so however long the text is', () => {
    const text = 'A sentence that goes on. '.repeat(100);
    for (let length = 480; length < 2100; length += 27) {
      const cut = text.slice(0, length);
      expect(scanned(cut, key).hash).toBe(halfSipHash(utf16(normalForm(cut)), key, 1, 3));
    }
  });

  it('counts the code points of the normal form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(scanned(text, key).chars).toBe([...normalForm(text)].length);
      }),
    );
  });

  it('drops NUL, keeps no-break spaces, and gives blank text no length', () => {
    expect(scanned('a\0b', key)).toEqual(scanned('ab', key));
    expect(scanned(' \n\t\r\f', key).chars).toBe(0);
    expect(scanned('\u00a0', key).chars).toBe(1);
  });

  it('stops at a character reference when asked to', () => {
    const scan = new TextScan(key);
    expect(scan.scan('a &amp; b', 0, 9, true)).toBe(false);
    expect(scan.scan('a and b', 0, 7, true)).toBe(true);
  });
});
