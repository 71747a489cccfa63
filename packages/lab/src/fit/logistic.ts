/**
 * Logistic regression with weighed observations, by Newton's method. The ridge is that of standardised columns: each
 * weight is pulled to 0 as if its column had a variance of 1, so that the scale of a column does not matter.
 */

/** A part of the observations, as a site has them; parts are fitted together without being joined. */
export interface Observations {
  /** As many columns for each observation, one row after the other. */
  readonly rows: Float64Array;
  /** 1 for those whose odds are fitted. */
  readonly positive: Uint8Array;
  readonly weights: Float64Array;
}

export interface LinearModel {
  readonly bias: number;
  /** For each column; 0 for one that was left out. */
  readonly weights: readonly number[];
}

interface FitOptions {
  /** For each column. */
  readonly ridge: readonly number[];
  /** A column that is fitted without. */
  readonly without?: number | undefined;
}

/** A column that is the same everywhere is a second bias, and gets no weight. */
const LEAST_VARIANCE = 1e-9;
const CLOSE_ENOUGH = 1e-6;
const MOST_STEPS = 30;

export function fitLogistic(parts: readonly Observations[], options: FitOptions): LinearModel {
  const problem = toProblem(parts, options);
  const { columns } = problem;
  // The bias is the last.
  const beta = new Float64Array(columns.length + 1);
  for (let steps = 0, change = 1; change > CLOSE_ENOUGH; steps++) {
    const step = newtonStep(problem, beta);
    for (let i = 0; i < beta.length; i++) beta[i]! -= step[i]!;
    change = Math.max(...step.map(Math.abs));
    if (steps === MOST_STEPS || Number.isNaN(change)) throw new Error('these observations cannot be fitted');
  }
  const weights = new Array<number>(options.ridge.length).fill(0);
  for (const [i, column] of columns.entries()) weights[column] = beta[i]!;
  return { bias: beta.at(-1)!, weights };
}

interface Problem {
  readonly parts: readonly Observations[];
  readonly width: number;
  readonly totalWeight: number;
  /** Those that are fitted, and how much a weight of each costs. */
  readonly columns: readonly number[];
  readonly costs: readonly number[];
}

function toProblem(parts: readonly Observations[], { ridge, without }: FitOptions): Problem {
  const width = ridge.length;
  const variance = Array.from({ length: width }, (_, column) => varianceOf(parts, column, width));
  const columns = [...variance.keys()].filter(
    (column) => column !== without && variance[column]! > LEAST_VARIANCE,
  );
  let totalWeight = 0;
  for (const { weights } of parts) for (const weight of weights) totalWeight += weight;
  return {
    parts,
    width,
    totalWeight,
    columns,
    costs: columns.map((column) => ridge[column]! * variance[column]!),
  };
}

/** Of the observations as they are, whatever they weigh. */
function varianceOf(parts: readonly Observations[], column: number, width: number): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const { rows } of parts) {
    count += rows.length / width;
    for (let at = column; at < rows.length; at += width) {
      sum += rows[at]!;
      squares += rows[at]! ** 2;
    }
  }
  return squares / count - (sum / count) ** 2;
}

interface Derivatives {
  readonly gradient: Float64Array;
  /** Row after row; only the lower half is filled in. */
  readonly hessian: Float64Array;
}

/** What is to be taken off `beta`. */
function newtonStep(problem: Problem, beta: Float64Array): Float64Array {
  const size = beta.length;
  const derivatives = { gradient: new Float64Array(size), hessian: new Float64Array(size * size) };
  for (const part of problem.parts) addDerivatives(derivatives, part, { problem, beta });
  const { gradient, hessian } = derivatives;
  for (const [i, cost] of problem.costs.entries()) {
    gradient[i]! += cost * beta[i]!;
    hessian[i * size + i]! += cost;
  }
  return solve(hessian, gradient);
}

interface Place {
  readonly problem: Problem;
  readonly beta: Float64Array;
}

function addDerivatives(
  { gradient, hessian }: Derivatives,
  { rows, positive, weights }: Observations,
  { problem: { width, columns, totalWeight }, beta }: Place,
): void {
  const bias = columns.length;
  const row = new Float64Array(bias + 1).fill(1);
  for (let observation = 0; observation < positive.length; observation++) {
    let logOdds = beta[bias]!;
    for (let i = 0; i < bias; i++) {
      row[i] = rows[observation * width + columns[i]!]!;
      logOdds += beta[i]! * row[i]!;
    }
    const probability = 1 / (1 + Math.exp(-logOdds));
    const weight = weights[observation]! / totalWeight;
    const error = weight * (probability - positive[observation]!);
    const curvature = weight * probability * (1 - probability);
    for (let i = 0; i <= bias; i++) {
      gradient[i]! += error * row[i]!;
      for (let j = 0; j <= i; j++) hessian[i * row.length + j]! += curvature * row[i]! * row[j]!;
    }
  }
}

/**
 * The solution of `matrix` · x = `right` by the method of Cholesky: the matrix is symmetric and positive definite, row
 * after row, and only its lower half is read.
 */
export function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const lower = decompose(matrix, size);
  const x = right.slice();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) x[i]! -= lower[i * size + j]! * x[j]!;
    x[i]! /= lower[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let j = i + 1; j < size; j++) x[i]! -= lower[j * size + i]! * x[j]!;
    x[i]! /= lower[i * size + i]!;
  }
  return x;
}

function decompose(matrix: Float64Array, size: number): Float64Array {
  const lower = matrix.slice();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = lower[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!;
      lower[i * size + j] = i === j ? Math.sqrt(sum) : sum / lower[j * size + j]!;
    }
  }
  return lower;
}

// A ridge pulls all scores to a half, so that they are no probabilities. What it is there for is how the weights compare
// with each other; how large they are together is fitted here once more, without it.

/** The same decisions at a half, with the log odds that fit the observations best. */
export function stretch({ bias, weights }: LinearModel, parts: readonly Observations[]): LinearModel {
  const told = parts.map((part) => logOddsOf(part, { bias, weights }));
  let size = 1;
  for (let steps = 0, change = 1; Math.abs(change) > CLOSE_ENOUGH && steps < MOST_STEPS; steps++) {
    change = sizeStep(parts, told, size);
    size -= change;
  }
  return { bias: size * bias, weights: weights.map((weight) => size * weight) };
}

function logOddsOf({ rows, positive }: Observations, { bias, weights }: LinearModel): Float64Array {
  return Float64Array.from(positive, (_, i) =>
    weights.reduce((sum, weight, column) => sum + weight * rows[i * weights.length + column]!, bias),
  );
}

function sizeStep(parts: readonly Observations[], told: readonly Float64Array[], size: number): number {
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
