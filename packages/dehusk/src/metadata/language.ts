/**
 * The language of a page: what it declares, where its text does not speak against that; else what the text shows, by its
 * letters where no other language is written with them, by its common words, or by its trigrams where these do not tell.
 */
import { type CommonCounts, wordLanguages } from './common-words.ts';
import type { LanguageSample } from './language-sample.ts';
import { remembering } from './remembering.ts';
import { byLetters, isInScript, scriptOf } from './scripts.ts';
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
  sample: (chars: number) => LanguageSample,
): PageLanguage | undefined {
  let said: Tag | undefined;
  for (let i = 0; i < declared.length && said === undefined; i++) said = readTag(declared[i]!);
  if (said !== undefined && isConfirmed(said, sample(OPENING_CHARS)))
    return { language: said.tag, isDetected: false };
  const content = sample(SAMPLE_CHARS);
  const shown = said === undefined ? detect(content) : contradiction(said, content);
  if (shown !== undefined) return { language: shown, isDetected: true };
  return said === undefined ? undefined : { language: said.tag, isDetected: false };
}

/** What a page declares. */
interface Tag {
  /** As BCP 47 spells it. */
  readonly tag: string;
  /** The language without its script and its country; and that in which texts of it are written. */
  readonly base: string;
  readonly written: string;
  /** The number that this one has among those with common words, −1 without; and that of its script, 0 for none. */
  readonly words: number;
  readonly script: number;
}

/** Undefined for what is no language tag, or names no language (`und`, `zxx`). The platform takes microseconds for each. */
const readTag = remembering((declared): Tag | undefined => {
  const tag = canonicalTag(declared);
  return tag === undefined ? undefined : describeTag(tag);
});

function canonicalTag(declared: string): string | undefined {
  const spelled = declared
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

function describeTag(tag: string): Tag {
  const base = tag.split('-')[0]!;
  // Norwegian is declared as either; what is written is nearly always Bokmål.
  const written = base === 'no' || base === 'nn' ? 'nb' : base;
  return { tag, base, written, words: wordLanguages.indexOf(written), script: scriptOf(base) };
}

/** Where so many of the words are common in a language, it is the language; tables and lists have few. */
const MIN_COMMON_SHARE = 0.06;
const MIN_COMMON_WORDS = 3;

/** Is a text in the declared language for certain, whatever comes behind it? */
function isConfirmed({ words, script }: Tag, { scripts, common }: LanguageSample): boolean {
  return words !== -1 && isInScript(scripts, script) && common.shares[words]! >= MIN_COMMON_WORDS;
}

/** The language that a text is in, where it is certainly not the declared one. */
function contradiction({ base, written, words, script }: Tag, sample: LanguageSample): string | undefined {
  const { scripts, common } = sample;
  const told = byLetters(scripts);
  if (told !== undefined) return script === 0 || script === scriptOf(told) ? undefined : told;
  if (scripts.all < MIN_DETECT_CHARS) return undefined;
  const shown = isInScript(scripts, script) ? byCommonWords(common, words) : detect(sample);
  return shown === base || shown === written ? undefined : shown;
}

function detect(sample: LanguageSample): string | undefined {
  const told = byLetters(sample.scripts);
  if (told !== undefined || sample.scripts.all < MIN_DETECT_CHARS) return told;
  return byCommonWords(sample.common) ?? byTrigrams(sample);
}

/** Where one language's words are common, and no other's nearly so. `declared`: the number of that which it is not then. */
function byCommonWords({ count, shares }: CommonCounts, declared: number = -1): string | undefined {
  if (count < 20 || (declared !== -1 && shares[declared]! >= MIN_COMMON_WORDS)) return undefined;
  let best = -1;
  let most = 0;
  let second = 0;
  // Of equals, the one whose word was met first; but equals are never told apart.
  for (let language = 0; language < shares.length; language++) {
    const share = shares[language]!;
    if (share > most) {
      best = language;
      second = most;
      most = share;
    } else if (share > second) second = share;
  }
  if (best === declared) return undefined;
  const isCommon = most >= MIN_COMMON_SHARE * count && most >= MIN_COMMON_WORDS;
  return isCommon && second * 1.6 < most ? wordLanguages[best] : undefined;
}

/** So much is enough to tell. */
const TRIGRAM_CHARS = 300;

function byTrigrams({ common: { shares }, start }: LanguageSample): string | undefined {
  const found = languageByTrigrams(start(TRIGRAM_CHARS));
  const tag = found === undefined ? undefined : readTag(found);
  if (tag === undefined) return undefined;
  const { base } = tag;
  const number = wordLanguages.indexOf(base);
  // Names and numbers look like any language; but none is without its common words.
  return number === -1 || shares[number]! >= MIN_COMMON_WORDS - 1 ? base : undefined;
}
