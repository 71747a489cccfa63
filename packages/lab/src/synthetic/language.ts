import type { Rules } from './grammar.ts';

/** What templates and pages say in fixed words; each site chooses one of the alternatives and keeps to it. */
export type PhraseKey =
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
