import type { LinearModel, Observations } from '../../src/fit/logistic.ts';
import { createRandom } from '../../src/synthetic/random.ts';

/** Observations that are positive as often as a model says, with columns of different scales. */
export function generateObservations(model: LinearModel, count: number, seed: number): Observations {
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
