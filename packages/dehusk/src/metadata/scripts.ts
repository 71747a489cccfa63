/** Scripts: they tell most languages apart from English, which is what is declared wrongly most often. */

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

/** Of languages that are written in one script only; numbered from 1 in this order, so that Latin is 1. */
const scripts: Readonly<Record<Script, string>> = { ...sharedScripts, ...ownScripts };

const scriptNames = Object.keys(scripts) as readonly Script[];

function numberOf(script: Script): number {
  return scriptNames.indexOf(script) + 1;
}

const numberByLanguage = new Map(
  Object.entries(scripts).flatMap(([script, languages]) =>
    languages.split(' ').map((language) => [language, numberOf(script as Script)] as const),
  ),
);

/** The number of the only script that a language is written in; 0 where there are several, or nobody knows. */
export function scriptOf(language: string): number {
  return numberByLanguage.get(language) ?? 0;
}

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

/** By unit: the number of its script; 0 for what is of none. */
const scriptTable = new Uint8Array(0x10000);
for (const [script, from, to] of scriptRanges) scriptTable.fill(numberOf(script), from, to);

/** For whoever counts elsewhere. Behind the last script there are no letters. */
export const scriptTables: { readonly scripts: Uint8Array; readonly scriptCount: number } = {
  scripts: /* @__PURE__ */ scriptTable.subarray(0, scriptRanges.at(-1)![2]),
  scriptCount: scriptNames.length,
};

const LATIN = numberOf('latin');
const KANA = numberOf('kana');
const HAN = numberOf('han');
/** The first script of one language. */
const FIRST_OWN = Object.keys(sharedScripts).length + 1;

/** The letters of a text. */
export interface ScriptCounts {
  readonly all: number;
  /** By the number of their script, from 1. */
  readonly counts: Int32Array;
}

/** Of the text that was counted last. */
const counts = new Int32Array(scriptNames.length + 1);

export function countScripts(text: string): ScriptCounts {
  counts.fill(0);
  let latin = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Of ASCII what is a letter has the number 1, and nothing must be stored for it.
    if (unit < 0x80) latin += scriptTable[unit]!;
    else counts[scriptTable[unit]!]!++;
  }
  counts[LATIN]! += latin;
  return scriptCountsOf(counts);
}

/** Of numbers by script that somebody else has counted. */
export function scriptCountsOf(counts: Int32Array): ScriptCounts {
  let all = 0;
  for (let script = 1; script < counts.length; script++) all += counts[script]!;
  return { all, counts };
}

const MIN_SHARE = 0.3;

/** Are so many of the letters of this script that the text may be in a language that has no other? */
export function isInScript({ all, counts }: ScriptCounts, script: number): boolean {
  if (script === 0) return true;
  // Japanese is both.
  const others = script === KANA ? counts[HAN]! : 0;
  return counts[script]! + others >= all * MIN_SHARE;
}

/** Fewer are a name or a sign: a flag for Korea, an ohm. */
const MIN_LETTERS = 5;

/** By the number of a script of one language, its language. */
const ownLanguages: readonly string[] = Object.values(ownScripts).map(
  (languages) => languages.split(' ')[0]!,
);

/** The language that alone has most of the letters. */
export function byLetters({ all, counts }: ScriptCounts): string | undefined {
  let shared = 0;
  for (let script = LATIN; script < FIRST_OWN; script++) shared += counts[script]!;
  if (all - shared < MIN_LETTERS) return undefined;
  for (let script = FIRST_OWN; script < counts.length; script++) {
    const own = counts[script]!;
    if (own < MIN_LETTERS) continue;
    // Half of what Japanese is written in is shared; a sign or two are put into Chinese too.
    const others = script === KANA ? counts[HAN]! : 0;
    if ((own + others) * 2 > all && own * 5 > others) return ownLanguages[script - FIRST_OWN];
  }
  return undefined;
}
