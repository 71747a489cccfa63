/** One page: from the cache, or over the network hop by hop, each hop asked of robots.txt first. */
import { DehuskError } from '../../errors.ts';
import type { RawPage } from '../../page/raw-page.ts';
import { type Answer, isSuccess } from './answer.ts';
import { type CacheEntry, type DiskCache, storageOf } from './cache.ts';
import type { Wish } from './exchange.ts';
import type { MutableCounters, ResolvedOptions } from './options.ts';
import type { RobotsGate } from './robots.ts';
import type { Transport } from './transport.ts';
import { checkUrl, printable, Redirects, shownUrl } from './url-rules.ts';

export interface PageFetchParts {
  readonly options: ResolvedOptions;
  readonly transport: Transport;
  /** Absent where robots.txt is not obeyed. */
  readonly robots: RobotsGate | undefined;
  readonly cache: DiskCache | undefined;
  readonly counters: MutableCounters;
}

/** `given` is the provenance; the page's url is where it was found, `given` itself where no redirect was followed. */
export async function fetchPage(given: string, signal: AbortSignal, parts: PageFetchParts): Promise<RawPage> {
  const first = checkUrl(given);
  const { maxRedirects } = parts.options;
  const redirects = new Redirects(first, { maxRedirects, mayDowngrade: false });
  for (let url = first; ; parts.counters.redirects++) {
    const hop = await takeHop(url, signal, parts);
    if ('entry' in hop) return pageOf(hop.entry, { url: url === first ? given : url.href, file: given });
    const next = redirects.next(hop.answer);
    if (next === undefined) throw refusedAnswer(hop.answer);
    url = next;
  }
}

/** A page, or an answer that is none. */
type Hop = { readonly entry: CacheEntry } | { readonly answer: Answer };

async function takeHop(url: URL, signal: AbortSignal, parts: PageFetchParts): Promise<Hop> {
  const { options, robots, cache, counters } = parts;
  const kept = await cache?.read(url.href);
  const old = kept && kept.bytes.length <= options.maxPageBytes ? kept : undefined;
  if (old && old.freshUntilMs > options.clock.now()) {
    counters.cacheHits++;
    return { entry: old };
  }
  const askedDelayMs = (await robots?.check(url, signal)) ?? 0;
  const crawlDelayMs = Math.min(askedDelayMs, options.maxCrawlDelayMs);
  const headers = { accept: 'text/html, application/xhtml+xml;q=0.9', ...conditionsOf(old) };
  const answer = await parts.transport.get({ url, headers, wish: wishOf(options), signal, crawlDelayMs });
  if (answer.status === 304 && old) counters.notModified++;
  const entry = entryOf(answer, old, options.clock.now());
  if (entry === undefined) return { answer };
  await keep(entry, answer, parts);
  return { entry };
}

function conditionsOf(old: CacheEntry | undefined): Record<string, string> {
  return {
    ...(old?.etag !== undefined && { 'if-none-match': old.etag }),
    ...(old?.lastModified !== undefined && { 'if-modified-since': old.lastModified }),
  };
}

function wishOf({ maxWireBytes, maxPageBytes }: ResolvedOptions): Wish {
  const limits = { maxWireBytes, maxBytes: maxPageBytes, beyond: 'fail' } as const;
  return (status, fields) => (holdsPage(status) && isHtml(fields) ? limits : undefined);
}

/** 204 and 205 have no content, and 206 is part of a page, which is not that page. */
function holdsPage(status: number): boolean {
  return isSuccess(status) && (status < 204 || status > 206);
}

/** A server that names no type leaves it to the reader to find out. */
function isHtml(fields: ReadonlyMap<string, string>): boolean {
  const contentType = fields.get('content-type') ?? '';
  return contentType === '' || /^\s*(text\/html|application\/xhtml\+xml)\s*(;|,|$)/i.test(contentType);
}

/** The page of an answer; of one that says "not modified", the old one, with what the answer says anew. */
function entryOf(answer: Answer, old: CacheEntry | undefined, nowMs: number): CacheEntry | undefined {
  const { fields, bytes } = answer;
  const { freshUntilMs } = storageOf(fields, nowMs);
  if (answer.status === 304 && old) return { ...old, freshUntilMs, ...validatorsOf(fields) };
  if (bytes === undefined) return undefined;
  const contentType = fields.get('content-type');
  return {
    key: answer.url.href,
    bytes,
    date: new Date(nowMs).toISOString(),
    freshUntilMs,
    ...(contentType !== undefined && { contentType }),
    ...validatorsOf(fields),
  };
}

function validatorsOf(fields: ReadonlyMap<string, string>): Pick<CacheEntry, 'etag' | 'lastModified'> {
  const etag = validator(fields.get('etag'));
  const lastModified = validator(fields.get('last-modified'));
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}

/** It is sent back as it came, and no header may carry anything else. */
function validator(value: string | undefined): string | undefined {
  return value !== undefined && /^[\x20-\x7e]{1,1000}$/.test(value) ? value : undefined;
}

/** What can neither serve unasked nor be asked about is not kept; nor what the server wants nobody to keep. */
async function keep(
  entry: CacheEntry,
  { fields }: Answer,
  { cache, options }: PageFetchParts,
): Promise<void> {
  const now = options.clock.now();
  const isOfUse = entry.freshUntilMs > now || entry.etag !== undefined || entry.lastModified !== undefined;
  if (storageOf(fields, now).mayStore && isOfUse) await cache?.write(entry);
  else await cache?.remove(entry.key);
}

function pageOf({ bytes, contentType, date }: CacheEntry, place: { url: string; file: string }): RawPage {
  const { url, file } = place;
  return { url, bytes, date, ...(contentType !== undefined && { contentType }), provenance: { file } };
}

function refusedAnswer({ url, status, fields }: Answer): DehuskError {
  const shown = shownUrl(url);
  if (!holdsPage(status)) return new DehuskError('HTTP_STATUS', { url: shown, status });
  return new DehuskError('HTTP_NOT_HTML', {
    url: shown,
    contentType: printable(fields.get('content-type') ?? ''),
  });
}
