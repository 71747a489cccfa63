/**
 * robots.txt of an origin, over the network (RFC 9309, 2.3.1). 2.3.1.2: redirects are followed, to other hosts too; more
 * than five, or such that lead nowhere, count as no file. 2.3.1.3: no file (4xx) forbids nothing. 2.3.1.4: a server that
 * fails forbids all; 429 counts as failing, since a host that has too many requests did not open its doors.
 */
import { DehuskError } from '../../../errors.ts';
import { type Answer, isSuccess } from '../answer.ts';
import { Redirects } from '../redirects.ts';
import type { Transport } from '../transport.ts';
import { shownUrl } from '../url-rules.ts';

export interface RobotsFileParts {
  readonly transport: Transport;
  readonly maxWireBytes: number;
  readonly signal: AbortSignal;
}

export interface RobotsFile {
  /** Empty where there is no file. */
  readonly bytes: Uint8Array;
  readonly fields: ReadonlyMap<string, string>;
}

/** 2.5: at least 500 KiB must be read; what is behind them is left out. */
const maxFileBytes = 500 * 1024;
const maxRedirects = 5;

/** Throws HTTP_ROBOTS where the server fails, or why it cannot be reached. */
export async function fetchRobots(first: URL, parts: RobotsFileParts): Promise<RobotsFile> {
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
