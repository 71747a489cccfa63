/**
 * The joiner, as a library: pages in, verdicts out. Each page is routed to its site and shown to that site's detector,
 * one after the other and in the order of the input, so that the same input gives the same results.
 */
import type { Verdict } from '../detect/detector.ts';
import { DehuskError } from '../errors.ts';
import type { InputItem } from '../input/input.ts';
import type { Page } from '../page/page.ts';
import type { Provenance, RawPage } from '../page/raw-page.ts';
import { type PageMode, PageProcessor, type ProcessorOptions } from './page-processor.ts';
import { RunState, startPosition } from './run-state.ts';
import { createSiteKey, type SiteBy, type SiteKey } from './site-key.ts';
import type { SiteState, Store } from './store/store.ts';

export interface CleanedPage {
  readonly kind: 'page';
  /** The normalised address, or the place in the input. */
  readonly id: string;
  readonly site: string;
  readonly raw: RawPage;
  readonly page: Page;
  readonly verdict: Verdict;
}

/** Something that could not become a page's verdict. The stream goes on after it. */
export interface CleanFailure {
  readonly kind: 'failure';
  /** Code INTERNAL, with the cause, for a fault of the program. */
  readonly error: DehuskError;
  readonly provenance: Provenance;
  /** As given, where the page got far enough to have one. */
  readonly url?: string;
}

export type CleanResult = CleanedPage | CleanFailure;

export interface CleanOptions extends Omit<ProcessorOptions, 'journal'> {
  /** `host` unless told. */
  readonly siteBy?: SiteBy;
  /** Learn from all pages first, then judge them by what is known at the end; the input is read twice. */
  readonly twoPass?: boolean;
  /** Where what is learned is kept: a later run with the same store starts with what is known. */
  readonly store?: Store;
  /** Ends the iteration by throwing the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What can be cleaned: an `Input`, or pages of one's own from anywhere. */
export type CleanInput = AsyncIterable<InputItem | RawPage> | Iterable<InputItem | RawPage>;

/** Pages between commits to a store. */
const COMMIT_EVERY = 100;

/** A bad option throws here, not when the first page is read. */
export function clean(input: CleanInput, options: CleanOptions): AsyncIterable<CleanResult> {
  const siteKey = createSiteKey(options.siteBy);
  return { [Symbol.asyncIterator]: () => cleanPages(input, options, siteKey) };
}

async function* cleanPages(
  input: CleanInput,
  options: CleanOptions,
  siteKey: SiteKey,
): AsyncGenerator<CleanResult> {
  const cleaner = createCleaner(options, siteKey);
  if (options.twoPass) {
    for await (const item of pagesAndFailures(input, options.signal)) {
      if (item.kind === 'page') await cleaner.process(item.page, 'learn');
    }
  }
  const mode = options.twoPass ? 'judge' : 'observe';
  for await (const item of pagesAndFailures(input, options.signal)) {
    yield item.kind === 'failure' ? item : (await cleaner.process(item.page, mode))!;
  }
  await cleaner.save();
}

async function* pagesAndFailures(
  input: CleanInput,
  signal: AbortSignal | undefined,
): AsyncGenerator<InputItem> {
  signal?.throwIfAborted();
  for await (const item of input) {
    signal?.throwIfAborted();
    yield 'kind' in item ? item : { kind: 'page', page: item };
  }
}

interface Cleaner {
  /** Undefined for a page that was learned from: a failure shows when it is judged. */
  process(raw: RawPage, mode: PageMode): Promise<CleanResult | undefined>;
  save(): Promise<void>;
}

function createCleaner(options: CleanOptions, siteKey: SiteKey): Cleaner {
  const { store } = options;
  const keyed = store === undefined ? options : { ...options, hashKey: store.hashKey, journal: true };
  const processor = new PageProcessor(keyed);
  const state =
    store && new RunState(store, { name: 'library', position: startPosition, commitEvery: COMMIT_EVERY });
  const known = new Set<string>();

  /** What the store knows of a site, when its first page comes. */
  const load = async (site: string): Promise<SiteState | undefined> => {
    if (store === undefined || known.has(site)) return undefined;
    known.add(site);
    const found = await store.loadSite(site);
    if (found !== undefined) state?.setFacts(site, found.facts);
    return found;
  };

  return {
    process: async (raw, mode) => {
      try {
        const site = siteKey(raw);
        const { page, verdict, gain } = processor.process({ site, raw, mode, state: await load(site) });
        if (verdict === undefined) state?.addLearned(site, gain);
        else state?.addPage(site, { id: page.id, ...countChars(page, verdict), gain });
        if (state?.isDue) await state.commit(0, {});
        return verdict && { kind: 'page', id: page.id, site, raw, page, verdict };
      } catch (error) {
        if (isStateError(error)) throw error;
        return pageFailure(error, raw);
      }
    },
    save: async () => state?.commit(0, {}, true),
  };
}

/** The page is not to blame for a state that cannot be read, and the pages after it would fail too. */
export function isStateError(error: unknown): boolean {
  return error instanceof DehuskError && error.code.startsWith('STATE_');
}

/** Code points of a page, and how many of them a verdict takes away. */
export function countChars(
  page: Page,
  { template }: Verdict,
): { readonly chars: number; readonly templateChars: number } {
  let chars = 0;
  let templateChars = 0;
  for (const node of page.segments) {
    chars += page.chars[node]!;
    if (template[node] === 1) templateChars += page.chars[node]!;
  }
  return { chars, templateChars };
}

/**
 * The failure of one page. What is not of the table is a fault of the program: it must not end a crawl of a million
 * pages, and must not be mistaken for a bad page either.
 */
export function pageFailure(error: unknown, raw: Pick<RawPage, 'url' | 'provenance'>): CleanFailure {
  const { url, provenance } = raw;
  const known =
    error instanceof DehuskError
      ? error
      : new DehuskError('INTERNAL', { reason: String(error) }, { cause: error });
  return { kind: 'failure', error: known, provenance, ...(url !== undefined && { url }) };
}
