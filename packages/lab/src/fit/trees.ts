/**
 * Boosted trees: each corrects the log odds that those before it have left, by Newton's method (Friedman 2001; Chen and
 * Guestrin 2016, without their approximations). Facts are put into bins first, so that a tree is found by counting.
 * The same observations give the same trees, to the bit.
 */
import { NEVER_ABOVE, TREE_DEPTH, type Trees } from 'dehusk/parts';

export interface Boosting {
  readonly trees: number;
  /** How much of its correction a tree makes. */
  readonly rate: number;
  /** Columns that trees may ask about. */
  readonly columns: readonly number[];
  /** Another one grows each tree on other observations. */
  readonly seed: number;
}

/** What is fitted to; weights are scaled to a sum that the settings below are meant for. */
export interface Sample {
  readonly width: number;
  readonly rows: Float32Array;
  readonly positive: Uint8Array;
  readonly weights: Float64Array;
  /** Log odds to begin with. */
  readonly base: Float64Array;
}

const QUESTIONS = 2 ** TREE_DEPTH - 1;
const LEAVES = 2 ** TREE_DEPTH;
const MOST_BINS = 32;
/** Of all observations together. */
const TOTAL_WEIGHT = 10_000;
/** Pulls leaves to 0, and forbids those that speak for next to nothing. */
const RIDGE = 20;
const LEAST_LEAF = 10;
/** Each tree is grown on so many of the observations, others each time. */
const GROWN_ON = 0.3;
/** As they are written down. */
const LEAF_STEPS = 1000;

export function boost(sample: Sample, { trees, rate, columns, seed }: Boosting): Trees {
  const count = sample.positive.length;
  const edges = columns.map((column) => edgesOf(sample, column));
  const bins = columns.map((column, i) => binsOf(sample, column, edges[i]!));
  const total = sample.weights.reduce((sum, weight) => sum + weight, 0);
  const weights = sample.weights.map((weight) => (weight / total) * TOTAL_WEIGHT);
  const logOdds = sample.base.slice();
  const [gradient, curvature] = [new Float64Array(count), new Float64Array(count)];
  const grown: Trees = {
    count: trees,
    columns: new Uint8Array(trees * QUESTIONS),
    limits: new Float32Array(trees * QUESTIONS),
    leaves: new Float32Array(trees * LEAVES),
  };
  const random = { state: seed };
  for (let tree = 0; tree < trees; tree++) {
    for (let i = 0; i < count; i++) {
      const probability = 1 / (1 + Math.exp(-logOdds[i]!));
      gradient[i] = weights[i]! * (probability - sample.positive[i]!);
      curvature[i] = weights[i]! * Math.max(probability * (1 - probability), 1e-4);
    }
    const questions = growTree({ bins, edges, gradient, curvature, chosen: choose(count, random) });
    addTree(grown, tree, { questions, columns, edges });
    const leafOf = leavesOf(questions, bins, count);
    const values = leafValues(leafOf, gradient, curvature, rate);
    grown.leaves.set(values, tree * LEAVES);
    for (let i = 0; i < count; i++) logOdds[i]! += values[leafOf[i]!]!;
  }
  return grown;
}

/** Numbers of about `GROWN_ON` of the observations. */
function choose(count: number, random: { state: number }): Int32Array {
  const chosen = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) {
    random.state = (Math.imul(random.state, 1_664_525) + 1_013_904_223) >>> 0;
    if (random.state < GROWN_ON * 2 ** 32) chosen[length++] = i;
  }
  return chosen.slice(0, length);
}

/** Of each question the number of a column and the last bin below; −1 where nothing is asked. */
interface Questions {
  readonly column: Int16Array;
  readonly bin: Uint8Array;
}

interface Growth {
  readonly bins: readonly Uint8Array[];
  readonly edges: readonly Float32Array[];
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
  readonly chosen: Int32Array;
}

function growTree({ bins, edges, gradient, curvature, chosen }: Growth): Questions {
  const questions: Questions = { column: new Int16Array(QUESTIONS).fill(-1), bin: new Uint8Array(QUESTIONS) };
  const nodeOf = new Uint8Array(chosen.length);
  const [g, h] = [new Float64Array(chosen.length), new Float64Array(chosen.length)];
  for (let i = 0; i < chosen.length; i++) {
    g[i] = gradient[chosen[i]!]!;
    h[i] = curvature[chosen[i]!]!;
  }
  for (let depth = 0, first = 0; depth < TREE_DEPTH; first += 2 ** depth, depth++) {
    const best = bestSplits(2 ** depth, { bins, edges, chosen, nodeOf, g, h });
    for (const [node, { column, bin }] of best.entries()) {
      questions.column[first + node] = column;
      questions.bin[first + node] = bin;
    }
    for (let i = 0; i < chosen.length; i++) {
      const { column, bin } = best[nodeOf[i]!]!;
      nodeOf[i] = 2 * nodeOf[i]! + (column >= 0 && bins[column]![chosen[i]!]! > bin ? 1 : 0);
    }
  }
  return questions;
}

interface Split {
  readonly column: number;
  readonly bin: number;
  readonly gain: number;
}

interface Level {
  readonly bins: readonly Uint8Array[];
  readonly edges: readonly Float32Array[];
  readonly chosen: Int32Array;
  readonly nodeOf: Uint8Array;
  readonly g: Float64Array;
  readonly h: Float64Array;
}

function bestSplits(nodes: number, level: Level): readonly Split[] {
  const best: Split[] = Array.from({ length: nodes }, () => ({ column: -1, bin: 0, gain: 1e-6 }));
  for (const [column, { length }] of level.edges.entries()) {
    if (length === 0) continue;
    const sums = sumBins(nodes, length + 1, level, column);
    for (let node = 0; node < nodes; node++) {
      const split = bestOfColumn(sums, node, length + 1);
      if (split.gain > best[node]!.gain) best[node] = { column, ...split };
    }
  }
  return best;
}

interface BinSums {
  readonly g: Float64Array;
  readonly h: Float64Array;
}

function sumBins(nodes: number, binCount: number, level: Level, column: number): BinSums {
  const sums = { g: new Float64Array(nodes * binCount), h: new Float64Array(nodes * binCount) };
  const { chosen, nodeOf, g, h } = level;
  const bins = level.bins[column]!;
  for (let i = 0; i < chosen.length; i++) {
    const at = nodeOf[i]! * binCount + bins[chosen[i]!]!;
    sums.g[at]! += g[i]!;
    sums.h[at]! += h[i]!;
  }
  return sums;
}

function bestOfColumn({ g, h }: BinSums, node: number, binCount: number): Omit<Split, 'column'> {
  let [allG, allH] = [0, 0];
  for (let bin = 0; bin < binCount; bin++) {
    allG += g[node * binCount + bin]!;
    allH += h[node * binCount + bin]!;
  }
  let best = { bin: 0, gain: 0 };
  let [leftG, leftH] = [0, 0];
  for (let bin = 0; bin + 1 < binCount; bin++) {
    leftG += g[node * binCount + bin]!;
    leftH += h[node * binCount + bin]!;
    if (leftH < LEAST_LEAF) continue;
    if (allH - leftH < LEAST_LEAF) break;
    const gain = worth(leftG, leftH) + worth(allG - leftG, allH - leftH) - worth(allG, allH);
    if (gain > best.gain) best = { bin, gain };
  }
  return best;
}

function worth(g: number, h: number): number {
  return (g * g) / (h + RIDGE);
}

function leavesOf({ column, bin }: Questions, bins: readonly Uint8Array[], count: number): Uint8Array {
  const leafOf = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    let question = 0;
    for (let depth = 0; depth < TREE_DEPTH; depth++) {
      const isAbove = column[question]! >= 0 && bins[column[question]!]![i]! > bin[question]!;
      question = 2 * question + (isAbove ? 2 : 1);
    }
    leafOf[i] = question - QUESTIONS;
  }
  return leafOf;
}

function leafValues(
  leafOf: Uint8Array,
  gradient: Float64Array,
  curvature: Float64Array,
  rate: number,
): Float64Array {
  const [g, h] = [new Float64Array(LEAVES), new Float64Array(LEAVES)];
  for (let i = 0; i < leafOf.length; i++) {
    g[leafOf[i]!]! += gradient[i]!;
    h[leafOf[i]!]! += curvature[i]!;
  }
  return g.map((sum, leaf) => Math.round((LEAF_STEPS * rate * -sum) / (h[leaf]! + RIDGE)) / LEAF_STEPS);
}

/** Where nothing is asked, all facts are below the limit. */
function addTree(
  { columns: columnsOf, limits }: Trees,
  tree: number,
  { questions, columns, edges }: { questions: Questions; columns: readonly number[]; edges: Growth['edges'] },
): void {
  for (let question = 0; question < QUESTIONS; question++) {
    const column = questions.column[question]!;
    const at = tree * QUESTIONS + question;
    columnsOf[at] = column < 0 ? 0 : columns[column]!;
    limits[at] = column < 0 ? NEVER_ABOVE : edges[column]![questions.bin[question]!]!;
  }
}

// Bins: borders lie between values that were met, at about equal numbers of observations.

/** So many values are enough to know where borders are. */
const VALUES_SEEN = 60_000;

function edgesOf({ rows, width }: Sample, column: number): Float32Array {
  const step = Math.max(1, Math.floor(rows.length / width / VALUES_SEEN));
  const values: number[] = [];
  for (let at = column; at < rows.length; at += width * step) values.push(rows[at]!);
  values.sort((one, other) => one - other);
  const different = [...new Set(values)];
  const borders =
    different.length <= MOST_BINS
      ? different.slice(0, -1)
      : [
          ...new Set(
            Array.from(
              { length: MOST_BINS - 1 },
              (_, i) => values[Math.floor(((i + 1) * values.length) / MOST_BINS)]!,
            ),
          ),
        ].filter((value) => value < different.at(-1)!);
  return Float32Array.from(borders, (value) => short(value, nextAfter(different, value)));
}

function nextAfter(sorted: readonly number[], value: number): number {
  return sorted[sorted.indexOf(value) + 1]!;
}

/** A number between two others with as few digits as will do. */
function short(low: number, high: number): number {
  const middle = (low + high) / 2;
  for (let digits = 0; digits < 12; digits++) {
    const rounded = Math.fround(Number(middle.toFixed(digits)));
    if (rounded >= low && rounded < high) return rounded;
  }
  return Math.fround(middle);
}

function binsOf({ rows, width }: Sample, column: number, edges: Float32Array): Uint8Array {
  const bins = new Uint8Array(rows.length / width);
  for (let i = 0; i < bins.length; i++) {
    const value = rows[i * width + column]!;
    let [low, high] = [0, edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value > edges[middle]!) low = middle + 1;
      else high = middle;
    }
    bins[i] = low;
  }
  return bins;
}
