import type { Clock } from '../../packages/dehusk/src/input/http/host-turns.ts';

export interface FakeClock extends Clock {
  /** Every sleep that was asked for. */
  readonly sleeps: number[];
  advance(ms: number): void;
}

/** Sleeps by jumping ahead. */
export function createFakeClock(startMs: number = Date.UTC(2026, 0, 1)): FakeClock {
  let nowMs = startMs;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      sleeps.push(ms);
      const wakeMs = nowMs + ms;
      await new Promise(setImmediate);
      signal.throwIfAborted();
      nowMs = Math.max(nowMs, wakeMs);
    },
  };
}
