import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openIndex } from '../../packages/dehusk/src/node.ts';
import { indexOf, plainSetting, type TestPage, templateSetting, writeIndex } from './index-of.ts';
import { type NaiveOptions, naiveSearch } from './naive-search.ts';

const word = fc.constantFrom('ant', 'bee', 'cat', 'cats', 'dog', 'eel', '東京', '京都', '東京都');
const words = fc.array(word, { maxLength: 12 }).map((list) => list.join(' '));
const page: fc.Arbitrary<Omit<TestPage, 'id'>> = fc.record({
  title: words,
  content: words,
  template: words,
  site: fc.constantFrom('one', 'two'),
});
const crawl = fc
  .array(page, { minLength: 1, maxLength: 12 })
  .map((pages) => pages.map((one, i): TestPage => ({ ...one, id: `http://a/${i}` })));
const query = fc.constantFrom(
  ...[
    'ant',
    'ant bee',
    '"ant bee"',
    'ca*',
    '"bee ca*"',
    'ant OR dog',
    'cat -dog',
    'ant bee OR cat -"dog eel"',
  ],
  ...['東京', '東京都', '都', '京都 OR ant', 'ant ant', '-bee ant OR 京*'],
);
const options: fc.Arbitrary<NaiveOptions> = fc.record(
  {
    rank: fc.constantFrom('bm25', 'pivoted'),
    keepTemplate: fc.boolean(),
    weights: fc.constantFrom(
      {},
      { title: 0 },
      { content: 0 },
      { title: 5, template: 0.5 },
      { template: 0 },
      { title: 0.25, content: 0.25 },
    ),
    site: fc.constantFrom('one', 'none'),
  },
  { requiredKeys: ['rank', 'keepTemplate'] },
);

describe('ranking', () => {
  it('is what the formulas say, for any pages and queries', () => {
    const searches = fc.array(fc.tuple(query, options), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(crawl, searches, (pages, list) => {
        using plain = indexOf(pages);
        using kept = indexOf(pages, templateSetting);
        for (const [text, naive] of list) {
          const expected = naiveSearch(pages, text, naive);
          const { keepTemplate, ...rest } = naive;
          const { total, hits } = (keepTemplate ? kept : plain).search(text, { ...rest, limit: 100 });
          expect(total).toBe(expected.length);
          const scores = new Map(expected.map(({ id, score }) => [id, score]));
          expect(hits.map(({ id }) => id).sort()).toEqual([...scores.keys()].sort());
          for (const { id, score } of hits) expect(score).toBeCloseTo(scores.get(id)!, 9);
          const told = hits.map(({ score }) => score);
          expect(told).toEqual([...told].sort((a, b) => b - a));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('loses no word beside an OR and something excluded', () => {
    const pages: TestPage[] = [
      { id: 'http://a/0', title: 'cat', content: 'ant' },
      { id: 'http://a/1', title: 'bee ant', content: '' },
      { id: 'http://a/2', content: '' },
    ];
    using index = indexOf(pages);
    const options = { rank: 'bm25', weights: { content: 0 } } as const;
    const [hit, ...others] = index.search('ant bee OR cat -dog', options).hits;
    expect([hit?.id, others]).toEqual(['http://a/1', []]);
    expect(hit?.score).toBeCloseTo(index.search('ant bee', options).hits[0]!.score, 9);
  });

  it('with the template weighing nothing is that of an index without it', () => {
    const pages: TestPage[] = [
      { id: 'http://a/1', content: 'ant bee', template: 'menu menu menu ant' },
      { id: 'http://a/2', content: 'ant ant bee cat', template: 'menu' },
      { id: 'http://a/3', content: 'bee', template: 'ant' },
    ];
    using without = indexOf(pages);
    using kept = indexOf(pages, templateSetting);
    for (const rank of ['bm25', 'pivoted'] as const) {
      const told = without.search('ant', { rank });
      expect(told.total).toBe(2);
      expect(kept.search('ant', { rank, weights: { template: 0 } })).toEqual(told);
      expect(kept.search('ant', { rank }).hits.map(({ id }) => id)).toEqual([
        ...told.hits.map(({ id }) => id),
        'http://a/3',
      ]);
    }
  });

  it('gives slices of one order, the page that came first before its equals', () => {
    const pages = Array.from({ length: 30 }, (_, i) => ({ id: `http://a/${i}`, content: 'ant' }));
    using index = indexOf([...pages, { id: 'http://b/', content: 'bee' }]);
    for (const rank of ['bm25', 'pivoted'] as const) {
      const { total, hits } = index.search('ant', { rank, limit: 7, offset: 5 });
      expect([total, hits.map(({ id }) => id)]).toEqual([30, pages.slice(5, 12).map(({ id }) => id)]);
      expect(index.search('ant', { rank, offset: 30 })).toEqual({ total: 30, hits: [] });
    }
  });
});

describe('replacing pages', () => {
  /** Pages as they come: the later of the same id holds. */
  const arrivals = fc.array(fc.tuple(fc.nat(5), page), { minLength: 1, maxLength: 25 });

  it('leaves no trace of what was there, for any order of arrivals', () => {
    fc.assert(
      fc.property(arrivals, fc.boolean(), fc.integer({ min: 1, max: 9 }), (list, keepTemplate, size) => {
        const setting = keepTemplate ? templateSetting : plainSetting;
        const pages = list.map(([number, one]): TestPage => ({ ...one, id: `http://a/${number}` }));
        const batches = Array.from({ length: Math.ceil(pages.length / size) }, (_, i) =>
          pages.slice(i * size, (i + 1) * size),
        );
        // In the order of their first arrivals, as they came last.
        const last = new Map(pages.map((one) => [one.id, one]));
        using replaced = openIndex(writeIndex(batches, setting));
        using fresh = openIndex(writeIndex([[...last.values()]], setting));
        expect(replaced.totals).toEqual(fresh.totals);
        for (const text of ['ant', 'ca*', '"ant bee"', '東京', 'dog -cat', 'ant OR bee OR eel']) {
          for (const rank of ['bm25', 'pivoted'] as const)
            expect(replaced.search(text, { rank })).toEqual(fresh.search(text, { rank }));
        }
      }),
      { numRuns: 12 },
    );
  });

  it('replaces links, and keeps those of others', () => {
    const linking = (...urls: string[]): string => urls.map((url) => `<a href="${url}">link</a>`).join(' ');
    const [one, two] = ['http://a/1', 'http://a/2'];
    using index = openIndex(
      writeIndex([
        [
          { id: one, content: linking('/x', '/y'), template: linking('/menu') },
          { id: two, content: linking('/x') },
        ],
        [{ id: one, content: linking('/z', '/x'), template: linking('/menu') }],
        // The same words, another address.
        [{ id: two, content: linking('/other') }],
      ]),
    );
    expect(index.links(one)).toEqual([
      { url: 'http://a/menu', template: true },
      { url: 'http://a/z', template: false },
      { url: 'http://a/x', template: false },
    ]);
    expect(index.links(two)).toEqual([{ url: 'http://a/other', template: false }]);
    expect(index.links('http://a/3')).toEqual([]);
    expect(index.totals).toMatchObject({ pages: 2, links: 4, templateLinks: 1 });
  });
});
