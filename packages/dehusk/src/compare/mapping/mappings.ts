/** The mappings by name, as `--mapping` takes them. */
import type { Page } from '../../page/page.ts';
import { mapBottomUp } from './bottom-up.ts';
import { mapEquality } from './equality.ts';
import type { Mapping, MappingName, MappingOptions } from './mapping.ts';
import { mapRestrictedTopDown } from './restricted-top-down.ts';
import { mapConsolidatedPrufer, mapPrufer } from './sequence.ts';
import { mapTopDownExact } from './top-down-exact.ts';

export type MapPages = (key: Page, other: Page, options?: MappingOptions) => Mapping;

export const mappings: Readonly<Record<MappingName, MapPages>> = {
  'top-down-exact': mapTopDownExact,
  'restricted-top-down': mapRestrictedTopDown,
  prufer: mapPrufer,
  'consolidated-prufer': mapConsolidatedPrufer,
  'bottom-up': mapBottomUp,
  equality: mapEquality,
};
