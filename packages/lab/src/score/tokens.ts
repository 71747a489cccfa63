/** Words as the corpus counts them: runs of letters, marks and digits; of Chinese and Japanese, each character. */
const token = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;

/** How often each token stands in a text. */
export type TokenCounts = Map<string, number>;

/** The tokens of a text in their order. */
export function tokensOf(text: string): readonly string[] {
  return text.toLowerCase().match(token) ?? [];
}

export function addTokens(counts: TokenCounts, text: string): TokenCounts {
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
