import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FadingTable, type FadingTableOptions, RecentPages } from './fading-table.ts';

const options: FadingTableOptions = { memoryPages: 40, forgetting: true, maxSegments: 100_000 };
/** Of the 24 bits of a count, after some hundred additions. */
const tolerance = 1e-4;

interface OracleEntry {
  readonly count: number;
  readonly last: number;
  readonly total: number;
  readonly peak: number;
}
const nothing: OracleEntry = { count: 0, last: 0, total: 0, peak: 0 };

/** What the table must do, over a Map and without its short cuts. */
class Oracle {
  readonly segments = new Map<number, OracleEntry>();
  readonly #options: FadingTableOptions;
  pageNumber = 0;
  distinctPages = 0;
  pages = 0;
  #halfLife = 0;
  constructor(tableOptions: FadingTableOptions) {
    this.#options = tableOptions;
  }
  /** Nothing, once even what stood on every page would have faded below a quarter. */
  weight(age: number): number {
    const { memoryPages } = this.#options;
    const weight = (1 - 1 / memoryPages) ** age;
    return weight * memoryPages < 0.25 ? 0 : weight;
  }
  count(hash: number): number {
    const { count, last } = this.segments.get(hash) ?? nothing;
    return count * this.weight(this.pageNumber - last);
  }
  find(hash: number, own: number): number {
    if (this.#options.forgetting) return Math.max(0, this.count(hash) - own);
    const { total, peak } = this.segments.get(hash) ?? nothing;
    const share = (part: number, all: number): number => (all > 0 ? Math.min(1, Math.max(0, part) / all) : 0);
    const overall = share(total - own, this.distinctPages - own);
    const atBest = share(peak - own, this.pages - own);
    return (peak >= 5 && atBest > 2 * overall ? atBest : overall) * Math.max(0, this.pages - own);
  }
  /** What decides who is dropped. */
  worth(hash: number): number {
    const { total, peak } = this.segments.get(hash)!;
    const isKept = !this.#options.forgetting && total > 1;
    return Math.max(this.count(hash), isKept ? peak : 0);
  }
  beginPage(own: number): void {
    this.pages = (this.pages - own) * this.weight(1) + 1;
    this.pageNumber++;
    if (own === 0) this.distinctPages++;
  }
  halve(): void {
    while (this.weight(this.#halfLife) > 0.5) this.#halfLife++;
    this.pages *= this.weight(this.#halfLife);
    this.pageNumber += this.#halfLife;
  }
  touch(hash: number, own: number): number {
    const before = this.count(hash);
    if (before > 0 && this.segments.get(hash)!.last === this.pageNumber) return before;
    const count = Math.max(0, before - own * this.weight(1)) + 1;
    const isKnown = own > 0 && this.segments.has(hash);
    this.#put(hash, count, isKnown ? 0 : 1);
    return count;
  }
  seed(hash: number, pages: number): void {
    this.pages += pages;
    if (this.count(hash) < pages) this.#put(hash, pages, pages);
  }
  #put(hash: number, count: number, more: number): void {
    const { total, peak } = this.segments.get(hash) ?? nothing;
    const entry = { count, last: this.pageNumber, total: total + more, peak: Math.max(peak, count) };
    this.segments.set(hash, entry);
  }
}

/** A table and its oracle, side by side; whatever the table drops is looked at when it does. */
class Pair {
  readonly #options: FadingTableOptions;
  readonly #oracle: Oracle;
  readonly #learnedAs = new Map<number, number>();
  #table: FadingTable;
  #largestError = 0;
  rewrites = 0;
  droppedForLack = 0;

  constructor(tableOptions: FadingTableOptions) {
    this.#options = tableOptions;
    this.#oracle = new Oracle(tableOptions);
    this.#table = new FadingTable(tableOptions);
  }

  page(identity: number, segments: readonly number[]): void {
    const learnedAs = this.#learnedAs.get(identity) ?? 0;
    const own = this.#table.weightOf(learnedAs);
    const expectedOwn = learnedAs === 0 ? 0 : this.#oracle.weight(this.#oracle.pageNumber - learnedAs);
    expect(own).toBeCloseTo(expectedOwn, 10);
    this.#oracle.beginPage(expectedOwn);
    this.#table.beginPage(own);
    this.#learnedAs.set(identity, this.#oracle.pageNumber);
    for (const segment of segments) {
      const expected = this.#oracle.touch(segment, expectedOwn);
      let counted = 0;
      this.#changing(() => {
        counted = this.#table.touch(segment, own);
      });
      this.#compare(counted, expected);
    }
  }

  seed(segment: number, pages: number): void {
    this.#oracle.seed(segment, pages);
    this.#changing(() => this.#table.seed(Float64Array.of(segment), pages));
  }

  halve(): void {
    this.#oracle.halve();
    this.#changing(() => this.#table.halve());
  }

  reload(): void {
    const table = new FadingTable(this.#options, this.#table.save());
    expect(table.save()).toEqual(this.#table.save());
    expect(table.sizeBytes).toBe(this.#table.sizeBytes);
    this.#table = table;
  }

  check(): void {
    expect(this.#table.pageNumber).toBe(this.#oracle.pageNumber);
    expect(this.#table.pages).toBeCloseTo(this.#oracle.pages, 6);
    expect(this.#table.segmentCount).toBe(this.#oracle.segments.size);
    for (const hash of this.#oracle.segments.keys())
      for (const own of [0, 0.5, 1]) this.#compare(this.#table.find(hash, own), this.#oracle.find(hash, own));
    expect(this.#largestError).toBeLessThan(tolerance);
    expect(this.#table.find(12_345)).toBe(0);
    const largest = Math.max(256, Math.ceil(this.#options.maxSegments / 0.6));
    const slotBytes = this.#options.forgetting ? 14 : 22;
    expect(this.#table.sizeBytes).toBeLessThanOrEqual(slotBytes * largest);
  }

  /** `expect` for each count would take most of the time. */
  #compare(counted: number, expected: number): void {
    this.#largestError = Math.max(this.#largestError, Math.abs(counted - expected));
  }

  #changing(change: () => void): void {
    change();
    if (this.#table.segmentCount === this.#oracle.segments.size) return;
    this.rewrites++;
    this.#checkDropped();
  }

  /** Only what has faded, or, where too much is alive, what is rarest. */
  #checkDropped(): void {
    const inTable = new Set<number>(this.#table.save().columns.hash);
    const all = [...this.#oracle.segments.keys()];
    const worth = (hash: number): number => this.#oracle.worth(hash);
    const dropped = all.filter((hash) => !inTable.has(hash));
    const kept = all.filter((hash) => inTable.has(hash));
    const leastKept = Math.min(...kept.map(worth));
    const mostDropped = Math.max(...dropped.map(worth));
    expect(leastKept).toBeGreaterThan(0.5 - tolerance);
    if (mostDropped > 0.5 + tolerance) {
      this.droppedForLack++;
      const alive = all.filter((hash) => worth(hash) > 0.5 - tolerance);
      expect(alive.length).toBeGreaterThan(this.#options.maxSegments);
      expect(leastKept).toBeGreaterThan(mostDropped - tolerance);
    }
    expect(kept.length).toBeLessThanOrEqual(this.#options.maxSegments);
    for (const hash of dropped) this.#oracle.segments.delete(hash);
  }
}

/** Many with neighbouring homes, some of them at the very end, so that probing goes on at the start. */
const hashOf = (id: number): number => (id % 3 === 0 ? 2 ** 32 - 1 - id : Math.imul(id, 0x9e3779b1) >>> 0);
const segments = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 4000 }) },
  )
  .map(hashOf);
const step = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('page') },
    { weight: 1, arbitrary: fc.constantFrom('seed', 'reload', 'halve') },
  ),
  identity: fc.integer({ min: 0, max: 40 }),
  segments: fc.array(segments, { maxLength: 60, size: 'max' }),
  pages: fc.integer({ min: 1, max: 8 }),
});
const settings = fc.record({
  memoryPages: fc.constantFrom(2, 5, 40),
  forgetting: fc.boolean(),
  maxSegments: fc.constantFrom(100, 300, 100_000),
});

describe('FadingTable', () => {
  it('is the oracle, step by step, and drops only what has faded or, over the limit, what is rarest', () => {
    const met = { rewrites: 0, droppedForLack: 0 };
    fc.assert(
      fc.property(settings, fc.array(step, { maxLength: 70, size: 'max' }), (tableOptions, history) => {
        const pair = new Pair(tableOptions);
        for (const { kind, identity, segments: hashes, pages } of history) {
          if (kind === 'page') pair.page(identity, hashes);
          else if (kind === 'seed') for (const hash of hashes.slice(0, 5)) pair.seed(hash, pages);
          else if (kind === 'halve') pair.halve();
          else pair.reload();
        }
        pair.check();
        met.rewrites += pair.rewrites;
        met.droppedForLack += pair.droppedForLack;
      }),
      // Shrinking histories of this length takes minutes; the seed says enough.
      { numRuns: 60, endOnFailure: true },
    );
    expect(met.rewrites).toBeGreaterThan(20);
    expect(met.droppedForLack).toBeGreaterThan(0);
  });

  it.each([true, false])('counts pages and not captures: forgetting %s', (forgetting) => {
    const site = (identity: number): number[] => [1, 2 + (identity % 2), 10 + identity].map(hashOf);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 150 }), (captures) => {
        const table = new FadingTable({ ...options, forgetting });
        const recent = new RecentPages();
        for (const identity of captures) {
          const own = table.weightOf(recent.find(identity));
          table.beginPage(own);
          recent.add(identity, table.pageNumber);
          for (const hash of site(identity)) table.touch(hash, own);
        }
        const distinct = [...new Set(captures)];
        const weight = (identity: number): number =>
          0.975 ** (captures.length - 1 - captures.lastIndexOf(identity));
        const weights = (some: readonly number[]): number =>
          some.reduce((total, identity) => total + weight(identity), 0);
        expect(table.pages).toBeCloseTo(weights(distinct), 4);
        for (const hash of new Set(captures.flatMap(site))) {
          const having = distinct.filter((identity) => site(identity).includes(hash));
          // What half of the pages have cannot ever have been twice as frequent.
          const expected = forgetting
            ? weights(having)
            : (weights(distinct) * having.length) / distinct.length;
          if (forgetting || having.length * 2 >= distinct.length)
            expect(table.find(hash)).toBeCloseTo(expected, 4);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('without forgetting, remembers what was on all pages for a while', () => {
    const table = new FadingTable({ ...options, forgetting: false });
    const learn = (pages: number, segment: number): void => {
      for (let page = 0; page < pages; page++) {
        table.beginPage(0);
        table.touch(segment, 0);
        if (page % 100 === 0) table.touch(9, 0);
      }
    };
    learn(60, 1);
    learn(400, 2);
    const share = (segment: number): number => table.find(segment) / table.pages;
    expect(share(1)).toBeCloseTo(1 - 0.975 ** 60, 2);
    expect(share(2)).toBeCloseTo(400 / 460, 6);
    expect(share(9)).toBeCloseTo(5 / 460, 6);
    expect(share(3)).toBe(0);
  });

  it('counts a segment once a page, and says the same when asked again', () => {
    const table = new FadingTable(options);
    for (let page = 1; page <= 3; page++) {
      table.beginPage(0);
      const count = table.touch(7, 0);
      expect([table.touch(7, 0), table.find(7)]).toEqual([count, count]);
    }
    expect(table.find(7)).toBeCloseTo(1 + 0.975 + 0.975 ** 2, 6);
  });

  it('drops what was seen once 28 pages later, when it is written anew', () => {
    const table = new FadingTable(options);
    const flood = Array.from({ length: 250 }, (_, i) => hashOf(1000 + i));
    for (const hash of [7, 8]) {
      table.beginPage(0);
      table.touch(hash, 0);
    }
    for (let page = 3; page <= 29; page++) table.beginPage(0);
    for (const hash of flood) table.touch(hash, 0);
    // 0.975^28 = 0.492 and 0.975^27 = 0.505.
    expect([7, 8].map((hash) => table.find(hash).toFixed(3))).toEqual(['0.000', '0.505']);
  });

  it('halves counts and pages alike, and never takes what was long ago for new', () => {
    const table = new FadingTable(options);
    for (let page = 1; page <= 20; page++) {
      table.beginPage(0);
      table.touch(7, 0);
    }
    const [count, pages] = [table.find(7), table.pages];
    table.halve();
    expect(table.find(7) / count).toBeCloseTo(0.975 ** 28, 6);
    expect(table.pages / pages).toBeCloseTo(0.975 ** 28, 6);
    expect([table.distinctPages, table.weightOf(20)]).toEqual([20, expect.closeTo(0.975 ** 28, 6)]);
    // Sixteen bits of a clock are over after 2,340 of these.
    for (let times = 0; times < 5000; times++) {
      table.halve();
      if (table.find(7) > count / 2) expect.fail(`came back after ${times} times`);
    }
    expect([table.find(7), table.segmentCount]).toEqual([0, 0]);
  });

  it('never counts a segment above its memory', () => {
    const table = new FadingTable(options);
    for (let page = 1; page <= 1000; page++) {
      table.beginPage(0);
      table.touch(7, 0);
    }
    expect(table.find(7)).toBeCloseTo(40, 3);
    expect(table.pages).toBeCloseTo(40, 3);
  });

  it('gives memory back', () => {
    const table = new FadingTable(options);
    table.beginPage(0);
    for (let i = 0; i < 5000; i++) table.touch(hashOf(i), 0);
    const full = table.sizeBytes;
    for (let page = 2; page <= 40; page++) table.beginPage(0);
    for (let i = 5000; table.sizeBytes === full; i++) table.touch(hashOf(i), 0);
    expect(full).toBeGreaterThan(14 * 5000);
    expect(table.sizeBytes).toBeLessThan(full / 2);
  });

  it('takes a page with more segments than it may hold, and keeps what was seen more often', () => {
    const table = new FadingTable({ ...options, maxSegments: 100 });
    for (let page = 1; page <= 6; page++) {
      table.beginPage(0);
      for (const menu of [1, 2]) table.touch(hashOf(menu), 0);
      for (let i = 0; i < (page === 4 ? 1000 : 5); i++) table.touch(hashOf(page * 1000 + i), 0);
    }
    expect(table.find(hashOf(1))).toBeCloseTo(40 * (1 - 0.975 ** 6), 4);
    expect(table.find(hashOf(1000))).toBe(0);
    expect(table.sizeBytes).toBeLessThanOrEqual(14 * 256);
  });
});

describe('the sixteen bits of a page number', () => {
  const far = 2 ** 16;

  it('do not make old pages look new', () => {
    const table = new FadingTable(options);
    for (let page = 1; page <= far + 200; page++) {
      table.beginPage(0);
      table.touch(1, 0);
      if (page === 10 || page === 10 + far) table.touch(2, 0);
      if (page === 20) table.touch(3, 0);
      if (page === far + 9) expect(table.find(2)).toBe(0);
      if (page === far + 10) expect(table.find(2)).toBe(1);
      if (page === far + 20) expect(table.find(3)).toBe(0);
    }
    expect(table.find(3)).toBe(0);
    expect(table.find(1)).toBeCloseTo(40, 3);
  });

  it('do not cost a page, or give one, without forgetting either', () => {
    const table = new FadingTable({ ...options, forgetting: false });
    const pages = far + 200;
    for (let page = 1; page <= pages; page++) {
      table.beginPage(0);
      table.touch(1, 0);
      if (page < 9 || page === far + 10 || page === far + 11) table.touch(2, 0);
      if (page === 10 || page === 11 || page === far + 10) expect(table.touch(3, 0)).toBeLessThan(2);
    }
    const { hash, total, peak } = table.save().columns;
    const rowOf = (segment: number): number => [...hash!].indexOf(segment);
    expect([1, 2, 3].map((segment) => total![rowOf(segment)])).toEqual([pages, 10, 3]);
    expect(peak![rowOf(2)]).toBeCloseTo(40 * (1 - 0.975 ** 8), 4);
  });

  it('suffice for any memory', () => {
    const table = new FadingTable({ ...options, memoryPages: Number.POSITIVE_INFINITY });
    for (let page = 1; page <= far + 200; page++) {
      table.beginPage(0);
      if (page < 9) table.touch(2, 0);
    }
    expect(table.find(2)).toBe(0);
  });
});

describe('a saved fading table', () => {
  it.each([true, false])('holds what is in use, and nothing else: forgetting %s', (forgetting) => {
    const table = new FadingTable({ ...options, forgetting });
    for (let page = 1; page < 40; page++) {
      table.beginPage(0);
      for (const id of [1, 2, page]) table.touch(hashOf(id), 0);
    }
    const { columns } = table.save();
    const perSegment = ['hash', 'high', 'count', 'last', 'said', ...(forgetting ? [] : ['total', 'peak'])];
    expect(Object.keys(columns)).toEqual(['used', ...perSegment]);
    for (const name of perSegment) expect(columns[name]).toHaveLength(39);
  });

  it('is not touched by what is learned from it', () => {
    const table = new FadingTable(options);
    table.beginPage(0);
    table.touch(7, 0);
    const saved = table.save();
    const before = structuredClone(saved);
    const again = new FadingTable(options, saved);
    again.beginPage(0);
    for (const hash of [7, 8]) again.touch(hash, 0);
    expect(saved).toEqual(before);
  });
});

describe('a small table', () => {
  it('grows with what it holds, and drops nothing before 205 segments', () => {
    const table = new FadingTable(options);
    const sizes = new Set<number>();
    for (let segment = 1; segment <= 204; segment++) {
      // Each has faded when the next one comes.
      for (let page = 0; page < 60; page++) table.beginPage(0);
      table.touch(hashOf(segment), 0);
      sizes.add(table.sizeBytes);
    }
    expect(table.segmentCount).toBe(204);
    expect([...sizes]).toEqual([16, 32, 64, 128, 228].map((capacity) => 14 * capacity));
    table.touch(hashOf(205), 0);
    expect(table.segmentCount).toBe(2);
    expect(table.sizeBytes).toBe(14 * 16);
  });
});
