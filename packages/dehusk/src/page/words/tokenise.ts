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
