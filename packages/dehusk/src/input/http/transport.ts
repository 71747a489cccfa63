/** Requests as a host should see them: in turn, with pauses, and repeated a few times when they fail in passing. */
import type { Answer } from './answer.ts';
import type { Clock } from './clock.ts';
import { type ExchangeParts, type ExchangeRequest, exchange } from './exchange.ts';
import { isTemporary } from './failures.ts';
import { type HostTurns, retryLater } from './host-turns.ts';
import { backoffMs, isTemporaryStatus, retryAfterMs } from './retry-rules.ts';

interface TransportRequest extends ExchangeRequest {
  /** What robots.txt asks for between two requests, where that is more than our own. */
  readonly crawlDelayMs?: number;
  /** Whether the next request need not pause after this one. */
  readonly uncounted?: boolean;
}

export interface TransportParts extends ExchangeParts {
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
