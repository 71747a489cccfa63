import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifetimes } from './lifetimes.ts';
import { type SegmentEntry, SegmentTable, type SegmentTableOptions } from './segment-table.ts';
import { tableFromBytes, tableToBytes } from './table-bytes.ts';

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
            if (reload) table = tableFromBytes(tableToBytes(table), tableOptions);
          }
          const expected = [...oracle.segments].map(
            ([segment, { df, last }]) => [Number(segment), { df, last }] as const,
          );
          expect(contents(table)).toEqual(new Map(expected));
          for (const [segment, { df }] of oracle.segments) expect(table.find(...split(segment))).toBe(df);
          expect(table.find(999_999, 1)).toBe(0);
        },
      ),
      { numRuns: 150 },
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
    expect(table.state.slots.occupied).toBe(1);
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
    const before = table.state.slots.occupied;
    feed(table, 4, []);
    expect(table.size).toBe(0);
    expect(before - table.state.slots.occupied).toBeLessThan(before / 8);
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

  it('spends 20 bytes a slot and 8 a remembered page', () => {
    const table = new SegmentTable(options);
    expect(table.sizeBytes).toBe(256 * 20 + 64 * 8);
  });
});

describe('the bytes of a table', () => {
  const table = new SegmentTable(options);
  for (let page = 1; page < 40; page++) feed(table, page, ['1', '2', `${page}`]);
  const bytes = tableToBytes(table);

  it('notice every changed bit', () => {
    for (let bit = 0; bit < bytes.length * 8; bit += bytes.length < 4096 ? 1 : 7) {
      const changed = bytes.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => tableFromBytes(changed, options)).toThrow(/damaged|version/);
    }
  });

  it('notice being cut short', () => {
    for (const length of [0, 3, 15, 16, 40, bytes.length - 1]) {
      expect(() => tableFromBytes(bytes.slice(0, length), options)).toThrow(/damaged/);
    }
  });

  it('are not taken with other options, and never tell the key', () => {
    expect(() => tableFromBytes(bytes, { ...options, firstLifePages: 9 })).toThrow(
      'saved with firstLifePages 3, not with 9',
    );
    expect(() => tableFromBytes(bytes, { ...options, hashKey: [123456, 7] })).toThrow(
      /hashKey another value/,
    );
  });

  it('of a newer version are said to be so', () => {
    const newer = bytes.slice();
    newer[4] = 9;
    expect(() => tableFromBytes(newer, options)).toThrow('version 9');
  });
});
