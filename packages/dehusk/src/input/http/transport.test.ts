import { describe, expect, it } from 'vitest';
import { backoffMs, isTemporaryStatus, retryAfterMs } from './transport.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const dayMs = 24 * 3_600_000;

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['99999999999999999999', dayMs],
    ['Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
    ['Thursday, 01-Jan-26 12:00:30 GMT', 30_000],
    ['Thu Jan  1 12:00:30 2026', 30_000],
    ['thu, 01 jan 2026 12:01:00 gmt', 60_000],
    ['Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['Thu, 01 Jan 2037 11:00:00 GMT', dayMs],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['2026-01-01T12:00:30Z', undefined],
    ['Thu, 99 Jan 2026 12:00:30 GMT', undefined],
    [undefined, undefined],
  ])('%j is %s ms', (value, expected) => {
    expect(retryAfterMs(value, now)).toBe(expected);
  });
});

describe('the backoff', () => {
  it('is anything up to a time that doubles, and stops doubling', () => {
    expect([1, 2, 3, 4, 20].map((tries) => backoffMs(tries, () => 0.999_999))).toEqual([
      999, 1_999, 3_999, 7_999, 29_999,
    ]);
    expect(backoffMs(3, () => 0)).toBe(0);
    expect(backoffMs(3, () => 0.5)).toBe(2_000);
  });
});

describe('a status', () => {
  it.each([429, 500, 502, 503, 504])('%d passes', (status) => expect(isTemporaryStatus(status)).toBe(true));
  it.each([200, 301, 304, 400, 401, 403, 404, 408, 410, 418, 451, 501, 505, 511])('%d does not', (status) =>
    expect(isTemporaryStatus(status)).toBe(false),
  );
});
