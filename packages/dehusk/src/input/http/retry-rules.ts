/** When a request is worth another try, and after how long. */
import { httpDateMs } from './http-date.ts';

/** What curl, too, holds for passing: overload, restarts and gateways. Others of 5xx (501, 505) do not pass. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

export function isTemporaryStatus(status: number): boolean {
  return temporaryStatuses.has(status);
}

const firstBackoffMs = 1_000;
const maxBackoffMs = 30_000;

/** Exponential backoff with full jitter: anything up to 1 s, 2 s, 4 s…, so that clients that failed together part. */
export function backoffMs(triesDone: number, random: () => number): number {
  return Math.floor(random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** (triesDone - 1)));
}

/** Far more than anybody waits; keeps a server from closing itself to us for good with one header. */
const maxRetryAfterMs = 24 * 3_600_000;

/** How long the server asks to be left alone; undefined where it does not say, or not readably. */
export function retryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs);
  const dateMs = httpDateMs(text);
  return dateMs === undefined ? undefined : Math.min(Math.max(0, dateMs - nowMs), maxRetryAfterMs);
}
