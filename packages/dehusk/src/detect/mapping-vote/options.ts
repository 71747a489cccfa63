import { type MapPages, type MappingName, mappings } from '../../compare/mapping/mappings.ts';
import type { MappingOptions } from '../../compare/mapping/options.ts';

export interface MappingVoteOptions {
  /** How pages are compared. */
  readonly mapping: MappingName;
  /** n: with how many others the key page is compared. */
  readonly others: number;
  /** t: a node is template from so many votes on, that is, if it has a counterpart on so many of the others. */
  readonly votes: number;
  /** What the mapping is told. */
  readonly mappingOptions: MappingOptions;
}

/**
 * n = 3 and t = 2 are what Alarte's thesis found best (Tables 5.2 and 5.3). The mapping is the optimal one, which is
 * also the fastest that is valid (docs/methods/sequence.md).
 */
export const mappingVoteDefaults: MappingVoteOptions = {
  mapping: 'top-down-exact',
  others: 3,
  votes: 2,
  mappingOptions: {},
};

export function mapPagesOf({ mapping, mappingOptions }: MappingVoteOptions): MapPages {
  const map = mappings[mapping];
  return (key, other) => map(key, other, mappingOptions);
}
