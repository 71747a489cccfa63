/** One request and its answer: one connection, four timeouts, one body. No retry, no redirect, no cache. */
import type { Readable } from 'node:stream';
import { AddressRefusal } from './address/guarded-connector.ts';
import { type Answer, fieldsOf } from './answer.ts';
import type { MutableCounters } from './counters.ts';
import { failureOf, timeout, wholePhase } from './failures.ts';
import type { LazyAgent } from './lazy-agent.ts';
import { type LinkedAbort, linkAbort } from './linked-abort.ts';
import { acceptedEncodings, type BodyLimits, readBody } from './read-body.ts';

export interface Timeouts {
  /** Resolving the name, and the handshakes. */
  readonly connectMs: number;
  /** From the start to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  /** From the start to the end of the body: what a server that drips a byte now and then is cut by. */
  readonly totalMs: number;
}

/** Which bodies are read, by status and fields, and how much of them. */
export type Wish = (status: number, fields: ReadonlyMap<string, string>) => BodyLimits | undefined;

export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly wish: Wish;
  readonly signal: AbortSignal;
}

export interface ExchangeParts {
  readonly agent: LazyAgent;
  readonly timeouts: Timeouts;
  readonly userAgent: string;
  readonly counters: MutableCounters;
}

/** A body that nobody wishes for is read up to this size, so that its connection can be used again. */
const maxIgnoredBytes = 64 * 1024;

export async function exchange(request: ExchangeRequest, parts: ExchangeParts): Promise<Answer> {
  const { url, signal } = request;
  const abort = linkAbort([signal]);
  const timers = startTimers(url, parts.timeouts, abort);
  try {
    return await converse({ ...request, signal: abort.signal }, parts, timers);
  } catch (error) {
    signal.throwIfAborted();
    // Nothing was sent.
    if (error instanceof AddressRefusal) parts.counters.requests--;
    // What a stream says of its own end is of no interest where we have ended it.
    throw failureOf(abort.signal.aborted ? abort.signal.reason : error, url);
  } finally {
    timers.clear();
    abort.unlink();
  }
}

async function converse(request: ExchangeRequest, parts: ExchangeParts, timers: Timers): Promise<Answer> {
  const { url, headers, wish, signal } = request;
  parts.counters.requests++;
  const agent = await parts.agent.get();
  const response = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: { 'user-agent': parts.userAgent, 'accept-encoding': acceptedEncodings, ...headers },
    signal,
  });
  timers.onPiece();
  // The stream may fail while nobody reads it yet.
  response.body.on('error', () => undefined);
  const fields = fieldsOf(response.headers);
  const answer = { url, status: response.statusCode, fields };
  const limits = wish(answer.status, fields);
  if (!limits) {
    await ignoreBody(response.body, signal);
    return answer;
  }
  const { counters } = parts;
  const onWire = (count: number): void => {
    counters.wireBytes += count;
    timers.onPiece();
  };
  const onDecoded = (count: number): void => {
    counters.decodedBytes += count;
  };
  const bytes = await readBody(response.body, { ...limits, url, fields, onWire, onDecoded });
  return { ...answer, bytes };
}

async function ignoreBody(
  body: Readable & { dump(options: { limit: number; signal: AbortSignal }): Promise<unknown> },
  signal: AbortSignal,
): Promise<void> {
  try {
    await body.dump({ limit: maxIgnoredBytes, signal });
  } catch {
    // Its connection is gone; the answer is known all the same.
    signal.throwIfAborted();
  }
}

interface Timers {
  /** The headers are there, or another piece of the body. */
  onPiece(): void;
  clear(): void;
}

/** Our own, since undici's come up to a second late and know no limit of the whole. */
function startTimers(url: URL, timeouts: Timeouts, { abort }: LinkedAbort): Timers {
  const { headersMs, idleMs, totalMs } = timeouts;
  const start = (ms: number, phase: string): NodeJS.Timeout =>
    setTimeout(() => abort(timeout(url, ms, phase)), ms);
  const total = start(totalMs, wholePhase);
  const headers = start(headersMs, 'to answer');
  let idle: NodeJS.Timeout | undefined;
  return {
    onPiece() {
      clearTimeout(headers);
      if (idle) idle.refresh();
      else idle = start(idleMs, 'to send more');
    },
    clear() {
      for (const timer of [total, headers, idle]) clearTimeout(timer);
    },
  };
}
