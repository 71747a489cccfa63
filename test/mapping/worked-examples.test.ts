/** The worked examples of Huang 2011, as docs/methods/sequence.md reads them. Letters of the thesis are tags here. */
import { describe, expect, it } from 'vitest';
import { mapBottomUp } from '../../packages/dehusk/src/compare/mapping/bottom-up.ts';
import { pairTrees, type TreePair } from '../../packages/dehusk/src/compare/mapping/labelled-trees.ts';
import { StepBudget } from '../../packages/dehusk/src/compare/mapping/mapping.ts';
import {
  type Decision,
  mapBySequences,
  mapConsolidatedPrufer,
  mapPrufer,
} from '../../packages/dehusk/src/compare/mapping/sequence.ts';
import {
  consolidatedSequence,
  extendedSequence,
  findDominantMatches,
  Occurrences,
  type Sequence,
} from '../../packages/dehusk/src/compare/mapping/sequence-matches.ts';
import { mapTopDownExact } from '../../packages/dehusk/src/compare/mapping/top-down-exact.ts';
import { type Page, tagName } from '../../packages/dehusk/src/page/page.ts';
import {
  changeLeaves,
  createRandom,
  pageOf,
  pageOfTree,
  randomTree,
} from '../../packages/lab/src/soak/trees.ts';

const t8 = pageOf('r(a(b),a(b,e))');
const t9 = pageOf('r(a(b,e))');
/** Rows are T9, columns T8. */
const pair = pairTrees(t9, t8);

function letters(page: Page, { node }: Sequence): string {
  return [...node.subarray(1)].map((at) => tagName(page, at).toUpperCase()).join(' ');
}

/** The dominant matches, level by level. */
function dominant({ labelCount }: TreePair, rows: Sequence, columns: Sequence): Match[][] {
  const occurrences = new Occurrences(columns, labelCount);
  const found = findDominantMatches(rows, { length: columns.length, occurrences }, new StepBudget());
  return Array.from({ length: found.levels }, (_, level) => {
    const matches: Match[] = [];
    for (let at = found.first[level + 1]!; at !== -1; at = found.next[at]!)
      matches.push([found.row[at]!, found.column[at]!]);
    return matches;
  });
}

function decisions(toSequence: typeof extendedSequence, byBranch: boolean): Decision[] {
  const all: Decision[] = [];
  const onDecision = (decision: Decision): void => {
    all.push(decision);
  };
  mapBySequences({ key: t9, other: t8 }, { toSequence, byBranch, onDecision }, {});
  return all;
}

/** T9 → T8: R-R, A-A2, B-B2, E-E. */
const fourPairs = [0, 3, 4, 5];

describe('Huang 2011', () => {
  it('T-H1: sequences of T8 and T9 (H2, H3, H4)', () => {
    expect(letters(t8, extendedSequence(pair.other))).toBe('B A R B A E A R');
    expect(letters(t9, extendedSequence(pair.key))).toBe('B A E A R');
    expect(letters(t8, consolidatedSequence(pair.other))).toBe('B A B E A R');
    expect(letters(t9, consolidatedSequence(pair.key))).toBe('B E A R');
  });

  it('T-H2: table L and dominant matches', () => {
    const rows = extendedSequence(pair.key);
    const columns = extendedSequence(pair.other);
    // Paths, not letters, are the labels; here each letter has one path.
    const table = lcsTable(rows, columns).slice(1);
    expect(table.map((row) => row.slice(1).join(''))).toEqual([
      '11111111',
      '12222222',
      '12222333',
      '12223344',
      '12333345',
    ]);
    expect(dominant(pair, rows, columns)).toEqual([
      [[1, 1]],
      [[2, 2]],
      [
        [3, 6],
        [4, 5],
        [5, 3],
      ],
      [[4, 7]],
      [[5, 8]],
    ]);
  });

  it('T-H2: dominant matches are those of Definition 9, on random sequences (H6, H8)', () => {
    const random = createRandom(3);
    for (let round = 0; round < 400; round++) {
      const shape = { maxNodes: 20, names: ['a', 'b'], texts: [] };
      const trees = pairTrees(pageOfTree(randomTree(random, shape)), pageOfTree(randomTree(random, shape)));
      for (const toSequence of [extendedSequence, consolidatedSequence]) {
        const rows = toSequence(trees.key);
        const columns = toSequence(trees.other);
        expect(dominant(trees, rows, columns)).toEqual(naiveDominantMatches(rows, columns));
      }
    }
  });

  it('T-H3: PS step by step', () => {
    expect(decisions(extendedSequence, true)).toEqual([
      { kind: 'mark', row: 5, column: 8, up: 1, left: 4, bottom: 4, right: 7 },
      { kind: 'mark', row: 4, column: 7, up: 3, left: 6, bottom: 3, right: 6 },
      { kind: 'mark', row: 3, column: 6, up: 3, left: 6, bottom: 2, right: 5 },
      { kind: 'again', row: 2, column: 5, up: 1, left: 4, bottom: 1, right: 4 },
      { kind: 'mark', row: 1, column: 4, up: 1, left: 4, bottom: 0, right: 3 },
    ]);
    expect([...mapPrufer(t9, t8).other]).toEqual(fourPairs);
  });

  it('T-H4: CPS step by step (H22)', () => {
    expect(dominant(pair, consolidatedSequence(pair.key), consolidatedSequence(pair.other))).toEqual([
      [[1, 1]],
      [
        [2, 4],
        [3, 2],
      ],
      [[3, 5]],
      [[4, 6]],
    ]);
    expect(decisions(consolidatedSequence, false)).toEqual([
      { kind: 'mark', row: 4, column: 6, up: 1, left: 1, bottom: 3, right: 5 },
      { kind: 'mark', row: 3, column: 5, up: 1, left: 3, bottom: 2, right: 4 },
      { kind: 'mark', row: 2, column: 4, up: 1, left: 3, bottom: 1, right: 3 },
      { kind: 'mark', row: 1, column: 3, up: 1, left: 3, bottom: 0, right: 2 },
    ]);
    expect([...mapConsolidatedPrufer(t9, t8).other]).toEqual(fourPairs);
  });

  // Of 300 such pairs PS misses the optimum on one, CPS on none; where whole subtrees move, on 2 % and 1 %.
  it('T-H6: on trees of 300 nodes with edited leaves PS and CPS find the optimum', () => {
    const random = createRandom(6);
    // Many names and texts, as on pages: what stands at one place is seldom like its neighbours.
    const names = ['div', 'p', 'ul', 'li', 'table', 'span', 'b', 'i', 'h1', 'h2', 'a', 'em'];
    const texts = Array.from({ length: 60 }, (_, i) => `'text ${i}'`);
    const shape = { maxNodes: 300, names, texts };
    for (let round = 0; round < 60; ) {
      const tree = randomTree(random, shape);
      const key = pageOfTree(tree);
      if (key.nodeCount < 250) continue;
      round++;
      const other = pageOfTree(changeLeaves(tree, random, { rate: 60, shape }));
      const optimum = mapTopDownExact(key, other).size;
      expect(mapPrufer(key, other).size).toBe(optimum);
      expect(mapConsolidatedPrufer(key, other).size).toBe(optimum);
    }
  });

  it('T-H7: different roots share nothing, equal ones themselves (H9)', () => {
    for (const map of [mapPrufer, mapConsolidatedPrufer, mapTopDownExact]) {
      expect(map(pageOf('r(a)'), pageOf('q(a)'))).toEqual({ other: Int32Array.of(-1, -1), size: 0 });
      expect(map(pageOf('r'), pageOf('r'))).toEqual({ other: Int32Array.of(0), size: 1 });
    }
  });

  it('H11, H23: Algorithm 1 depends on the common subsequence that it is given', () => {
    const rows = { sequence: extendedSequence(pair.key), parent: pair.key.parent };
    const columns = { sequence: extendedSequence(pair.other), parent: pair.other.parent };
    const all = allLongestCommonSubsequences(rows.sequence, columns.sequence);
    expect(all.map((lcs) => lcs.map(([, column]) => column).join(' ')).sort()).toEqual([
      '1 2 6 7 8',
      '1 5 6 7 8',
      '4 5 6 7 8',
    ]);
    const sizes = all.map((lcs) => naiveTemplateMatches(lcs, rows, columns).size);
    expect(sizes.sort()).toEqual([3, 3, 4]);
  });

  it('H11: the best of all common subsequences is no larger than the optimum', () => {
    const random = createRandom(11);
    for (let round = 0; round < 200; round++) {
      const shape = { maxNodes: 8, names: ['a', 'b'], texts: [] };
      const trees = [pageOfTree(randomTree(random, shape)), pageOfTree(randomTree(random, shape))] as const;
      const { key, other } = pairTrees(...trees);
      const rows = { sequence: extendedSequence(key), parent: key.parent };
      const columns = { sequence: extendedSequence(other), parent: other.parent };
      const all = allLongestCommonSubsequences(rows.sequence, columns.sequence);
      const best = Math.max(...all.map((lcs) => naiveTemplateMatches(lcs, rows, columns).size));
      expect(best).toBeLessThanOrEqual(mapTopDownExact(...trees).size);
    }
  });

  it('H26: where PS and CPS are not optimal', () => {
    const ps = [pageOf('r(a(a),a)'), pageOf('r(a(a,a))')] as const;
    expect(mapPrufer(...ps).size).toBe(2);
    expect(mapTopDownExact(...ps).size).toBe(3);
    const cps = [pageOf('r(a(a,a),a)'), pageOf('r(a(a(a)),a(a))')] as const;
    expect(mapConsolidatedPrufer(...cps).size).toBe(3);
    expect(mapTopDownExact(...cps).size).toBe(4);
  });

  it('H27: the faults of the bottom-up mapping', () => {
    const crossed = [pageOf('r(a,b)'), pageOf('r(b,a)')] as const;
    expect(mapBottomUp(...crossed).size).toBe(3);
    expect(mapTopDownExact(...crossed).size).toBe(2);
    const leaf = [pageOf('r(a(b))'), pageOf('r(a(c))')] as const;
    expect(mapBottomUp(...leaf).size).toBe(0);
    expect(mapTopDownExact(...leaf).size).toBe(2);
  });
});

// The thesis's definitions word by word: the table L, dominant matches, Algorithm 1.

/** The table L of longest common subsequences, from 0 (with H7). */
function lcsTable(rows: Sequence, columns: Sequence): number[][] {
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

type Match = readonly [row: number, column: number];

/** Definition 9 as corrected in H6, level by level, each in the order of rows. */
function naiveDominantMatches(rows: Sequence, columns: Sequence): Match[][] {
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
function allLongestCommonSubsequences(rows: Sequence, columns: Sequence): Match[][] {
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
function naiveTemplateMatches(
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
