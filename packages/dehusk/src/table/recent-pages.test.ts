import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecentPages } from './fading-table.ts';

/** The same as a list of all that were ever learned. */
function lastAmongRecent(learned: readonly number[], identity: number): number {
  return learned.slice(-RecentPages.length).includes(identity) ? learned.lastIndexOf(identity) + 1 : 0;
}

function learnAll(identities: readonly number[]): RecentPages {
  const recent = new RecentPages();
  for (const [i, identity] of identities.entries()) recent.add(identity, i + 1);
  return recent;
}

describe('the recent pages', () => {
  it('are the last 256 that were learned, each under its last number', () => {
    // 0 and the largest word are identities like any other; few of them, so that pages come again.
    const identities = fc.oneof(
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1),
    );
    const histories = fc.array(identities, { maxLength: 900, size: 'max' });
    fc.assert(
      fc.property(histories, (learned) => {
        const recent = learnAll(learned);
        for (const identity of new Set([...learned, 0, 7, 2 ** 32 - 1]))
          expect(recent.find(identity)).toBe(lastAmongRecent(learned, identity));
      }),
      { numRuns: 60 },
    );
  });

  it('know nobody at first', () => {
    expect([0, 1, 2 ** 32 - 1].map((identity) => new RecentPages().find(identity))).toEqual([0, 0, 0]);
  });

  it('forget the oldest when the 257th comes', () => {
    const identities = Array.from({ length: 256 }, (_, i) => 1000 + i);
    expect(learnAll(identities).find(1000)).toBe(1);
    const later = learnAll([...identities, 7]);
    expect([1000, 1001, 7].map((identity) => later.find(identity))).toEqual([0, 2, 257]);
  });

  it('keep a page that is learned again as long as a new one', () => {
    const identities = Array.from({ length: 256 }, (_, i) => 1000 + i);
    const recent = learnAll([...identities, 1000, ...identities.slice(1)]);
    expect(recent.find(1000)).toBe(257);
    recent.add(7, 513);
    expect(recent.find(1000)).toBe(0);
  });

  it('go on from their rows', () => {
    const histories = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 700, size: 'max' });
    fc.assert(
      fc.property(histories, histories, (learned, more) => {
        const recent = learnAll(learned);
        const saved = recent.save();
        const again = new RecentPages(saved);
        expect(again.save()).toEqual(saved);
        for (const [i, identity] of more.entries())
          for (const pages of [recent, again]) pages.add(identity, learned.length + i + 1);
        expect(again.save()).toEqual(recent.save());
        for (let identity = 0; identity <= 300; identity++)
          expect(again.find(identity)).toBe(recent.find(identity));
      }),
      { numRuns: 60 },
    );
  });

  it('take no more than there are', () => {
    expect(learnAll([5]).sizeBytes).toBeLessThan(100);
    expect(learnAll([5]).save().columns.numbers).toHaveLength(1);
    const many = learnAll(Array.from({ length: 1000 }, (_, i) => i));
    expect(many.sizeBytes).toBe(2 * 4 * RecentPages.length);
  });
});
