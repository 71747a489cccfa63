/**
 * The language of a page: what it declares, where its text does not speak against that; else what the text shows. The
 * detector (franc) takes half a millisecond, so it is asked only where neither a declaration nor common words tell.
 */
import { franc } from 'franc-min';

export interface PageLanguage {
  /** BCP 47, as far as it was told: `sv`, `pt-BR`. */
  readonly language: string;
  readonly isDetected: boolean;
}

/** Shorter texts are too often names and numbers. */
const MIN_DETECT_CHARS = 80;

/** `declared`: as the page says it, the most trusted first. `sample`: some of its content. */
export function readLanguage(declared: readonly string[], sample: string): PageLanguage | undefined {
  const said = declared.map(canonicalLanguage).find((language) => language !== undefined);
  const shown = said === undefined ? detect(sample) : contradiction(said, sample);
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

const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(commonWords))
  for (const word of words.split(' ')) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

/** Where so many of the words are common in a language, it is the language; tables and lists have few. */
const MIN_COMMON_SHARE = 0.06;
const MIN_COMMON_WORDS = 3;

/** The language that a text is in, where it is certainly not the declared one. */
function contradiction(declared: string, sample: string): string | undefined {
  const base = declared.split('-')[0]!;
  const letters = countScripts(sample);
  if (letters.all < MIN_DETECT_CHARS) return undefined;
  const script = scriptByLanguage.get(base);
  const isOtherScript = script !== undefined && letters.of(script) < letters.all * 0.3;
  const shown = isOtherScript ? detect(sample) : byCommonWords(sample, written(base));
  return shown === base || shown === written(base) ? undefined : shown;
}

/** Norwegian is declared as either; what is written is nearly always Bokmål. */
function written(language: string): string {
  return language === 'no' || language === 'nn' ? 'nb' : language;
}

function detect(sample: string): string | undefined {
  const letters = countScripts(sample);
  if (letters.all < MIN_DETECT_CHARS) return letters.of('kana') > 5 ? 'ja' : undefined;
  return byCommonWords(sample) ?? byTrigrams(sample);
}

/** Where one language's words are common, and no other's nearly so. */
function byCommonWords(sample: string, declared?: string): string | undefined {
  const { count, shares } = countCommon(sample);
  if (count < 20) return undefined;
  const [[best, most] = ['', 0], [, second] = ['', 0]] = [...shares].sort(
    ([, one], [, other]) => other - one,
  );
  if (best === declared || (declared && (shares.get(declared) ?? 0) >= MIN_COMMON_WORDS)) return undefined;
  const isCommon = most >= MIN_COMMON_SHARE * count && most >= MIN_COMMON_WORDS;
  return isCommon && second * 1.6 < most ? best : undefined;
}

/** The words of a sample, and how many of them are common in each language. */
function countCommon(sample: string): {
  readonly count: number;
  readonly shares: ReadonlyMap<string, number>;
} {
  const words = sample.toLowerCase().split(/[\s,.;:!?()"]+/);
  const shares = new Map<string, number>();
  for (const word of words)
    for (const language of languagesOf.get(word) ?? none)
      shares.set(language, (shares.get(language) ?? 0) + 1);
  return { count: words.length, shares };
}

const none: readonly string[] = [];

/** The detector's time grows with the text; so much is enough for it. */
const TRIGRAM_CHARS = 300;

function byTrigrams(sample: string): string | undefined {
  const found = franc(sample.slice(0, TRIGRAM_CHARS), { minLength: MIN_DETECT_CHARS });
  const language = found === 'und' ? undefined : canonicalLanguage(found)?.split('-')[0];
  if (language === undefined || !(language in commonWords)) return language;
  // Names and numbers look like any language; but none is without its common words.
  return (countCommon(sample).shares.get(language) ?? 0) >= MIN_COMMON_WORDS - 1 ? language : undefined;
}

// Scripts: they tell most languages apart from English, which is what is declared wrongly most often

type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'hebrew'
  | 'kana'
  | 'han'
  | 'hangul'
  | 'thai'
  | 'indic';

/** Of languages that are written in one script only. */
const scripts: Readonly<Record<Script, string>> = {
  latin:
    'en de fr es it pt nl sv da nb no nn fi pl cs sk sl hr hu ro tr id ms vi ca et lv lt eu gl is ga cy af sq',
  cyrillic: 'ru uk bg be mk',
  greek: 'el',
  arabic: 'ar fa ur',
  hebrew: 'he yi',
  kana: '',
  han: 'zh ja',
  hangul: 'ko',
  thai: 'th',
  indic: 'hi bn ta te ml kn mr gu pa ne si',
};

const scriptByLanguage = new Map(
  Object.entries(scripts).flatMap(([script, languages]) =>
    languages.split(' ').map((language) => [language, script as Script] as const),
  ),
);

const scriptNames = Object.keys(scripts) as readonly Script[];

/** By unit: the number of its script, from 1; 0 for what is of none. */
const scriptTable = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  const script = scriptOfUnit(unit);
  return script === undefined ? 0 : scriptNames.indexOf(script) + 1;
});

function countScripts(sample: string): { readonly all: number; of(script: Script): number } {
  const counts = new Int32Array(scriptNames.length + 1);
  for (let i = 0; i < sample.length; i++) counts[scriptTable[sample.charCodeAt(i)]!]!++;
  const of = (script: Script): number => counts[scriptNames.indexOf(script) + 1]!;
  // Japanese is both.
  return {
    all: sample.length - counts[0]!,
    of: (script) => of(script) + (script === 'han' ? of('kana') : 0),
  };
}

function scriptOfUnit(unit: number): Script | undefined {
  if (unit < 0x41) return undefined;
  if (unit < 0x370)
    return unit < 0xc0 && !((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) ? undefined : 'latin';
  if (unit < 0x400) return 'greek';
  if (unit < 0x530) return 'cyrillic';
  if (unit >= 0x590 && unit < 0x600) return 'hebrew';
  if (unit >= 0x600 && unit < 0x780) return 'arabic';
  if (unit >= 0x900 && unit < 0xe00) return 'indic';
  if (unit >= 0xe00 && unit < 0xe80) return 'thai';
  if (unit >= 0x1e00 && unit < 0x1f00) return 'latin';
  if (unit >= 0x3040 && unit < 0x3100) return 'kana';
  if (unit >= 0x3400 && unit < 0xa000) return 'han';
  return unit >= 0xac00 && unit < 0xd800 ? 'hangul' : undefined;
}
