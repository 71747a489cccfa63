/** The words of a text as strings: for queries and for stored text. Pages go through `WordTable`. */
import { WordKind, WordScanner } from './word-scanner.ts';

export interface Token {
  /** The folded form. */
  readonly word: string;
  /** Its range of the text. The two characters of a pair may have marks. */
  readonly start: number;
  readonly end: number;
  readonly kind: keyof typeof WordKind;
}

export interface QueryToken extends Token {
  /** Words that begin with this one are meant, too. */
  readonly prefix: boolean;
}

const kinds = Object.keys(WordKind) as readonly Token['kind'][];

/** The words of a text in order, exactly as a `WordTable` has them. */
export function tokenise(text: string): readonly Token[] {
  const scanner = new WordScanner();
  const tokens: Token[] = [];
  scanner.begin(text, 0, text.length);
  while (scanner.next()) {
    const { start, end, units, length } = scanner;
    tokens.push({
      word: String.fromCharCode(...units.subarray(0, length)),
      start,
      end,
      kind: kinds[scanner.kind]!,
    });
  }
  return tokens;
}

/**
 * What to look for, to find a text inside longer ones. The last character of a run says nothing new behind a pair,
 * and inside a longer run it is the first of a pair: alone it stands for all words that begin with it.
 */
export function tokeniseQuery(text: string): readonly QueryToken[] {
  const tokens = tokenise(text);
  return tokens
    .filter(({ kind, end }, i) => kind !== 'tail' || tokens[i - 1]?.end !== end)
    .map((token) => ({ ...token, prefix: token.kind === 'tail' }));
}
