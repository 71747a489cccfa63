/**
 * The methods that the paper compares, and our own, as they are while an index is built: the table of words is there
 * already.
 */
import {
  type BatchDetector,
  createAdaptiveDetector,
  createIndexTimeDetector,
  createNoneDetector,
  createShingleDetector,
  createStyleTreeDetector,
  type IndexTimeDetector,
  type Page,
  type Verdict,
  type WordTable,
} from 'dehusk/parts';

export type DetectorName = 'none' | 'index-time' | 'shingle' | 'style-tree' | 'adaptive';

export const detectors: Readonly<Record<DetectorName, () => BatchDetector>> = {
  none: () => ({
    method: 'none',
    judgeBatch: (pages) => pages.map((page) => createNoneDetector().judge(page)),
  }),
  'index-time': createIndexTimeDetector,
  shingle: createShingleDetector,
  'style-tree': createStyleTreeDetector,
  adaptive: () => ({ method: 'adaptive', judgeBatch: judgeAdaptively }),
};

/** As in `dehusk index`: all pages of a batch are learned before one is judged. */
function judgeAdaptively(pages: readonly Page[]): readonly Verdict[] {
  const detector = createAdaptiveDetector({ forgetting: false });
  for (const page of pages) detector.learn(page);
  return pages.map((page) => detector.judge(page));
}

/** The pages are those that the table was made of. */
export function judgePages(
  detector: BatchDetector,
  pages: readonly Page[],
  table: WordTable,
): readonly Verdict[] {
  return isIndexTime(detector) ? detector.judgeTable(table) : detector.judgeBatch(pages);
}

export function isIndexTime(detector: BatchDetector): detector is IndexTimeDetector {
  return 'judgeTable' in detector;
}
