/** Texts as strings of JSON by the core: the bytes are those of `JSON.stringify`. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCore } from './core.ts';
import { escapeJson } from './parse.ts';

const cores = ['core', 'core-checked'].map((name) =>
  createCore(new WebAssembly.Module(readFileSync(new URL(`../../build/${name}.wasm`, import.meta.url)))),
);
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function expectSame(text: string): void {
  const bytes = encoder.encode(text);
  const expected = JSON.stringify(text);
  for (const core of cores) expect(`"${decoder.decode(core.escape(bytes))}"`).toBe(expected);
  // Nobody has handed a core over here.
  expect(`"${decoder.decode(escapeJson(bytes))}"`).toBe(expected);
}

/** All of ASCII, control characters first. */
const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

describe('a text as a string of JSON', () => {
  test.each([
    ['empty', ''],
    ['every character of ASCII', ascii.join('')],
    ['nothing but escapes', '"\\\n\0\x1f'.repeat(100)],
    ['line separators', 'a\u2028b\u2029c'],
    ['a byte order mark', '\ufeffa'],
    ['other scripts and astral signs', 'äöü 中文 😀 "x"'],
  ])('%s', (_, text) => expectSame(text));

  test.each(ascii)('%j, wherever it stands', (character) => {
    for (const length of [0, 1, 15, 16, 63, 64, 65]) {
      const word = 'x'.repeat(length);
      expectSame(`${word}${character}`);
      expectSame(`${word}${character}${word}`);
    }
  });

  test('any text', () => {
    const unit = fc.oneof(
      fc.constantFrom(...ascii, 'a longer run of letters, '.repeat(3)),
      fc.constantFrom('é', '中', '\u2028', '😀'),
    );
    fc.assert(fc.property(fc.string({ unit, maxLength: 300 }), expectSame));
  });

  test('what there is no room for is left to others', () => {
    for (const core of cores) {
      expect(core.escape(new Uint8Array(2 ** 20).fill(1))).toBeUndefined();
      expect(core.escape(new Uint8Array(2 ** 26).fill(0x78))).toBeUndefined();
      expect(core.escape(encoder.encode('"'))).toEqual(encoder.encode('\\"'));
      expect(core.trappedPages).toBe(0);
    }
  });
});
