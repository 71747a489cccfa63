import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifetimes } from './segment-slots.ts';
import { type SegmentEntry, SegmentTable, type SegmentTableOptions } from './segment-table.ts';

const options: SegmentTableOptions = {
  firstLifePages: 3,
  lifeGrowth: 4,
  forgetting: true,
  templatePages: 5,
  rememberUntil: 8,
  maxSegments: 1000,
  hashKey: [1, 2],
};

describe('T-W1: the life of a segment', () => {
  it.each([
    [10, 10, [10, 24, 46, 70, 86, 95], 100],
    [3, 4, [3, 6, 9, 11, 12, 12, 12], 12],
    [24, 8, [24, 54, 99, 143, 171, 184, 189], 192],
  ])('follows the logistic law for Tb = %i, N = %i', (first, growth, expected, longest) => {
    const table = lifetimes(first, growth);
    const life = (df: number): number => table[Math.min(df, table.length - 1)]!;
    expect(expected.map((_, i) => life(i + 1))).toEqual(expected);
    expect(life(1000)).toBe(longest);
  });
});

/** What the table must do, in ten lines over a Map. */
class Oracle {
  readonly segments = new Map<string, { df: number; last: number; pages: Set<number> }>();
  readonly #options: SegmentTableOptions;
  pageNumber = 0;
  constructor(tableOptions: SegmentTableOptions) {
    this.#options = tableOptions;
  }
  page(contributor: number, segments: readonly string[]): number {
    this.pageNumber++;
    for (const segment of new Set(segments)) {
      const entry = this.segments.get(segment) ?? { df: 0, last: 0, pages: new Set<number>() };
      const isKnown = entry.df < this.#options.rememberUntil && entry.pages.has(contributor);
      this.segments.set(segment, {
        df: entry.df + (isKnown ? 0 : 1),
        last: this.pageNumber,
        pages: entry.pages.add(contributor),
      });
    }
    const lives = lifetimes(this.#options.firstLifePages, this.#options.lifeGrowth);
    const size = this.segments.size;
    for (const [segment, { df, last }] of this.segments) {
      if (this.pageNumber - last >= lives[Math.min(df, lives.length - 1)]!) this.segments.delete(segment);
    }
    return size - this.segments.size;
  }
}

/** Segments as hashes with few different low halves, so that slots collide. */
const split = (segment: string): [number, number] => {
  const id = Number(segment);
  return [id, (id * 0x9e3779b1) >>> (id % 3 === 0 ? 24 : 0)];
};

function feed(table: SegmentTable, contributor: number, segments: readonly string[]): number {
  table.beginPage(contributor);
  for (const segment of segments) table.touch(...split(segment));
  return table.endPage();
}

function contents(table: SegmentTable): Map<number, Omit<SegmentEntry, 'high' | 'low'>> {
  return new Map([...table.entries()].map(({ high, df, last }) => [high, { df, last }]));
}

const segmentNames = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }) },
);
const histories = fc.array(
  fc.record({
    contributor: fc.integer({ min: 0, max: 40 }),
    segments: fc.array(segmentNames.map(String), { maxLength: 60 }),
    reload: fc.boolean(),
  }),
  { maxLength: 120, size: 'max' },
);

describe('SegmentTable', () => {
  it('is the oracle, page by page, through resizing, expiry, reappearance, recrawls and save and load', () => {
    fc.assert(
      fc.property(
        histories,
        fc.constantFrom(2, 3, 24),
        fc.constantFrom(2, 4),
        (history, firstLifePages, lifeGrowth) => {
          const tableOptions = { ...options, firstLifePages, lifeGrowth, maxSegments: 100_000 };
          const oracle = new Oracle(tableOptions);
          let table = new SegmentTable(tableOptions);
          for (const { contributor, segments, reload } of history) {
            const expired = oracle.page(contributor, segments);
            expect(feed(table, contributor, segments)).toBe(expired);
            expect(table.size).toBe(oracle.segments.size);
            const template = [...oracle.segments.values()].filter(({ df }) => df >= 5);
            expect(table.templateSize).toBe(template.length);
            if (!reload) continue;
            const again = new SegmentTable(tableOptions, table.save());
            expect(again.save()).toEqual(table.save());
            table = again;
          }
          const expected = [...oracle.segments].map(
            ([segment, { df, last }]) => [Number(segment), { df, last }] as const,
          );
          expect(contents(table)).toEqual(new Map(expected));
          for (const [segment, { df }] of oracle.segments) expect(table.find(...split(segment))).toBe(df);
          expect(table.find(999_999, 1)).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('W3: counts a segment once per page', () => {
    const table = new SegmentTable(options);
    feed(table, 1, ['7', '7', '7', '7', '7']);
    expect(table.find(...split('7'))).toBe(1);
  });

  it('W4: counts a page once, until a segment has come of age', () => {
    const table = new SegmentTable(options);
    for (let i = 0; i < 5; i++) feed(table, 1, ['7']);
    expect(table.find(...split('7'))).toBe(1);
    for (let page = 2; page <= 8; page++) feed(table, page, ['7']);
    expect(table.find(...split('7'))).toBe(8);
    feed(table, 3, ['7']);
    expect(table.find(...split('7'))).toBe(9);
  });

  it('counts the pages that changed the set of template segments', () => {
    const table = new SegmentTable(options);
    const versions = [1, 2, 3, 4, 5, 6, 7].map((page) => {
      feed(table, page, ['7']);
      return table.templateVersion;
    });
    expect(versions).toEqual([0, 0, 0, 0, 1, 1, 1]);
    // Seven pages seen: its life is twelve.
    for (let page = 8; page < 19; page++) feed(table, page, [`${page}`]);
    expect(table.templateVersion).toBe(1);
    feed(table, 19, ['19']);
    expect(table.templateVersion).toBe(2);
    expect(table.templateSize).toBe(0);
  });

  it('clears what has expired, and gives the memory back', () => {
    const table = new SegmentTable({ ...options, maxSegments: 100_000 });
    feed(
      table,
      1,
      Array.from({ length: 5000 }, (_, i) => `${i + 1}`),
    );
    const full = table.sizeBytes;
    for (let page = 2; page < 200; page++) feed(table, page, ['1']);
    expect(table.size).toBe(1);
    expect(table.occupied).toBe(1);
    expect(table.sizeBytes).toBeLessThan(full / 4);
  });

  it('never clears the whole table in one page', () => {
    const table = new SegmentTable({ ...options, maxSegments: 100_000 });
    feed(
      table,
      1,
      Array.from({ length: 5000 }, (_, i) => `${i + 1}`),
    );
    feed(table, 2, []);
    feed(table, 3, []);
    const before = table.occupied;
    feed(table, 4, []);
    expect(table.size).toBe(0);
    expect(before - table.occupied).toBeLessThan(before / 8);
  });

  it('without forgetting, evicts the lowest counts first, the longest unseen before the others', () => {
    const table = new SegmentTable({ ...options, forgetting: false, maxSegments: 100 });
    for (let page = 1; page <= 3; page++) feed(table, page, ['1', '2', '3']);
    for (let page = 4; page <= 400; page++) feed(table, page, [`${page * 10}`]);
    expect(table.size).toBeLessThanOrEqual(100);
    expect([1, 2, 3].map((id) => table.find(...split(`${id}`)))).toEqual([3, 3, 3]);
    expect(table.find(...split('4000'))).toBe(1);
    expect(table.find(...split('40'))).toBe(0);
  });

  it('takes a page with more segments than it may hold', () => {
    const table = new SegmentTable({ ...options, maxSegments: 100 });
    feed(
      table,
      1,
      Array.from({ length: 1000 }, (_, i) => `${i + 1}`),
    );
    expect(table.size).toBeLessThanOrEqual(100);
  });

  it('has a digest that tells histories apart, and not keys', () => {
    const digestOf = (keyed: (id: string) => string, pages: number): string => {
      const table = new SegmentTable(options);
      for (let page = 1; page <= pages; page++) feed(table, page, ['1', '2', `${page + 10}`].map(keyed));
      return table.digest();
    };
    expect(digestOf((id) => id, 30)).toBe(digestOf((id) => `${Number(id) * 7919}`, 30));
    expect(digestOf((id) => id, 30)).not.toBe(digestOf((id) => id, 31));
  });

  it('spends 20 bytes a slot, 8 a remembered page and 4 a page until the last expires', () => {
    const table = new SegmentTable(options);
    expect(table.sizeBytes).toBe(16 * 20 + 4 * 8);
    feed(table, 1, ['1']);
    expect(table.sizeBytes).toBe(16 * 20 + 4 * 8 + 4 * 4);
  });

  it('holds no more segments than it may, when forgotten ones come back too', () => {
    const some = (from: number, count: number): string[] =>
      Array.from({ length: count }, (_, i) => `${from + i}`);
    const table = new SegmentTable({ ...options, maxSegments: 600, firstLifePages: 2, lifeGrowth: 1 });
    const [gone, stay, fresh] = [some(1, 110), some(1000, 490), some(2000, 110)];
    feed(table, 1, gone);
    for (const page of [2, 3]) feed(table, page, stay);
    expect([table.size, table.occupied > 580]).toEqual([490, true]);
    // These have not been cleared yet.
    feed(table, 4, [...stay, ...fresh, '100', '101', '103']);
    expect(table.size).toBeLessThanOrEqual(600);
    expect(table.find(...split('103'))).toBe(1);
  });
});

describe('a saved table', () => {
  it('holds the slots in use and the pages they remember, and nothing else', () => {
    const table = new SegmentTable(options);
    for (let page = 1; page < 4; page++) feed(table, page, ['1', '2', `${page + 10}`]);
    const { columns, facts } = table.save();
    expect(facts).toMatchObject({ pageNumber: 3, size: table.size, capacity: 16 });
    for (const name of ['hashHigh', 'hashLow', 'df', 'last', 'contributorCounts'])
      expect(columns[name]).toHaveLength(table.occupied);
    expect([...columns.contributorCounts!].sort()).toEqual([1, 1, 1, 3, 3]);
    expect(columns.contributors).toHaveLength(9);
  });
});
