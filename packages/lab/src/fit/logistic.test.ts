import { describe, expect, it } from 'vitest';
import { createRandom } from '../synthetic/random.ts';
import { fitLogistic, type LinearModel, type Observations, solve, stretch } from './logistic.ts';

const model = { bias: -0.7, weights: [1.2, -4, 0] };
const width = model.weights.length;
const ridge = model.weights.map(() => 1e-3);
const observations = generateObservations(model, 40_000, 1);

describe('the logistic fit', () => {
  it('finds the weights that observations were generated with', () => {
    const { bias, weights } = fitLogistic([observations], { ridge });
    expect(bias).toBeCloseTo(model.bias, 1);
    expect(weights[0]).toBeCloseTo(1.2, 1);
    expect(weights[1]! / 10).toBeCloseTo(-0.4, 1);
    expect(weights[2]! / 100).toBeCloseTo(0, 1);
  });

  it('fits parts as if they were one', () => {
    const half = observations.positive.length / 2;
    const part = (from: number, to: number): Observations => ({
      rows: observations.rows.subarray(from * width, to * width),
      positive: observations.positive.subarray(from, to),
      weights: observations.weights.subarray(from, to),
    });
    const apart = fitLogistic([part(0, half), part(half, 2 * half)], { ridge });
    const whole = fitLogistic([observations], { ridge });
    for (const [i, weight] of apart.weights.entries()) expect(weight).toBeCloseTo(whole.weights[i]!, 6);
  });

  it('heeds how much an observation weighs', () => {
    // Of what weighs nothing, all is positive.
    const other = { ...observations, positive: observations.positive.map(() => 1) };
    const { bias } = fitLogistic([observations, { ...other, weights: other.weights.map(() => 0) }], {
      ridge,
    });
    expect(bias).toBeCloseTo(model.bias, 1);
    expect(fitLogistic([observations, other], { ridge }).bias).toBeGreaterThan(model.bias + 0.5);
  });

  it('pulls a weight to 0 whatever the scale of its column', () => {
    const scaled = {
      ...observations,
      rows: observations.rows.map((value, i) => (i % width ? value : 1000 * value)),
    };
    const [plain, large] = [observations, scaled].map((part) => fitLogistic([part], { ridge }));
    expect(1000 * large!.weights[0]!).toBeCloseTo(plain!.weights[0]!, 6);
    expect(large!.bias).toBeCloseTo(plain!.bias, 6);
  });

  it('pulls each weight as far as its ridge says', () => {
    const { weights } = fitLogistic([observations], { ridge: [0.3, 1e-3, 1e-3] });
    expect(weights[0]).toBeLessThan(0.7);
    expect(weights[1]).toBeLessThan(-2);
  });

  it('does without a column that is left out, and without one that says nothing', () => {
    const { weights } = fitLogistic([observations], { ridge, without: 1 });
    expect(weights[0]).toBeGreaterThan(0.8);
    expect(weights[1]).toBe(0);
    const same = {
      ...observations,
      rows: observations.rows.map((value, i) => (i % width === 1 ? 3 : value)),
    };
    expect(fitLogistic([same], { ridge }).weights).toEqual(weights);
  });

  it('refuses what is all of one kind', () => {
    const onlyOne = { ...observations, positive: observations.positive.map(() => 1) };
    expect(() => fitLogistic([onlyOne], { ridge })).toThrow('cannot be fitted');
  });
});

describe('a fit that is stretched', () => {
  it('has the size of one without a ridge, and the proportions that it had', () => {
    const free = fitLogistic([observations], { ridge });
    const shy = { bias: free.bias / 3, weights: free.weights.map((weight) => weight / 3) };
    const { bias, weights } = stretch(shy, [observations]);
    expect(bias).toBeCloseTo(free.bias, 1);
    expect(weights[0]).toBeCloseTo(free.weights[0]!, 1);
    expect(weights[0]! / bias).toBeCloseTo(shy.weights[0]! / shy.bias, 9);
  });
});

describe('solving equations', () => {
  it('finds what was multiplied', () => {
    // [[4 2 1] [2 5 3] [1 3 6]] · [1 -2 3]
    const matrix = Float64Array.of(4, 0, 0, 2, 5, 0, 1, 3, 6);
    const found = solve(matrix, Float64Array.of(3, 1, 13));
    for (const [i, value] of [1, -2, 3].entries()) expect(found[i]).toBeCloseTo(value, 12);
  });
});

/** Observations that are positive as often as a model says, with columns of different scales. */
function generateObservations(model: LinearModel, count: number, seed: number): Observations {
  const random = createRandom(seed, 'observations');
  const width = model.weights.length;
  const rows = new Float64Array(count * width);
  const positive = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    let logOdds = model.bias;
    for (let column = 0; column < width; column++) {
      const value = (random.unit() - 0.3) * 4 * 10 ** -column;
      rows[i * width + column] = value;
      logOdds += model.weights[column]! * value;
    }
    positive[i] = random.chance(1 / (1 + Math.exp(-logOdds))) ? 1 : 0;
  }
  return { rows, positive, weights: new Float64Array(count).fill(1 / count) };
}
