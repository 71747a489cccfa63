/**
 * Batch methods with batches of many sizes: "the number of web pages in each batch is adjusted for shingle method and
 * SST method"; and with many thresholds, of which the paper says nothing. Thresholds are applied to what a verdict
 * rests on, so that a batch is judged once for all of them.
 */
import {
  type BatchDetector,
  createShingleDetector,
  createStyleTreeDetector,
  type Page,
  shingleDefaults,
  sourceBytes,
  styleTreeDefaults,
} from 'dehusk/parts';
import { batchPages } from './storage-table.ts';
import { blockRates, type IsTemplate, type Trial, type TrialSite } from './trial.ts';

export interface BatchMethod {
  create(): BatchDetector;
  readonly thresholds: readonly number[];
  readonly defaultThreshold: number;
  /** What the method would say with this threshold. */
  isTemplate(threshold: number): IsTemplate;
}

/** The threshold is a share of the batch's pages. */
export const shingle: BatchMethod = {
  create: createShingleDetector,
  thresholds: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  defaultThreshold: shingleDefaults.templateShare,
  isTemplate:
    (share) =>
    ({ seen, of }, node) =>
      seen[node]! >= shingleDefaults.templatePages && seen[node]! / of > share,
};

/** The threshold is the importance from which on a text stays. */
export const styleTree: BatchMethod = {
  create: createStyleTreeDetector,
  thresholds: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  defaultThreshold: styleTreeDefaults.threshold,
  isTemplate: (importance) => {
    // The importance is known as 1 − score, in 32 bits.
    const leastScore = Math.fround(1 - importance);
    return ({ score }, node) => score[node]! > leastScore;
  },
};

/** Into how many batches a site is cut, as long as each has two pages. */
const batchCounts = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 60, 90, 130, 200];

export function tryBatches(site: TrialSite, method: BatchMethod): readonly Trial[] {
  const { pages } = site;
  const bytes = pages.reduce((sum, page) => sum + sourceBytes(page), 0);
  const counts = batchCounts.filter((count) => count * 2 <= pages.length);
  const usualCount = nearest(counts, pages.length / batchPages);
  return counts.flatMap((count) => {
    const verdicts = evenBatches(pages, count).flatMap((batch) => method.create().judgeBatch(batch));
    return method.thresholds.map((threshold) => ({
      setting: `${Math.round(pages.length / count)} pages, ${threshold}`,
      rates: blockRates(site, verdicts, method.isTemplate(threshold)),
      bytes: bytes / count,
      batchPages: pages.length / count,
      isDefault: count === usualCount && threshold === method.defaultThreshold,
      hasDefaultThreshold: threshold === method.defaultThreshold,
    }));
  });
}

function nearest(counts: readonly number[], wanted: number): number | undefined {
  return [...counts].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
}

/** No batch is larger than another by two: a short one at the end would say more of the sample than of the method. */
function evenBatches(pages: readonly Page[], count: number): readonly (readonly Page[])[] {
  const cut = (i: number): number => Math.round((i * pages.length) / count);
  return Array.from({ length: count }, (_, i) => pages.slice(cut(i), cut(i + 1)));
}
