/** How long a text is, in the units that people pay for: characters, words, tokens of a language model. */

export interface TextCounts {
  /** Code points. */
  readonly chars: number;
  /** Runs of letters and digits; where words are not set apart (Chinese, Japanese, Thai), characters. */
  readonly words: number;
  /** A rough estimate: vocabularies differ, and it was held against none. */
  readonly tokens: number;
}

/** What a character adds to the tokens of its word: of Latin letters a token holds seven, of others and of digits three. */
const TOKEN = 42;
const LETTER = TOKEN / 7;
const OTHER = TOKEN / 3;
/** Ends a word: white space; a sign, which is a token; a character that is a word. */
const SPACE = 0;
const SIGN = 1;
const CHARACTER = 2;

/** One walk over the units of the text, without making a string. */
export function countText(text: string): TextCounts {
  const { length } = text;
  let pairs = 0;
  let words = 0;
  let tokens = 0;
  let weight = 0;
  for (let i = 0; i < length; i++) {
    const kind = kinds[text.charCodeAt(i)]!;
    if (kind > CHARACTER) {
      weight += kind;
      continue;
    }
    if (weight > 0) {
      words++;
      tokens += Math.ceil(weight / TOKEN);
      weight = 0;
    }
    if (kind === SPACE) continue;
    tokens++;
    if (kind === CHARACTER) {
      words++;
      // The first half of a pair brings the second.
      if ((text.charCodeAt(i) & 0xfc00) === 0xd800) {
        pairs++;
        i++;
      }
    }
  }
  if (weight > 0) {
    words++;
    tokens += Math.ceil(weight / TOKEN);
  }
  return { chars: length - pairs, words, tokens };
}

/** By unit: how it ends a word, or its weight in one. Filled by ranges, which takes no time when a program starts. */
const kinds = new Uint8Array(0x10000)
  .fill(OTHER)
  // General punctuation, arrows and signs.
  .fill(SIGN, 0x2000, 0x2c00)
  .fill(SPACE, 0x2000, 0x200b)
  .fill(SPACE, 0x2028, 0x2029)
  .fill(SIGN, 0x3000, 0x3040)
  .fill(SPACE, 0x3000, 0x3001)
  .fill(SIGN, 0xfe10, 0xfe70)
  .fill(SIGN, 0xff00, 0xff20)
  // Kana, Han, Thai, and the first halves of pairs, most of which are Han or pictures.
  .fill(CHARACTER, 0x3040, 0xa000)
  .fill(CHARACTER, 0xd800, 0xdc00)
  .fill(CHARACTER, 0xf900, 0xfb00)
  .fill(CHARACTER, 0x0e00, 0x0f00);
for (let unit = 0; unit < 0x250; unit++) kinds[unit] = kindOfLatin(unit);

function kindOfLatin(unit: number): number {
  const isLetter =
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7);
  if (isLetter) return LETTER;
  if (unit >= 0x30 && unit <= 0x39) return OTHER;
  return unit <= 0x20 || unit === 0xa0 || (unit >= 0x7f && unit < 0xa0) ? SPACE : SIGN;
}
