/** What an answer says about being kept (RFC 9111), for a cache that one user has and that never serves what is stale. */
import { httpDateMs } from '../http-date.ts';

export interface Storage {
  readonly mayStore: boolean;
  /** Until then the entry serves without a question to the server. */
  readonly freshUntilMs: number;
}

export function storageOf(fields: ReadonlyMap<string, string>, nowMs: number): Storage {
  const control = directivesOf(fields.get('cache-control') ?? '');
  const varies = (fields.get('vary') ?? '').split(',').some((name) => name.trim() === '*');
  if (control.has('no-store') || varies) return { mayStore: false, freshUntilMs: nowMs };
  return { mayStore: true, freshUntilMs: nowMs + freshForMs(control, fields, nowMs) };
}

/** 4.2.1, without heuristics: where the server names no time, it is asked. 4.2.3: what others have kept it for counts. */
function freshForMs(
  control: ReadonlyMap<string, string>,
  fields: ReadonlyMap<string, string>,
  nowMs: number,
): number {
  if (control.has('no-cache')) return 0;
  const ageMs = secondsMs(fields.get('age')) ?? 0;
  const maxAge = control.get('max-age');
  const lifeMs = maxAge === undefined ? untilExpiryMs(fields, nowMs) : (secondsMs(maxAge) ?? 0);
  return Math.max(0, lifeMs - ageMs);
}

/** By the server's own clock; an Expires that is no date has passed. */
function untilExpiryMs(fields: ReadonlyMap<string, string>, nowMs: number): number {
  const expiresMs = httpDateMs(fields.get('expires') ?? '');
  if (expiresMs === undefined) return 0;
  return Math.min(expiresMs - (httpDateMs(fields.get('date') ?? '') ?? nowMs), maxLifeMs);
}

/** RFC 9111 takes a year for the longest that anybody means. */
const maxLifeMs = 365 * 24 * 3_600_000;

function secondsMs(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Math.min(Number(value) * 1000, maxLifeMs) : undefined;
}

/** Of a directive that comes twice, the first counts. */
function directivesOf(text: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=', 2).map((word) => word.trim());
    const key = name.toLowerCase();
    if (key !== '' && !directives.has(key)) directives.set(key, value.replace(/^"(.*)"$/, '$1'));
  }
  return directives;
}
