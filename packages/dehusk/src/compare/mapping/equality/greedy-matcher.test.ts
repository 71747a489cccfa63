import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveMatches } from '../../../../../../test/mapping/naive-equality.ts';
import { GreedyMatcher, type Offers } from './greedy-matcher.ts';

const THRESHOLD = 0.6;

/** Looks at every column. */
class MatrixOffers implements Offers {
  column = 0;
  probability = 0;
  readonly #matrix: readonly (readonly number[])[];
  readonly #taken = new Set<number>();

  constructor(matrix: readonly (readonly number[])[]) {
    this.#matrix = matrix;
  }

  find(row: number, firstColumn: number, columnEnd: number): boolean {
    const better = (a: number, b: number): number =>
      this.#matrix[row]![b]! - this.#matrix[row]![a]! || Math.abs(a - row) - Math.abs(b - row) || a - b;
    const open = [...this.#matrix[row]!.keys()].filter(
      (column) =>
        column >= firstColumn &&
        column < columnEnd &&
        !this.#taken.has(column) &&
        this.#matrix[row]![column]! > THRESHOLD,
    );
    this.column = open.sort(better)[0] ?? -1;
    this.probability = this.#matrix[row]![this.column] ?? 0;
    return this.column !== -1;
  }

  take(column: number): void {
    this.#taken.add(column);
  }
}

/** Pairs of places from 1, by row. */
function match(matrix: readonly (readonly number[])[], inOrder = true): number[][] {
  const lists = { first: 0, rowEnd: matrix.length, columnEnd: matrix[0]!.length };
  const pairs: number[][] = [];
  const matcher = new GreedyMatcher(Math.max(lists.rowEnd, lists.columnEnd), inOrder);
  matcher.match(lists, new MatrixOffers(matrix), (row, column) => pairs.push([row + 1, column + 1]));
  return pairs.sort((a, b) => a[0]! - b[0]!);
}

describe('GreedyMatcher', () => {
  it('T-A9: takes the best pair, then what is before and behind it', () => {
    const matrix = [
      [0, 0.9, 0],
      [0.8, 0, 0.7],
    ];
    expect(match(matrix)).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  it('T-A9: loses two good pairs to a better one', () => {
    const matrix = [
      [0.85, 0.9],
      [0, 0.85],
    ];
    expect(match(matrix)).toEqual([[1, 2]]);
  });

  it('lets pairs cross if order does not count', () => {
    const matrix = [
      [0, 0.9, 0],
      [0.8, 0, 0.7],
    ];
    expect(match(matrix, false)).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('takes nothing at the threshold', () => {
    expect(match([[0.6]])).toEqual([]);
  });

  it('is Definition 3.3.1, with the ties of A28', () => {
    // Few values, for many ties.
    const matrices = fc
      .record({ rows: fc.integer({ min: 1, max: 8 }), columns: fc.integer({ min: 1, max: 8 }) })
      .chain(({ rows, columns }) => {
        const row = fc.array(fc.constantFrom(0, 0.6, 0.7, 0.8, 0.9, 1), {
          minLength: columns,
          maxLength: columns,
        });
        return fc.array(row, { minLength: rows, maxLength: rows });
      });
    fc.assert(
      fc.property(matrices, fc.boolean(), (matrix, inOrder) => {
        const places = (count: number) => Array.from({ length: count }, (_, i) => ({ index: i + 1 }));
        const naive = naiveMatches(places(matrix.length), places(matrix[0]!.length), {
          probability: (row, column) => matrix[row.index - 1]![column.index - 1]!,
          threshold: THRESHOLD,
          inOrder,
        });
        const expected = naive.map(([row, column]) => [row.index, column.index]);
        expect(match(matrix, inOrder)).toEqual(expected.sort((a, b) => a[0]! - b[0]!));
      }),
      { numRuns: 1_000 },
    );
  });
});
