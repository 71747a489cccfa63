/** The default method, described; `adaptive.ts` is the method itself. */
import type { HashKey } from '../../page/hash.ts';
import type { FadingTableOptions } from '../../table/fading-table.ts';
import { type MethodOption, optionDefaults, type StreamMethod } from '../method.ts';

export interface AdaptiveOptions extends FadingTableOptions {
  /** From this score on a segment is template, unless something is favoured. */
  readonly threshold: number;
  readonly favour: string;
  readonly hashKey: HashKey;
}

const options = {
  memoryPages: {
    // With 20 the streaming figures lose a tenth of a point, with no limit they gain half of that, and nothing is forgotten.
    default: 40,
    least: 2,
    integer: true,
    help: 'a page that is this many pages old counts a third',
  },
  threshold: {
    // Scores are calibrated, so this is where template gets likelier than content.
    default: 0.5,
    least: 0,
    integer: false,
    help: 'a text is template from this score on, if nothing is favoured',
  },
  favour: {
    default: 'neither',
    choices: ['neither', 'recall', 'precision'],
    help: 'recall: labels, captions and doubtful boxes stay; precision: they go',
  },
  maxSegments: {
    // A megabyte: far above what the busiest site of the corpus has alive at once.
    default: 32_000,
    least: 100,
    integer: true,
    help: 'most texts remembered of a site; those seen on the fewest pages go first',
  },
} as const satisfies Record<string, MethodOption>;

export const adaptiveDefaults: AdaptiveOptions = {
  ...optionDefaults(options),
  forgetting: true,
  hashKey: [0, 0],
};

/** Three to one: measured on the corpus, a third of the lost lines are left, or half of the leak. */
const favoured: Readonly<Record<string, number>> = { recall: 0.75, precision: 0.25 };

/** From this score on a segment is template. */
export function thresholdOf({ favour, threshold }: AdaptiveOptions): number {
  return favoured[favour] ?? threshold;
}

/** Without the method: who loads it in another way need not carry what this way loads. */
export const adaptiveDescription: Omit<StreamMethod, 'loadDetector'> = {
  name: 'adaptive',
  kind: 'stream',
  summary: 'what the recent pages of a site repeat, weighed by where and how it stands on the page',
  options,
  takesKnown: true,
};

const loadDetector: StreamMethod['loadDetector'] = async ({ explain = false, ...asked } = {}) => {
  const { createAdaptiveDetector } = await import('./adaptive.ts');
  const explainer = explain ? await import('./explain.ts') : undefined;
  return (given, setting) => createAdaptiveDetector({ ...given, ...setting }, { explainer, ...asked });
};

// Bundlers leave out a call that nobody needs, and no copy of fields, which might do something.
export const adaptive: StreamMethod = /* @__PURE__ */ Object.assign(
  { explains: true, loadDetector },
  adaptiveDescription,
);
