/** The pages of one site in a window, judged by any method, with the table of their words. */
import {
  type BatchDetector,
  type HashKey,
  type IndexTimeDetector,
  type Page,
  type Verdict,
  WordTable,
} from '../../index.ts';
import { batchMethods } from '../methods/batch-methods.ts';
import type { MethodOptions } from '../methods/method-options.ts';
import { isBatchMethod, type MethodName } from '../methods/methods.ts';
import { streamMethods } from '../methods/stream-methods.ts';

interface JudgedSite {
  readonly table: WordTable;
  readonly verdicts: readonly Verdict[];
  /** What the method carries to the next window; undefined for methods that forget. */
  readonly state?: Uint8Array;
}

/** `state`: what was carried from the window before. Detectors live no longer, so that a stop makes no difference. */
export type JudgeSite = (pages: readonly Page[], state: Uint8Array | undefined) => JudgedSite;

export function createSiteJudge(method: MethodName, options: MethodOptions, hashKey: HashKey): JudgeSite {
  if (isBatchMethod(method)) {
    const create = batchMethods[method](options);
    return (pages, state) => judgeTogether(create(), tableOf(pages, hashKey), state);
  }
  // As all pages of a window are learned first, adaptive keeps what was repeated at any time; incremental does worse then.
  const forgetting = method !== 'adaptive';
  const create = streamMethods[method](options, { hashKey, forgetting });
  return (pages, state) => {
    const detector = create();
    if (state !== undefined) detector.load(state);
    // All pages of the window are known before the first is judged: they are held back anyway.
    for (const page of pages) detector.learn(page);
    const verdicts = pages.map((page) => detector.judge(page));
    return { table: tableOf(pages, hashKey), verdicts, state: detector.save() };
  };
}

function judgeTogether(detector: BatchDetector, table: WordTable, state: Uint8Array | undefined): JudgedSite {
  if (!readsTables(detector)) return { table, verdicts: detector.judgeBatch(table.pages) };
  if (state !== undefined) detector.load(state);
  return { table, verdicts: detector.judgeTable(table), state: detector.save() };
}

/** Such a one finds templates in the words that the index is made of: they are scanned once. */
function readsTables(detector: BatchDetector): detector is IndexTimeDetector {
  return 'judgeTable' in detector;
}

function tableOf(pages: readonly Page[], hashKey: HashKey): WordTable {
  const table = new WordTable(hashKey);
  for (const page of pages) table.addPage(page);
  return table;
}
