/**
 * The score of WCXB, as its `evaluate.py` has it: words of the lower-cased text as multisets, precision, recall and F1
 * of a page; and which share of the snippets stands in the text, wherever it stands.
 */
import type { SinglePage } from '../corpus/single-pages.ts';
import { type Rates, rates } from './statistics.ts';
import { addWords, type TokenCounts, totalTokens } from './tokens.ts';

export interface WordScore extends Rates {
  /** Of the snippets that should be there, and of those that should not; undefined for a page that has none. */
  readonly with: number | undefined;
  readonly without: number | undefined;
}

/** What `\w+` is to Python: letters, digits and underscores of all scripts, but no marks. */
const word = /[\p{L}\p{N}_]+/gu;

export function scoreWords(text: string, page: Pick<SinglePage, 'content' | 'with' | 'without'>): WordScore {
  const kept = countWords(text);
  const content = countWords(page.content);
  let right = 0;
  for (const [found, count] of kept) right += Math.min(count, content.get(found) ?? 0);
  const lower = text.toLowerCase();
  return {
    ...rates({ right, said: totalTokens(kept), gold: totalTokens(content) }),
    with: shareFound(page.with, lower),
    without: shareFound(page.without, lower),
  };
}

function countWords(text: string): TokenCounts {
  return addWords(new Map(), text.toLowerCase().match(word) ?? []);
}

function shareFound(snippets: readonly string[], lower: string): number | undefined {
  if (snippets.length === 0) return undefined;
  return snippets.filter((snippet) => lower.includes(snippet.toLowerCase())).length / snippets.length;
}
