/** Template by vote, described; `mapping-vote.ts` is the method itself. */

import { type MappingName, type MappingOptions, mappingNames } from '../../compare/mapping/mapping.ts';
import { type BatchMethod, type MethodOption, optionDefaults } from '../method.ts';

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
const options = {
  mapping: { default: 'top-down-exact', choices: mappingNames, help: 'how two pages are compared' },
  others: { default: 3, least: 1, integer: true, help: 'with how many other pages each is compared' },
  votes: {
    default: 2,
    least: 1,
    integer: true,
    help: 'what has a counterpart on so many of them is template',
  },
} as const satisfies Record<string, MethodOption>;

export const mappingVoteDefaults: MappingVoteOptions = { ...optionDefaults(options), mappingOptions: {} };

export const mappingVote: BatchMethod = {
  name: 'mapping-vote',
  kind: 'batch',
  summary: 'what has a counterpart on enough other pages, by a mapping of trees (Huang 2011; Alarte 2014)',
  options,
  judgesElements: true,
  loadDetector: async () => {
    const { createMappingVoteDetector } = await import('./mapping-vote.ts');
    return createMappingVoteDetector;
  },
};
