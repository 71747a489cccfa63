import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lexicon } from './lexicon.ts';

const unitsOf = (word: string): Uint16Array => Uint16Array.from(word, (_, i) => word.charCodeAt(i));
const intern = (lexicon: Lexicon, word: string): number => lexicon.intern(unitsOf(word), word.length);

it('numbers words in the order in which they are met, whatever the key', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '東'), minLength: 1, maxLength: 5 });
  const key = fc.tuple(fc.integer(), fc.integer());
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), key, (words, hashKey) => {
      const lexicon = new Lexicon(hashKey);
      const different = [...new Set(words)];
      expect(words.map((text) => intern(lexicon, text))).toEqual(
        words.map((text) => different.indexOf(text)),
      );
      expect(Array.from({ length: lexicon.size }, (_, number) => lexicon.word(number))).toEqual(different);
    }),
  );
});

it('finds words that it has, and only those', () => {
  const lexicon = new Lexicon();
  for (let i = 0; i < 5_000; i++) intern(lexicon, `word${i}`);
  expect([lexicon.find('word4999'), lexicon.find('word5000'), lexicon.find('x'.repeat(65))]).toEqual([
    4_999, -1, -1,
  ]);
});

it('spells a list of numbers', () => {
  const lexicon = new Lexicon();
  for (const word of ['ants', 'bees']) intern(lexicon, word);
  expect(lexicon.spell(Uint32Array.of(1, 0, 1))).toBe('bees ants bees');
});
