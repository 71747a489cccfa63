/** A page before it is parsed: what arrived, which page it is, and what it may cost. */
import { checkOptions } from '../errors.ts';
import type { Page } from './page.ts';

/** Where a page came from, so that every message about it can name the place. */
export interface Provenance {
  /** The file as the user named it, or `-` for standard input. */
  readonly file: string;
  /** Name of the folder that was given as input, when the page is one file of it. */
  readonly root?: string;
  /** Path below that folder, with forward slashes. */
  readonly path?: string;
  /**
   * Host and path of the page, such as `example.org/docs/a.html`, where its folder is named after its host, as wget and
   * HTTrack name the folders of a copied site.
   */
  readonly hostPath?: string;
  /** Byte offset of the record in the file: of the compressed file where each record is a gzip member of its own. */
  readonly offset?: number;
  /** Line in the (decompressed) file, from 1. */
  readonly line?: number;
}

/** A page as it arrived: bytes, and what the transport said of them. */
export interface RawPage {
  /** As given, not normalised; absent for a file whose address nobody knows. */
  readonly url?: string;
  readonly bytes: Uint8Array;
  /** The transport's Content-Type, parameters included. */
  readonly contentType?: string;
  /** Of the HTTP response. */
  readonly status?: number;
  /** When the page was fetched, as the source wrote it (ISO 8601 in WARC). */
  readonly date?: string;
  /** Name of the archive's record, as the source wrote it (WARC-Record-ID). */
  readonly recordId?: string;
  /** Where the archive has a digest of the page: it is another one (`wrong`), or of an unknown kind. */
  readonly digest?: 'wrong' | 'unknown';
  /** The page is the content of an earlier record of the archive, met again at this address and date. */
  readonly revisit?: true;
  readonly provenance: Provenance;
}

// Identity

/** A page in any of the forms that people have it in: bytes, text, or parsed already. */
export type SourcePage = RawPage | TextPage | ParsedPage;

interface TextPage extends Omit<RawPage, 'bytes'> {
  readonly html: string;
}

interface ParsedPage extends Omit<RawPage, 'bytes'> {
  readonly page: Page;
}

/** What somebody has handed in for a page, in words. */
export function nameInput(given: unknown): string {
  if (typeof given !== 'object' || given === null) return given === null ? 'null' : typeof given;
  return given instanceof Uint8Array
    ? 'bytes alone'
    : `an object with ${Object.keys(given).join(', ') || 'nothing'}`;
}

/**
 * A page's identity: its normalised address; without one, its place in the input: the path below the folder that was
 * named, or the file, with line or offset where a file holds many pages.
 */
export function pageId({ url, provenance }: Pick<RawPage, 'url' | 'provenance'>): string {
  if (url !== undefined) return normalUrl(url);
  const { file, path, line, offset } = provenance;
  const within = line ?? offset;
  return within === undefined ? (path ?? file) : `${path ?? file}#${within}`;
}

/** Numbers for the different pages of a batch, from 0. */
export interface PageNumbers {
  readonly count: number;
  /** By page of the batch. */
  readonly of: Int32Array;
}

/** Two captures of one page get one number. */
export function numberPages(pages: readonly Page[]): PageNumbers {
  const numbers = new Map<string, number>();
  let count = 0;
  const of = Int32Array.from(pages, ({ id }) => {
    // A page that nobody can name is always a new one.
    const number = id === '' ? undefined : numbers.get(id);
    if (number !== undefined) return number;
    numbers.set(id, count);
    return count++;
  });
  return { count, of };
}

// Limits

/** What a page may cost. A page over a limit is refused with an error of its own, and the run goes on. */
export interface PageLimits {
  readonly maxBytes: number;
  readonly maxNodes: number;
  /** Open elements at one time. */
  readonly maxDepth: number;
  readonly maxAttributes: number;
}

export const defaultPageLimits: PageLimits = {
  // The largest pages that are documents and not data dumps have some megabytes.
  maxBytes: 50 * 1024 * 1024,
  // About 12 MB of the table; the largest of 2,944 real pages has 42,000. Misnested formatting elements
  // multiply nodes (17 KB of source can ask for half a million), so this is also what stops that.
  maxNodes: 250_000,
  // Browsers flatten beyond 512; real pages stay below 100 (48 at most in 2,944), unclosed tags included.
  maxDepth: 2_048,
  maxAttributes: 500_000,
};

/** Those that nobody has to look at again, though they are given for each of many pages. */
class ResolvedLimits implements PageLimits {
  readonly maxBytes: number;
  readonly maxNodes: number;
  readonly maxDepth: number;
  readonly maxAttributes: number;
  constructor({ maxBytes, maxNodes, maxDepth, maxAttributes }: PageLimits) {
    this.maxBytes = maxBytes;
    this.maxNodes = maxNodes;
    this.maxDepth = maxDepth;
    this.maxAttributes = maxAttributes;
  }
}

/** The limits that somebody asks for, and the others. Throws OPTION_BAD or OPTION_UNKNOWN: a limit of NaN would be none. */
export function resolveLimits(limits?: Partial<PageLimits>): PageLimits {
  if (limits === undefined) return defaultPageLimits;
  if (limits instanceof ResolvedLimits) return limits;
  checkOptions(limits, { maxBytes: 1, maxNodes: 1, maxDepth: 1, maxAttributes: 1 }, { within: 'limits.' });
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return new ResolvedLimits({ ...defaultPageLimits, ...Object.fromEntries(given) });
}

// Addresses

/** The address that `href` means on a page at `base`; undefined if it is none. */
export function resolveUrl(href: string, base?: string): URL | undefined {
  // `URL.parse` would do, but not every Node 20 has it. `URL.canParse` is wrong there and in Node 22: once it is called
  // often enough to be compiled, hosts such as `bücher.example` are none for it.
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}

/** An address that stands for itself; undefined if it is none. It is the same object for all who ask: not to be changed. */
export function absoluteUrl(url: string): URL | undefined {
  if (url !== lastUrl.url) lastUrl = { url, parsed: resolveUrl(url) };
  return lastUrl.parsed;
}

/** A page is asked for its address several times before the next one comes. */
let lastUrl: { readonly url: string; readonly parsed: URL | undefined } = { url: '', parsed: undefined };

/** An address in normal form, without fragment. */
export function normalUrl(url: string): string {
  const parsed = absoluteUrl(url);
  if (parsed === undefined || !url.includes('#')) return parsed?.href ?? url;
  const whole = new URL(parsed);
  whole.hash = '';
  return whole.href;
}
