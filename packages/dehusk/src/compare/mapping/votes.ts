import type { Mapping } from './mapping.ts';

/** For each node of the key page: with how many of the other pages it has a counterpart (reading A18). */
export function countVotes(mappings: readonly Mapping[], nodeCount: number): Uint16Array {
  const votes = new Uint16Array(nodeCount);
  for (const { other } of mappings) {
    for (let node = 0; node < nodeCount; node++) if (other[node] !== -1) votes[node]!++;
  }
  return votes;
}

/** The votes that are asked for where only some of the wanted pages could be had (reading A17): 2 of 3 is 2 of 2. */
export function scaledVotes(votes: number, { wanted, had }: { wanted: number; had: number }): number {
  return had >= wanted ? votes : Math.ceil((votes * had) / wanted);
}
