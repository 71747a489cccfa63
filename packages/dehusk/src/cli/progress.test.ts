import { describe, expect, it } from 'vitest';
import { barText, countsText, formatBytes, formatCount, formatDuration } from './progress.ts';

const counts = { pages: 1500, sites: 3, failed: 1, guarded: 0, bytes: 5_000_000, seconds: 10 };

describe('progress', () => {
  it('says pages, rates, sites, failures and the time that is left', () => {
    expect(countsText(counts, 10_000_000)).toBe(
      '50 %, 1,500 pages (150/s), 0.5 MB/s, 3 sites, 1 failed, 0:10 left',
    );
  });

  it('guesses nothing where the size is unknown, or nothing was read', () => {
    expect(countsText(counts, undefined)).toBe('1,500 pages (150/s), 0.5 MB/s, 3 sites, 1 failed');
    expect(countsText({ ...counts, pages: 0, bytes: 0, seconds: 0 }, 10)).toBe(
      '0 %, 0 pages (0/s), 0.0 MB/s, 3 sites, 1 failed',
    );
  });

  it('fits its bar to the terminal', () => {
    expect(barText(counts, 10_000_000, 80)).toMatch(/^\[#{5}\.{6}\] 50 %/);
    expect(barText(counts, 10_000_000, 80).length).toBeLessThan(80);
    expect(barText(counts, 10_000_000, 300)).toMatch(/^\[#{12}\.{12}\] /);
    expect(barText(counts, 10_000_000, 20)).toMatch(/^\[#{4}\.{4}\] /);
  });

  it('never shows more than all', () => {
    expect(barText({ ...counts, bytes: 20 }, 10, 80)).toMatch(/^\[#+\] 100 %/);
  });
});

describe('numbers for people', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 KB'],
    [99_949, '99.9 KB'],
    [99_950, '100 KB'],
    [999_499, '999 KB'],
    [999_500, '1.0 MB'],
    [2e15, '2000 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it.each([
    [0, '0:00'],
    [7.4, '0:07'],
    [760, '12:40'],
    [3723, '1:02:03'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it('counts in words', () => {
    expect([formatCount(1, 'page'), formatCount(0, 'page'), formatCount(1234567, 'page')]).toEqual([
      '1 page',
      '0 pages',
      '1,234,567 pages',
    ]);
  });
});
