/** All that is scored of one page and method on one gold. */
import { type Page, readNormalText } from '../../index.ts';
import type { GoldLabels } from '../gold/gold-labels.ts';
import { goldTokens } from '../gold/gold-tokens.ts';
import type { RunLine } from '../run/run-line.ts';
import { countBlocks } from './block-score.ts';
import { scoreCharacters } from './character-score.ts';
import type { Counts, Rates } from './rates.ts';
import { type GoldTokens, scoreTokens, type TokenScore } from './token-score.ts';
import { addWords, countTokens, type TokenCounts, tokensOf, totalTokens } from './tokens.ts';

export interface PageGold {
  readonly page: Page;
  readonly labels: GoldLabels;
  readonly tokens: GoldTokens;
}

export interface PageScore extends TokenScore {
  /** Nothing was kept, though gold has content. */
  readonly empty: boolean;
  /** The same score with the roles swapped: removed tokens against template tokens. */
  readonly template: Rates | undefined;
  /** Of methods that judge segments. */
  readonly characters?: Rates;
  readonly blocks?: Counts;
}

/** What a method keeps of a page. */
export interface Kept {
  readonly tokens: TokenCounts;
  readonly removed: TokenCounts;
  /** 1 for each kept segment; undefined for a method that gives text. */
  readonly segments: Uint8Array | undefined;
}

export function pageGold(page: Page, labels: GoldLabels): PageGold {
  return { page, labels, tokens: goldTokens(page, labels) };
}

/** The words of a page, segment by segment: most of the work of scoring, so it is done once for all methods. */
export interface PageWords {
  readonly segments: readonly (readonly string[])[];
  readonly all: TokenCounts;
}

export function pageWords(page: Page): PageWords {
  const segments = Array.from(page.segments, (node) => tokensOf(readNormalText(page, node)));
  return { segments, all: countWords(segments, () => true) };
}

function countWords(segments: PageWords['segments'], isWanted: (segment: number) => boolean): TokenCounts {
  const counts: TokenCounts = new Map();
  for (const [segment, words] of segments.entries()) if (isWanted(segment)) addWords(counts, words);
  return counts;
}

/** A page for which there is no line is one that the method gave nothing for. */
export function keptOf(words: PageWords, line: RunLine | undefined): Kept {
  const segments = line?.kept === undefined ? undefined : new Uint8Array(words.segments.length);
  for (const [from, to] of line?.kept ?? []) segments?.fill(1, from, to + 1);
  const tokens =
    segments === undefined
      ? countTokens(line?.text ?? '')
      : countWords(words.segments, (segment) => segments[segment] === 1);
  return { tokens, removed: without(words.all, tokens), segments };
}

function without(all: TokenCounts, part: TokenCounts): TokenCounts {
  const rest: TokenCounts = new Map();
  for (const [token, count] of all) {
    const left = count - (part.get(token) ?? 0);
    if (left > 0) rest.set(token, left);
  }
  return rest;
}

/** Undefined for a page with too little content to be scored. */
export function scorePage({ page, labels, tokens }: PageGold, kept: Kept): PageScore | undefined {
  const score = scoreTokens(kept.tokens, tokens);
  if (score === undefined) return undefined;
  const { content, template, ignored } = tokens;
  const { segments } = kept;
  return {
    ...score,
    empty: totalTokens(kept.tokens) === 0,
    template: scoreTokens(kept.removed, { content: template, template: content, ignored }),
    ...(segments !== undefined && {
      characters: scoreCharacters(page, labels, segments),
      blocks: countBlocks(page, labels, segments),
    }),
  };
}
