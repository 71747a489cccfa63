/**
 * For request handlers of Crawlee: cleans each page where it is handled.
 *
 *     const cleaner = createCrawleeCleaner();
 *     const requestHandler = async (context) => {
 *       const record = await cleaner.clean(context);
 *       if (record !== undefined) await context.pushData(record);
 *     };
 *
 * A page whose status is not 2xx says that something is missing, and nothing of its site: it is passed over. Which
 * statuses are errors is the crawler's to say: those of its `ignoreHttpErrorStatusCodes` are none.
 *
 * Pages are judged as they come, as with `clean --stream`. A handler may be run again for the same page, and that
 * counts nothing twice: a page that comes again with the same text is only judged.
 *
 * Crawlee itself is never imported, so it stays an optional peer. A context is known by its structure: every crawler
 * of Crawlee 3 fits, and so does a plain object.
 */
import type { Cleaner, CleanerOptions } from '../engine/cleaner.ts';
import { createCleaner } from '../engine/node-cleaner.ts';
import { DehuskError } from '../errors.ts';
import type { PageRecord } from '../output/record.ts';
import type { RawPage } from '../page/raw-page.ts';

/** Cleans pages inside of request handlers. */
export interface CrawleeCleaner {
  /**
   * The page's record, for `pushData` or whatever comes next; undefined for an error page, from which nothing is
   * learned. With a state, what was learned from the page is durable by then. A page that is refused throws, and its
   * request will not be retried.
   */
  clean(context: CrawleeContext): Promise<PageRecord | undefined>;
  /** For pages that come another way. */
  readonly cleaner: Cleaner;
}

/**
 * A cleaner for request handlers. With a state each page is committed before its record is returned. Crawlee marks a
 * request as handled after that: killed in between, the page comes again and is known. When the state fails, what it
 * did not take is unlearned, so that the page can be tried again.
 */
export function createCrawleeCleaner(options: CleanerOptions = {}): CrawleeCleaner {
  const cleaner = createCleaner({ commitEvery: 1, ...options });
  return {
    cleaner,
    clean: async (context) => {
      if (isErrorPage(context)) return undefined;
      const result = await cleaner.add(await toRawPage(context));
      if (result.error === undefined) return result.record();
      // The same bytes would be refused again.
      if (result.error.code.startsWith('PAGE_')) context.request.noRetry = true;
      throw result.error;
    },
  };
}

interface CrawleeRequest {
  readonly url: string;
  /** Where the page was in the end, after redirects: this address is the page's. */
  readonly loadedUrl?: string | undefined;
  readonly retryCount?: number;
  /** Set by the cleaner for a page that would be refused again. */
  noRetry?: boolean;
}

/** The page is taken from the first that is there: `body`, `$`, `page`. */
export interface CrawleeContext {
  readonly request: CrawleeRequest;
  /** Of the HTTP crawlers: text, or bytes. */
  readonly body?: string | Uint8Array | undefined;
  /** What the transport said of a body of bytes. */
  readonly contentType?: { readonly type: string; readonly encoding?: string } | undefined;
  readonly response?: object | undefined;
  /** It may say which statuses are no errors. */
  readonly crawler?: object | undefined;
  /** Of CheerioCrawler. */
  readonly $?: { html(): string } | undefined;
  /** Of the browser crawlers: the page as it stands now, scripts included. */
  readonly page?: { content(): Promise<string> } | undefined;
}

const encoder = new TextEncoder();

async function toRawPage(context: CrawleeContext): Promise<RawPage> {
  const { request, body } = context;
  const status = statusOf(context.response);
  const address = {
    url: request.loadedUrl ?? request.url,
    provenance: { file: request.url },
    ...(status !== undefined && { status }),
  };
  if (body instanceof Uint8Array) {
    const contentType = contentTypeOfBytes(context);
    return { ...address, bytes: body, ...(contentType !== undefined && { contentType }) };
  }
  const html = body ?? (await renderedHtml(context));
  return { ...address, bytes: encoder.encode(html), contentType: 'text/html; charset=utf-8' };
}

function isErrorPage({ response, crawler }: CrawleeContext): boolean {
  const status = statusOf(response);
  if (status === undefined || (status >= 200 && status < 300)) return false;
  const { ignoreHttpErrorStatusCodes: ignored } = (crawler ?? {}) as {
    readonly ignoreHttpErrorStatusCodes?: unknown;
  };
  return !(ignored instanceof Set && ignored.has(status));
}

/** A number in the HTTP crawlers, a function in those with a browser. */
function statusOf(response: object | undefined): number | undefined {
  const { statusCode, status } = (response ?? {}) as {
    readonly statusCode?: unknown;
    readonly status?: unknown;
  };
  const value: unknown = typeof status === 'function' ? status.call(response) : (statusCode ?? status);
  return typeof value === 'number' ? value : undefined;
}

async function renderedHtml({ $, page }: CrawleeContext): Promise<string> {
  if ($ !== undefined) return $.html();
  if (page !== undefined) return await page.content();
  throw new DehuskError('CRAWLEE_CONTEXT_BAD', {});
}

/**
 * Crawlee says utf-8 where the header names no charset, though the page itself may name another: then the page is
 * asked. Where the header names one, Crawlee may have recoded the bytes, and says so.
 */
function contentTypeOfBytes({ contentType, response }: CrawleeContext): string | undefined {
  if (contentType === undefined) return undefined;
  const { type, encoding } = contentType;
  const isDeclared = /charset/i.test(headerOf(response) ?? '');
  return isDeclared && encoding !== undefined ? `${type}; charset=${encoding}` : type;
}

/** Responses of browser crawlers have a function here; their pages are never bytes. */
function headerOf(response: object | undefined): string | undefined {
  const { headers } = (response ?? {}) as { readonly headers?: Readonly<Record<string, unknown>> };
  const value = headers?.['content-type'];
  return typeof value === 'string' ? value : undefined;
}
