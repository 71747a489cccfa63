/** The pairs of pages of a site: what each mapping finds of the optimum (section "Effectiveness"), and its CPU time. */
import { DehuskError, type Page, parseText } from 'dehusk';
import { isTooMuchWork, type Mapping, type MappingName, mappings, TEXT, tagName } from 'dehusk/parts';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { cpuMs } from '../../run/measure.ts';
import { mean } from '../../score/statistics.ts';
import { scoreMapping } from '../../score/tree-scores.ts';
import { spread } from '../paper.ts';
import { mapPlainTopDown } from './plain-top-down.ts';

export interface MappingResult {
  /**
   * Against TD-TD, which the thesis takes for the optimum: by the nodes of the key page that are template, order and
   * partners do not count (Figure 5.1).
   */
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
  /** Against the exact optimum, and pairs of nodes found as a part of its. */
  readonly optimumF: number;
  readonly share: number;
  readonly isCommonSubtree: boolean;
  /** The smaller of two runs. */
  readonly ms: number;
}

export interface MeasuredPair {
  readonly parameters: PairParameters;
  readonly results: ReadonlyMap<MappingName, MappingResult>;
  /** CPU time of TD-TD with a full table for every two nodes; undefined where that is too much. */
  readonly plainMs: number | undefined;
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
    const reference = mappings[topDown.mapping](key, other);
    const results = names.map((name) => {
      const { ms, result } = timed(() => mappings[name](key, other));
      const again = timed(() => mappings[name](key, other)).ms;
      const { f1: f, precision, recall } = scoreMapping(result, reference);
      const { f1: optimumF } = scoreMapping(result, optimum);
      const share = result.size / optimum.size;
      const isValid = isCommonSubtree(key, other, result);
      const scores = { precision, recall, f, optimumF, share };
      return [name, { ...scores, isCommonSubtree: isValid, ms: Math.min(ms, again) }] as const;
    });
    const plain = timed(() => mapPlainTopDown(key, other, MAX_PLAIN_CELLS));
    const plainMs = plain.result === undefined ? undefined : plain.ms;
    return { parameters: pairParameters(key, other, optimum), results: new Map(results), plainMs };
  } catch (error) {
    if (isTooMuchWork(error)) return undefined;
    throw error;
  }
}

/** Of TD-TD with full tables: a second or so, and fewer pairs than a Map can hold. */
const MAX_PLAIN_CELLS = 8_000_000;

function timed<Result>(run: () => Result): { readonly ms: number; readonly result: Result } {
  const start = cpuMs();
  const result = run();
  // The clock counts microseconds: what takes none is not free.
  return { result, ms: Math.max(cpuMs() - start, 0.001) };
}

// What the time of a mapping may depend on (the discussion of chapter 5): six numbers of a pair of pages, counted on
// both. Template are the nodes that the optimal mapping has.

export const parameterNames = [
  'tree size',
  'leaf size',
  'total changes',
  'leaf changes',
  'total-change ratio',
  'leaf-change ratio',
] as const;
type PairParameters = Readonly<Record<(typeof parameterNames)[number], number>>;

export function pairParameters(key: Page, other: Page, optimum: Mapping): PairParameters {
  const isTemplate = Uint8Array.from(optimum.other, (counterpart) => (counterpart === -1 ? 0 : 1));
  const isTemplateThere = new Uint8Array(other.nodeCount);
  for (const counterpart of optimum.other) if (counterpart !== -1) isTemplateThere[counterpart] = 1;
  const [here, there] = [countPage(key, isTemplate), countPage(other, isTemplateThere)];
  const treeSize = key.nodeCount + other.nodeCount;
  const totalChanges = here.changes + there.changes;
  const leafChanges = here.leafChanges + there.leafChanges;
  return {
    'tree size': treeSize,
    'leaf size': here.leaves + there.leaves,
    'total changes': totalChanges,
    'leaf changes': leafChanges,
    'total-change ratio': totalChanges / treeSize,
    // Of pages without a change there is no ratio; as a number for a correlation 0 says the same.
    'leaf-change ratio': totalChanges === 0 ? 0 : leafChanges / totalChanges,
  };
}

interface PageCounts {
  leaves: number;
  changes: number;
  /** "Non-template nodes which are leaf nodes and parents are template nodes". */
  leafChanges: number;
}

function countPage(page: Page, isTemplate: Uint8Array): PageCounts {
  const counts = { leaves: 0, changes: 0, leafChanges: 0 };
  for (let node = 0; node < page.nodeCount; node++) {
    const isLeaf = page.subtreeEnd[node] === node + 1;
    if (isLeaf) counts.leaves++;
    if (isTemplate[node] === 1) continue;
    counts.changes++;
    if (isLeaf && isTemplate[page.parent[node]!] === 1) counts.leafChanges++;
  }
  return counts;
}

/**
 * Whether a mapping is a common subtree of both pages, which Figure 5.2 of the thesis asks for: pairs of one tag and
 * one text, no node in two of them, parents of a pair are a pair, and siblings stand in one order. Paths are then
 * equal too (H1), since roots go with roots.
 */
export function isCommonSubtree(key: Page, other: Page, { other: counterparts }: Mapping): boolean {
  let last = -1;
  for (let node = 0; node < key.nodeCount; node++) {
    const counterpart = counterparts[node]!;
    if (counterpart === -1) continue;
    const parent = key.parent[node]!;
    const hasParents = other.parent[counterpart] === (parent === -1 ? -1 : counterparts[parent]!);
    // Parents go with parents, so siblings are in order if the document is; and no node comes twice.
    if (!hasParents || counterpart <= last || !isAlike(key, node, [other, counterpart])) return false;
    last = counterpart;
  }
  return true;
}

function isAlike(key: Page, node: number, [other, counterpart]: readonly [Page, number]): boolean {
  if (key.tag[node] === TEXT || other.tag[counterpart] === TEXT)
    return (
      key.tag[node] === other.tag[counterpart] &&
      key.textHashHigh[node] === other.textHashHigh[counterpart] &&
      key.textHashLow[node] === other.textHashLow[counterpart]
    );
  return tagName(key, node) === tagName(other, counterpart);
}

/** The thesis's names, and the mappings that they are here. */
export interface Method {
  readonly name: string;
  readonly mapping: MappingName;
}

export const topDown: Method = { name: 'TD-TD', mapping: 'restricted-top-down' };
export const bottomUp: Method = { name: 'BU-TD', mapping: 'bottom-up' };
export const prufer: Method = { name: 'PS-TD', mapping: 'prufer' };
export const consolidated: Method = { name: 'CPS-TD', mapping: 'consolidated-prufer' };
/** Not in the thesis: what all are measured against (H29). */
export const optimal: Method = { name: 'optimum', mapping: 'top-down-exact' };

/** Those that the thesis times. */
export const timedMethods: readonly Method[] = [topDown, bottomUp, prufer, consolidated];
export const allMethods: readonly Method[] = [...timedMethods, optimal];

/** Which mapping is which, for the note of a table. */
export const methodNote: string = `${allMethods.map(({ name, mapping }) => `${name} is ${mapping}`).join(', ')}.`;

export function resultOf({ results }: MeasuredPair, { mapping }: Method): MappingResult {
  return results.get(mapping)!;
}

/** Mean over pairs. */
export function meanOf(
  pairs: readonly MeasuredPair[],
  method: Method,
  value: (result: MappingResult) => number,
): number {
  return mean(pairs.map((pair) => value(resultOf(pair, method))));
}

/** CPU milliseconds a pair. */
export function msOf(pairs: readonly MeasuredPair[], method: Method): number {
  return meanOf(pairs, method, ({ ms }) => ms);
}

export function pairsOf(sites: readonly MeasuredSite[]): readonly MeasuredPair[] {
  return sites.flatMap(({ pairs }) => pairs);
}

/** Figure 5.2: nothing is right about a result that is no common subtree. */
export function penalised(value: (result: MappingResult) => number): (result: MappingResult) => number {
  return (result) => (result.isCommonSubtree ? value(result) : 0);
}

/** How much of two pages the optimal template is: 1 for pages that are the same. */
export function sharedPart({ parameters }: MeasuredPair): number {
  return 1 - parameters['total-change ratio'];
}

/** Of pairs on which it could be run: the CPU time of plain TD-TD, a pair. */
export function plainMsOf(pairs: readonly MeasuredPair[]): number {
  return mean(pairs.map(({ plainMs }) => plainMs!));
}

export function plainPairs(pairs: readonly MeasuredPair[]): readonly MeasuredPair[] {
  return pairs.filter(({ plainMs }) => plainMs !== undefined);
}
