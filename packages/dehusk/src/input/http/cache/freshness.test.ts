import { describe, expect, it } from 'vitest';
import { storageOf } from './freshness.ts';

const now = Date.UTC(2026, 0, 1, 12, 0, 0);
const hourAhead = 'Thu, 01 Jan 2026 13:00:00 GMT';

function freshSeconds(fields: Record<string, string>): number {
  return (storageOf(new Map(Object.entries(fields)), now).freshUntilMs - now) / 1000;
}

describe('how long an answer is fresh', () => {
  it.each<[Record<string, string>, number]>([
    [{}, 0],
    [{ 'cache-control': 'max-age=60' }, 60],
    [{ 'cache-control': 'public, MAX-AGE=60' }, 60],
    [{ 'cache-control': 'max-age="60"' }, 60],
    [{ 'cache-control': 'max-age=60, max-age=10' }, 60],
    [{ 'cache-control': 'max-age=60', age: '20' }, 40],
    [{ 'cache-control': 'max-age=60', age: '80' }, 0],
    [{ 'cache-control': 'max-age=soon' }, 0],
    [{ 'cache-control': 'max-age=-1' }, 0],
    [{ 'cache-control': 'max-age' }, 0],
    [{ 'cache-control': 's-maxage=60' }, 0],
    [{ 'cache-control': 'max-age=60, no-cache' }, 0],
    [{ 'cache-control': 'max-age=99999999999' }, 365 * 24 * 3_600],
    [{ expires: hourAhead }, 3_600],
    [{ expires: hourAhead, date: 'Thu, 01 Jan 2026 12:59:00 GMT' }, 60],
    [{ expires: hourAhead, 'cache-control': 'max-age=60' }, 60],
    [{ expires: hourAhead, 'cache-control': 'max-age=0' }, 0],
    [{ expires: '0' }, 0],
    [{ expires: 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
    [{ 'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  ])('%j: %d s', (fields, seconds) => {
    expect(freshSeconds(fields)).toBe(seconds);
  });
});

describe('whether an answer may be kept', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ 'cache-control': 'no-store' }, false],
    [{ 'cache-control': 'max-age=60 , No-Store' }, false],
    [{ 'cache-control': 'private' }, true],
    [{ 'cache-control': 'no-cache' }, true],
    [{ vary: '*' }, false],
    [{ vary: 'accept-encoding, *' }, false],
    [{ vary: 'accept-encoding' }, true],
  ])('%j: %s', (fields, expected) => {
    expect(storageOf(new Map(Object.entries(fields)), now).mayStore).toBe(expected);
  });
});
