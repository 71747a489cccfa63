/** The pages of one site, judged together by a method that needs many at once. */
import {
  createNoneDetector,
  isStateError,
  type Page,
  pageFailure,
  pageId,
  parse,
  type RawPage,
} from '../../index.ts';
import { type BatchMethodName, batchMethods } from '../methods/batch-methods.ts';
import { createRecordMaker } from './judged-record.ts';
import { type Outcome, type PageOutcome, toOutcome, type WorkOptions } from './page-work.ts';

export interface BatchTask {
  readonly site: string;
  readonly raws: readonly RawPage[];
  /** Write the first page that can be read with its template. */
  readonly whole: boolean;
  /** Write all of them so. */
  readonly allWhole: boolean;
}

/** The state of a site that nothing was learned of: that it was there is known all the same. */
const learnedNothing: PageOutcome['gain'] = {
  snapshot: createNoneDetector().save(),
  journal: new Uint8Array(),
};

/** One outcome for each page, in their order. */
export function createBatchWork(options: WorkOptions): (task: BatchTask) => readonly Outcome[] {
  const { methodOptions, hashKey, limits } = options;
  const createDetector = batchMethods[options.method as BatchMethodName](methodOptions);
  const makeRecord = createRecordMaker(options);
  const parsed = (raw: RawPage): Page | Outcome =>
    orFailure(raw, () => parse(raw, { limits, hashKey, id: pageId(raw) }));

  return ({ site, raws, whole, allWhole }) => {
    const pages = raws.map(parsed);
    // A detector of its own for each batch: what comes out depends on nothing but the pages in it.
    const verdicts = createDetector().judgeBatch(pages.filter(isPage))[Symbol.iterator]();
    let wholeNext = whole;
    return pages.map((page, i) => {
      if (!isPage(page)) return page;
      const raw = raws[i]!;
      const verdict = verdicts.next().value!;
      const isWhole = wholeNext || allWhole;
      wholeNext = false;
      return orFailure(raw, () => ({
        kind: 'page' as const,
        ...makeRecord({ site, raw, page, verdict, whole: isWhole }),
        gain: learnedNothing,
      }));
    });
  };
}

function isPage(parsed: Page | Outcome): parsed is Page {
  return 'nodeCount' in parsed;
}

function orFailure<Value>(raw: RawPage, make: () => Value): Value | Outcome {
  try {
    return make();
  } catch (error) {
    if (isStateError(error)) throw error;
    return toOutcome(pageFailure(error, raw));
  }
}
