/**
 * Very common words of languages, and how many of them a text has. A text is read letter by letter, without making strings
 * of its words or of its lower case.
 */

/** Of 21 languages: none of a language's words is one of another language of the same script in this list, or of few. */
const commonWords: Readonly<Record<string, string>> = {
  en: 'the and of to is that with for this are was have you from not',
  de: 'der die und das ist nicht mit von für auf den ein eine sich werden auch',
  fr: 'le les des est et une dans pour que qui sur pas avec vous nous',
  es: 'el los las una que por con para del más como pero está son',
  it: 'il che di per una con non sono della del anche gli più è',
  pt: 'os uma não que com para por mais dos das você está é são',
  nl: 'het een van en dat niet zijn voor met op te ook naar wordt',
  sv: 'och att det som är inte för på med av ett den till kan har',
  da: 'og at det er ikke af til på med som en jeg den kan der',
  nb: 'og å det er ikke av til på med som en jeg den kan har',
  fi: 'ja on ei että se oli joka myös tai mutta ovat kun',
  pl: 'i w nie na się że do jest z to jak oraz są przez',
  cs: 'a se je na že v to s jako si ale jsou pro které',
  hu: 'a az és hogy nem is egy de meg van mint csak',
  ro: 'și în este nu cu pe care mai pentru sunt din o la',
  tr: 've bir bu için ile da de çok olarak daha en ne',
  id: 'yang dan di dengan untuk tidak ini itu dari pada adalah',
  vi: 'và của là không có được cho các một những trong với',
  ru: 'и в не на что с по это как для из от его',
  uk: 'і в не на що з по це як для від його є',
  bg: 'и в не на че с за се от да са по като',
};

/** In the order of their numbers. */
export const wordLanguages: readonly string[] = Object.keys(commonWords);

/**
 * By unit: 0 for what stands between words, which is white space and a few signs; 1 for what is in no common word; else the
 * number of a letter, which a capital has from its small one.
 */
const letterTable = new Uint8Array(0x10000).fill(1).fill(0, 0x09, 0x0e).fill(0, 0x2000, 0x200b);
for (const sign of ' \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff,.;:!?()"')
  letterTable[sign.charCodeAt(0)] = 0;
/** A number takes so many bits, so the last four letters of a word are a number, too. */
const LETTER_BITS = 7;
const KEY_LETTERS = 4;
/** Longer ones have more than two letters before these. */
const LONGEST_WORD = 6;

/**
 * Words by the number of their last letters, open addressing: of each that number, the letters before these, and the
 * languages that have it as bits, which are never 0. Filled when the first text comes, so that a thread which reads none
 * does not pay for it.
 */
const SLOT_BITS = 10;
const SLOT_NUMBERS = 3;
const slots = new Int32Array(SLOT_NUMBERS << SLOT_BITS);
let isFilled = false;

/** For whoever counts elsewhere. */
export function wordTables(): { readonly letters: Uint8Array; readonly words: Int32Array } {
  if (!isFilled) fillTable();
  return { letters: letterTable, words: slots };
}

function fillTable(): void {
  isFilled = true;
  let letters = 1;
  for (const [language, words] of Object.values(commonWords).entries())
    for (const word of words.split(' ')) {
      let key = 0;
      for (let i = 0; i < word.length; i++) {
        const unit = word.charCodeAt(i);
        if (letterTable[unit] === 1) numberLetter(word[i]!, ++letters);
        key = (key << LETTER_BITS) | letterTable[unit]!;
      }
      const head = headOf(word, 0, word.length);
      const slot = slotOf(key, head);
      slots[slot] = key;
      slots[slot + 1] = head;
      slots[slot + 2]! |= 1 << language;
    }
}

/** Signs that are another way to write a letter, and have it as their small one. */
const otherCapitals: Readonly<Record<string, string>> = { k: '\u212a', å: '\u212b' };

function numberLetter(letter: string, number: number): void {
  for (const form of [letter, letter.toUpperCase(), otherCapitals[letter] ?? letter])
    letterTable[form.charCodeAt(0)] = number;
}

/** The letters before those that a key holds. */
function headOf(text: string, start: number, length: number): number {
  let head = 0;
  for (let i = start; i < start + length - KEY_LETTERS; i++)
    head = (head << LETTER_BITS) | letterTable[text.charCodeAt(i)]!;
  return head;
}

/** Where a word is, or would be. */
function slotOf(key: number, head: number): number {
  let slot = Math.imul(key, 0x9e3779b1) >>> (32 - SLOT_BITS);
  for (; ; slot = (slot + 1) & ((1 << SLOT_BITS) - 1)) {
    const at = SLOT_NUMBERS * slot;
    if (slots[at + 2] === 0 || (slots[at] === key && slots[at + 1] === head)) return at;
  }
}

/** The words of a text, and how many of them are common in each language. */
export interface CommonCounts {
  readonly count: number;
  /** By the language's number. */
  readonly shares: Int32Array;
}

/** Of the text that was counted last: an array of this size costs as much as counting a line. */
const shares = new Int32Array(wordLanguages.length);

export function countCommon(text: string): CommonCounts {
  if (!isFilled) fillTable();
  shares.fill(0);
  let count = 1;
  let start = 0;
  let key = 0;
  for (let i = 0; i <= text.length; i++) {
    const letter = i === text.length ? 0 : letterTable[text.charCodeAt(i)]!;
    if (letter !== 0) {
      key = (key << LETTER_BITS) | letter;
      continue;
    }
    const length = i - start;
    if (length > 0 && length <= LONGEST_WORD) {
      const at = slotOf(key, headOf(text, start, length));
      for (let bits = slots[at + 2]!; bits !== 0; bits &= bits - 1) shares[31 - Math.clz32(bits & -bits)]!++;
    }
    // Signs that stand together part two words, and not three.
    if (i < text.length && (i === 0 || length > 0)) count++;
    start = i + 1;
    key = 0;
  }
  return { count, shares };
}
