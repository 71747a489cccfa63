/** The pairs of pages of a site: what each mapping finds of the optimum (section "Effectiveness"), and its CPU time. */
import { DehuskError, type MappingName, mappings, type Page, parseText } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/read-corpus.ts';
import { cpuMs } from '../../run/cpu-ms.ts';
import { scoreMapping } from '../../score/mapping-score.ts';
import { spread } from '../spread.ts';
import { isCommonSubtree } from './common-subtree.ts';
import { type PairParameters, pairParameters } from './pair-parameters.ts';

export interface MappingResult {
  /** By the nodes of the key page that are template: order and partners do not count (Figure 5.1). */
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
  /** Pairs of nodes found, as a part of the optimum's. */
  readonly share: number;
  readonly isCommonSubtree: boolean;
  /** The smaller of two runs. */
  readonly ms: number;
}

export interface MeasuredPair {
  readonly parameters: PairParameters;
  readonly results: ReadonlyMap<MappingName, MappingResult>;
}

export interface MeasuredSite {
  readonly site: string;
  readonly pairs: readonly MeasuredPair[];
  /** Pairs that cost a mapping more than its budget: they are left out for all. */
  readonly overBudget: number;
  /** CPU time of parsing two pages. */
  readonly parseMs: number;
}

/** All pairs of `count` pages, spread evenly over the site's file. */
export function measurePairs(site: CorpusSite, count: number, names: readonly MappingName[]): MeasuredSite {
  const sample = spread(site.pages(), count).flatMap(({ html }) => parsed(html));
  const pages = sample.map(({ page }) => page);
  const pairs = pages.flatMap((key, i) =>
    pages.slice(i + 1).map((other) => measurePair([key, other], names)),
  );
  const measured = pairs.filter((pair) => pair !== undefined);
  // Parsing again, now that the parser is warm.
  const parseMs = (2 * timed(() => sample.map(({ html }) => parseText(html))).ms) / pages.length;
  return { site: site.name, pairs: measured, overBudget: pairs.length - measured.length, parseMs };
}

/** A page that cannot be parsed has no pairs. */
function parsed(html: string): readonly { readonly html: string; readonly page: Page }[] {
  try {
    return [{ html, page: parseText(html) }];
  } catch (error) {
    if (error instanceof DehuskError) return [];
    throw error;
  }
}

function measurePair(
  [key, other]: readonly [Page, Page],
  names: readonly MappingName[],
): MeasuredPair | undefined {
  try {
    const optimum = mappings['top-down-exact'](key, other);
    const results = names.map((name) => {
      const { ms, result } = timed(() => mappings[name](key, other));
      const again = timed(() => mappings[name](key, other)).ms;
      const { f1: f, ...others } = scoreMapping(result, optimum);
      const share = result.size / optimum.size;
      const isValid = isCommonSubtree(key, other, result);
      return [name, { ...others, f, share, isCommonSubtree: isValid, ms: Math.min(ms, again) }] as const;
    });
    return { parameters: pairParameters(key, other, optimum), results: new Map(results) };
  } catch (error) {
    if (error instanceof DehuskError && error.code === 'MAPPING_BUDGET') return undefined;
    throw error;
  }
}

function timed<Result>(run: () => Result): { readonly ms: number; readonly result: Result } {
  const start = cpuMs();
  const result = run();
  // The clock counts microseconds: what takes none is not free.
  return { result, ms: Math.max(cpuMs() - start, 0.001) };
}
