import type { HashKey } from '../../page/text-hash.ts';
import type { FadingTableOptions } from '../../table/fading-table.ts';

export interface AdaptiveOptions extends FadingTableOptions {
  /** From this score on a segment is template. */
  readonly threshold: number;
  readonly hashKey: HashKey;
}

export const adaptiveDefaults: AdaptiveOptions = {
  // With 20 the streaming figures lose a tenth of a point, with no limit they gain half of that, and nothing is forgotten.
  memoryPages: 40,
  // Scores are calibrated, so this is where template gets likelier than content.
  threshold: 0.5,
  forgetting: true,
  // A megabyte: far above what the busiest site of the corpus has alive at once.
  maxSegments: 60_000,
  hashKey: [0, 0],
};
