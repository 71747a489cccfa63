/**
 * The library's face of the engine: `createCleaner` for whoever gets pages one by one, `clean` for whoever has them
 * in a row.
 *
 *     for await (const page of clean([{ url, html }])) page.text;
 *
 *     const cleaner = createCleaner();
 *     const page = await cleaner.add({ url, html });
 *
 * This file knows neither the HTML parser nor anything of Node, so that a browser extension that hands in live
 * documents carries neither: `CleanerParts` says what a surrounding provides.
 */
import type { Verdict } from '../detect/detector.ts';
import { type Method, resolveOptions } from '../detect/method.ts';
import { DehuskError } from '../errors.ts';
import type { createRecord, PageRecord, RecordOptions } from '../output/record.ts';
import type { toText } from '../output/text.ts';
import type { HashKey } from '../page/hash.ts';
import type { Page } from '../page/page.ts';
import type { PageLimits, Provenance, RawPage, SourcePage } from '../page/raw-page.ts';
import type { Engine, EngineSetting, PageFailure, SiteKeeping } from './engine.ts';
import type { Override, SiteOverrides } from './overrides.ts';
import { failedPage, PageCleaner, type ResolvedOptions, toSource } from './page-cleaner.ts';
import type { SiteBy, SiteKey } from './site-key.ts';
import type { Store } from './store.ts';

/** A page as people have it: its HTML as text, or as bytes with what the transport said of them; or parsed. */
export type PageInput =
  | { readonly url?: string | undefined; readonly html: string }
  | {
      readonly url?: string | undefined;
      readonly bytes: Uint8Array;
      readonly contentType?: string | undefined;
    }
  | RawPage
  | Page;

/** What a source of pages may have found instead of a page. */
export type FailedInput = Omit<PageFailure, 'url'>;
type InputPage = PageInput | { readonly kind: 'page'; readonly page: RawPage } | FailedInput;

/** Anything that can be looped over. */
export type Pages = Iterable<InputPage> | AsyncIterable<InputPage>;

/** What a cleaner may be told. */
export interface CleanerOptions {
  /** How templates are found; `adaptive` unless told. */
  readonly method?: string;
  /** Options of the method, by name. */
  readonly methodOptions?: Readonly<Record<string, unknown>>;
  /** What a site is; `host` unless told. */
  readonly siteBy?: SiteBy;
  /** Selectors of what is content or template, whatever the method says. */
  readonly overrides?: Partial<SiteOverrides>;
  /** False: a page may come out empty although it had text. */
  readonly guard?: boolean;
  /** False: nothing that was learned is ever forgotten, for those who learn all pages before they judge the first. */
  readonly forgetting?: boolean;
  readonly limits?: Partial<PageLimits>;
  /** Where what is learned is kept, as `openState` gives it. It stays the caller's to close. */
  readonly state?: Store;
  /** Pages between two commits to the state; 100 unless told. */
  readonly commitEvery?: number;
  /** What sites may take in memory, in bytes; 256 MB unless told. Those unused for longest are parked. */
  readonly memoryBytes?: number;
  /** How records are written; content as text unless told. */
  readonly record?: RecordOptions;
  readonly signal?: AbortSignal;
  /** Key of the hashes of pages that were parsed elsewhere; a state has its own. */
  readonly hashKey?: HashKey;
}

/** What `clean` may be told: all that a cleaner may, and how it goes through its pages. */
export interface CleanOptions extends CleanerOptions {
  /** Learn from all pages first, then judge them by what is known at the end. The pages are read twice. */
  readonly twoPass?: boolean;
  /** Pages that a method holds back which needs many at once; 500 unless told. */
  readonly batchPages?: number;
}

/** A page without the template of its site. */
export interface CleanedPage {
  readonly error?: undefined;
  /** The normalised address, or the place in the input. */
  readonly id: string;
  /** As given. */
  readonly url: string | undefined;
  readonly site: string;
  /** The content as text. */
  readonly text: string;
  /** The page would have come out empty: what is here is what was least certain to be template. */
  readonly guarded: boolean;
  readonly page: Page;
  readonly verdict: Verdict;
  /** As the command writes it. */
  record(options?: RecordOptions): PageRecord;
}

/** A page that could not be read. Its text is empty, and the pages after it go on. */
export interface FailedPage {
  readonly error: DehuskError;
  readonly url: string | undefined;
  readonly text: '';
  readonly provenance: Provenance;
}

/** A page that was cleaned, or one that could not be read: only that one has an `error`. */
export type CleanResult = CleanedPage | FailedPage;

/** Learns the templates of sites as pages come. Calls may overlap; they are done one after the other. */
export interface Cleaner extends AsyncDisposable {
  /** Pages that are handed in parsed must have been parsed with it. */
  readonly hashKey: HashKey;
  /** What is known of the sites in memory takes this much of it, in bytes. */
  readonly sizeBytes: number;
  /**
   * Learns from the page, and judges it by what is known so far. The same page again is judged only. `known`: 1 for the
   * nodes of a site's first page that are template, as another method has found.
   */
  add(page: PageInput, known?: Uint8Array): Promise<CleanResult>;
  /** Learns from the page without judging it; returns its failure, if it cannot be read. */
  learn(page: PageInput): Promise<FailedPage | undefined>;
  /** Judges the page by what is known. */
  judge(page: PageInput): Promise<CleanResult>;
  /** What was learned is durable when this is fulfilled. Without a state there is nothing to do. */
  commit(): Promise<void>;
}

/** What makes something of a verdict. It is handed in, so that who only wants verdicts carries none of it. */
export interface PageWriters {
  readonly toText: (...given: Parameters<typeof toText>) => string;
  readonly createRecord: (judged: Parameters<typeof createRecord>[0], options: RecordOptions) => PageRecord;
}

/** What surrounds the engine: Node, a browser with an HTML parser, or one with live documents. */
export interface CleanerParts {
  readonly findMethod: (name: string) => Method;
  readonly defaultMethod: string;
  readonly createEngine: (setting: EngineSetting) => Promise<Engine>;
  /** For methods that need many pages at once; where there are none it is absent. */
  readonly cleanBatches?: CleanBatches;
  readonly toPage: EngineSetting['toPage'];
  readonly writers: PageWriters;
  /** Those that read metadata, in place of the others: loaded with the first page. */
  readonly loadWriters?: () => Promise<PageWriters>;
  /** Of options that were written without a compiler. Throws OPTION_UNKNOWN or OPTION_BAD. */
  readonly checkOptions?: (options: CleanOptions, method: Method, isForMany: boolean) => void;
  /** Throws SELECTOR_BAD. */
  readonly createOverrides: (overrides: Partial<SiteOverrides>) => Override;
  /** Without it there are no states, and all sites stay in memory. */
  readonly keeping?: SiteKeeping;
  /** Throws SITE_BY_BAD. */
  readonly checkSiteBy: (siteBy: string) => void;
  readonly loadSiteKey: (siteBy: string) => Promise<SiteKey>;
}

const DEFAULT_BATCH_PAGES = 500;

/** The same two functions for each surrounding. */
export interface CleanerFunctions {
  readonly createCleaner: (options?: CleanerOptions) => Cleaner;
  readonly clean: (pages: Pages, options?: CleanOptions) => AsyncIterable<CleanResult>;
}

/** Only the one for pages that come one by one. */
export function cleanerOf(parts: CleanerParts): CleanerFunctions['createCleaner'] {
  return (options = {}) => {
    const setting = resolve(options, parts, false);
    if (setting.method.kind !== 'stream')
      throw new DehuskError('METHOD_NEEDS_BATCH', { method: setting.method.name });
    return new PageCleaner({ ...setting, forgetting: options.forgetting ?? true });
  };
}

export function cleanerFunctions(parts: CleanerParts): CleanerFunctions {
  return {
    createCleaner: cleanerOf(parts),
    clean: (pages, options = {}) => {
      const setting = resolve(options, parts, true);
      const { twoPass = false, batchPages = DEFAULT_BATCH_PAGES } = options;
      checkPages(pages, twoPass);
      const run = { ...setting, forgetting: options.forgetting ?? !twoPass };
      if (setting.method.kind !== 'stream')
        return cleaning(run, (cleaner) => parts.cleanBatches!(pages, cleaner, { ...run, batchPages }));
      return cleaning(run, (cleaner) => cleanPages(pages, cleaner, { ...run, twoPass }));
    },
  };
}

type Running = ResolvedOptions & { readonly forgetting: boolean };

export type CleanBatches = (
  pages: Pages,
  cleaner: PageCleaner,
  options: Running & { readonly batchPages: number },
) => AsyncGenerator<CleanResult>;

/**
 * What comes of a cleaner of its own, which is closed at the end. What went wrong before is told, and not what closing
 * then says. (`await using` tells both, but is a kilobyte in bundles for today's browsers.)
 */
function cleaning(
  options: Running,
  clean: (cleaner: PageCleaner) => AsyncGenerator<CleanResult>,
): AsyncIterable<CleanResult> {
  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<CleanResult> {
      const cleaner = new PageCleaner(options);
      let isFaulty = false;
      try {
        yield* clean(cleaner);
      } catch (error) {
        isFaulty = true;
        throw error;
      } finally {
        const closed = cleaner[Symbol.asyncDispose]();
        await (isFaulty ? closed.catch(() => undefined) : closed);
      }
    },
  };
}

function resolve(options: CleanOptions, parts: CleanerParts, isForMany: boolean): ResolvedOptions {
  const method = parts.findMethod(options.method ?? parts.defaultMethod);
  parts.checkOptions?.(options, method, isForMany);
  const { overrides } = options;
  parts.checkSiteBy(options.siteBy ?? 'host');
  if (options.state !== undefined && parts.keeping === undefined)
    throw new DehuskError('OPTION_BAD', { option: 'state', expected: 'nothing here', value: 'a store' });
  return {
    ...options,
    parts,
    method,
    values: resolveOptions(method, options.methodOptions ?? {}),
    override: overrides && parts.createOverrides(overrides),
  };
}

async function* cleanPages(
  pages: Pages,
  cleaner: PageCleaner,
  { twoPass, signal }: Running & { readonly twoPass: boolean },
): AsyncGenerator<CleanResult> {
  if (twoPass) {
    for await (const item of pages) {
      signal?.throwIfAborted();
      const source = sourceOf(item);
      if (!('kind' in source)) await cleaner.learn(source as PageInput);
    }
  }
  for await (const item of pages) {
    signal?.throwIfAborted();
    const source = sourceOf(item);
    if ('kind' in source) yield failedPage(source);
    else if (twoPass) yield await cleaner.judgeLearned(source as PageInput);
    else yield await cleaner.add(source as PageInput);
  }
}

/** Throws for what cannot be looped over; `twice`, for what the second time would be empty, or an error. */
function checkPages(pages: Pages, twice: boolean): void {
  const source = Object(pages) as Readonly<Record<string | symbol, unknown>>;
  const has = (name: string | symbol): boolean => typeof source[name] === 'function';
  if (!has(Symbol.asyncIterator) && !has(Symbol.iterator))
    throw new DehuskError('OPTION_BAD', {
      option: 'pages',
      expected: 'an array or iterable',
      value: `${pages}`,
    });
  if (twice && (['next', 'getReader', 'pipe'].some(has) || source.isReadOnce === true))
    throw new DehuskError('PAGES_READ_ONCE', {});
}

export function sourceOf(item: InputPage): SourcePage | FailedInput {
  if (typeof item !== 'object' || item === null || !('kind' in item)) return toSource(item);
  return item.kind === 'failure' ? item : item.page;
}
