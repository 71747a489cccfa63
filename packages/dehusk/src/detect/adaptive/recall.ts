import type { Sightings } from './columns.ts';
import type { Said } from './score.ts';

/** What stands on so many pages is one thing on all of them, and gets one verdict: what was said before counts as well, */
const SAME_THING_SHARE = 0.3;
/** as much as each of those pages; and from so many on it counts alone, or what is doubtful would go on some pages only. */
const ENOUGH_WORDS = 20;

/** Mixes what was said before into log odds. `shareOf`: on what share of the pages a piece stood. */
export function recall(
  logOdds: Float64Array,
  mains: Uint32Array,
  shareOf: (piece: number) => number,
  { seen }: Sightings,
  said: Said,
): void {
  for (let piece = 0; piece < logOdds.length; piece++) {
    if (shareOf(piece) < SAME_THING_SHARE) continue;
    const main = mains[piece]!;
    const before = said(main);
    if (before === undefined) continue;
    const words = seen[main]!;
    logOdds[piece] = words >= ENOUGH_WORDS ? before : (logOdds[piece]! + words * before) / (1 + words);
  }
}
