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
import { createSiteKey, type SiteBy, type SiteKey } from './site-key.ts';

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
  /** Ends the iteration by throwing the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What can be cleaned: an `Input`, or pages of one's own from anywhere. */
export type CleanInput = AsyncIterable<InputItem | RawPage> | Iterable<InputItem | RawPage>;

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
  const processor = new PageProcessor(options);
  if (options.twoPass) {
    for await (const item of pagesAndFailures(input, options.signal)) {
      if (item.kind === 'page') processPage(processor, item.page, siteKey, 'learn');
    }
  }
  const mode = options.twoPass ? 'judge' : 'observe';
  for await (const item of pagesAndFailures(input, options.signal)) {
    yield item.kind === 'failure' ? item : processPage(processor, item.page, siteKey, mode)!;
  }
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

/** Undefined for a page that was learned from: a failure shows when it is judged. */
function processPage(
  processor: PageProcessor,
  raw: RawPage,
  siteKey: SiteKey,
  mode: PageMode,
): CleanResult | undefined {
  try {
    const site = siteKey(raw);
    const { page, verdict } = processor.process({ site, raw, mode });
    return verdict && { kind: 'page', id: page.id, site, raw, page, verdict };
  } catch (error) {
    return pageFailure(error, raw);
  }
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
