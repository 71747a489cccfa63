/**
 * A ridge pulls all scores to a half, so that they are no probabilities. What it is there for is how the weights compare
 * with each other; how large they are together is fitted here once more, without it.
 */
import type { LinearModel, Observations } from './logistic.ts';

const CLOSE_ENOUGH = 1e-6;
const MOST_STEPS = 30;

/** The same decisions at a half, with the log odds that fit the observations best. */
export function stretch({ bias, weights }: LinearModel, parts: readonly Observations[]): LinearModel {
  const told = parts.map((part) => logOddsOf(part, { bias, weights }));
  let size = 1;
  for (let steps = 0, change = 1; Math.abs(change) > CLOSE_ENOUGH && steps < MOST_STEPS; steps++) {
    change = newtonStep(parts, told, size);
    size -= change;
  }
  return { bias: size * bias, weights: weights.map((weight) => size * weight) };
}

function logOddsOf({ rows, positive }: Observations, { bias, weights }: LinearModel): Float64Array {
  return Float64Array.from(positive, (_, i) =>
    weights.reduce((sum, weight, column) => sum + weight * rows[i * weights.length + column]!, bias),
  );
}

function newtonStep(parts: readonly Observations[], told: readonly Float64Array[], size: number): number {
  let gradient = 0;
  let curvature = 0;
  for (const [part, { positive, weights }] of parts.entries()) {
    for (const [i, logOdds] of told[part]!.entries()) {
      const probability = 1 / (1 + Math.exp(-size * logOdds));
      gradient += weights[i]! * (probability - positive[i]!) * logOdds;
      curvature += weights[i]! * probability * (1 - probability) * logOdds ** 2;
    }
  }
  return gradient / curvature;
}
