/**
 * Work on the page's own thread, in slices: when the time of a slice is over, the page has its turn before the next one
 * begins. What takes long and needs no document (judging, mapping, comparing) is not done here at all but in the
 * background, which has a thread of its own.
 */

/** Browsers call a task of 50 ms long. A slice ends before: its last step, and what follows it, take time too. */
export const SLICE_MS = 40;

export interface SliceClock {
  /** In milliseconds, from anywhere. */
  now(): number;
  /** Fulfilled when the page has had its turn. */
  rest(): Promise<void>;
}

const browserClock: SliceClock = {
  now: () => performance.now(),
  // A message and no timer: those of a tab that is not in front are held back for a second.
  rest: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    }),
};

/** Each `yield` of the work is the end of a step; a step is short: one node, one rule. */
export async function inSlices<Value>(
  work: Generator<void, Value>,
  clock: SliceClock = browserClock,
): Promise<Value> {
  let end = clock.now() + SLICE_MS;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (clock.now() < end) continue;
    await clock.rest();
    end = clock.now() + SLICE_MS;
  }
}
