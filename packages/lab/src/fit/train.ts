/** A model from samples: weights of the terms, trees that correct them, and trees for first pages. */
import {
  factCount,
  factNames,
  judgeAlone,
  type Model,
  type Trees,
  termNames,
  writeTerms,
} from 'dehusk/parts';
import { foldsOf, orderOfRound } from './folds.ts';
import { fitLogistic, type LinearModel, type Observations } from './logistic.ts';
import type { Observed } from './sample.ts';
import { boost } from './trees.ts';

/** What is known of a site: for each a sample of its pages among others, and of its pages alone. */
export interface SiteSample {
  readonly known: Observed;
  readonly alone: Observed;
}

/**
 * Strong enough that no group of sites moves the weights far. With a thirtieth of it a fit without the data pages
 * finds that labels are template, and loses up to three points on them; with three times as much all fits lose.
 */
const RIDGE = 0.03;
/** Few pieces are links within their page, and nothing else speaks for them: such a weight would be pulled down most. */
const RARE_RIDGE = 0.001;
const ridge = termNames.map((name) => (name === 'withinPage' ? RARE_RIDGE : RIDGE));

const SITE_TREES = 40;
const FIRST_PAGE_TREES = 40;
const RATE = 0.2;

/** A judge knows the sites that he was fitted to; on these he would seem to know more than he does on others. */
const ALONE_FOLDS = 3;

/** Facts that need a memory, of a first page they all say the same; and the last is what its judge says himself. */
// biome-ignore format: a list of words
const notOfFirstPages: ReadonlySet<string> = new Set([
  'seen', 'repeated', 'share', 'blockNew', 'new1', 'new2', 'new3', 'mixedSteps', 'pages', 'presence', 'newness',
  'known', 'usualNew1', 'usualNew2', 'usualNew3', 'usualProse1', 'usualProse2', 'usualProse3', 'repeatedAfter',
  'pageRepeated', 'shareHere', 'knownLinks3', 'alone',
]);

/**
 * Where many buttons and labels are, a page says to its visitors what they may do. Of a known site the memory says more;
 * where trees ask for both, tables of data are lost.
 */
const onlyOfFirstPages: ReadonlySet<string> = new Set(['control1', 'control2']);

export interface Training {
  readonly sites: readonly SiteSample[];
  readonly singles: Observed | undefined;
  /** Facts that trees may not ask about. */
  readonly without?: ReadonlySet<string>;
  readonly trees?: number;
  /** Each grows its trees on other pieces. */
  readonly round?: number;
}

const SEED = 12_345;

export function train(training: Training): Model {
  const { sites, trees = SITE_TREES } = training;
  const linear = fitTerms(sites.map((site) => site.known));
  const weights = [linear.bias, ...linear.weights].map((weight) => Math.round(weight * 100) / 100);
  const growing = { weights, trees, ...columnsAndSeed(training, onlyOfFirstPages) };
  return {
    weights,
    siteTrees: grow(judgedByStrangers(training), growing),
    firstPageTrees: trainFirstPages(training),
  };
}

/** The judge of first pages alone. */
export function trainFirstPages(training: Training): Trees {
  const { sites, singles } = training;
  return grow([...sites.map((site) => site.alone), ...(singles === undefined ? [] : [singles])], {
    trees: FIRST_PAGE_TREES,
    ...columnsAndSeed(training, notOfFirstPages),
  });
}

function columnsAndSeed(
  { without = new Set(), round = 0 }: Training,
  forbidden: ReadonlySet<string>,
): Pick<Growing, 'columns' | 'seed'> {
  const isAllowed = (name: string): boolean => !without.has(name) && !forbidden.has(name);
  const columns = [...factNames.keys()].filter((column) => isAllowed(factNames[column]!));
  return { columns, seed: SEED + round };
}

/** The pages of sites among others, with what judges of first pages say of them that have not seen the site. */
function judgedByStrangers(training: Training): readonly Observed[] {
  const { sites, round = 0 } = training;
  const judges = new Map(
    foldsOf(orderOfRound(sites, round), ALONE_FOLDS).flatMap((fold) => {
      const others = sites.filter((site) => !fold.includes(site));
      const judge = trainFirstPages({ ...training, sites: others });
      return fold.map((site) => [site, judge] as const);
    }),
  );
  return sites.map((site) => {
    const rows = site.known.rows.slice();
    judgeAlone(rows, judges.get(site)!);
    return { ...site.known, rows };
  });
}

function fitTerms(parts: readonly Observed[]): LinearModel {
  const observations = parts.map(
    ({ rows, positive, weights }): Observations => ({ rows: termsOf(rows), positive, weights }),
  );
  return fitLogistic(observations, { ridge });
}

function termsOf(rows: Float32Array): Float64Array {
  const count = rows.length / factCount;
  const terms = new Float64Array(count * termNames.length);
  for (let i = 0; i < count; i++) writeTerms(rows, i, terms, i * termNames.length);
  return terms;
}

interface Growing {
  /** Of the terms, if trees are to correct them. */
  readonly weights?: readonly number[];
  readonly trees: number;
  readonly columns: readonly number[];
  readonly seed: number;
}

function grow(parts: readonly Observed[], { weights, trees, columns, seed }: Growing): Trees {
  const count = parts.reduce((sum, { positive }) => sum + positive.length, 0);
  const sample = {
    width: factCount,
    rows: new Float32Array(count * factCount),
    positive: new Uint8Array(count),
    weights: new Float64Array(count),
    base: new Float64Array(count),
  };
  let at = 0;
  for (const part of parts) {
    sample.rows.set(part.rows, at * factCount);
    sample.positive.set(part.positive, at);
    sample.weights.set(part.weights, at);
    if (weights !== undefined) sample.base.set(sumsOfTerms(part.rows, weights), at);
    at += part.positive.length;
  }
  return boost(sample, { trees, rate: RATE, columns, seed });
}

function sumsOfTerms(rows: Float32Array, [bias, ...weights]: readonly number[]): Float64Array {
  const terms = termsOf(rows);
  return Float64Array.from({ length: rows.length / factCount }, (_, i) =>
    weights.reduce((sum, weight, term) => sum + weight * terms[i * weights.length + term]!, bias!),
  );
}
