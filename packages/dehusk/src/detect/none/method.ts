/** The method that finds nothing, described. */
import type { StreamMethod } from '../method.ts';

export const none: StreamMethod = {
  name: 'none',
  kind: 'stream',
  summary: 'nothing is template: the baseline, and for converting pages only',
  options: {},
  takesKnown: false,
  loadDetector: async () => (await import('./none.ts')).createNoneDetector,
};
