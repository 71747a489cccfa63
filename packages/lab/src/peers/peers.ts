/** What people use today, by name: two filters that need a whole site, and tools that read page by page. */

import { type Page, toText } from 'dehusk';
import type { EvalMethod } from '../methods/methods.ts';
import { readerPeer } from './process-peers.ts';

// The filter that many teams write by hand after a crawl: pages as text, and a line that stands on at least 30 % of
// the site's pages is dropped wherever it stands.

const LINE_SHARE = 0.3;
/** One page is 30 % of three: a line must come back before it can be template. */
const MIN_PAGES = 2;

export const lineFilter: EvalMethod = {
  name: 'line-filter',
  holdsSite: true,
  needsSite: true,
  run: (pages) => {
    const texts = pages.map(linesOf);
    const pageCounts = new Map<string, number>();
    for (const lines of texts)
      for (const line of new Set(lines)) pageCounts.set(line, (pageCounts.get(line) ?? 0) + 1);
    const enough = Math.max(MIN_PAGES, LINE_SHARE * pages.length);
    const isKept = (line: string): boolean => pageCounts.get(line)! < enough;
    return { texts: texts.map((lines) => ({ text: lines.filter(isKept).join('\n') })) };
  },
};

function linesOf(page: Page): readonly string[] {
  return toText(page)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

// Removal of repeated runs of words, as a popular crawler does it: a 6-gram that stands on at least half of the site's
// pages is frequent, and words that frequent 6-grams cover in a run of at least 12 are dropped.

const GRAM_WORDS = 6;
const MIN_RUN_WORDS = 12;
const GRAM_SHARE = 0.5;

export const kGram: EvalMethod = {
  name: 'k-gram',
  holdsSite: true,
  needsSite: true,
  run: (pages) => {
    const texts = pages.map(wordsOf);
    const pageCounts = new Map<string, number>();
    for (const words of texts)
      for (const gram of new Set(gramsOf(words))) pageCounts.set(gram, (pageCounts.get(gram) ?? 0) + 1);
    const enough = Math.max(MIN_PAGES, GRAM_SHARE * pages.length);
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

export const builtInPeers: readonly EvalMethod[] = [lineFilter, kGram];
export const peers: readonly EvalMethod[] = [
  ...builtInPeers,
  readerPeer('readability'),
  readerPeer('defuddle'),
];
