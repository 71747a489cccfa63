/** The candidate that was probably meant: one that begins with the word, or the one with the fewest typing slips. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const begun = candidates.find((candidate) => typed !== '' && candidate.startsWith(typed));
  if (begun !== undefined) return begun;
  const [best] = candidates
    .map((candidate) => ({ candidate, slips: editDistance(typed, candidate) }))
    // More than two slips in five letters is another word; commander draws the line there too.
    .filter(({ candidate, slips }) => slips <= Math.max(typed.length, candidate.length) * 0.4)
    .sort((left, right) => left.slips - right.slips);
  return best?.candidate;
}

/** Levenshtein distance, a row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
