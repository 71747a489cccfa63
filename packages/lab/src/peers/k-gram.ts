/**
 * Removal of repeated runs of words, as a popular crawler does it: a 6-gram that stands on at least half of the site's
 * pages is frequent, and words that frequent 6-grams cover in a run of at least 12 are dropped.
 */
import { type Page, toText } from 'dehusk/parts';
import type { EvalMethod } from '../methods/eval-method.ts';

const GRAM_WORDS = 6;
const MIN_RUN_WORDS = 12;
const TEMPLATE_SHARE = 0.5;
const MIN_PAGES = 2;

export const kGram: EvalMethod = {
  name: 'k-gram',
  holdsSite: true,
  run: (pages) => {
    const texts = pages.map(wordsOf);
    const pageCounts = new Map<string, number>();
    for (const words of texts)
      for (const gram of new Set(gramsOf(words))) pageCounts.set(gram, (pageCounts.get(gram) ?? 0) + 1);
    const enough = Math.max(MIN_PAGES, TEMPLATE_SHARE * pages.length);
    const isFrequent = (gram: string): boolean => pageCounts.get(gram)! >= enough;
    return { texts: texts.map((words) => ({ text: withoutRuns(words, isFrequent).join(' ') })) };
  },
};

function wordsOf(page: Page): readonly string[] {
  return toText(page).match(/\S+/g) ?? [];
}

function gramsOf(words: readonly string[]): readonly string[] {
  const count = Math.max(0, words.length - GRAM_WORDS + 1);
  return Array.from({ length: count }, (_, i) => words.slice(i, i + GRAM_WORDS).join(' '));
}

function withoutRuns(words: readonly string[], isFrequent: (gram: string) => boolean): readonly string[] {
  const kept: string[] = [];
  const grams = gramsOf(words);
  let runStart = 0;
  let runEnd = 0;
  const endRun = (): void => {
    if (runEnd - runStart < MIN_RUN_WORDS) kept.push(...words.slice(runStart, runEnd));
  };
  for (const [i, word] of words.entries()) {
    const begins = i < grams.length && isFrequent(grams[i]!);
    if (begins && i >= runEnd) {
      endRun();
      runStart = i;
    }
    if (begins) runEnd = i + GRAM_WORDS;
    if (i < runEnd) continue;
    endRun();
    runStart = i;
    runEnd = i;
    kept.push(word);
  }
  endRun();
  return kept;
}
