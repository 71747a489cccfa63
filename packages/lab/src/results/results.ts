/** All results of an evaluation, ready to be told in any form. */
import type { EvaluatedSites } from '../run/evaluate.ts';
import type { GoldName } from '../score/site-score.ts';
import { comparePaired, type PairedDifference } from './bootstrap.ts';
import { type MethodResult, methodResults, siteF1s } from './method-result.ts';
import type { SiteFacts } from './site-facts.ts';
import { byGold } from './site-result.ts';

export interface Results {
  readonly corpus: readonly SiteFacts[];
  readonly methods: readonly MethodResult[];
  readonly comparison: Comparison | undefined;
}

/** Every other method against one, site by site. */
export interface Comparison {
  readonly against: string;
  readonly differences: readonly MethodDifference[];
}

interface MethodDifference {
  readonly method: string;
  readonly golds: Readonly<Record<GoldName, PairedDifference | undefined>>;
}

/** `against`: the name of a method; unless told, the one with the best F1 on the read gold. */
export function createResults({ results, corpus }: EvaluatedSites, against?: string): Results {
  const methods = methodResults(results);
  const other = against === undefined ? bestOf(methods) : methods.find(({ method }) => method === against);
  return { corpus, methods, comparison: other && compareAll(methods, other) };
}

/** Undefined where nothing is scored on the read gold. */
export function bestOf(methods: readonly MethodResult[]): MethodResult | undefined {
  const scored = methods.filter(({ all }) => all.read.figures.f1 !== undefined);
  return scored.toSorted((a, b) => b.all.read.figures.f1! - a.all.read.figures.f1!)[0];
}

function compareAll(methods: readonly MethodResult[], other: MethodResult): Comparison {
  const differenceOf = ({ method, sites }: MethodResult): MethodDifference => ({
    method,
    golds: byGold((gold) => comparePaired(siteF1s(sites, gold), siteF1s(other.sites, gold))),
  });
  return {
    against: other.method,
    differences: methods.filter(({ method }) => method !== other.method).map(differenceOf),
  };
}
