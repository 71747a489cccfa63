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
import { DehuskError } from '../../errors.ts';
import type { InputItem, InputOptions, PassedOver, Portion } from '../../input/input.ts';
import { openInputs, portionsOf, portionsOfFiles } from '../../input/open-inputs.ts';
import { pageId, type RawPage } from '../../page/raw-page.ts';
import { type PageFailure, type PageMode, pageFailure } from '../engine.ts';
import { loadSiteKey, type SiteKey, tellsSite } from '../site-key.ts';
import type { InputEnd, InputMark, SiteChange } from '../store.ts';
import { type Bootstrap, bootstrapByFetching, bootstrapFromInput } from './bootstrap.ts';
import { itemDigest } from './find-run.ts';
import { InputDigest } from './input-digest.ts';
import type { Run } from './run.ts';
import { fromOutcome, type Outcome, type PageOutcome } from './work.ts';

/** A turn of the event loop this often, for signals and progress: pages of one chunk come without any. */
const turnEveryMs = 50;

interface Pass<Rendered> extends Run<Rendered> {
  readonly mode: PageMode;
  readonly siteKey: SiteKey;
  readonly items: ReadItems;
  /** 1 for the nodes of a site's first page that are known to be template. Undefined where nothing is known of any. */
  readonly knownOf: ((site: string, raw: RawPage) => Promise<Uint8Array | undefined>) | undefined;
}

type PassResult<Rendered> =
  | {
      readonly kind: 'page';
      readonly site: string;
      readonly raw: RawPage;
      readonly outcome: PageOutcome<Rendered>;
    }
  /** Of a page, or of what should have held one; `learned`: what it has changed all the same. */
  | (PageFailure & {
      readonly raw?: RawPage;
      readonly learned?: { readonly site: string; readonly change: SiteChange };
    })
  /** Done by an earlier run. */
  | {
      readonly kind: 'done';
      readonly site: string | undefined;
      readonly raw: RawPage | undefined;
      readonly isNewSite: boolean;
    }
  | { readonly kind: 'unwanted'; readonly raw: RawPage };

/** What was read of the input until a result was there. */
interface ReadBefore {
  readonly mark: InputMark | undefined;
  /** What stood before them and is no page. */
  readonly passed: readonly PassedOver[];
}

export async function runPass<Rendered>(run: Run<Rendered>, number: number): Promise<void> {
  const { options, report, plan, progress, work, found } = run;
  const mode = plan.passes[number - 1]!;
  const siteKey = await loadSiteKey(options.siteBy);
  await using bootstrap = mode === 'observe' ? await openBootstrap(run, siteKey) : undefined;
  if (number > found.position.pass) progress.beginPass(number);
  work.beginPass(number);
  const isNew = progress.itemCount === progress.startItem;
  report.tally.beginPass(mode === 'learn' ? 'learning' : 'cleaning', isNew);
  const items = new ReadItems(run, number === 1);
  const pass = { ...run, mode, siteKey, items, knownOf: createKnownOf(run, bootstrap) };
  const isBatch = findMethod(options.method).kind === 'batch';
  await (isBatch ? windows(pass) : onePageAtATime(pass));
  items.end();
}

/** An item of the input, and what is to be done with it. What stood before it is empty if that is counted already. */
interface ReadItem extends ReadBefore {
  readonly item: InputItem;
  /** `before`: done when the input was shorter. `done`: done by this run before it was stopped. */
  readonly state: 'before' | 'done' | 'new';
}

/**
 * The items of a pass. The first pass over the input finds out where that ends, and what its bytes are; a later one
 * goes no further, though more may have come.
 */
class ReadItems {
  readonly #run: Run<unknown>;
  readonly #digest: InputDigest | undefined;
  readonly #isFirst: boolean;
  #count = 0;
  #settledCount = 0;
  #last: InputItem | undefined;
  #passed: PassedOver[] = [];
  /** Of the input as it was when it was read first. */
  #isAtEnd = false;
  /** Whether there was a page, and one whose site could be told as was asked. */
  #hasPage = false;
  #hasSite = false;

  constructor(run: Run<unknown>, isFirst: boolean) {
    this.#run = run;
    this.#isFirst = isFirst;
    this.#digest = isFirst && run.found.name !== undefined ? new InputDigest() : undefined;
  }

  /** In portions that can be had without waiting. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Iterable<ReadItem>> {
    const doneCount = this.#run.progress.itemCount;
    for await (const portion of openPassSource(this.#run, this.#digest)) {
      yield this.#itemsOf(portion, doneCount);
      if (this.#isAtEnd) return;
    }
  }

  *#itemsOf(portion: Portion, doneCount: number): Generator<ReadItem> {
    const { progress, options } = this.#run;
    // Without a state nobody comes back for what is behind it.
    const end = this.#isFirst || options.state === undefined ? undefined : progress.end;
    for (const item of portion) {
      if (item.kind === 'passed-over') {
        this.#passed.push(item);
        continue;
      }
      if (this.#count === end?.itemCount) {
        this.#isAtEnd = true;
        return;
      }
      const number = this.#count++;
      if (this.#isFirst) this.#note(item);
      const isDone = number < doneCount && !this.#isOther(item, number);
      const state = number < progress.startItem ? 'before' : isDone ? 'done' : 'new';
      const passed = state === 'new' ? this.#passed : [];
      this.#passed = [];
      if (item.kind === 'page') this.#meet(item.page);
      yield { item, state, mark: this.#digest?.mark, passed };
    }
  }

  /** All of it was read; throws SITE_BY_NO_ADDRESS. */
  end(): void {
    const { progress, report, options } = this.#run;
    const { siteBy } = options;
    if (this.#hasPage && !this.#hasSite) throw new DehuskError('SITE_BY_NO_ADDRESS', { siteBy: siteBy! });
    report.tally.passLast(this.#passed);
    if (!this.#isFirst) return;
    const end: InputEnd = {
      itemCount: this.#count,
      settledCount: this.#settledCount,
      lastItem: this.#last === undefined ? '' : itemDigest(this.#last),
    };
    progress.end = end;
    if (this.#digest !== undefined) progress.input = this.#digest.mark;
  }

  #meet(raw: RawPage): void {
    const { siteBy } = this.#run.options;
    this.#hasPage = true;
    this.#hasSite ||= siteBy === undefined || tellsSite(siteBy, raw);
  }

  /** Failures at the very end may be of pages that are not all there yet. */
  #note(item: InputItem): void {
    if (item.kind === 'failure') return;
    this.#settledCount = this.#count;
    // Nobody comes back for it without a state; then its bytes may have gone to a thread.
    if (this.#run.options.state !== undefined) this.#last = item;
  }

  /** The last page before the input has grown, if the end of its file had cut it. */
  #isOther(item: InputItem, number: number): boolean {
    const { found, progress } = this.#run;
    if (!this.#isFirst || found.kind !== 'grown' || number !== found.position.startItem - 1) return false;
    if (itemDigest(item) === found.lastItem) return false;
    progress.reopen(number);
    return true;
  }
}

/**
 * Of work that answers at once a page goes through without a promise, of which each costs as much as a hundred bytes of a
 * page.
 */
async function onePageAtATime<Rendered>(pass: Pass<Rendered>): Promise<void> {
  const { items, knownOf, work } = pass;
  const underWay: { readonly result: Promise<PassResult<Rendered>>; readonly read: ReadBefore }[] = [];
  const takeFirst = async (): Promise<void> => {
    const { result, read } = underWay.shift()!;
    await takeOne(await result, read, pass);
  };
  let turnMs = performance.now();
  for await (const portion of items) {
    for (const read of portion) {
      const place = read.state === 'new' ? placeOf(read.item, pass) : passOver(read, pass);
      let result: PassResult<Rendered> | Promise<PassResult<Rendered>>;
      if (place instanceof Promise || place.kind !== 'waiting') result = place;
      else result = startPage(place, knownOf && (await knownOf(place.site, place.raw)), pass);
      if (underWay.length === 0 && !(result instanceof Promise)) {
        const taken = takeOne(result, read, pass);
        if (taken !== undefined) await taken;
      } else {
        const done = Promise.resolve(result);
        // Looked at when its turn comes; if the run has ended by then, nobody will.
        done.catch(() => undefined);
        underWay.push({ result: done, read });
        if (underWay.length >= work.inFlight) await takeFirst();
      }
      if (performance.now() - turnMs < turnEveryMs) continue;
      await eventLoop();
      turnMs = performance.now();
    }
  }
  while (underWay.length > 0) await takeFirst();
}

/** A page that waits for its outcome. */
interface WaitingPage {
  readonly kind: 'waiting';
  readonly site: string;
  readonly raw: RawPage;
}

/** Hands a page to the work. */
function startPage<Rendered>(
  place: WaitingPage,
  known: Uint8Array | undefined,
  { work, mode, sites }: Pass<Rendered>,
): PassResult<Rendered> | Promise<PassResult<Rendered>> {
  const { site, raw } = place;
  sites?.add(site);
  const outcome = work.page({ site, raw, mode, known });
  return outcome instanceof Promise
    ? outcome.then((done) => resultOf(place, done))
    : resultOf(place, outcome);
}

async function windows<Rendered>(pass: Pass<Rendered>): Promise<void> {
  const { method, batchPages } = pass.options;
  const text = `method ${method} judges many pages at once: up to ${batchPages} are held back`;
  pass.report.messages.info('held-back', text, { method, batchPages });
  let window: (PassResult<Rendered> | WaitingPage)[] = [];
  let waiting = 0;
  let mark: InputMark | undefined;
  let passed: PassedOver[] = [];
  for await (const portion of pass.items) {
    for (const read of portion) {
      mark = read.mark;
      if (read.state !== 'new') {
        await takeAll([await passOver(read, pass)], { mark, passed: [] }, pass);
        continue;
      }
      passed.push(...read.passed);
      const place = placeOf(read.item, pass);
      window.push(place);
      if (place.kind === 'waiting') waiting++;
      if (waiting < batchPages) continue;
      await takeAll(await judgeWindow(window, pass), { mark, passed }, pass);
      window = [];
      passed = [];
      waiting = 0;
    }
  }
  await takeAll(await judgeWindow(window, pass), { mark, passed }, pass);
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
  if (outcome.kind === 'page') return { kind: 'page', site, raw, outcome };
  const { change } = outcome;
  return { ...fromOutcome(outcome), raw, ...(change && { learned: { site, change } }) };
}

/** What an earlier run has done: its site is met all the same. */
async function passOver<Rendered>(
  { item, state }: ReadItem,
  pass: Pass<Rendered>,
): Promise<PassResult<Rendered>> {
  const raw = item.kind === 'page' ? item.page : undefined;
  const site = raw && pass.siteKey(raw);
  // What was done when the input was shorter is in the state, but for what a run that learns nothing has met.
  if (site === undefined || (state === 'before' && !pass.plan.isFrozen))
    return { kind: 'done', site: undefined, raw, isNewSite: false };
  if (state === 'done') pass.sites?.add(site);
  await pass.knownOf?.(site, raw!);
  // A run that learns nothing has nowhere written down which sites it has met.
  const { isNewSite } = await pass.work.pass(site, pass.plan.isFrozen);
  return { kind: 'done', site: state === 'done' ? site : undefined, raw, isNewSite };
}

async function openBootstrap<Rendered>(run: Run<Rendered>, siteKey: SiteKey): Promise<Bootstrap | undefined> {
  const { options, report } = run;
  if (options.bootstrap === undefined) return undefined;
  if (options.bootstrap === 'fetch') return bootstrapByFetching(options, report);
  report.tally.beginPass('bootstrapping', false);
  const input = openInputs(options.inputs, readingOptions(run));
  return bootstrapFromInput(input, siteKey, { limits: options.limits, report });
}

/** Asked of each page; the first page of a site that no state knows is answered for. */
function createKnownOf<Rendered>(
  { store }: Run<Rendered>,
  bootstrap: Bootstrap | undefined,
): Pass<Rendered>['knownOf'] {
  if (bootstrap === undefined) return undefined;
  const met = new Set<string>();
  return async (site, raw) => {
    if (met.has(site)) return undefined;
    met.add(site);
    return (await store.loadSite(site)) === undefined ? bootstrap.knownOf(site, raw) : undefined;
  };
}

function openPassSource(run: Run<unknown>, tap: InputDigest | undefined): AsyncIterable<Portion> {
  const { inputs, files } = run.options;
  const reading = { ...readingOptions(run), tap };
  return files === undefined ? portionsOf(inputs, reading) : portionsOfFiles(files, reading);
}

function readingOptions({ options, report }: Run<unknown>): InputOptions {
  const { reading, signal } = options;
  return { ...reading, signal, onBytes: (count) => report.tally.addBytes(count) };
}

/** What came of one item. Undefined where nothing has to be waited for. */
function takeOne<Rendered>(
  result: PassResult<Rendered>,
  read: ReadBefore,
  pass: Pass<Rendered>,
): void | Promise<void> {
  const taken = take(result, pass);
  return taken instanceof Promise ? taken.then(() => endRead(read, pass)) : endRead(read, pass);
}

/** What came of a window. */
async function takeAll<Rendered>(
  results: readonly PassResult<Rendered>[],
  read: ReadBefore,
  pass: Pass<Rendered>,
): Promise<void> {
  for (const result of results) await take(result, pass);
  await endRead(read, pass);
}

function take<Rendered>(result: PassResult<Rendered>, pass: Pass<Rendered>): void | Promise<void> {
  return pass.mode === 'learn' ? takeLearned(result, pass) : takeCleaned(result, pass);
}

/** All results of what was read are taken. */
function endRead<Rendered>({ mark, passed }: ReadBefore, pass: Pass<Rendered>): void | Promise<void> {
  const { mode, report, progress, options } = pass;
  if (mode !== 'learn') report.tally.addPassed(passed);
  if (mark !== undefined && progress.uncommitted > 0) progress.input = mark;
  // A run that goes on cannot begin inside a window.
  return progress.uncommitted >= options.commitEvery ? pass.commit(false) : undefined;
}

/** Nothing is written, and failures come again in the pass that writes. */
function takeLearned<Rendered>(result: PassResult<Rendered>, { report, progress }: Run<Rendered>): void {
  if (result.kind === 'done') {
    if (result.site !== undefined) report.tally.passPage(result.isNewSite);
  } else if (result.kind === 'page') {
    const { site, raw, outcome } = result;
    report.tally.addPage(outcome.isNewSite, raw);
    progress.addItem(site, outcome.change);
  } else progress.addItem();
}

function takeCleaned<Rendered>(result: PassResult<Rendered>, run: Run<Rendered>): void | Promise<void> {
  const { report, progress, sink } = run;
  switch (result.kind) {
    case 'page':
      return takePage(result, run);
    case 'failure':
      return takeFailure(result, run);
    case 'done':
      if (result.site !== undefined) report.tally.passPage(result.isNewSite);
      break;
    case 'unwanted':
      progress.addItem();
  }
  if (result.raw !== undefined) sink.pass({ id: pageId(result.raw), raw: result.raw });
}

async function takeFailure<Rendered>(
  result: Extract<PassResult<Rendered>, { kind: 'failure' }>,
  { report, progress, sink, plan }: Run<Rendered>,
): Promise<void> {
  report.fail(result);
  await sink.fail?.(result);
  progress.addItem(result.learned?.site, plan.isFrozen ? undefined : result.learned?.change);
  if (result.raw !== undefined) sink.pass({ id: pageId(result.raw), raw: result.raw });
}

type CleanedPage<Rendered> = Extract<PassResult<Rendered>, { kind: 'page' }>;

function takePage<Rendered>(result: CleanedPage<Rendered>, run: Run<Rendered>): void | Promise<void> {
  const { raw, outcome } = result;
  const written = run.sink.put({ id: outcome.id, raw }, outcome.rendered!);
  if (written === undefined && outcome.trace === undefined) return countPage(result, run);
  return keepTrace(written, result, run);
}

async function keepTrace<Rendered>(
  written: void | Promise<void>,
  result: CleanedPage<Rendered>,
  run: Run<Rendered>,
): Promise<void> {
  await written;
  const { id, guarded, trace } = result.outcome;
  if (trace !== undefined) await run.traces?.add({ site: result.site, id, guarded, trace });
  countPage(result, run);
}

function countPage<Rendered>(
  { site, raw, outcome }: CleanedPage<Rendered>,
  { report, plan, progress }: Run<Rendered>,
): void {
  const { guarded, change, isNewSite, isOfUnknownSite } = outcome;
  report.tally.addPage(isNewSite, raw);
  if (guarded) report.tally.addGuarded();
  if (plan.isFrozen && isOfUnknownSite) report.tally.addUnknown(isNewSite);
  progress.addItem(site, plan.isFrozen ? undefined : change);
}
