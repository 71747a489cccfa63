/** What robots.txt of an origin allows: fetched once and kept for a day, in memory and in the cache (RFC 9309, 2.4). */
import { DehuskError, type ErrorCode } from '../../errors.ts';
import { type Answer, isSuccess } from './answer.ts';
import { type DiskCache, storageOf } from './cache.ts';
import type { Clock } from './host-turns.ts';
import { orAborted } from './linked-abort.ts';
import { productToken } from './options.ts';
import { parseRobots, type RobotsRules, ruleAgainst } from './robots-rules.ts';
import type { Transport } from './transport.ts';
import { Redirects, shownUrl } from './url-rules.ts';

/** Its signal is the fetcher's: one that asks for a file may be gone before it comes, and others wait for it. */
interface RobotsGateParts extends RobotsFileParts {
  readonly cache: DiskCache | undefined;
  readonly clock: Clock;
}

interface Kept {
  readonly rules: Promise<RobotsRules>;
  untilMs: number;
}

const keptMs = 24 * 3_600_000;
/** An outage should not cost a day; nor should each page of the site ask again. */
const failureKeptMs = 10 * 60_000;
const keptOrigins = 1_000;

export class RobotsGate {
  readonly #parts: RobotsGateParts;
  readonly #origins = new Map<string, Kept>();

  constructor(parts: RobotsGateParts) {
    this.#parts = parts;
  }

  /** The crawl delay; throws HTTP_ROBOTS for an address that may not be fetched, or why the file cannot be had. */
  async check(url: URL, signal: AbortSignal): Promise<number> {
    const robots = await orAborted(this.#rulesOf(url.origin), signal).catch((error) => {
      // Many pages may wait for one file; each is refused under its own name.
      throw isOf(error, 'HTTP_ROBOTS') ? forbidden(url, String(error.facts.rule)) : error;
    });
    const rule = ruleAgainst(robots, url);
    if (rule === undefined) return robots.crawlDelayMs;
    throw forbidden(url, `line ${rule.line} of ${url.origin}/robots.txt says ${rule.text.slice(0, 200)}`);
  }

  #rulesOf(origin: string): Promise<RobotsRules> {
    const now = this.#parts.clock.now();
    const remembered = this.#origins.get(origin);
    if (remembered && remembered.untilMs > now) return remembered.rules;
    const kept: Kept = { rules: this.#load(origin), untilMs: now + keptMs };
    // Noticed by whoever waits for it; this only shortens its stay. The turns of a host that rests remember that
    // better than we do, and refuse without a request.
    kept.rules.catch((error) => {
      kept.untilMs = this.#parts.clock.now() + (isOf(error, 'HTTP_RETRY_LATER') ? 0 : failureKeptMs);
    });
    this.#remember(origin, kept);
    return kept.rules;
  }

  #remember(origin: string, kept: Kept): void {
    this.#origins.delete(origin);
    this.#origins.set(origin, kept);
    const [oldest] = this.#origins.keys();
    if (this.#origins.size > keptOrigins) this.#origins.delete(oldest!);
  }

  async #load(origin: string): Promise<RobotsRules> {
    const { cache, clock } = this.#parts;
    const key = `robots.txt of ${origin}`;
    const old = await cache?.read(key);
    if (old && old.freshUntilMs > clock.now()) return parseRobots(old.bytes, productToken);
    try {
      const file = await fetchRobots(new URL('/robots.txt', origin), this.#parts);
      await this.#keep(key, file);
      return parseRobots(file.bytes, productToken);
    } catch (error) {
      // 2.4: beyond a day a copy may serve only where the file cannot be reached.
      if (old && isFailingServer(error)) return parseRobots(old.bytes, productToken);
      throw error;
    }
  }

  async #keep(key: string, { bytes, fields }: RobotsFile): Promise<void> {
    const now = this.#parts.clock.now();
    if (!storageOf(fields, now).mayStore) return;
    const date = new Date(now).toISOString();
    await this.#parts.cache?.write({ key, bytes, date, freshUntilMs: now + keptMs });
  }
}

function isFailingServer(error: unknown): boolean {
  return (['HTTP_ROBOTS', 'HTTP_UNREACHABLE', 'HTTP_TIMEOUT'] as const).some((code) => isOf(error, code));
}

function isOf<Code extends ErrorCode>(error: unknown, code: Code): error is DehuskError<Code> {
  return error instanceof DehuskError && error.code === code;
}

function forbidden(url: URL, rule: string): DehuskError {
  return new DehuskError('HTTP_ROBOTS', { url: shownUrl(url), rule });
}

interface RobotsFileParts {
  readonly transport: Transport;
  readonly maxWireBytes: number;
  readonly signal: AbortSignal;
}

interface RobotsFile {
  /** Empty where there is no file. */
  readonly bytes: Uint8Array;
  readonly fields: ReadonlyMap<string, string>;
}

/** 2.5: at least 500 KiB must be read; what is behind them is left out. */
const maxFileBytes = 500 * 1024;
const maxRedirects = 5;

/**
 * robots.txt of an origin, over the network (2.3.1). 2.3.1.2: redirects are followed, to other hosts too; more than
 * five, or such that lead nowhere, count as no file. 2.3.1.3: no file (4xx) forbids nothing. 2.3.1.4: a server that
 * fails forbids all; 429 counts as failing, since a host that has too many requests did not open its doors. Throws
 * HTTP_ROBOTS where the server fails, or why it cannot be reached.
 */
async function fetchRobots(first: URL, parts: RobotsFileParts): Promise<RobotsFile> {
  const redirects = new Redirects(first, { maxRedirects, mayDowngrade: true });
  for (let url = first; ; ) {
    const answer = await request(url, parts);
    const next = nextHop(redirects, answer);
    if (next === undefined) return fileOf(answer, first);
    if (next === 'nowhere') return { bytes: new Uint8Array(), fields: answer.fields };
    url = next;
  }
}

function request(url: URL, { transport, maxWireBytes, signal }: RobotsFileParts): Promise<Answer> {
  const limits = { maxWireBytes, maxBytes: maxFileBytes, beyond: 'cut' } as const;
  const wish = (status: number): typeof limits | undefined => (isSuccess(status) ? limits : undefined);
  const headers = { accept: 'text/plain, */*;q=0.5' };
  return transport.get({ url, headers, wish, signal, uncounted: true });
}

function nextHop(redirects: Redirects, answer: Answer): URL | 'nowhere' | undefined {
  try {
    return redirects.next(answer);
  } catch (error) {
    if (error instanceof DehuskError) return 'nowhere';
    throw error;
  }
}

function fileOf({ status, fields, bytes = new Uint8Array() }: Answer, first: URL): RobotsFile {
  if (isSuccess(status) || (status >= 400 && status < 500 && status !== 429)) return { bytes, fields };
  const rule = `${shownUrl(first)} answers ${status}, and then nothing may be fetched`;
  throw new DehuskError('HTTP_ROBOTS', { url: shownUrl(first), rule });
}
