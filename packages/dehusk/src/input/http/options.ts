/** What a fetcher may be told, and what it does where it is told nothing. */
import { DehuskError } from '../../errors.ts';
import { defaultPageLimits } from '../../page/limits.ts';
import type { AddressGuardOptions } from './address/address-guard.ts';
import type { Connector, Resolver } from './address/guarded-connector.ts';
import { createSocketConnector, systemResolver } from './address/open-socket.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Timeouts } from './exchange.ts';

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
  /** What the world is replaced by in a test. */
  readonly resolve?: Resolver | undefined;
  readonly connect?: Connector | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

type Defined<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> };
type Optional = 'contact' | 'cacheFolder' | keyof AddressGuardOptions;

/** Every option with its value; those that may be absent stay as they were given. */
export type ResolvedOptions = Defined<Omit<FetcherOptions, Optional | 'timeouts'>> &
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

/** Throws USAGE_VALUE_BAD. */
export function resolveOptions(options: FetcherOptions): ResolvedOptions {
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
  const entries = Object.entries(table).map(([flag, { value, least }]) => {
    const count = given[flag] ?? value;
    const most = flag.endsWith('Ms') ? maxTimerMs : Number.MAX_SAFE_INTEGER;
    if (Number.isSafeInteger(count) && count >= least && count <= most) return [flag, count] as const;
    const expected = `a whole number from ${least} to ${most}`;
    throw new DehuskError('USAGE_VALUE_BAD', { flag, expected, value: count, hint: '' });
  });
  return Object.fromEntries(entries) as Record<keyof T, number>;
}
