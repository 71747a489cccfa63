/**
 * For request handlers of Crawlee: cleans each page where it is handled.
 *
 *     const cleaner = createCrawleeCleaner();
 *     new CheerioCrawler({ requestHandler: async (context) => context.pushData(await cleaner.clean(context)) });
 *
 * Pages are judged as they come, as with `clean --stream`: menus are known from the fifth page of a site on.
 *
 * A handler may be run again for the same page, and that must count nothing twice. A retry of a page that was learned
 * is only judged; and a page that comes again in another way is known by its address (W4).
 */
import {
  createOverrides,
  createRecord,
  createSiteKey,
  DehuskError,
  guardEmpty,
  type PageMode,
  type PageRecord,
  pageId,
  type RawPage,
  type RecordOptions,
  type SiteBy,
  type SiteOverrides,
} from '../index.ts';
import { type CrawleeContext, type CrawleeRequest, toRawPage } from './crawlee-context.ts';
import { type LearnedSiteOptions, LearnedSites } from './learned-sites.ts';
import { createTurns } from './turns.ts';

export type { CrawleeContext } from './crawlee-context.ts';

export interface CrawleeCleanerOptions extends LearnedSiteOptions {
  /** `host` unless told. */
  readonly siteBy?: SiteBy;
  /** Selectors of what is content or template whatever the detector says. */
  readonly overrides?: SiteOverrides;
  /** How the record is written; content as text unless told. */
  readonly record?: RecordOptions;
}

export interface CrawleeCleaner {
  /**
   * The page's record, for `pushData` or whatever comes next. With a store, what was learned from the page is durable
   * by then. A page that is refused throws, and its request will not be retried.
   */
  clean(context: CrawleeContext): Promise<PageRecord>;
}

/** Pages of which a retry is known to be one; Crawlee puts retries at the end of its queue. */
const REMEMBERED_PAGES = 100_000;

export function createCrawleeCleaner(options: CrawleeCleanerOptions = {}): CrawleeCleaner {
  const siteKey = createSiteKey(options.siteBy);
  const override = createOverrides(options.overrides ?? { keep: [], drop: [] });
  const sites = new LearnedSites(options);
  const learned = new Set<string>();
  // Handlers run side by side, but a site's state can take one page at a time.
  const inTurn = createTurns();

  const cleanPage = async (raw: RawPage, request: CrawleeRequest): Promise<PageRecord> => {
    const site = siteKey(raw);
    const mode = modeFor(request, learned.has(pageId(raw)));
    const { page, verdict } = await sites.process({ site, raw, mode });
    remember(learned, page.id);
    const guarded = guardEmpty(page, override(site, page, verdict));
    return createRecord({ raw, page, site, ...guarded }, options.record);
  };

  return {
    clean: async (context) => {
      const raw = await toRawPage(context);
      return inTurn(() => cleanPage(raw, context.request)).catch((error: unknown) => {
        if (isRefusal(error)) context.request.noRetry = true;
        throw error;
      });
    },
  };
}

function modeFor({ retryCount = 0 }: CrawleeRequest, isLearned: boolean): PageMode {
  return retryCount > 0 && isLearned ? 'judge' : 'observe';
}

function remember(learned: Set<string>, id: string): void {
  learned.add(id);
  if (learned.size > REMEMBERED_PAGES) learned.delete(learned.values().next().value!);
}

/** The same bytes would be refused again. */
function isRefusal(error: unknown): boolean {
  return error instanceof DehuskError && error.code.startsWith('PAGE_');
}
