/**
 * One request and its answer, or why there is none: one connection, four timeouts, one body. No retry, no redirect, no
 * cache.
 */
import type { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { DehuskError } from '../../errors.ts';
import { type Answer, acceptedEncodings, type BodyLimits, fieldsOf, readBody } from './answer.ts';
import { AddressRefusal, ConnectTimeout } from './connector.ts';
import { type LinkedAbort, linkAbort } from './linked-abort.ts';
import type { MutableCounters, Timeouts } from './options.ts';
import { shownUrl } from './url-rules.ts';

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

/** Our own, since undici's come up to a second late and know no limit of the total time. */
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

export interface LazyAgent {
  get(): Promise<Agent>;
  destroy(): Promise<void>;
}

/** undici is loaded with the first request: it takes a tenth of a second, and most commands never fetch anything. */
export function createLazyAgent(options: Agent.Options): LazyAgent {
  let agent: Promise<Agent> | undefined;
  return {
    get: () => {
      agent ??= import('undici').then((undici) => new undici.Agent(options));
      return agent;
    },
    destroy: async () => (await agent)?.destroy(),
  };
}

/** Codes of our own, for what undici's parser says in words only. */
const cutCode = 'HPE_INVALID_EOF_STATE';
const noHttpCode = 'HPE';

/** What sockets, resolvers, TLS and undici raise, in our words. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name server does not answer',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  ECONNRESET_MIDWAY: 'the connection was reset',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'no way to the host',
  ENETUNREACH: 'no way to the network',
  UND_ERR_SOCKET: 'the connection was closed before the answer was whole',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not as long as it says',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
  [cutCode]: 'the connection was closed before the answer was whole',
  [noHttpCode]: 'what it sends is no HTTP',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another host',
};

/** What may be gone at the next try. Not a refused connection, nor a name that is not there: nothing waits behind them. */
const temporaryCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNRESET',
  'ECONNRESET_MIDWAY',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  cutCode,
]);

/** Errors that no network raises are faults of the program, and stay what they are. */
function failureOf(error: unknown, url: URL): unknown {
  if (error instanceof DehuskError) return error;
  if (error instanceof AddressRefusal) {
    const { host, address, rule } = error;
    return new DehuskError('HTTP_ADDRESS_REFUSED', { url: shownUrl(url), host, address, rule });
  }
  if (error instanceof ConnectTimeout) return timeout(url, error.limitMs, 'to connect');
  const code = codeOf(error);
  if (code === undefined) return error;
  const reason = reasons[code] ?? (error as Error).message;
  return new DehuskError('HTTP_UNREACHABLE', { url: shownUrl(url), reason }, { cause: error });
}

function timeout(url: URL, limitMs: number, phase: string): DehuskError {
  return new DehuskError('HTTP_TIMEOUT', { url: shownUrl(url), limitMs, phase });
}

/** The phase of a timeout that another try would only repeat. */
const wholePhase = 'to arrive whole';

export function isTemporary(error: unknown): boolean {
  if (!(error instanceof DehuskError)) return false;
  if (error.code === 'HTTP_TIMEOUT') return (error as DehuskError<'HTTP_TIMEOUT'>).facts.phase !== wholePhase;
  return error.code === 'HTTP_UNREACHABLE' && temporaryCodes.has(codeOf(error.cause) ?? '');
}

/** Several addresses tried in vain come as one error, whose own code is that of the last. */
function codeOf(error: unknown): string | undefined {
  // undici 7 means to give its parser's errors a code of their own, and gives them none.
  if (error instanceof Error && error.name === 'HTTPParserError')
    return error.message.includes('EOF') ? cutCode : noHttpCode;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
