/**
 * Who may ask which host when: so many requests at a time and so long a pause between them per host, so many requests
 * at a time in all. A host that asked to be left alone (Retry-After), or failed, rests; whoever waits for it waits on.
 */
import { DehuskError } from '../../errors.ts';
import { hostOf, shownUrl } from './url-rules.ts';

interface TurnOptions {
  readonly perHost: number;
  readonly concurrency: number;
  readonly clock: Clock;
  /** A rest that is longer than this is not waited for. */
  readonly maxWaitMs: number;
}

interface Host {
  readonly permits: Semaphore;
  /** Turns taken or waited for. */
  users: number;
  lastRequestMs: number;
  pauseMs: number;
  restUntilMs: number;
}

interface TurnRequest {
  /** Time since the last request of this host. */
  readonly pauseMs: number;
  /** Whether the next request need not pause after this one. */
  readonly uncounted?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Beyond this many hosts, those that nobody waits for and that need no rest are forgotten. */
const rememberedHosts = 1_000;

export class HostTurns {
  readonly #options: TurnOptions;
  readonly #all: Semaphore;
  readonly #hosts = new Map<string, Host>();

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#all = new Semaphore(options.concurrency);
  }

  /** Resolves to what ends the turn. Throws HTTP_RETRY_LATER when the host rests for longer than anybody waits. */
  async take(url: URL, request: TurnRequest): Promise<() => void> {
    const host = this.#hostOf(url);
    host.users++;
    try {
      await host.permits.take(request.signal);
    } catch (error) {
      host.users--;
      throw error;
    }
    try {
      await this.#waitFor(host, url, request);
      await this.#all.take(request.signal);
    } catch (error) {
      this.#leave(host);
      throw error;
    }
    this.#count(host, request);
    return () => {
      this.#count(host, request);
      this.#all.release();
      this.#leave(host);
    };
  }

  /** Leaves the host alone for so long. */
  rest(url: URL, ms: number): void {
    const host = this.#hostOf(url);
    host.restUntilMs = Math.max(host.restUntilMs, this.#options.clock.now() + ms);
  }

  async #waitFor(host: Host, url: URL, request: TurnRequest): Promise<void> {
    const { clock, maxWaitMs } = this.#options;
    for (;;) {
      const now = clock.now();
      const restMs = host.restUntilMs - now;
      if (restMs > maxWaitMs) throw retryLater(url, restMs, maxWaitMs);
      const waitMs = Math.max(restMs, host.lastRequestMs + request.pauseMs - now);
      if (waitMs <= 0) break;
      await clock.sleep(waitMs, request.signal);
    }
    // Before the next wait, so that two turns of one host do not see the same pause end.
    this.#count(host, request);
  }

  /** The pause runs from the later of a request's start and its end. */
  #count(host: Host, { pauseMs, uncounted }: TurnRequest): void {
    if (uncounted) return;
    host.lastRequestMs = this.#options.clock.now();
    host.pauseMs = pauseMs;
  }

  #leave(host: Host): void {
    host.users--;
    host.permits.release();
  }

  #hostOf(url: URL): Host {
    const name = hostOf(url);
    let host = this.#hosts.get(name);
    if (host === undefined) {
      if (this.#hosts.size >= rememberedHosts) this.#forget();
      host = newHost(this.#options.perHost);
      this.#hosts.set(name, host);
    }
    return host;
  }

  #forget(): void {
    const now = this.#options.clock.now();
    for (const [name, host] of this.#hosts) {
      const isPaused = host.lastRequestMs + host.pauseMs > now || host.restUntilMs > now;
      if (host.users === 0 && !isPaused) this.#hosts.delete(name);
    }
  }
}

function newHost(perHost: number): Host {
  const never = Number.NEGATIVE_INFINITY;
  return { permits: new Semaphore(perHost), users: 0, lastRequestMs: never, pauseMs: 0, restUntilMs: never };
}

export function retryLater(url: URL, waitMs: number, limitMs: number): DehuskError {
  const seconds = Math.ceil(waitMs / 1000);
  const limitSeconds = Math.floor(limitMs / 1000);
  return new DehuskError('HTTP_RETRY_LATER', {
    url: shownUrl(url),
    host: hostOf(url),
    seconds,
    limitSeconds,
  });
}

/** A number of permits, given out in the order in which they were asked for. */
class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves once a permit is had; rejects with the signal's reason when that comes first. */
  take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/** Time as the fetcher sees it, so that a test may wait for hours in no time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason once that is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const timer = setTimeout(settle, ms);
      signal.addEventListener('abort', settle, { once: true });
      function settle(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', settle);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      }
    }),
};
