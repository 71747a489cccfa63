/**
 * How far a link leads from the key page's folder (hDistance, Alarte 2014, Definition 2.2.5): 0 into the same folder,
 * +n into one n levels below it, −n out of it, n being the levels that must be left. The five cases of the definition
 * are one (A1): without the words that both begin with, either words are left of the key page (−) or not (+).
 */
import { urlWords } from './url-words.ts';

/** Of any two strings. Relative addresses are to be resolved before: the distance of `a/b/` to `host/a/` is −2 (A4). */
export function hyperlinkDistance(keyUrl: string, url: string): number {
  return wordDistance(urlWords(keyUrl), urlWords(url));
}

export function wordDistance(keyWords: readonly string[], words: readonly string[]): number {
  let shared = 0;
  while (shared < keyWords.length && keyWords[shared] === words[shared]) shared++;
  const left = keyWords.length - shared;
  return left > 0 ? -left : words.length - shared;
}

/** Link relevance (Definition 2.2.12, A5): 0, then + rising, then − by rising magnitude. For `sort`. */
export function compareRelevance(a: number, b: number): number {
  if (a < 0 !== b < 0) return a < 0 ? 1 : -1;
  return Math.abs(a) - Math.abs(b);
}
