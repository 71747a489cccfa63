/** The methods that the paper compares, as they are while an index is built: the table of words is there already. */
import {
  type BatchDetector,
  createIndexTimeDetector,
  createNoneDetector,
  createShingleDetector,
  createStyleTreeDetector,
  type IndexTimeDetector,
  type Page,
  type Verdict,
  type WordTable,
} from '../../../index.ts';

export type DetectorName = 'none' | 'index-time' | 'shingle' | 'style-tree';

export const detectors: Readonly<Record<DetectorName, () => BatchDetector>> = {
  none: () => ({
    method: 'none',
    judgeBatch: (pages) => pages.map((page) => createNoneDetector().judge(page)),
  }),
  'index-time': createIndexTimeDetector,
  shingle: createShingleDetector,
  'style-tree': createStyleTreeDetector,
};

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
