/** Waiting: the clock that everybody here is handed, and what is worth waiting for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DehuskError } from '../errors.ts';

export interface Clock {
  now(): number;
  /** Ends early at an abort, without throwing. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/** Whether it may get better by itself: a server that is started again, or gets room. */
export function canPass(error: unknown): error is DehuskError {
  return error instanceof DehuskError && (error.code === 'LOG_UNREACHABLE' || error.code === 'LOG_FULL');
}

export interface Patience {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly report: {
    /** It goes on after a while. */
    trouble(error: Error): void;
  };
}

/** Between two tries. */
const RETRY_MS = 200;

/** What may be done twice is tried until the server answers. Throws the reason of the signal. */
export async function untilReached<Value>(
  act: () => Promise<Value>,
  { clock, signal, report }: Patience,
): Promise<Value> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await act();
    } catch (error) {
      if (!canPass(error)) throw error;
      if (isFirst) report.trouble(error);
    }
    await clock.sleep(RETRY_MS, signal);
    signal.throwIfAborted();
  }
}
