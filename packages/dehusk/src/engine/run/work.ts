/**
 * A page from its bytes to the bytes of its record: the part of a run that takes time and touches nothing else, so
 * that it can be done in the main thread or in a worker. What goes in and comes out can be sent between threads.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import type { OptionValues } from '../../detect/method.ts';
import { findMethod } from '../../detect/registry.ts';
import { DehuskError, type ErrorCode, type ErrorFacts } from '../../errors.ts';
import { encodeTemplate } from '../../output/files/encode.ts';
import type { HashKey } from '../../page/hash.ts';
import { readPage } from '../../page/parse.ts';
import { type PageLimits, type Provenance, type RawPage, resolveLimits } from '../../page/raw-page.ts';
import {
  createEngine,
  type Engine,
  type EngineSetting,
  isStateError,
  type JudgedPage,
  type PageFailure,
  type PageTask,
  pageFailure,
  type Step,
} from '../engine.ts';
import { createOverrides, type SiteOverrides } from '../overrides.ts';
import { siteStates } from '../site-state.ts';
import type { SiteChange, SiteState } from '../store.ts';
import type { RenderOptions } from './render-page.ts';

/** How the pages of a run are judged. Plain data: it is sent to threads. */
export interface JudgeOptions {
  readonly method: string;
  readonly methodOptions: OptionValues;
  readonly forgetting: boolean;
  readonly hashKey: HashKey;
  readonly limits: Partial<PageLimits>;
  readonly overrides: SiteOverrides;
  readonly guard: boolean;
  readonly memoryBytes: number;
  /** What was learned is kept. */
  readonly hasStore: boolean;
  /** Somebody will ask which verdicts have changed. */
  readonly traces: boolean;
  /** Somebody will ask why verdicts are as they are. */
  readonly explain?: boolean | undefined;
  /** Somebody will ask for the template of sites in words. */
  readonly words?: boolean;
  /** A batch method that can is handed what it knew after the batch before. */
  readonly carries?: boolean;
}

/** What becomes of a page. */
export interface PageOutcome<Rendered> extends Pick<Step, 'id' | 'change' | 'isNewSite' | 'trace'> {
  readonly kind: 'page';
  /** Undefined where the page was only learned from. */
  readonly rendered?: Rendered | undefined;
  /** It would have come out empty. */
  readonly guarded: boolean;
  /** Nothing was learned of its site. */
  readonly isOfUnknownSite: boolean;
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
  /** Of a page that was learned, and could not be rendered. */
  readonly change?: SiteChange;
}

export type Outcome<Rendered> = PageOutcome<Rendered> | FailureOutcome;

/** The work on pages, here or in threads. What is asked for one site is done in the order in which it was asked. */
export interface Work<Rendered> {
  /** How many pages may be under way at once. */
  readonly inFlight: number;
  beginPass(pass: number): void;
  /** At once where nothing has to be waited for. Without a store the bytes of the page may be gone afterwards. */
  page(task: RawTask): Outcome<Rendered> | Promise<Outcome<Rendered>>;
  /** Pages of one site, judged together by a method that needs many at once. */
  batch(site: string, raws: readonly RawPage[]): Promise<readonly Outcome<Rendered>[]>;
  /** A page is passed over that an earlier run has done. */
  pass(site: string, wasWritten: boolean): Promise<Pick<Step, 'isNewSite'>>;
  /** For each trace, whether its page would be judged otherwise now. */
  wouldDiffer(site: string, traces: readonly Uint8Array[]): Promise<readonly boolean[]>;
  /** The template of a site as a record of its own. */
  templateDocument(site: string): Promise<Uint8Array>;
  /** Somebody else goes on with the site: what is known of it comes from the store when it is met again. */
  forget(site: string): Promise<void>;
  close(): Promise<void>;
}

export type RawTask = Pick<PageTask, 'site' | 'mode' | 'known'> & { readonly raw: RawPage };

/**
 * V8 looks for garbage that has lived long when the heap has grown by a share of what is in use. Pages leave so much of it
 * that a small heap was looked through every 2 MB of input, which cost an eighth of all CPU time; so a small heap may
 * grow by these bytes. A large one is that of many sites, which come and go: there 40 % cost no time that could be
 * measured, and 20 % a third more.
 */
const HEAP_ROOM_BYTES = 48 * 1024 * 1024;
const LEAST_GROWTH = 40;
const MOST_GROWTH = 300;
/** So many pages from one look at the heap to the next. */
const PAGES_PER_LOOK = 200;

let pageCount = 0;

/** Called for each page. */
export function lookAtHeap(): void {
  if (++pageCount % PAGES_PER_LOOK === 0) setHeapGrowth();
}

function setHeapGrowth(): void {
  const percent = (100 * HEAP_ROOM_BYTES) / getHeapStatistics().used_heap_size;
  const growth = Math.round(Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, percent)));
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}

/**
 * V8 puts called functions into each one that it compiles, far beyond where a page goes through them faster. With a
 * quarter of its limit, compiling took so much less that 300 MB cost 7 % less CPU time, and 1 GB 5 %.
 */
const INLINED_BYTECODE = 250;

export type LoadSite = (site: string) => Promise<SiteState | undefined>;

export async function openEngine(
  options: JudgeOptions,
  loadSite: LoadSite,
  refine?: EngineSetting['refine'],
): Promise<Engine> {
  setHeapGrowth();
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTECODE}`);
  const { method, methodOptions, overrides, hasStore, explain, traces, limits, ...judging } = options;
  const { keep, drop, sites } = overrides;
  const hasRules = keep.length + drop.length + Object.keys(sites ?? {}).length > 0;
  // A thread without rules does without the library for selectors.
  const override =
    hasRules && createOverrides(overrides, (await import('../../page/select.ts')).createSelector);
  return createEngine({
    ...judging,
    method: findMethod(method),
    options: methodOptions,
    limits: resolveLimits(limits),
    toPage: readPage,
    keeping: {
      states: siteStates,
      openParking: async () => (await import('../temporary-parking.ts')).openTemporaryParking(),
    },
    ...(override && { override }),
    ...(hasStore && { loadSite }),
    ...(explain && { explain }),
    ...(traces && { traceOf: (detector) => detector.trace() }),
    ...(refine && { refine }),
  });
}

/** The work in this thread. */
export function workHere<Rendered>(
  engine: Engine,
  render: (judged: JudgedPage) => Rendered,
  { encode }: Pick<RenderOptions, 'encode'>,
): Work<Rendered> {
  const outcomeOf = (raw: RawPage, step: Step): Outcome<Rendered> => {
    try {
      return pageOutcome(step, render);
    } catch (error) {
      // The page fails, but it was learned.
      return { ...failedOutcome(error, raw), ...(step.change && { change: step.change }) };
    }
  };
  return {
    inFlight: 1,
    beginPass: (pass) => engine.beginPass(pass),
    page: ({ site, raw, mode, known }) => {
      lookAtHeap();
      let step: Step | Promise<Step>;
      try {
        step = engine.step({ site, source: raw, mode, known });
      } catch (error) {
        return failedOutcome(error, raw);
      }
      if (!(step instanceof Promise)) return outcomeOf(raw, step);
      return step.then(
        (done) => outcomeOf(raw, done),
        (error: unknown) => failedOutcome(error, raw),
      );
    },
    batch: async (site, raws) => {
      const steps = await engine.batch(site, raws);
      return steps.map((step, i) => ('kind' in step ? toOutcome(step) : outcomeOf(raws[i]!, step)));
    },
    pass: (site, wasWritten) => engine.passOver(site, wasWritten),
    wouldDiffer: (site, traces) => engine.wouldDiffer(site, traces),
    templateDocument: async (site) =>
      encodeTemplate({ site, ...(await engine.templateInWords(site)) }, encode),
    forget: (site) => engine.forget(site),
    close: () => engine[Symbol.asyncDispose](),
  };
}

export function pageOutcome<Rendered>(
  { id, judged, change, isNewSite, trace }: Step,
  render: (judged: JudgedPage) => Rendered,
): PageOutcome<Rendered> {
  return {
    kind: 'page',
    id,
    change,
    isNewSite,
    trace,
    rendered: judged && render(judged),
    guarded: judged?.guarded ?? false,
    isOfUnknownSite: judged?.pageCount === 0,
  };
}

export async function orFailed<Value>(
  raw: Pick<RawPage, 'url' | 'provenance'>,
  act: () => Promise<Value>,
): Promise<Value | FailureOutcome> {
  try {
    return await act();
  } catch (error) {
    return failedOutcome(error, raw);
  }
}

/** What goes wrong with a page is an outcome; what is wrong with a state is thrown. */
function failedOutcome(error: unknown, raw: Pick<RawPage, 'url' | 'provenance'>): FailureOutcome {
  if (isStateError(error)) throw error;
  return toOutcome(pageFailure(error, raw));
}

function toOutcome({ error, provenance, url }: PageFailure): FailureOutcome {
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

export function fromOutcome({ code, facts, provenance, url, stack }: FailureOutcome): PageFailure {
  const cause = stack === undefined ? undefined : Object.assign(new Error(), { stack });
  const error = new DehuskError(code, facts as ErrorFacts<ErrorCode>, { cause });
  return { kind: 'failure', error, provenance, ...(url !== undefined && { url }) };
}
