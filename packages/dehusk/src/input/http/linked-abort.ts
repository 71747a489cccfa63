/**
 * An abort that follows other signals until it is unlinked. `AbortSignal.any` was rejected: on Node 20 what it makes
 * stays attached to a signal that outlives it, and the signal of a crawl outlives thousands of requests.
 */
import { setMaxListeners } from 'node:events';

export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  unlink(): void;
}

export function linkAbort(signals: readonly (AbortSignal | undefined)[]): LinkedAbort {
  const controller = new AbortController();
  const follow = signals.filter((signal) => signal !== undefined);
  const onAbort = (): void => controller.abort(follow.find(({ aborted }) => aborted)?.reason);
  for (const signal of follow) {
    // Any number of pages may be fetched under one signal; Node 20 takes more than ten for a leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', onAbort);
  }
  if (follow.some(({ aborted }) => aborted)) onAbort();
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => {
      for (const signal of follow) signal.removeEventListener('abort', onAbort);
    },
  };
}

/** What `work` gives, unless the signal is aborted first; the work itself goes on. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
