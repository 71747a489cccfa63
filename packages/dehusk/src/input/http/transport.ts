/** Requests as a host should see them: in turn, with pauses, and repeated a few times when they fail in passing. */
import { type Answer, httpDateMs } from './answer.ts';
import { type ExchangeParts, type ExchangeRequest, exchange, isTemporary } from './exchange.ts';
import { type Clock, type HostTurns, retryLater } from './host-turns.ts';

interface TransportRequest extends ExchangeRequest {
  /** What robots.txt asks for between two requests, where that is more than our own. */
  readonly crawlDelayMs?: number;
  /** Whether the next request need not pause after this one. */
  readonly uncounted?: boolean;
}

interface TransportParts extends ExchangeParts {
  readonly turns: HostTurns;
  readonly clock: Clock;
  readonly random: () => number;
  readonly delayMs: number;
  readonly maxTries: number;
  readonly maxWaitMs: number;
}

export interface Transport {
  /** The answer, whatever its status; throws once the tries are used up, or for what no try can change. */
  get(request: TransportRequest): Promise<Answer>;
}

export function createTransport(parts: TransportParts): Transport {
  return {
    async get(request) {
      for (let tries = 1; ; tries++) {
        const { outcome, waitMs } = await takeTurn(request, tries, parts);
        if (waitMs === undefined) return answerOf(outcome);
        if (waitMs > parts.maxWaitMs) throw retryLater(request.url, waitMs, parts.maxWaitMs);
        if (tries >= parts.maxTries) return answerOf(outcome);
        parts.counters.retries++;
      }
    },
  };
}

type Outcome = { readonly answer: Answer } | { readonly error: unknown };

interface Attempt {
  readonly outcome: Outcome;
  /** After how long another try is worth it; undefined where it would change nothing. */
  readonly waitMs: number | undefined;
}

async function takeTurn(request: TransportRequest, tries: number, parts: TransportParts): Promise<Attempt> {
  const { url, uncounted, signal, crawlDelayMs = 0 } = request;
  const pauseMs = Math.max(parts.delayMs, crawlDelayMs);
  const release = await parts.turns.take(url, { pauseMs, uncounted, signal });
  try {
    const outcome = await outcomeOf(exchange(request, parts));
    const waitMs = retryWaitMs(outcome, tries, parts);
    // Before the turn ends, so that whoever has the next one waits as well.
    if (waitMs !== undefined) parts.turns.rest(url, waitMs);
    return { outcome, waitMs };
  } finally {
    release();
  }
}

function outcomeOf(answer: Promise<Answer>): Promise<Outcome> {
  return answer.then(
    (found) => ({ answer: found }),
    (error: unknown) => ({ error }),
  );
}

function answerOf(outcome: Outcome): Answer {
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}

function retryWaitMs(outcome: Outcome, tries: number, parts: TransportParts): number | undefined {
  const ownWaitMs = (): number => Math.min(backoffMs(tries, parts.random), parts.maxWaitMs);
  if ('error' in outcome) return isTemporary(outcome.error) ? ownWaitMs() : undefined;
  const { status, fields } = outcome.answer;
  if (!isTemporaryStatus(status)) return undefined;
  return retryAfterMs(fields.get('retry-after'), parts.clock.now()) ?? ownWaitMs();
}

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
