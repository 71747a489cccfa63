import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FadingMeans, type Means } from './fading-means.ts';

const options = { memoryPages: 40, forgetting: true, maxKeys: 200 };
const wide = (key: number): number => key * 2 ** 33 + key;

function found(table: FadingMeans, key: number): Means | undefined {
  const means: Means = { pages: 0, weight: 0, first: 0, second: 0 };
  return table.find(wide(key), means) ? means : undefined;
}

/** Pages, each with some keys and what it says of them. */
const histories = fc.array(
  fc.uniqueArray(fc.record({ key: fc.nat(60), weight: fc.constantFrom(0, 0.5, 1), told: fc.nat(4) }), {
    selector: ({ key }) => key,
    maxLength: 20,
  }),
  { maxLength: 60 },
);

type History = (typeof histories extends fc.Arbitrary<infer Pages> ? Pages : never)[number];

function naiveSums(
  pages: readonly History[],
  key: number,
  forgetting: boolean,
): Pick<Means, 'pages' | 'weight' | 'first'> {
  const sums = { pages: 0, weight: 0, first: 0 };
  for (const [i, page] of pages.entries()) {
    const said = page.find((each) => each.key === key);
    if (said === undefined) continue;
    const kept = forgetting ? (1 - 1 / 40) ** (pages.length - 1 - i) : 1;
    sums.pages += kept;
    sums.weight += kept * said.weight;
    sums.first += (kept * said.weight * said.told) / 4;
  }
  return sums;
}

describe('means that fade', () => {
  it.each([true, false])('are those of a list of all pages: forgetting %s', (forgetting) => {
    fc.assert(
      fc.property(histories, (pages) => {
        const table = new FadingMeans({ ...options, forgetting });
        for (const [i, page] of pages.entries()) {
          table.beginPage(i + 1);
          for (const { key, weight, told } of page) table.add(wide(key), weight, told / 4, told);
        }
        for (let key = 0; key <= 60; key++) {
          const sums = naiveSums(pages, key, forgetting);
          const means = found(table, key);
          // What was on less than half of a page may be gone.
          if (means === undefined) expect(sums.pages).toBeLessThan(0.5);
          else
            for (const name of ['pages', 'weight', 'first'] as const)
              expect(means[name]).toBeCloseTo(sums[name], 3);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('come back as they were saved, to the bit', () => {
    fc.assert(
      fc.property(histories, fc.nat(60), (pages, parkedAt) => {
        const steady = new FadingMeans(options);
        let parked = new FadingMeans(options);
        for (const [i, page] of pages.entries()) {
          for (const table of [steady, parked]) {
            table.beginPage(i + 1);
            for (const { key, weight, told } of page) table.add(wide(key), weight, told / 4, told);
          }
          if (i === parkedAt) parked = new FadingMeans(options, parked.save());
        }
        expect(parked.save()).toEqual(steady.save());
      }),
      { numRuns: 60 },
    );
  });

  it('tells keys apart that differ in their upper bits only', () => {
    const table = new FadingMeans(options);
    table.beginPage(1);
    table.add(5, 1, 1, 1);
    expect(table.find(2 ** 32 + 5, { pages: 0, weight: 0, first: 0, second: 0 })).toBe(false);
  });

  it('keep the most frequent keys where there are too many, and do not grow with the pages', () => {
    const table = new FadingMeans(options);
    const sizes: number[] = [];
    for (let page = 1; page <= 17_000; page++) {
      table.beginPage(page);
      table.add(wide(1), 1, 0.5, 0);
      for (let i = 0; i < 8; i++) table.add(wide(100 + 8 * page + i), 1, 1, 0);
      if (page % 100 === 0) sizes.push(table.sizeBytes);
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(24 * Math.ceil((200 / 0.6) * 2));
    expect(found(table, 1)!.pages).toBeGreaterThan(39);
    expect(found(table, 1)!.first / found(table, 1)!.weight).toBeCloseTo(0.5, 5);
  });
});
