/**
 * One pass over the input for methods that need many pages at once: so many pages are held back, then judged site by
 * site, and come out in their order. A window begins where the one before ended, so a run that goes on after a stop
 * has the same windows, if it was stopped between two.
 */
import { type InputItem, pageFailure, type RawPage } from '../../index.ts';
import type { Input } from '../../node.ts';
import { doneResult, type PassOptions, type PassResult } from './clean-pass.ts';
import { fromOutcome, type Outcome } from './page-work.ts';

export interface BatchPassOptions extends PassOptions {
  /** Pages in a window. */
  readonly batchPages: number;
  /** Every page is written with its template. */
  readonly allWhole: boolean;
}

/** What a window has at a place: a result already, or a page that waits for the others. */
type Place = PassResult | { readonly kind: 'waiting'; readonly site: string; readonly raw: RawPage };

export async function* batchPass(input: Input, options: BatchPassOptions): AsyncGenerator<PassResult> {
  let window: Place[] = [];
  let waiting = 0;
  let index = 0;
  for await (const item of input) {
    if (index++ < options.skip) {
      yield doneResult(item.kind === 'page' ? item.page : undefined, options);
      continue;
    }
    const place = placeOf(item, options);
    window.push(place);
    if (place.kind === 'waiting') waiting++;
    if (waiting < options.batchPages) continue;
    yield* judgeWindow(window, options);
    window = [];
    waiting = 0;
  }
  yield* judgeWindow(window, options);
}

function placeOf(item: InputItem, { siteKey, isWanted }: PassOptions): Place {
  if (item.kind === 'failure') return item;
  const raw = item.page;
  if (!isWanted(raw)) return { kind: 'unwanted', raw };
  try {
    return { kind: 'waiting', site: siteKey(raw), raw };
  } catch (error) {
    return { ...pageFailure(error, raw), raw };
  }
}

async function* judgeWindow(
  window: readonly Place[],
  { pool, prepare, allWhole }: BatchPassOptions,
): AsyncGenerator<PassResult> {
  const underWay = new Map<string, Promise<readonly Outcome[]>>();
  for (const [site, raws] of bySite(window)) {
    const { whole } = await prepare(site, raws[0]!);
    underWay.set(site, pool.processBatch({ site, raws, whole, allWhole }));
  }
  const outcomes = new Map<string, Iterator<Outcome>>();
  for (const [site, judged] of underWay) outcomes.set(site, (await judged)[Symbol.iterator]());
  for (const [i, place] of window.entries()) {
    const result =
      place.kind === 'waiting' ? resultOf(place, outcomes.get(place.site)!.next().value!) : place;
    yield i + 1 < window.length ? { ...result, isInWindow: true } : result;
  }
}

function bySite(window: readonly Place[]): ReadonlyMap<string, readonly RawPage[]> {
  const sites = new Map<string, RawPage[]>();
  for (const place of window) {
    if (place.kind !== 'waiting') continue;
    const known = sites.get(place.site);
    if (known === undefined) sites.set(place.site, [place.raw]);
    else known.push(place.raw);
  }
  return sites;
}

function resultOf({ site, raw }: { site: string; raw: RawPage }, outcome: Outcome): PassResult {
  return outcome.kind === 'failure' ? { ...fromOutcome(outcome), raw } : { kind: 'page', site, raw, outcome };
}
