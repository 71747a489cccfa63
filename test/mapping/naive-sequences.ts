/** The thesis's definitions word by word, for tests: the table L, dominant matches, Algorithm 1. */
import type { Sequence } from '../../packages/dehusk/src/compare/mapping/sequence-matches.ts';

/** The table L of longest common subsequences, from 0 (with H7). */
export function lcsTable(rows: Sequence, columns: Sequence): number[][] {
  const table = Array.from({ length: rows.length + 1 }, () => new Array<number>(columns.length + 1).fill(0));
  for (let i = 1; i <= rows.length; i++) {
    for (let j = 1; j <= columns.length; j++) {
      table[i]![j] =
        rows.label[i] === columns.label[j]
          ? table[i - 1]![j - 1]! + 1
          : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
    }
  }
  return table;
}

export type Match = readonly [row: number, column: number];

/** Definition 9 as corrected in H6, level by level, each in the order of rows. */
export function naiveDominantMatches(rows: Sequence, columns: Sequence): Match[][] {
  const table = lcsTable(rows, columns);
  const levels: Match[][] = Array.from({ length: table.at(-1)!.at(-1)! }, () => []);
  for (let i = 1; i <= rows.length; i++) {
    for (let j = 1; j <= columns.length; j++) {
      if (rows.label[i] === columns.label[j]) levels[table[i]![j]! - 1]!.push([i, j]);
    }
  }
  return levels.map((matches) =>
    matches.filter(([i, j]) => !matches.some(([x, y]) => (x !== i || y !== j) && x <= i && y <= j)),
  );
}

/** Every longest common subsequence as a list of matches, first to last. */
export function allLongestCommonSubsequences(rows: Sequence, columns: Sequence): Match[][] {
  const table = lcsTable(rows, columns);
  const endingBefore = (limitI: number, limitJ: number, length: number): Match[][] => {
    if (length === 0) return [[]];
    const found: Match[][] = [];
    for (let i = 1; i < limitI; i++) {
      for (let j = 1; j < limitJ; j++) {
        if (rows.label[i] !== columns.label[j] || table[i]![j]! < length) continue;
        for (const before of endingBefore(i, j, length - 1)) found.push([...before, [i, j]]);
      }
    }
    return found;
  };
  return endingBefore(rows.length + 1, columns.length + 1, table.at(-1)!.at(-1)!);
}

/** Algorithm 1 as read in H11: the pairs of nodes that one longest common subsequence gives. */
export function naiveTemplateMatches(
  lcs: readonly Match[],
  rows: { readonly sequence: Sequence; readonly parent: Int32Array },
  columns: { readonly sequence: Sequence; readonly parent: Int32Array },
): Map<number, number> {
  const mapped = new Map<number, number>();
  const taken = new Set<number>();
  for (const [i, j] of [...lcs].reverse()) {
    const a = rows.sequence.node[i]!;
    const b = columns.sequence.node[j]!;
    if (mapped.has(a) || taken.has(b)) continue;
    const roots = rows.parent[a] === -1 && columns.parent[b] === -1;
    if (!roots && mapped.get(rows.parent[a]!) !== columns.parent[b]) continue;
    mapped.set(a, b);
    taken.add(b);
  }
  return mapped;
}
