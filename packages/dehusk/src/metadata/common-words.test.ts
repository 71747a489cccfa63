import { expect, test } from 'vitest';
import { countCommon, wordLanguages, wordTables } from './common-words.ts';

test('a capital is the same letter as its small one, and nothing else is one', () => {
  const { letters } = wordTables();
  const others = Array.from(letters.keys()).filter((unit) => {
    const small = String.fromCharCode(unit).toLowerCase();
    // İ becomes two.
    return letters[unit] !== (small.length === 1 ? letters[small.charCodeAt(0)] : 1);
  });
  expect(others).toEqual([]);
});

test.each([
  ['The cat and THE dog', 5, { en: 3 }],
  ['für, Für; FÜR! fürs über', 5, { de: 3 }],
  ['dengan pedengan dengans', 3, { id: 1 }],
  ['и не, что', 3, { ru: 3, uk: 1, bg: 2 }],
  ['', 1, {}],
  ['  ', 2, {}],
  [' word', 2, {}],
])('%s', (text, count, expected) => {
  const common = countCommon(text);
  expect(common.count).toBe(count);
  const found = wordLanguages.map((language, i) => [language, common.shares[i]] as const);
  expect(Object.fromEntries(found)).toMatchObject(expected);
});
