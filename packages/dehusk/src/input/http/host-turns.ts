/**
 * Who may ask which host when: so many requests at a time and so long a pause between them per host, so many requests
 * at a time in all. A host that asked to be left alone (Retry-After), or failed, rests; whoever waits for it waits on.
 */
import { DehuskError } from '../../errors.ts';
import type { Clock } from './clock.ts';
import { Slots } from './slots.ts';
import { hostOf, shownUrl } from './url-rules.ts';

export interface TurnOptions {
  readonly perHost: number;
  readonly concurrency: number;
  readonly clock: Clock;
  /** A rest that is longer than this is not waited for. */
  readonly maxWaitMs: number;
}

interface Host {
  readonly slots: Slots;
  /** Turns taken or waited for. */
  users: number;
  lastRequestMs: number;
  pauseMs: number;
  restUntilMs: number;
}

export interface TurnRequest {
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
  readonly #all: Slots;
  readonly #hosts = new Map<string, Host>();

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#all = new Slots(options.concurrency);
  }

  /** Resolves to what ends the turn. Throws HTTP_RETRY_LATER when the host rests for longer than anybody waits. */
  async take(url: URL, request: TurnRequest): Promise<() => void> {
    const host = this.#hostOf(url);
    host.users++;
    try {
      await host.slots.take(request.signal);
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
    host.slots.release();
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
  return { slots: new Slots(perHost), users: 0, lastRequestMs: never, pauseMs: 0, restUntilMs: never };
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
