/**
 * One pass of a run over its input: items in, results in the same order, several pages at a time under way. The
 * results go into output and state, and both are made durable together now and then.
 *
 * For methods that need many pages at once, so many are held back, then judged site by site, and come out in their
 * order. Such a window begins where the one before ended, so a run that goes on after a stop between two has the same
 * windows.
 */
import { setImmediate as eventLoop } from 'node:timers/promises';
import { findMethod } from '../../detect/registry.ts';
import type { Input, InputItem } from '../../input/input.ts';
import { openInputs } from '../../input/open-inputs.ts';
import { pageId, type RawPage } from '../../page/raw-page.ts';
import { type PageFailure, type PageMode, pageFailure } from '../engine.ts';
import { loadSiteKey, type SiteKey } from '../site-key.ts';
import { type Bootstrap, bootstrapByFetching, bootstrapFromInput } from './bootstrap.ts';
import type { Run } from './run.ts';
import { fromOutcome, type Outcome, type PageOutcome } from './work.ts';

/** A turn of the event loop this often, for signals and progress: pages of one chunk come without any. */
const turnEveryMs = 50;

interface Pass<Rendered> extends Run<Rendered> {
  readonly mode: PageMode;
  readonly siteKey: SiteKey;
  /** Items at the start that an earlier run has done. */
  readonly skip: number;
  /** 1 for the nodes of a site's first page that are known to be template. */
  readonly knownOf: (site: string, raw: RawPage) => Promise<Uint8Array | undefined>;
}

type PassResult<Rendered> =
  | {
      readonly kind: 'page';
      readonly site: string;
      readonly raw: RawPage;
      readonly outcome: PageOutcome<Rendered>;
    }
  /** Of a page, or of what should have held one. */
  | (PageFailure & { readonly raw?: RawPage })
  /** Done by an earlier run. */
  | {
      readonly kind: 'done';
      readonly site: string | undefined;
      readonly raw: RawPage | undefined;
      readonly isNewSite: boolean;
    }
  | { readonly kind: 'unwanted'; readonly raw: RawPage };

export async function runPass<Rendered>(run: Run<Rendered>, number: number, skip: number): Promise<void> {
  const { options, report, plan, progress, work } = run;
  const mode = plan.passes[number - 1]!;
  const siteKey = await loadSiteKey(options.siteBy);
  await using bootstrap = mode === 'observe' ? await openBootstrap(run, siteKey) : undefined;
  if (skip === 0) progress.beginPass(number);
  work.beginPass(number);
  report.tally.beginPass(mode === 'learn' ? 'learning' : 'cleaning', skip === 0);
  const pass = { ...run, mode, siteKey, skip, knownOf: createKnownOf(run, bootstrap) };
  const isBatch = findMethod(options.method).kind === 'batch';
  for await (const results of isBatch ? windows(pass) : onePageAtATime(pass)) {
    for (const result of results)
      await (mode === 'learn' ? takeLearned(result, run) : takeCleaned(result, run));
    // A run that goes on cannot begin inside a window.
    if (progress.uncommitted >= options.commitEvery) await run.commit(false);
  }
}

async function* onePageAtATime<Rendered>(
  pass: Pass<Rendered>,
): AsyncGenerator<readonly PassResult<Rendered>[]> {
  const underWay: Promise<PassResult<Rendered>>[] = [];
  let index = 0;
  let turnMs = performance.now();
  for await (const item of openPassInput(pass)) {
    if (index++ < pass.skip) underWay.push(passOver(item, pass));
    else await startItem(item, pass, underWay);
    if (underWay.length >= pass.work.inFlight) yield [await underWay.shift()!];
    if (performance.now() - turnMs < turnEveryMs) continue;
    await eventLoop();
    turnMs = performance.now();
  }
  for (const result of underWay) yield [await result];
}

/** Hands a page to the work; waits only for what is known of its site beforehand. */
async function startItem<Rendered>(
  item: InputItem,
  pass: Pass<Rendered>,
  underWay: Promise<PassResult<Rendered>>[],
): Promise<void> {
  const place = placeOf(item, pass);
  if (place.kind !== 'waiting') {
    underWay.push(Promise.resolve(place));
    return;
  }
  const { site, raw } = place;
  pass.sites?.add(site);
  const known = await pass.knownOf(site, raw);
  const outcome = pass.work.page({ site, raw, mode: pass.mode, known });
  underWay.push(outcome.then((done) => resultOf(place, done)));
}

/** A page that waits for its outcome. */
interface WaitingPage {
  readonly kind: 'waiting';
  readonly site: string;
  readonly raw: RawPage;
}

async function* windows<Rendered>(pass: Pass<Rendered>): AsyncGenerator<readonly PassResult<Rendered>[]> {
  const { method, batchPages } = pass.options;
  const text = `method ${method} judges many pages at once: up to ${batchPages} are held back`;
  pass.report.messages.info('held-back', text, { method, batchPages });
  let window: (PassResult<Rendered> | WaitingPage)[] = [];
  let waiting = 0;
  let index = 0;
  for await (const item of openPassInput(pass)) {
    if (index++ < pass.skip) {
      yield [await passOver(item, pass)];
      continue;
    }
    const place = placeOf(item, pass);
    window.push(place);
    if (place.kind === 'waiting') waiting++;
    if (waiting < batchPages) continue;
    yield await judgeWindow(window, pass);
    window = [];
    waiting = 0;
  }
  yield await judgeWindow(window, pass);
}

async function judgeWindow<Rendered>(
  window: readonly (PassResult<Rendered> | WaitingPage)[],
  { work }: Pass<Rendered>,
): Promise<readonly PassResult<Rendered>[]> {
  const rawsOf = new Map<string, RawPage[]>();
  for (const place of window) {
    if (place.kind !== 'waiting') continue;
    const raws = rawsOf.get(place.site);
    if (raws === undefined) rawsOf.set(place.site, [place.raw]);
    else raws.push(place.raw);
  }
  const underWay = [...rawsOf].map(async ([site, raws]) => [site, await work.batch(site, raws)] as const);
  const outcomes = new Map<string, Iterator<Outcome<Rendered>>>();
  for (const [site, judged] of await Promise.all(underWay)) outcomes.set(site, judged[Symbol.iterator]());
  return window.map((place) =>
    place.kind === 'waiting' ? resultOf(place, outcomes.get(place.site)!.next().value!) : place,
  );
}

function placeOf<Rendered>(
  item: InputItem,
  { siteKey, plan }: Pass<Rendered>,
): WaitingPage | Exclude<PassResult<Rendered>, { kind: 'page' | 'done' }> {
  if (item.kind === 'failure') return item;
  const raw = item.page;
  if (plan.onlyPages !== undefined && !plan.onlyPages.has(pageId(raw))) return { kind: 'unwanted', raw };
  try {
    return { kind: 'waiting', site: siteKey(raw), raw };
  } catch (error) {
    return { ...pageFailure(error, raw), raw };
  }
}

function resultOf<Rendered>({ site, raw }: WaitingPage, outcome: Outcome<Rendered>): PassResult<Rendered> {
  return outcome.kind === 'failure' ? { ...fromOutcome(outcome), raw } : { kind: 'page', site, raw, outcome };
}

/** What an earlier run has done: its site is met all the same. */
async function passOver<Rendered>(item: InputItem, pass: Pass<Rendered>): Promise<PassResult<Rendered>> {
  const raw = item.kind === 'page' ? item.page : undefined;
  const site = raw && pass.siteKey(raw);
  if (site === undefined) return { kind: 'done', site, raw, isNewSite: false };
  pass.sites?.add(site);
  await pass.knownOf(site, raw!);
  // A run that learns nothing has nowhere written down which sites it has met.
  return { kind: 'done', site, raw, ...(await pass.work.pass(site, pass.plan.isFrozen)) };
}

async function openBootstrap<Rendered>(run: Run<Rendered>, siteKey: SiteKey): Promise<Bootstrap | undefined> {
  const { options, report } = run;
  if (options.bootstrap === undefined) return undefined;
  if (options.bootstrap === 'fetch') return bootstrapByFetching(options, report);
  report.tally.beginPass('bootstrapping', false);
  return bootstrapFromInput(openPassInput(run), siteKey, { limits: options.limits, report });
}

/** Asked of each page; the first page of a site that no state knows is answered for. */
function createKnownOf<Rendered>(
  { store }: Run<Rendered>,
  bootstrap: Bootstrap | undefined,
): Pass<Rendered>['knownOf'] {
  if (bootstrap === undefined) return async () => undefined;
  const met = new Set<string>();
  return async (site, raw) => {
    if (met.has(site)) return undefined;
    met.add(site);
    return (await store.loadSite(site)) === undefined ? bootstrap.knownOf(site, raw) : undefined;
  };
}

function openPassInput<Rendered>({ options, report }: Run<Rendered>): Input {
  return openInputs(options.inputs, {
    ...options.reading,
    signal: options.signal,
    onBytes: (count) => report.tally.addBytes(count),
  });
}

/** Nothing is written, and failures come again in the pass that writes. */
async function takeLearned<Rendered>(
  result: PassResult<Rendered>,
  { report, progress }: Run<Rendered>,
): Promise<void> {
  if (result.kind === 'done') {
    if (result.site !== undefined) report.tally.passPage(result.isNewSite);
  } else if (result.kind === 'page') {
    const { site, outcome } = result;
    report.tally.addPage(outcome.isNewSite);
    progress.addItem(site, outcome.change);
  } else progress.addItem();
}

async function takeCleaned<Rendered>(result: PassResult<Rendered>, run: Run<Rendered>): Promise<void> {
  const { report, progress, sink } = run;
  switch (result.kind) {
    case 'page':
      return takePage(result, run);
    case 'done':
      if (result.site !== undefined) report.tally.passPage(result.isNewSite);
      break;
    case 'failure':
      report.fail(result);
      progress.addItem();
      break;
    case 'unwanted':
      progress.addItem();
  }
  if (result.raw !== undefined) sink.pass({ id: pageId(result.raw), raw: result.raw });
}

async function takePage<Rendered>(
  { site, raw, outcome }: Extract<PassResult<Rendered>, { kind: 'page' }>,
  { sink, traces, report, plan, progress }: Run<Rendered>,
): Promise<void> {
  const { id, rendered, trace, guarded, change, isNewSite } = outcome;
  await sink.put({ id, raw }, rendered!);
  if (trace !== undefined) await traces?.add({ site, id, guarded, trace });
  report.tally.addPage(isNewSite);
  if (guarded) report.tally.addGuarded();
  progress.addItem(site, plan.isFrozen ? undefined : change);
}
