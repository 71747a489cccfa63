import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DehuskError } from '../errors.ts';
import type { HashKey } from '../page/hash.ts';
import { parseText } from '../page/parse.ts';
import { type PageDigest, pageDigest, SeenPages } from './site.ts';

const hashKey: HashKey = [11, 12];

const sameBytes = (bytes: Uint8Array, others: Uint8Array): boolean => Buffer.compare(bytes, others) === 0;

describe('the pages that were seen', () => {
  const digest = (number: number): PageDigest => ({
    high: number >>> 3,
    low: Math.imul(number, 2654435761) >>> 0,
  });

  it('are known, and no others', () => {
    const seen = new SeenPages();
    expect(seen.has({ high: 0, low: 0 })).toBe(false);
    seen.add({ high: 1, low: 0 });
    expect([seen.has({ high: 1, low: 0 }), seen.has({ high: 0, low: 0 })]).toEqual([true, false]);
    seen.add({ high: 0xffffffff, low: 0xffffffff });
    expect(seen.has({ high: 0xffffffff, low: 0xffffffff })).toBe(true);
    expect(seen.has({ high: 0xffffffff, low: 0xfffffffe })).toBe(false);
    // Several that share a half.
    for (let high = 10; high < 20; high++) seen.add({ high, low: 7 });
    expect([9, 10, 19, 20].map((high) => seen.has({ high, low: 7 }))).toEqual([false, true, true, false]);
  });

  it('take little as long as they are few', () => {
    const seen = new SeenPages();
    expect(seen.sizeBytes).toBeLessThan(100);
    for (let number = 0; number < 100; number++) seen.add(digest(number));
    expect(seen.sizeBytes).toBeLessThanOrEqual(9 * 200);
    for (let number = 0; number < 30_000; number++) seen.add(digest(number));
    expect(seen.sizeBytes).toBe(9 * SeenPages.limit);
  });

  it.each([0, 1, 4, 5, 9_999, 10_000, 10_001, 15_000, 20_000, 23_456])(
    'are the last 10,000, also when they were saved and loaded: %d',
    (count) => {
      const seen = new SeenPages();
      for (let number = 0; number < count; number++) seen.add(digest(number));
      const loaded = new SeenPages();
      loaded.add(digest(1_000_000));
      loaded.load(seen.toBytes());
      expect(sameBytes(loaded.toBytes(), seen.toBytes())).toBe(true);
      expect(seen.toBytes().length).toBe(8 * Math.min(count, 10_000));
      for (const each of [seen, loaded]) {
        const first = Math.max(0, count - 10_000);
        for (let number = 0; number < count; number += 97)
          expect(each.has(digest(number))).toBe(number >= first);
        if (first > 0) expect(each.has(digest(first - 1))).toBe(false);
        if (count > 0) expect(each.has(digest(first))).toBe(true);
        if (count > 0) expect(each.has(digest(count - 1))).toBe(true);
        expect(each.has(digest(count))).toBe(false);
        expect(each.has(digest(1_000_000))).toBe(false);
      }
      // Both go on alike.
      for (let number = count; number < count + 50; number++) {
        seen.add(digest(number));
        loaded.add(digest(number));
      }
      expect(sameBytes(loaded.toBytes(), seen.toBytes())).toBe(true);
    },
  );

  it('are those that a list would know', () => {
    const digests = fc.record({ high: fc.nat(3), low: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(digests, { maxLength: 40 }), digests, (list, asked) => {
        const seen = new SeenPages();
        for (const each of list) seen.add(each);
        const isThere = list.some(({ high, low }) => high === asked.high && low === asked.low);
        expect(seen.has(asked)).toBe(isThere);
      }),
    );
  });

  it('are never read from bytes that are not of them', () => {
    for (const length of [1, 7, 9, 8 * 3 + 4])
      expect(() => new SeenPages().load(new Uint8Array(length))).toThrow(DehuskError);
  });
});

describe('the digest of a page', () => {
  const of = (html: string, id = 'https://a.example/1', key = hashKey): string =>
    JSON.stringify(pageDigest(parseText(html, { id, hashKey: key })));

  it('is that of its address and its texts', () => {
    const one = of('<p>one<p>two');
    expect(of('<p>one<p>two')).toBe(one);
    expect(of('<p>one  <p> two<!-- x -->')).toBe(one);
    const others = [
      of('<p>one<p>two', 'https://a.example/2'),
      of('<p>one<p>two', ''),
      of('<p>two<p>one'),
      of('<p>one'),
      of('<p>one<p>two<p>two'),
      of('<p>one<div>two</div>'),
      of('<p>onetwo'),
      of(''),
      of('<p>one<p>two', undefined, [11, 13]),
    ];
    expect(new Set([one, ...others]).size).toBe(1 + others.length);
  });

  it('hardly ever is that of another', () => {
    const digests = new Set<string>();
    for (let number = 0; number < 5_000; number++)
      digests.add(of(`<p>${number % 50}`, `https://a.example/${number}`));
    for (let number = 0; number < 5_000; number++) digests.add(of(`<p>words ${number}`));
    expect(digests.size).toBe(10_000);
  });
});
