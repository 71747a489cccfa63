import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameWords } from './page-title.ts';

test.each([
  ['Example News', 'example-news', true],
  ['Example®', 'Example', true],
  ['Example', '«Example»', true],
  ['Example', 'Example 2', false],
  ['Éxample', 'éxample', true],
  ['', '', false],
  ['-', '—', false],
])('%s and %s say the same: %s', (one, other, expected) => {
  expect(sameWords(one, other)).toBe(expected);
  expect(sameWords(other, one)).toBe(expected);
});

test('names are compared by their letters and digits, in whatever script', () => {
  const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const name = fc.string({
    unit: fc.constantFrom('a', 'A', 'b', '1', ' ', '-', '@', '®', 'é', 'É', 'İ', 'ж'),
    maxLength: 5,
  });
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(sameWords(one, other)).toBe(bare(one) !== '' && bare(one) === bare(other));
    }),
    { numRuns: 5_000 },
  );
});
