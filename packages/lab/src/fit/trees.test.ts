import { TREE_DEPTH, type Trees } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../synthetic/random.ts';
import { boost, type Sample } from './trees.ts';

const width = 3;

/** Three random columns; `isPositive` says of a row what it is. */
function sampleOf(count: number, isPositive: (row: readonly number[]) => boolean): Sample {
  const random = createRandom(1, 'trees');
  const rows = Float32Array.from({ length: count * width }, () => random.unit());
  const positive = Uint8Array.from({ length: count }, (_, i) =>
    Number(isPositive([...rows.subarray(i * width, (i + 1) * width)])),
  );
  return { width, rows, positive, weights: new Float64Array(count).fill(1), base: new Float64Array(count) };
}

/** What trees say of a row, written without a thought of speed. */
function saidOf({ count, columns, limits, leaves }: Trees, row: readonly number[]): number {
  let sum = 0;
  for (let tree = 0; tree < count; tree++) {
    let node = 0;
    for (let depth = 0; depth < TREE_DEPTH; depth++) {
      const at = tree * 7 + node;
      node = 2 * node + (row[columns[at]!]! > limits[at]! ? 2 : 1);
    }
    sum += leaves[tree * 8 + node - 7]!;
  }
  return sum;
}

function rightShare(trees: Trees, { rows, positive }: Sample): number {
  const right = positive.filter(
    (label, i) => Number(saidOf(trees, [...rows.subarray(i * width, (i + 1) * width)]) > 0) === label,
  );
  return right.length / positive.length;
}

describe('boosted trees', () => {
  it('find what no sum of terms can tell: either of two, but not both', () => {
    const sample = sampleOf(4000, ([a, b]) => a! > 0.5 !== b! > 0.3);
    const trees = boost(sample, { trees: 30, rate: 0.3, columns: [0, 1, 2], seed: 1 });
    expect(rightShare(trees, sample)).toBeGreaterThan(0.97);
  });

  it('ask for no column but those they may', () => {
    const sample = sampleOf(2000, ([a]) => a! > 0.5);
    const trees = boost(sample, { trees: 5, rate: 0.3, columns: [1, 2], seed: 1 });
    expect(new Set(trees.columns).has(0) && trees.limits.every((limit) => limit < 2)).toBe(false);
    expect(rightShare(trees, sample)).toBeLessThan(0.65);
  });

  it('have nothing to add to odds that are right', () => {
    const sample = sampleOf(2000, ([a]) => a! > 0.5);
    const base = Float64Array.from(sample.positive, (label) => (label === 1 ? 6 : -6));
    const { leaves } = boost({ ...sample, base }, { trees: 5, rate: 0.3, columns: [0, 1, 2], seed: 1 });
    expect(Math.max(...leaves.map(Math.abs))).toBeLessThan(0.3);
  });

  it('heed weights', () => {
    const sample = sampleOf(3000, ([a, b]) => (b! > 0.5 ? a! > 0.5 : a! <= 0.5));
    const weights = sample.weights.map((_, i) => (sample.rows[i * width + 1]! > 0.5 ? 1 : 1e-6));
    const trees = boost({ ...sample, weights }, { trees: 10, rate: 0.3, columns: [0], seed: 1 });
    expect(saidOf(trees, [0.9, 0, 0])).toBeGreaterThan(0.5);
    expect(saidOf(trees, [0.1, 0, 0])).toBeLessThan(-0.5);
  });

  it('are the same for the same observations', () => {
    const sample = sampleOf(1000, ([a, b]) => a! + b! > 1);
    const [one, other] = [1, 2].map(() =>
      boost(sample, { trees: 8, rate: 0.2, columns: [0, 1, 2], seed: 1 }),
    );
    expect(one).toEqual(other);
  });
});
