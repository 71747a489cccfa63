import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCore } from './core.ts';
import { countText, unitClasses } from './text-counts.ts';

const cores = ['core', 'core-checked'].map((name) =>
  createCore(new WebAssembly.Module(readFileSync(new URL(`../../build/${name}.wasm`, import.meta.url)))),
);

const encoder = new TextEncoder();

describe('countText', () => {
  test.each([
    ['', { chars: 0, words: 0, tokens: 0 }],
    ['Hello, world!', { chars: 13, words: 2, tokens: 4 }],
    ['internationalisation', { chars: 20, words: 1, tokens: 3 }],
    ['1234567', { chars: 7, words: 1, tokens: 3 }],
    ['日本語', { chars: 3, words: 3, tokens: 3 }],
    ['a😀b', { chars: 3, words: 3, tokens: 3 }],
    ['Привет мир', { chars: 10, words: 2, tokens: 3 }],
    ['  \n\t ', { chars: 5, words: 0, tokens: 0 }],
    ['half \ud83d.', { chars: 7, words: 2, tokens: 3 }],
  ])('%s', (text, expected) => {
    expect(countText(text)).toEqual(expected);
    expect(countText(encoder.encode(text))).toEqual(expected);
  });

  test('long texts are counted by the core, and the same', () => {
    const pieces = [
      'a',
      'Word',
      'internationalisation',
      '7',
      '1234567',
      'x86',
      'é',
      'naïve',
      'ж',
      '中',
      '😀',
      '\ud83d',
    ];
    const signs = [' ', '\n', '.', '-', '\u00a0', '\u2014', '\u3000', '\x7f', ', '];
    const text = fc
      .array(fc.constantFrom(...pieces, ...signs), { minLength: 20, maxLength: 300 })
      .map((parts) => parts.join(''));
    for (const core of cores)
      fc.assert(
        fc.property(text, (written) => {
          const counts = countText(written);
          expect(core.countText(written, unitClasses)).toEqual(counts);
          expect(core.countText(encoder.encode(written), unitClasses)).toEqual(counts);
        }),
      );
  });

  test('counts code points, and Latin words as a regular expression does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'Z', 'é', '1', ' ', '.', '\n', '-') });
    fc.assert(
      fc.property(text, (written) => {
        const { chars, words } = countText(written);
        expect(chars).toBe([...written].length);
        expect(words).toBe(written.match(/[\p{L}\p{N}]+/gu)?.length ?? 0);
      }),
    );
  });

  test('a word has a token for each seven letters, digits counting more', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', 'ж', ' ', '.'), maxLength: 60 });
    fc.assert(
      fc.property(text, (written) => {
        const expected = (written.match(/[\p{L}\p{N}]+|\./gu) ?? []).map((word) =>
          Math.ceil([...word].reduce((sum, letter) => sum + (/[abé]/.test(letter) ? 3 : 7), 0) / 21),
        );
        expect(countText(written).tokens).toBe(expected.reduce((sum, tokens) => sum + tokens, 0));
      }),
    );
  });
});
