/**
 * A polite fetcher of pages. The life of a request:
 *
 *   url-rules → cache → robots → turn of the host → connection to a checked address → answer → body → cache
 *       ↑                              ↑        └── fails in passing: the host rests, then again ──┘    │
 *       └───────────────────────── redirect: every step anew ──────────────────────────────────────────┘
 *
 * Every refusal is an error that names its rule; whatever happens to one page happens to that page alone.
 */
import { setMaxListeners } from 'node:events';
import { DehuskError } from '../../errors.ts';
import type { RawPage } from '../../page/raw-page.ts';
import { createAddressGuard } from './address-guard.ts';
import { DiskCache } from './cache.ts';
import { createGuardedConnector } from './connector.ts';
import { createLazyAgent, type LazyAgent } from './exchange.ts';
import { HostTurns } from './host-turns.ts';
import { linkAbort } from './linked-abort.ts';
import {
  type FetcherSetting,
  type HttpCounters,
  type MutableCounters,
  newCounters,
  type ResolvedOptions,
  resolveOptions,
  userAgentOf,
} from './options.ts';
import { fetchPage, type PageFetchParts } from './page-fetch.ts';
import { RobotsGate } from './robots.ts';
import { createTransport } from './transport.ts';

/** Fetches pages from the web; `openFetcher` makes one. */
export interface Fetcher extends AsyncDisposable {
  /**
   * The page at an address. `url` of what comes is where redirects led, which may be another site; `provenance.file`
   * is the address that was asked for. Rejects with a DehuskError, or with the reason of the signal.
   */
  fetchPage(url: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<RawPage>;
  /** What was done until now. */
  readonly counters: HttpCounters;
  /** Ends what is under way and lets all connections go. */
  close(): Promise<void>;
}

/** Throws OPTION_BAD for an option that is none; opens nothing until a page is asked for. */
export function createFetcher(options: FetcherSetting = {}): Fetcher {
  const resolved = resolveOptions(options);
  const counters = newCounters();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const agent = createAgent(resolved, closing.signal);
  const parts = createParts(resolved, { agent, counters, signal: closing.signal });
  const running = new Set<Promise<unknown>>();
  const close = async (): Promise<void> => {
    closing.abort(new DehuskError('HTTP_CLOSED', {}));
    await Promise.allSettled(running);
    await agent.destroy();
    await parts.cache?.close();
  };
  return {
    get counters() {
      return { ...counters };
    },
    async fetchPage(url, { signal } = {}) {
      const page = fetchLinked(url, [signal, closing.signal], parts);
      running.add(page);
      try {
        return await page;
      } finally {
        running.delete(page);
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createAgent(options: ResolvedOptions, signal: AbortSignal): LazyAgent {
  const { resolve, connect, perHost, timeouts } = options;
  const guard = createAddressGuard(options);
  return createLazyAgent({
    connect: createGuardedConnector({ guard, resolve, connect, signal, timeoutMs: timeouts.connectMs }),
    connections: perHost,
    pipelining: 1,
    // Longer than the usual pause between two requests, so that a connection outlives it.
    keepAliveTimeout: 10_000,
    maxHeaderSize: 64 * 1024,
    // Ours are exact, and know the total time as well.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

interface Foundation {
  readonly agent: LazyAgent;
  readonly counters: MutableCounters;
  readonly signal: AbortSignal;
}

function createParts(options: ResolvedOptions, { agent, counters, signal }: Foundation): PageFetchParts {
  const { cacheFolder: folder, maxCacheBytes: maxBytes } = options;
  const cache = folder === undefined ? undefined : new DiskCache({ folder, maxBytes, counters });
  const userAgent = userAgentOf(options.contact);
  const turns = new HostTurns(options);
  const transport = createTransport({ ...options, agent, counters, userAgent, turns });
  const robots = options.obeyRobots ? new RobotsGate({ ...options, transport, cache, signal }) : undefined;
  return { options, transport, robots, cache, counters };
}

const refusals: ReadonlySet<unknown> = new Set(['HTTP_URL_REFUSED', 'HTTP_ADDRESS_REFUSED', 'HTTP_ROBOTS']);

async function fetchLinked(
  url: string,
  signals: readonly (AbortSignal | undefined)[],
  parts: PageFetchParts,
): Promise<RawPage> {
  const abort = linkAbort(signals);
  try {
    abort.signal.throwIfAborted();
    return await fetchPage(url, abort.signal, parts);
  } catch (error) {
    if (error instanceof DehuskError && refusals.has(error.code)) parts.counters.refusals++;
    throw error;
  } finally {
    abort.unlink();
  }
}
