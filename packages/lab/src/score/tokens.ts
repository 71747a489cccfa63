/**
 * How well kept text agrees with gold, by tokens as multisets.
 *
 *     matched    tokens kept that are content
 *     free       of the other kept tokens, those that match ignored text: they neither help nor hurt
 *     precision  matched / (kept - free)        recall  matched / content
 *     leak       of the other kept tokens, those that match template text / template tokens
 */
import type { Page, Verdict } from 'dehusk';
import { readText } from 'dehusk/parts';
import { GoldLabel, type GoldLabels } from '../corpus/gold.ts';

export interface GoldTokens {
  readonly content: TokenCounts;
  readonly ignored: TokenCounts;
  readonly template: TokenCounts;
}

export interface TokenScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Undefined on a page that has no template text. */
  readonly leak: number | undefined;
}

/** A page with less content says nothing: one token more or less would change everything. */
const MIN_CONTENT_TOKENS = 5;

/** Undefined for a page that is not scored. */
export function scoreTokens(
  kept: TokenCounts,
  { content, ignored, template }: GoldTokens,
): TokenScore | undefined {
  const contentTotal = totalTokens(content);
  if (contentTotal < MIN_CONTENT_TOKENS) return undefined;
  let matched = 0;
  let free = 0;
  let leaked = 0;
  for (const [token, count] of kept) {
    const inContent = Math.min(count, content.get(token) ?? 0);
    const inIgnored = Math.min(count - inContent, ignored.get(token) ?? 0);
    matched += inContent;
    free += inIgnored;
    leaked += Math.min(count - inContent - inIgnored, template.get(token) ?? 0);
  }
  const counted = totalTokens(kept) - free;
  const precision = counted === 0 ? 0 : matched / counted;
  const recall = matched / contentTotal;
  const templateTotal = totalTokens(template);
  return {
    precision,
    recall,
    f1: matched === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    leak: templateTotal === 0 ? undefined : leaked / templateTotal,
  };
}

/** Words as the corpus counts them: runs of letters, marks and digits; of Chinese and Japanese, each character. */
const token = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;

/** How often each token stands in a text. */
export type TokenCounts = Map<string, number>;

/** The tokens of a text in their order. */
export function tokensOf(text: string): readonly string[] {
  return text.toLowerCase().match(token) ?? [];
}

function addTokens(counts: TokenCounts, text: string): TokenCounts {
  return addWords(counts, tokensOf(text));
}

export function addWords(counts: TokenCounts, words: readonly string[]): TokenCounts {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

export function countTokens(...texts: readonly string[]): TokenCounts {
  const counts: TokenCounts = new Map();
  for (const text of texts) addTokens(counts, text);
  return counts;
}

export function totalTokens(counts: TokenCounts): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/** The tokens of a page, segment by segment. */
export function segmentTokens(page: Page): readonly (readonly string[])[] {
  return Array.from(page.segments, (node) => tokensOf(readText(page, node)));
}

/** The tokens of a page by what gold says of them; whoever asks for several golds reads its segments once. */
export function goldTokens(
  page: Page,
  labels: GoldLabels,
  segments: readonly (readonly string[])[] = segmentTokens(page),
): GoldTokens {
  const tokens = { template: new Map(), content: new Map(), ignored: new Map() };
  const byLabel: TokenCounts[] = [];
  byLabel[GoldLabel.template] = tokens.template;
  byLabel[GoldLabel.content] = tokens.content;
  byLabel[GoldLabel.ignored] = tokens.ignored;
  for (const [segment, words] of segments.entries()) addWords(byLabel[labels[segment]!]!, words);
  return tokens;
}

/** The tokens of the segments that a verdict keeps. */
export function keptTokens(page: Page, { template }: Verdict): TokenCounts {
  const kept = page.segments.filter((node) => template[node] === 0);
  return countTokens(...Array.from(kept, (node) => readText(page, node)));
}
