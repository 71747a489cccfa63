/** How long a text is, in the units that people pay for: characters, words, tokens of a language model. */

export interface TextCounts {
  /** Code points. */
  readonly chars: number;
  /** Runs of letters and digits; where words are not set apart (Chinese, Japanese, Thai), characters. */
  readonly words: number;
  /** A rough estimate: vocabularies differ, and it was held against none. */
  readonly tokens: number;
}

/** `classes`: what each unit of UTF-16 is. */
export type CountText = (text: string | Uint8Array, classes: Uint8Array) => TextCounts | undefined;

let countLong: CountText = () => undefined;

/** From now on long texts are counted so: by whoever has a core. Who has none need not carry what loads it. */
export function countTextBy(better: CountText): void {
  countLong = better;
}

/** From so many units on it is worth handing a text over. */
const LONG = 200;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Of a string, or of UTF-8. */
export function countText(text: string | Uint8Array): TextCounts {
  const counted = text.length < LONG ? undefined : countLong(text, unitClasses);
  return counted ?? countUnits(typeof text === 'string' ? text : decoder.decode(text));
}

/** A token holds 21 parts: seven Latin letters, or three of other letters and of digits. */
const TOKEN = 21;

/** What a character is. The first three end a word: white space; a sign, which is a token; a character that is a word. */
const Class = { space: 0, sign: 1, character: 2, letter: 3, other: 4 } as const;
const CLASS_BITS = 3;
const WORD = 1 << 8;
const TOKENS_AT = 9;

/**
 * A step for each way in which a character may come: by how many parts of the last token its word has filled, 0 where no
 * word has begun, and by class. A step says how many are filled then, and which words and tokens have begun with it.
 */
const steps = new Uint16Array((TOKEN + 1) << CLASS_BITS);
for (let filled = 0; filled <= TOKEN; filled++) {
  const from = filled << CLASS_BITS;
  steps[from + Class.sign] = 1 << TOKENS_AT;
  steps[from + Class.character] = WORD | (1 << TOKENS_AT);
  for (const [kind, parts] of [
    [Class.letter, TOKEN / 7],
    [Class.other, TOKEN / 3],
  ] as const) {
    const begins = filled === 0 || filled + parts > TOKEN;
    const next = begins && filled > 0 ? filled + parts - TOKEN : filled + parts;
    steps[from + kind] = (next << CLASS_BITS) | (filled === 0 ? WORD : 0) | (begins ? 1 << TOKENS_AT : 0);
  }
}

/**
 * One walk over the units of the text, without making a string, and without a branch but for pairs: where words end no
 * processor can guess, and each wrong guess costs as much as ten units.
 */
function countUnits(text: string): TextCounts {
  const { length } = text;
  let pairs = 0;
  let words = 0;
  let tokens = 0;
  let step = 0;
  for (let i = 0; i < length; i++) {
    let unit = text.charCodeAt(i);
    // The first half of a pair brings the second; alone it is no character, and as the core gets it.
    if ((unit & 0xfc00) === 0xd800) {
      if ((text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
        pairs++;
        i++;
      } else unit = REPLACEMENT;
    }
    step = steps[(step & (0x1f << CLASS_BITS)) | unitClasses[unit]!]!;
    words += (step & WORD) >> 8;
    tokens += step >> TOKENS_AT;
  }
  return { chars: length - pairs, words, tokens };
}

const REPLACEMENT = 0xfffd;

/** By unit. Filled by ranges, which takes no time when a program starts. */
export const unitClasses: Uint8Array = new Uint8Array(0x10000)
  .fill(Class.other)
  // General punctuation, arrows and signs.
  .fill(Class.sign, 0x2000, 0x2c00)
  .fill(Class.space, 0x2000, 0x200b)
  .fill(Class.space, 0x2028, 0x2029)
  .fill(Class.sign, 0x3000, 0x3040)
  .fill(Class.space, 0x3000, 0x3001)
  .fill(Class.sign, 0xfe10, 0xfe70)
  .fill(Class.sign, 0xff00, 0xff20)
  // Kana, Han, Thai, and the first halves of pairs, most of which are Han or pictures.
  .fill(Class.character, 0x3040, 0xa000)
  .fill(Class.character, 0xd800, 0xdc00)
  .fill(Class.character, 0xf900, 0xfb00)
  .fill(Class.character, 0x0e00, 0x0f00);
for (let unit = 0; unit < 0x250; unit++) unitClasses[unit] = classOfLatin(unit);

function classOfLatin(unit: number): number {
  const isLetter =
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7);
  if (isLetter) return Class.letter;
  if (unit >= 0x30 && unit <= 0x39) return Class.other;
  return unit <= 0x20 || unit === 0xa0 || (unit >= 0x7f && unit < 0xa0) ? Class.space : Class.sign;
}
