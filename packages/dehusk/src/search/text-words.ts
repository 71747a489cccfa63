/**
 * The places of all words of a text, and of those among them that are looked for. A string for every word, as
 * `tokenise` makes, would take five times as long, and most of the time of a search.
 */
import { WordScanner } from '../page/words/word-scanner.ts';
import type { QueryItem } from './query/query.ts';

interface WantedWord {
  readonly word: string;
  readonly prefix: boolean;
  /** Which words of the text it is. */
  readonly places: Set<number>;
}

export class TextWords {
  /** By word of the text, in order. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly #wanted = new Map<string, WantedWord>();

  constructor(text: string, items: readonly QueryItem[]) {
    for (const item of items) for (let i = 0; i < item.words.length; i++) this.#want(item, i);
    const wanted = [...this.#wanted.values()];
    const scanner = new WordScanner();
    scanner.begin(text, 0, text.length);
    while (scanner.next()) {
      for (const one of wanted) if (isWord(scanner, one)) one.places.add(this.starts.length);
      this.starts.push(scanner.start);
      this.ends.push(scanner.end);
    }
  }

  /** The first words of all places where an item stands; it must be one of those that were asked for. */
  placesOf(item: QueryItem): readonly number[] {
    const [first, ...others] = item.words.map((_, i) => this.#wanted.get(keyOf(item, i))!.places);
    return [...first!].filter((place) => others.every((places, i) => places.has(place + i + 1)));
  }

  #want(item: QueryItem, i: number): void {
    const prefix = isPrefix(item, i);
    this.#wanted.set(keyOf(item, i), { word: item.words[i]!, prefix, places: new Set() });
  }
}

function isPrefix({ words, prefix }: QueryItem, i: number): boolean {
  return prefix && i === words.length - 1;
}

function keyOf(item: QueryItem, i: number): string {
  return `${item.words[i]}${isPrefix(item, i) ? '*' : ''}`;
}

function isWord({ units, length }: WordScanner, { word, prefix }: WantedWord): boolean {
  if (prefix ? length < word.length : length !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (units[i] !== word.charCodeAt(i)) return false;
  return true;
}
