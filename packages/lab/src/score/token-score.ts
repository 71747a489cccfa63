/**
 * How well kept text agrees with gold, by tokens as multisets.
 *
 *     matched    tokens kept that are content
 *     free       of the other kept tokens, those that match ignored text: they neither help nor hurt
 *     precision  matched / (kept - free)        recall  matched / content
 *     leak       of the other kept tokens, those that match template text / template tokens
 */
import { type TokenCounts, totalTokens } from './tokens.ts';

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
