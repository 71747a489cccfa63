/**
 * The joiner: pages in, verdicts out. Each page is parsed, routed to its site and shown to that site's detector, one
 * after the other and in the order of the input, so that the same input gives the same results.
 */
import type { Detector, Verdict } from '../detect/detector.ts';
import { DehuskError } from '../errors.ts';
import type { InputItem } from '../input/input.ts';
import type { PageLimits } from '../page/limits.ts';
import type { Page } from '../page/page.ts';
import { pageId } from '../page/page-id.ts';
import { parse } from '../page/parse.ts';
import type { Provenance, RawPage } from '../page/raw-page.ts';
import type { HashKey } from '../page/text-hash.ts';
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

export interface CleanOptions {
  /** Makes the detector of a site when its first page arrives. */
  readonly createDetector: (site: string) => Detector;
  /** `host` unless told. */
  readonly siteBy?: SiteBy;
  readonly limits?: Partial<PageLimits>;
  /** Key of the hashes; pages of one run are all parsed with the same. */
  readonly hashKey?: HashKey;
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
  const { signal } = options;
  const cleanPage = createCleaner(options, siteKey);
  signal?.throwIfAborted();
  for await (const item of input) {
    signal?.throwIfAborted();
    if ('kind' in item && item.kind === 'failure') yield item;
    else yield cleanPage('kind' in item ? item.page : item);
  }
}

function createCleaner(options: CleanOptions, siteKey: SiteKey): (raw: RawPage) => CleanResult {
  const { createDetector, limits = {}, hashKey = [0, 0] } = options;
  const detectors = new Map<string, Detector>();

  const detectorOf = (site: string): Detector => {
    const known = detectors.get(site) ?? createDetector(site);
    detectors.set(site, known);
    return known;
  };

  return (raw) => {
    try {
      const page = parse(raw, { limits, hashKey, id: pageId(raw) });
      const site = siteKey(raw);
      return { kind: 'page', id: page.id, site, raw, page, verdict: detectorOf(site).observe(page) };
    } catch (error) {
      return pageFailure(error, raw);
    }
  };
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
