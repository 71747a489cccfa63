import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenise } from './tokenise.ts';

const words = (text: string): string =>
  tokenise(text)
    .map(({ word }) => word)
    .join(' ');

describe('words of alphabets', () => {
  it.each([
    ['are runs of letters and digits', 'Ants, 12 bees & v2!', 'ants 12 bees v2'],
    [
      'are parted by apostrophes, hyphens, points and underscores',
      "l'homme well-known 3.14 a_b",
      'l homme well known 3 14 a b',
    ],
    ['are parted by letters that look like apostrophes, as by these', 'Hawaiʻi пʼять', 'hawai i п ять'],
    ['are in lower case wherever the reader is', 'ISTANBUL İstanbul ısı', 'istanbul istanbul isi'],
    ['know that ß is ss and ς is σ', 'Straße STRASSE STRAẞE ΟΔΟΣ οδος', 'strasse strasse strasse οδοσ οδοσ'],
    ['lose accents and vowel points', 'Café Ångström Ёлка כָּתַב كِتاب', 'cafe angstrom елка כתב كتاب'],
    ['keep marks that are letters', 'हिन्दी தமிழ்', 'हिन्दी தமிழ்'],
    ['are the same composed and decomposed', 'é e\u0301 Å A\u030a', 'e e a a'],
    ['take compatibility forms for what they mean', 'ﬁne ＡＢＣ１２ x² 𝐀𝐁', 'fine abc12 x2 ab'],
    [
      'have no soft hyphens, joiners and stretched lines in them',
      'wo\u00adrd a\u200db كـتاب',
      'word ab كتاب',
    ],
    ['are no emoji', 'hi 😀👨‍👩‍👧 1️⃣ ☎', 'hi 1'],
    ['are not half a surrogate pair', 'a\ud83d b\ude00c', 'a b c'],
  ])('%s', (_, text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it('are known by their first 64 units, and end where they end', () => {
    const long = 'a'.repeat(100);
    expect(tokenise(`${long} b`).map(({ word, end }) => [word.length, end])).toEqual([
      [64, 100],
      [1, 102],
    ]);
    expect(tokenise(`${'a'.repeat(63)}𐐀`)[0]!.word).toBe('a'.repeat(63));
  });
});

describe('words that run together', () => {
  it.each([
    ['Chinese and Japanese', '東京都に', '東京 京都 都に に'],
    ['one character', '茶', '茶'],
    ['beside other words', '2010年Apache东', '2010 年 apache 东'],
    ['Korean, whose particles stick', '학교에서', '학교 교에 에서 서'],
    ['Thai, marks with their letters', 'ดีครับ', 'ดีค ครั รับ บ'],
    ['past the first plane', '𠮷野家', '𠮷野 野家 家'],
    ['a mark of length', 'ラーメン', 'ラー ーメ メン ン'],
    ['half-width kana', 'ｶﾞｷ', 'ガキ キ'],
    ['decomposed kana and Hangul', 'か\u3099き 한글'.normalize('NFD'), 'がき き 한글 글'],
    ['an ideograph with a selector of its form', '葛\u{e0100}城', '葛城 城'],
    ['parted by a zero-width space', 'ไทย\u200bไทย', 'ไท ทย ย ไท ทย ย'],
  ])('%s', (_, text, expected) => {
    expect(words(text)).toBe(expected);
  });

  it('have places that cover both characters with their marks', () => {
    expect(tokenise('xｶﾞｷ').map(({ start, end, kind }) => [start, end, kind])).toEqual([
      [0, 1, 'word'],
      [1, 4, 'pair'],
      [3, 4, 'tail'],
    ]);
  });

  it('take time in proportion to their marks', () => {
    const text = `か${'\u3099\u0e48'.repeat(200_000)}`;
    expect(tokenise(text).at(-1)!.end).toBe(text.length);
  });
});

describe('every text', () => {
  const sample = fc.string({
    unit: fc.constantFrom(..."aZ9ßéЯşΣ ,-'&東ガสั가😀𝐀", '\u0301', '\u00ad', '\u3099', '\ud800'),
    maxLength: 40,
  });

  it('has its words in order, each the words of its own range', () => {
    fc.assert(
      fc.property(sample, (text) => {
        let last = -1;
        for (const { word, start, end } of tokenise(text)) {
          expect(start).toBeGreaterThan(last);
          expect(tokenise(text.slice(start, end))[0]!.word).toBe(word);
          last = start;
        }
      }),
    );
  });

  it('has the words that a regular expression finds in alphabets', () => {
    const unit = fc.constantFrom(..."aZ9éЯşİ ,-'\u0301_");
    const fold = (text: string): string =>
      text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[\u0300-\u036f]/g, '');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        // A mark that stands on nothing is no word.
        const expected = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(fold).filter((word) => word !== '');
        expect(tokenise(text).map(({ word }) => word)).toEqual(expected);
      }),
    );
  });

  it('is folded once and for all, with no ASCII but small letters and digits', () => {
    for (let code = 0; code < 0x20000; code++) {
      const text = String.fromCodePoint(code);
      const [token] = tokenise(text);
      if (token === undefined) continue;
      if (words(token.word).split(' ')[0] !== token.word || /[\0-/:-`{-\x7f]/.test(token.word))
        expect.fail(`${code.toString(16)} is folded to ${token.word}`);
    }
  });
});
