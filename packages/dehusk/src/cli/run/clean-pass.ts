/** One pass over the input: items in, results in the same order, several pages at a time under way. */
import { setImmediate as eventLoop } from 'node:timers/promises';
import { type CleanFailure, type PageMode, pageFailure, type RawPage, type SiteKey } from '../../index.ts';
import type { Input } from '../../node.ts';
import { fromOutcome, type PageOutcome, type WorkTask } from './page-work.ts';
import type { WorkPool } from './work-pool.ts';

/** A turn of the event loop this often, for signals and progress: pages of one chunk come without any. */
const turnEveryMs = 50;

export interface PassOptions {
  readonly mode: PageMode;
  readonly siteKey: SiteKey;
  readonly pool: WorkPool;
  /** Items at the start that an earlier run has done. */
  readonly skip: number;
  /** Pages that are not wanted are passed over. */
  readonly isWanted: (raw: RawPage) => boolean;
  /** What a task must know of its site besides the page. */
  readonly prepare: (site: string, raw: RawPage) => Promise<Pick<WorkTask, 'state' | 'whole' | 'known'>>;
}

export type PassResult = WindowPlace &
  (
    | { readonly kind: 'page'; readonly site: string; readonly raw: RawPage; readonly outcome: PageOutcome }
    /** Of a page, or of what should have held one. */
    | (CleanFailure & { readonly raw?: RawPage })
    /** Done by an earlier run. */
    | { readonly kind: 'done'; readonly site: string | undefined; readonly raw: RawPage | undefined }
    | { readonly kind: 'unwanted'; readonly raw: RawPage }
  );

interface WindowPlace {
  /** More of the window follow, see `batch-pass.ts`: a run that goes on cannot begin here. */
  readonly isInWindow?: boolean;
}

export async function* cleanPass(input: Input, options: PassOptions): AsyncGenerator<PassResult> {
  const underWay: Promise<PassResult>[] = [];
  let index = 0;
  let turnMs = performance.now();
  for await (const item of input) {
    if (index++ < options.skip) yield doneResult(item.kind === 'page' ? item.page : undefined, options);
    else if (item.kind === 'failure') underWay.push(Promise.resolve(item));
    else if (!options.isWanted(item.page))
      underWay.push(Promise.resolve({ kind: 'unwanted', raw: item.page }));
    else await startPage(item.page, options, underWay);
    if (underWay.length >= options.pool.inFlight) yield await underWay.shift()!;
    if (performance.now() - turnMs < turnEveryMs) continue;
    await eventLoop();
    turnMs = performance.now();
  }
  for (const result of underWay) yield await result;
}

export function doneResult(raw: RawPage | undefined, { siteKey }: Pick<PassOptions, 'siteKey'>): PassResult {
  return { kind: 'done', site: raw && siteKey(raw), raw };
}

/** Hands a page to the pool; waits only for what the store knows of its site. */
async function startPage(raw: RawPage, options: PassOptions, underWay: Promise<PassResult>[]): Promise<void> {
  const { mode, pool } = options;
  let site: string;
  try {
    site = options.siteKey(raw);
  } catch (error) {
    underWay.push(Promise.resolve({ ...pageFailure(error, raw), raw }));
    return;
  }
  const prepared = await options.prepare(site, raw);
  underWay.push(resultOf(raw, site, pool.process({ site, raw, mode, ...prepared })));
}

async function resultOf(
  raw: RawPage,
  site: string,
  work: ReturnType<WorkPool['process']>,
): Promise<PassResult> {
  const outcome = await work;
  return outcome.kind === 'failure' ? { ...fromOutcome(outcome), raw } : { kind: 'page', site, raw, outcome };
}
