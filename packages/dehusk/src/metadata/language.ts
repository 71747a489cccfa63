/**
 * The language of a page: what it declares, where its text does not speak against that; else what the text shows, by its
 * letters where no other language is written with them, by its common words, or by its trigrams where these do not tell.
 */
import { languageByTrigrams } from './trigrams.ts';

export interface PageLanguage {
  /** BCP 47, as far as it was told: `sv`, `pt-BR`. */
  readonly language: string;
  readonly isDetected: boolean;
}

/** Shorter texts are too often names and numbers. */
const MIN_DETECT_CHARS = 80;

/** So much of the content: more of it makes no difference on pages that are in one language. */
const SAMPLE_CHARS = 700;
/** So much shows that nearly all pages are in the language that they declare. */
const OPENING_CHARS = 200;

/** `declared`: as the page says it, the most trusted first. `sample`: so many characters of its content. */
export function readLanguage(
  declared: readonly string[],
  sample: (chars: number) => string,
): PageLanguage | undefined {
  let said: string | undefined;
  for (let i = 0; i < declared.length && said === undefined; i++) said = canonicalLanguage(declared[i]!);
  if (said !== undefined && isConfirmed(said, sample(OPENING_CHARS)))
    return { language: said, isDetected: false };
  const text = sample(SAMPLE_CHARS);
  const shown = said === undefined ? detect(text) : contradiction(said, text);
  if (shown !== undefined) return { language: shown, isDetected: true };
  return said === undefined ? undefined : { language: said, isDetected: false };
}

/** Spellings of before: a site has one or two, and the platform takes microseconds for each. */
const spellings = new Map<string, string | undefined>();
const MAX_SPELLINGS = 1_000;

/** Undefined for what is no language tag, or names no language (`und`, `zxx`). */
function canonicalLanguage(tag: string): string | undefined {
  if (!spellings.has(tag)) {
    if (spellings.size >= MAX_SPELLINGS) spellings.clear();
    spellings.set(tag, spellLanguage(tag));
  }
  return spellings.get(tag);
}

function spellLanguage(tag: string): string | undefined {
  const spelled = tag
    .trim()
    .split(/[,;\s]/)[0]!
    .replaceAll('_', '-')
    .replace(/\..*$/, '');
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(spelled)) return undefined;
  try {
    const [canonical] = Intl.getCanonicalLocales(spelled);
    return canonical === undefined || /^(?:und|zxx|mul|mis|xx)\b/.test(canonical) ? undefined : canonical;
  } catch {
    return undefined;
  }
}

/** Very common words, none of which is one of another language of the same script in this list, or of few. */
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
  uk: 'і в не на що з до це як для та від його є',
  bg: 'и в не на че с за се от да са по като',
};

/** Each of these words, and the languages that have it, as numbers. */
interface CommonWord {
  readonly word: string;
  readonly languages: readonly number[];
  readonly next: CommonWord | undefined;
}

const languages = Object.keys(commonWords);
/**
 * By their hash: a text is looked up word by word without making strings of them. Filled when the first text comes, so
 * that a thread which reads none does not pay for it.
 */
const wordTable: (CommonWord | undefined)[] = [];
const WORD_SLOTS = 1024;
let longestWord = 0;

function fillWordTable(): void {
  wordTable.length = WORD_SLOTS;
  wordTable.fill(undefined);
  for (const [word, having] of languagesByWord()) {
    longestWord = Math.max(longestWord, word.length);
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = wordHash(hash, word.charCodeAt(i));
    const slot = hash & (WORD_SLOTS - 1);
    wordTable[slot] = { word, languages: having, next: wordTable[slot] };
  }
}

function languagesByWord(): ReadonlyMap<string, readonly number[]> {
  const byWord = new Map<string, number[]>();
  for (const [language, words] of Object.values(commonWords).entries())
    for (const word of words.split(' ')) {
      const having = byWord.get(word);
      if (having === undefined) byWord.set(word, [language]);
      else having.push(language);
    }
  return byWord;
}

function wordHash(hash: number, unit: number): number {
  return (Math.imul(hash, 37) + unit) | 0;
}

/** By unit: 1 for what stands between words, which is white space and a few signs. */
const separators = new Uint8Array(0x10000).fill(1, 0x09, 0x0e).fill(1, 0x2000, 0x200b);
for (const sign of ' \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff,.;:!?()"')
  separators[sign.charCodeAt(0)] = 1;

/** Where so many of the words are common in a language, it is the language; tables and lists have few. */
const MIN_COMMON_SHARE = 0.06;
const MIN_COMMON_WORDS = 3;

/** Is a text in the declared language for certain, whatever comes behind it? */
function isConfirmed(declared: string, opening: string): boolean {
  const base = declared.split('-')[0]!;
  const language = languages.indexOf(written(base));
  return (
    language !== -1 &&
    isInScript(opening, scriptByLanguage.get(base)) &&
    countCommon(opening, language).shares[language]! >= MIN_COMMON_WORDS
  );
}

/** The language that a text is in, where it is certainly not the declared one. */
function contradiction(declared: string, sample: string): string | undefined {
  const base = declared.split('-')[0]!;
  const spoken = written(base);
  const script = scriptByLanguage.get(base);
  const told = byLetters(countScripts(sample));
  if (told !== undefined)
    return script === undefined || script === scriptByLanguage.get(told) ? undefined : told;
  const shown = isInScript(sample, script)
    ? byCommonWords(countCommon(sample, languages.indexOf(spoken)), spoken)
    : detect(sample);
  if (shown === undefined || shown === base || shown === spoken) return undefined;
  return countScripts(sample).all < MIN_DETECT_CHARS ? undefined : shown;
}

/** Norwegian is declared as either; what is written is nearly always Bokmål. */
function written(language: string): string {
  return language === 'no' || language === 'nn' ? 'nb' : language;
}

function detect(sample: string): string | undefined {
  const letters = countScripts(sample);
  const told = byLetters(letters);
  if (told !== undefined || letters.all < MIN_DETECT_CHARS) return told;
  const common = countCommon(sample);
  return byCommonWords(common) ?? byTrigrams(sample, common);
}

/** Where one language's words are common, and no other's nearly so. */
function byCommonWords({ count, shares }: CommonCounts, declared?: string): string | undefined {
  if (count < 20) return undefined;
  let best = -1;
  let [most, second] = [0, 0];
  // Of equals, the one whose word was met first; but equals are never told apart.
  for (let language = 0; language < shares.length; language++) {
    const share = shares[language]!;
    if (share > most) [best, most, second] = [language, share, most];
    else if (share > second) second = share;
  }
  const ofDeclared = declared === undefined ? 0 : (shares[languages.indexOf(declared)] ?? 0);
  if (languages[best] === declared || ofDeclared >= MIN_COMMON_WORDS) return undefined;
  const isCommon = most >= MIN_COMMON_SHARE * count && most >= MIN_COMMON_WORDS;
  return isCommon && second * 1.6 < most ? languages[best] : undefined;
}

/** The words of a sample, and how many of them are common in each language. */
interface CommonCounts {
  readonly count: number;
  readonly shares: Int32Array;
}

/** Of the text that was counted last: an array of this size costs as much as counting a line. */
const shares = new Int32Array(languages.length);

/** No further than where it is in the `expected` language for certain: nearly all texts are in the declared one. */
function countCommon(sample: string, expected: number = -1): CommonCounts {
  if (longestWord === 0) fillWordTable();
  const text = sample.toLowerCase();
  shares.fill(0);
  let count = 1;
  let start = 0;
  let hash = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = i === text.length ? 0x20 : text.charCodeAt(i);
    if (separators[unit] === 0) {
      hash = wordHash(hash, unit);
      continue;
    }
    if (i > start && i - start <= longestWord) {
      addCommon(text, { start, end: i, hash }, shares);
      if (shares[expected]! >= MIN_COMMON_WORDS) break;
    }
    // Signs that stand together part two words, and not three.
    if (i < text.length && (i === 0 || i > start)) count++;
    start = i + 1;
    hash = 0;
  }
  return { count, shares };
}

function addCommon(
  text: string,
  { start, end, hash }: { readonly start: number; readonly end: number; readonly hash: number },
  shares: Int32Array,
): void {
  for (let at = wordTable[hash & (WORD_SLOTS - 1)]; at !== undefined; at = at.next) {
    if (at.word.length !== end - start || !text.startsWith(at.word, start)) continue;
    for (const language of at.languages) shares[language]!++;
    return;
  }
}

/** So much is enough to tell. */
const TRIGRAM_CHARS = 300;

function byTrigrams(sample: string, { shares }: CommonCounts): string | undefined {
  const found = languageByTrigrams(sample.slice(0, TRIGRAM_CHARS));
  const language = found === undefined ? undefined : canonicalLanguage(found)?.split('-')[0];
  if (language === undefined || !(language in commonWords)) return language;
  // Names and numbers look like any language; but none is without its common words.
  return shares[languages.indexOf(language)]! >= MIN_COMMON_WORDS - 1 ? language : undefined;
}

// Scripts: they tell most languages apart from English, which is what is declared wrongly most often

/** Scripts that several languages share: of these the letters tell none. */
const sharedScripts = {
  latin:
    'en de fr es it pt nl sv da nb no nn fi pl cs sk sl hr hu ro tr id ms vi ca et lv lt eu gl is ga cy af sq',
  cyrillic: 'ru uk bg be mk',
  arabic: 'ar fa ur',
  devanagari: 'hi mr ne',
  han: 'zh',
} as const;

/** Scripts of one language; others behind it are so rare that whoever writes them says so. */
const ownScripts = {
  kana: 'ja',
  hangul: 'ko',
  greek: 'el',
  hebrew: 'he yi',
  armenian: 'hy',
  georgian: 'ka',
  ethiopic: 'am ti',
  thai: 'th',
  lao: 'lo',
  khmer: 'km',
  burmese: 'my',
  tibetan: 'bo dz',
  sinhala: 'si',
  bengali: 'bn as',
  gurmukhi: 'pa',
  gujarati: 'gu',
  oriya: 'or',
  tamil: 'ta',
  telugu: 'te',
  kannada: 'kn',
  malayalam: 'ml',
} as const;

type Script = keyof typeof sharedScripts | keyof typeof ownScripts;

/** Of languages that are written in one script only. */
const scripts: Readonly<Record<Script, string>> = { ...sharedScripts, ...ownScripts };

const scriptByLanguage = new Map(
  Object.entries(scripts).flatMap(([script, languages]) =>
    languages.split(' ').map((language) => [language, script as Script] as const),
  ),
);

const MIN_SCRIPT_SHARE = 0.3;

const scriptNames = Object.keys(scripts) as readonly Script[];

/** Where the units of scripts begin and end. */
const scriptRanges: readonly (readonly [Script, from: number, to: number])[] = [
  ['latin', 0x41, 0x5b],
  ['latin', 0x61, 0x7b],
  ['latin', 0xc0, 0x370],
  ['greek', 0x370, 0x400],
  ['cyrillic', 0x400, 0x530],
  ['armenian', 0x530, 0x590],
  ['hebrew', 0x590, 0x600],
  ['arabic', 0x600, 0x780],
  ['devanagari', 0x900, 0x980],
  ['bengali', 0x980, 0xa00],
  ['gurmukhi', 0xa00, 0xa80],
  ['gujarati', 0xa80, 0xb00],
  ['oriya', 0xb00, 0xb80],
  ['tamil', 0xb80, 0xc00],
  ['telugu', 0xc00, 0xc80],
  ['kannada', 0xc80, 0xd00],
  ['malayalam', 0xd00, 0xd80],
  ['sinhala', 0xd80, 0xe00],
  ['thai', 0xe00, 0xe80],
  ['lao', 0xe80, 0xf00],
  ['tibetan', 0xf00, 0x1000],
  ['burmese', 0x1000, 0x10a0],
  ['georgian', 0x10a0, 0x1100],
  ['hangul', 0x1100, 0x1200],
  ['ethiopic', 0x1200, 0x13a0],
  ['khmer', 0x1780, 0x1800],
  ['georgian', 0x1c90, 0x1cc0],
  ['latin', 0x1e00, 0x1f00],
  ['greek', 0x1f00, 0x2000],
  ['kana', 0x3040, 0x3100],
  ['han', 0x3400, 0xa000],
  ['hangul', 0xac00, 0xd800],
];

/** By unit: the number of its script, from 1; 0 for what is of none. */
const scriptTable = new Uint8Array(0x10000);
for (const [script, from, to] of scriptRanges) scriptTable.fill(scriptNames.indexOf(script) + 1, from, to);

/** Are so many of the letters of this script that the text may be in a language that has no other? */
function isInScript(sample: string, script: Script | undefined): boolean {
  if (script === undefined) return true;
  const own = scriptNames.indexOf(script) + 1;
  // Japanese is both.
  const other = script === 'kana' ? scriptNames.indexOf('han') + 1 : own;
  const enough = sample.length * MIN_SCRIPT_SHARE;
  let letters = 0;
  let ofScript = 0;
  for (let i = 0; i < sample.length && ofScript < enough; i++) {
    const found = scriptTable[sample.charCodeAt(i)]!;
    if (found !== 0) letters++;
    if (found === own || found === other) ofScript++;
  }
  return ofScript >= letters * MIN_SCRIPT_SHARE;
}

interface ScriptCounts {
  readonly all: number;
  of(script: Script): number;
}

function countScripts(sample: string): ScriptCounts {
  const counts = new Int32Array(scriptNames.length + 1);
  for (let i = 0; i < sample.length; i++) counts[scriptTable[sample.charCodeAt(i)]!]!++;
  return { all: sample.length - counts[0]!, of: (script) => counts[scriptNames.indexOf(script) + 1]! };
}

/** Fewer are a name or a sign: a flag for Korea, an ohm. */
const MIN_LETTERS = 5;

/** The language that alone has most of the letters. */
function byLetters({ all, of }: ScriptCounts): string | undefined {
  for (const [script, languages] of Object.entries(ownScripts) as [keyof typeof ownScripts, string][]) {
    const own = of(script);
    if (own < MIN_LETTERS) continue;
    // Half of what Japanese is written in is shared; a sign or two are put into Chinese too.
    const others = script === 'kana' ? of('han') : 0;
    if ((own + others) * 2 > all && own * 5 > others) return languages.split(' ')[0];
  }
  return undefined;
}
