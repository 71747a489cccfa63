import { type MapPages, mappings } from '../../compare/mapping/mappings.ts';
import type { MappingVoteOptions } from './method.ts';

export function mapPagesOf({ mapping, mappingOptions }: MappingVoteOptions): MapPages {
  const map = mappings[mapping];
  return (key, other) => map(key, other, mappingOptions);
}
