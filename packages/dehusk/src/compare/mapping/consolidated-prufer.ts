/**
 * CPS-TD (Huang 2011, Algorithms 2, 4 and 5): a mapping by the consolidated Prüfer sequences, in which each node
 * stands once.
 *
 * Valid, but not always the largest: R(A(A,A),A) and R(A(A(A)),A(A)) share 4 nodes, of which it finds 3 (H26).
 */
import type { Page } from '../../page/page.ts';
import type { Mapping } from './mapping.ts';
import type { MappingOptions } from './options.ts';
import { mapBySequences } from './sequence/map-by-sequences.ts';
import { consolidatedSequence } from './sequence/sequences.ts';

export function mapConsolidatedPrufer(key: Page, other: Page, options: MappingOptions = {}): Mapping {
  return mapBySequences({ key, other }, { toSequence: consolidatedSequence, byBranch: false }, options);
}
