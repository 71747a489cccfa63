import type { MappingName } from 'dehusk/parts';
import { mean } from '../../mean.ts';
import type { MappingResult, MeasuredPair, MeasuredSite } from './measure-pairs.ts';

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
