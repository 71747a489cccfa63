/**
 * A page from its bytes to the bytes of its record: the part of a run that takes time and touches nothing else, so
 * that it can be done in the main thread or in a worker. What goes in and comes out can be sent between threads.
 */
import {
  type CleanFailure,
  DehuskError,
  type ErrorCode,
  type ErrorFacts,
  type HashKey,
  isStateError,
  type PageLimits,
  PageProcessor,
  type PageTask,
  type Provenance,
  pageFailure,
  type StateGain,
} from '../../index.ts';
import type { MethodOptions } from '../methods/method-options.ts';
import type { MethodName } from '../methods/methods.ts';
import { type StreamMethodName, streamMethods } from '../methods/stream-methods.ts';
import { encodeTemplate } from '../output/encode.ts';
import { createRecordMaker, type RecordSetting } from './judged-record.ts';

export interface WorkOptions extends RecordSetting {
  readonly method: MethodName;
  readonly methodOptions: MethodOptions;
  readonly forgetting: boolean;
  readonly hashKey: HashKey;
  readonly limits: PageLimits;
  /** A store wants to know what was learned. */
  readonly journal: boolean;
  /** Somebody will ask which verdicts have changed. */
  readonly trace: boolean;
}

export interface WorkTask extends PageTask {
  /** Write the page with its template; if it fails, then the next one of its site. */
  readonly whole: boolean;
}

export interface PageOutcome {
  readonly kind: 'page';
  readonly id: string;
  /** The record; undefined where the page was only learned from. */
  readonly bytes: Uint8Array | undefined;
  readonly chars: number;
  readonly templateChars: number;
  /** It would have come out empty. */
  readonly guarded: boolean;
  readonly gain: StateGain;
  readonly trace?: Uint8Array;
}

/** A failure in a form that survives being sent: errors lose their class on the way. */
export interface FailureOutcome {
  readonly kind: 'failure';
  readonly code: ErrorCode;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly provenance: Provenance;
  readonly url?: string;
  /** Where a fault of the program happened. */
  readonly stack?: string;
}

export type Outcome = PageOutcome | FailureOutcome;

export interface PageWork {
  process(task: WorkTask): Outcome;
  /** For each trace, whether its page would be judged otherwise now. */
  wouldDiffer(traces: SiteTraces): readonly boolean[];
  /** The template of a site as a record of its own. */
  templateDocument(site: KnownSite): Uint8Array;
}

/** A site, and what the store knows of it where none of its pages came here: an earlier run had them all. */
export type KnownSite = Pick<PageTask, 'site' | 'state'>;

export interface SiteTraces extends KnownSite {
  readonly traces: readonly Uint8Array[];
}

/** What there is to say of a page that was only learned from. */
const learned = { kind: 'page', bytes: undefined, chars: 0, templateChars: 0, guarded: false } as const;

export function createPageWork(options: WorkOptions): PageWork {
  const { method, methodOptions, hashKey, forgetting, limits, journal } = options;
  const createDetector = streamMethods[method as StreamMethodName](methodOptions, { hashKey, forgetting });
  const processor = new PageProcessor({ createDetector, limits, hashKey, journal });
  const makeRecord = createRecordMaker(options);
  const wholeNext = new Set<string>();

  const processPage = (task: WorkTask): PageOutcome => {
    const { site, raw, mode } = task;
    if (task.whole) wholeNext.add(site);
    const { page, verdict, gain } = processor.process(task);
    if (verdict === undefined) return { ...learned, id: page.id, gain };
    const trace = options.trace && mode === 'observe' ? { trace: processor.detectorOf(site).trace() } : {};
    const whole = wholeNext.delete(site);
    return { kind: 'page', ...makeRecord({ site, raw, page, verdict, whole }), gain, ...trace };
  };

  return {
    process: (task) => {
      try {
        return processPage(task);
      } catch (error) {
        if (isStateError(error)) throw error;
        return toOutcome(pageFailure(error, task.raw));
      }
    },
    wouldDiffer: ({ site, state, traces }) => {
      const detector = processor.detectorOf(site, state);
      return traces.map((trace) => detector.wouldDiffer(trace));
    },
    templateDocument: ({ site, state }) => {
      const detector = processor.detectorOf(site, state);
      const { version } = detector;
      return encodeTemplate({ site, segments: detector.templateSegments(), version }, options.encode);
    },
  };
}

export function toOutcome({ error, provenance, url }: CleanFailure): FailureOutcome {
  const stack = error.cause instanceof Error ? error.cause.stack : undefined;
  return {
    kind: 'failure',
    code: error.code,
    facts: error.facts,
    provenance,
    ...(url !== undefined && { url }),
    ...(stack !== undefined && { stack }),
  };
}

export function fromOutcome({ code, facts, provenance, url, stack }: FailureOutcome): CleanFailure {
  const cause = stack === undefined ? undefined : Object.assign(new Error(), { stack });
  const error = new DehuskError(code, facts as ErrorFacts<ErrorCode>, { cause });
  return { kind: 'failure', error, provenance, ...(url !== undefined && { url }) };
}
