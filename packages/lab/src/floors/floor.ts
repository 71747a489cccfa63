/** What a method must not score below: the F1 of content tokens on a group of sites and a gold. */
import type { GroupName } from '../corpus/read-corpus.ts';
import type { GoldName } from '../score/site-score.ts';

export interface FloorPlace {
  readonly method: string;
  readonly group: GroupName;
  readonly gold: GoldName;
}

export interface Floor extends FloorPlace {
  readonly floor: number;
  /** Why it was lowered, the last time that it was. */
  readonly reason?: string;
}

/** One method on one group and gold has one floor. */
export function placeKey({ method, group, gold }: FloorPlace): string {
  return `${method} ${group} ${gold}`;
}
