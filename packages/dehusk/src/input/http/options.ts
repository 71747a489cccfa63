/** What a fetcher may be told, and what it does where it is told nothing; how it introduces itself, and what it counts. */
import { DehuskError } from '../../errors.ts';
import { defaultPageLimits } from '../../page/raw-page.ts';
import { ownVersion } from '../../version.ts';
import type { AddressGuardOptions } from './address-guard.ts';
import { type Connector, createSocketConnector, type Resolver, systemResolver } from './connector.ts';
import { type Clock, systemClock } from './host-turns.ts';

/** How politely pages are fetched, what may be fetched, and what a page may cost. */
export interface FetcherOptions extends AddressGuardOptions {
  /** Whom the owner of a site can write to; becomes part of the user agent. */
  readonly contact?: string | undefined;
  /** Whether robots.txt is asked and obeyed; true unless told. */
  readonly obeyRobots?: boolean | undefined;
  /** Requests at a time to one host. */
  readonly perHost?: number | undefined;
  /** Requests at a time in all. */
  readonly concurrency?: number | undefined;
  /** Pause between two requests to one host; the crawl delay of robots.txt where that is longer. */
  readonly delayMs?: number | undefined;
  /** The longest crawl delay that is obeyed. */
  readonly maxCrawlDelayMs?: number | undefined;
  /** How often a request is sent at most. */
  readonly maxTries?: number | undefined;
  /** The longest Retry-After that is waited for. */
  readonly maxWaitMs?: number | undefined;
  readonly maxRedirects?: number | undefined;
  /** Size of a body as it is sent. */
  readonly maxWireBytes?: number | undefined;
  /** Size of a page with its encodings undone. */
  readonly maxPageBytes?: number | undefined;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Where pages are kept, to be asked for again only if they changed; nowhere unless told. */
  readonly cacheFolder?: string | undefined;
  readonly maxCacheBytes?: number | undefined;
}

/** The same, and what the world is replaced by in a test. */
export interface FetcherSetting extends FetcherOptions {
  readonly resolve?: Resolver | undefined;
  readonly connect?: Connector | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

export interface Timeouts {
  /** Resolving the name, and the handshakes. */
  readonly connectMs: number;
  /** From the start to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  /** From the start to the end of the body: what a server that drips a byte now and then is cut by. */
  readonly totalMs: number;
}

type Defined<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> };
type Optional = 'contact' | 'cacheFolder' | keyof AddressGuardOptions;

/** Every option with its value; those that may be absent stay as they were given. */
export type ResolvedOptions = Defined<Omit<FetcherSetting, Optional | 'timeouts'>> &
  Pick<FetcherOptions, Optional> & { readonly timeouts: Timeouts };

const mebibyte = 1024 * 1024;

/** Whole numbers, each with the least that makes sense. */
const counts = {
  perHost: { value: 1, least: 1 },
  concurrency: { value: 8, least: 1 },
  // What wget's and most crawlers' manuals recommend, and robots.txt files ask for when they ask for little.
  delayMs: { value: 1_000, least: 0 },
  maxCrawlDelayMs: { value: 30_000, least: 0 },
  maxTries: { value: 3, least: 1 },
  maxWaitMs: { value: 60_000, least: 0 },
  maxRedirects: { value: 5, least: 0 },
  maxWireBytes: { value: 10 * mebibyte, least: 1 },
  maxPageBytes: { value: defaultPageLimits.maxBytes, least: 1 },
  maxCacheBytes: { value: 1_024 * mebibyte, least: 0 },
} as const;

const timeouts = {
  connectMs: { value: 10_000, least: 1 },
  headersMs: { value: 30_000, least: 1 },
  idleMs: { value: 15_000, least: 1 },
  totalMs: { value: 60_000, least: 1 },
} as const;

/** Beyond this a timer of Node fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Throws OPTION_BAD. */
export function resolveOptions(options: FetcherSetting): ResolvedOptions {
  return {
    ...options,
    ...readCounts(options, counts),
    timeouts: readCounts(options.timeouts ?? {}, timeouts),
    obeyRobots: options.obeyRobots ?? true,
    resolve: options.resolve ?? systemResolver,
    connect: options.connect ?? createSocketConnector(),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
  };
}

type Counts = Readonly<Record<string, { readonly value: number; readonly least: number }>>;

function readCounts<T extends Counts>(
  given: Partial<Record<keyof T, number | undefined>>,
  table: T,
): Record<keyof T, number> {
  const entries = Object.entries(table).map(([option, { value, least }]) => {
    const count = given[option] ?? value;
    const most = option.endsWith('Ms') ? maxTimerMs : Number.MAX_SAFE_INTEGER;
    if (Number.isSafeInteger(count) && count >= least && count <= most) return [option, count] as const;
    const expected = `a whole number from ${least} to ${most}`;
    throw new DehuskError('OPTION_BAD', { option, expected, value: count });
  });
  return Object.fromEntries(entries) as Record<keyof T, number>;
}

/** What robots.txt knows us by. */
export const productToken = 'dehusk';

/** `dehusk/1.2.3`, and in brackets whom to write to, if the user says. */
export function userAgentOf(contact: string | undefined): string {
  const product = `${productToken}/${ownVersion}`;
  if (contact === undefined) return product;
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,198}[\x21-\x7e])?$/.test(contact) || /[()\\]/.test(contact)) {
    const expected = 'an address in ASCII, without brackets';
    throw new DehuskError('OPTION_BAD', { option: 'contact', expected, value: contact });
  }
  return `${product} (+${contact})`;
}

/** What a fetcher has done so far. */
export interface HttpCounters {
  /** Sent over the network, robots.txt, redirects and repeated tries included. */
  readonly requests: number;
  /** Of these, the ones that repeated a failed one. */
  readonly retries: number;
  readonly redirects: number;
  /** Bytes of pages and robots.txt as they came over the wire. */
  readonly wireBytes: number;
  /** The same with their encodings undone, up to where a page was refused. */
  readonly decodedBytes: number;
  /** Pages that were taken from the cache without a request. */
  readonly cacheHits: number;
  /** Pages that were taken from the cache because the server said that they are as they were. */
  readonly notModified: number;
  /** Entries of the cache that could not be written; the page is delivered all the same. */
  readonly cacheFailures: number;
  /** Pages that were refused by a rule of ours or by robots.txt. */
  readonly refusals: number;
}

export type MutableCounters = { -readonly [Name in keyof HttpCounters]: number };

export function newCounters(): MutableCounters {
  return {
    requests: 0,
    retries: 0,
    redirects: 0,
    wireBytes: 0,
    decodedBytes: 0,
    cacheHits: 0,
    notModified: 0,
    cacheFailures: 0,
    refusals: 0,
  };
}
