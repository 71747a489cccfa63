/**
 * PS-TD (Huang 2011, Algorithms 2, 3 and 5): a mapping by the extended Prüfer sequences of the two trees.
 *
 * Valid, but not always the largest: R(A(A),A) and R(A(A,A)) share 3 nodes, of which it finds 2 (H26). Cost: by the
 * number of occurrences of equal labels; memory by the number of dominant matches, which is bounded.
 */
import type { Page } from '../../page/page.ts';
import type { Mapping } from './mapping.ts';
import type { MappingOptions } from './options.ts';
import { mapBySequences } from './sequence/map-by-sequences.ts';
import { extendedSequence } from './sequence/sequences.ts';

export function mapPrufer(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  return mapBySequences({ key, other }, { toSequence: extendedSequence, byBranch: true }, options);
}
