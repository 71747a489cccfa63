/** What a language has to have for pages to be written in it, how its grammar is read, and the languages by name. */
import { arabic } from './languages/arabic.ts';
import { chinese } from './languages/chinese.ts';
import { czech } from './languages/czech.ts';
import { english } from './languages/english.ts';
import { french } from './languages/french.ts';
import { german } from './languages/german.ts';
import { createRandom, type Random } from './random.ts';

/** What templates and pages say in fixed words; each site chooses one of the alternatives and keeps to it. */
type PhraseKey =
  // The template's.
  | 'home'
  | 'menu'
  | 'search'
  | 'searchIn'
  | 'everywhere'
  | 'login'
  | 'register'
  | 'cart'
  | 'cookies'
  | 'accept'
  | 'newsletter'
  | 'newsletterText'
  | 'subscribe'
  | 'email'
  | 'share'
  | 'print'
  | 'about'
  | 'contact'
  | 'imprint'
  | 'privacy'
  | 'terms'
  | 'rights'
  | 'visitors'
  | 'online'
  | 'generated'
  | 'today'
  | 'latest'
  | 'advert'
  | 'follow'
  | 'skip'
  | 'top'
  | 'sort'
  | 'tagline'
  | 'buy'
  | 'readMore'
  | 'reply'
  | 'quote'
  | 'writeComment'
  | 'name'
  | 'message'
  | 'send'
  | 'help'
  // What a reader would neither miss nor want.
  | 'published'
  | 'tags'
  | 'previous'
  | 'next'
  | 'related'
  | 'pageOf'
  // Field labels and headings of a page's own matter.
  | 'author'
  | 'price'
  | 'availability'
  | 'description'
  | 'specification'
  | 'reviews'
  | 'seeAlso'
  | 'summary'
  | 'comments'
  | 'itemNumber'
  | 'example'
  | 'parameters'
  | 'result'
  | 'note'
  | 'wrote'
  | 'address'
  | 'phone';

/** Symbols that the generator asks every grammar for; a grammar has more, for its own use. */
export type ProseSymbol =
  | 'sentence'
  | 'comment'
  | 'heading'
  | 'articleTitle'
  | 'productTitle'
  | 'documentationTitle'
  | 'threadTitle'
  | 'topic'
  | 'person'
  | 'place'
  | 'tag'
  | 'advert'
  | 'attribute'
  | 'attributeValue'
  | 'stock'
  | 'cell'
  | 'identifier';

export interface Language {
  /** For the `lang` attribute. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  /** Bytes of a character in UTF-8, on average over running text. */
  readonly bytesPerCharacter: number;
  /** What stands between two words, and after a sentence. */
  readonly space: ' ' | '';
  readonly months: string;
  /** With `{day}`, `{month}` and `{year}`. */
  readonly date: string;
  /** With `{amount}`. */
  readonly money: string;
  /** Names of sections and of their subsections, separated by `|`. */
  readonly sections: string;
  readonly subsections: string;
  readonly phrases: Readonly<Record<PhraseKey, string>>;
  readonly prose: Rules & Readonly<Record<ProseSymbol, string>>;
}

/**
 * A symbol's alternatives, separated by `|`. `{symbol}` stands for one alternative of that symbol, `{#2-40}` for
 * a whole number from 2 to 40. Names bound by the caller come before the rules.
 */
type Rules = Readonly<Record<string, string>>;

export type Bindings = Readonly<Record<string, string>>;

export type Expand = (symbol: string, random: Random, bindings?: Bindings) => string;

/** Odd places are slots, even ones are text as it stands. */
type Alternative = readonly string[];

export function compileGrammar(rules: Rules): Expand {
  const alternatives = new Map<string, readonly Alternative[]>();
  for (const [symbol, rule] of Object.entries(rules))
    alternatives.set(
      symbol,
      rule.split('|').map((text) => text.trim().split(/[{}]/)),
    );
  const expand: Expand = (symbol, random, bindings) => {
    const bound = bindings?.[symbol];
    if (bound !== undefined) return bound;
    if (symbol.startsWith('#')) return expandNumber(symbol, random);
    const found = alternatives.get(symbol);
    if (found === undefined) throw new RangeError(`the grammar has no rule for {${symbol}}`);
    return fill(random.pick(found), random, bindings);
  };
  const fill = (alternative: Alternative, random: Random, bindings?: Bindings): string => {
    let text = alternative[0]!;
    for (let index = 1; index < alternative.length; index += 2)
      text += expand(alternative[index]!, random, bindings) + alternative[index + 1]!;
    return text;
  };
  return expand;
}

function expandNumber(symbol: string, random: Random): string {
  const [low, high] = symbol.slice(1).split('-');
  return String(random.between(Number(low), Number(high)));
}

/** A site's wording of a phrase, with `{name}` replaced. */
export type Phrase = (key: PhraseKey, values?: Readonly<Record<string, string | number>>) => string;

/** Each site chooses among the language's wordings once. */
export function createPhrases(language: Language, seed: number): Phrase {
  const chosen = new Map<PhraseKey, string>();
  return (key, values = {}) => {
    let phrase = chosen.get(key);
    if (phrase === undefined) {
      phrase = createRandom(seed, 'phrase', key).pick(language.phrases[key].split('|'));
      chosen.set(key, phrase);
    }
    return phrase.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  };
}

export type LanguageName = 'english' | 'german' | 'french' | 'czech' | 'chinese' | 'arabic';

export const languages: Readonly<Record<LanguageName, Language>> = {
  english,
  german,
  french,
  czech,
  chinese,
  arabic,
};

export const languageNames: readonly LanguageName[] = Object.keys(languages) as LanguageName[];
