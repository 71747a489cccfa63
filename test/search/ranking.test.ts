import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenise } from '../../packages/dehusk/src/page/words/tokenise.ts';
import { openIndex } from '../../packages/dehusk/src/search/index-reader.ts';
import { itemsOf, parseQuery, type QueryItem } from '../../packages/dehusk/src/search/query.ts';
import { defaultWeights, type Weights } from '../../packages/dehusk/src/search/ranking.ts';
import { indexOf, plainSetting, type TestPage, templateSetting, writeIndex } from './index-of.ts';

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

// A search without an index, to compare with: pages as lists of words, every formula as it is written.

type Part = keyof Weights;
type Words = Readonly<Record<Part, readonly string[]>>;

interface NaiveOptions {
  readonly rank: 'bm25' | 'pivoted';
  readonly weights?: Partial<Weights>;
  readonly keepTemplate?: boolean;
  readonly site?: string;
}

const wordsIn = (text = ''): string[] => tokenise(text.replaceAll(/<[^>]*>/g, ' ')).map(({ word }) => word);

/** Identities and scores, the best first, of equal ones the first page. */
function naiveSearch(
  pages: readonly TestPage[],
  query: string,
  { rank, keepTemplate = false, site, ...options }: NaiveOptions,
): readonly { readonly id: string; readonly score: number }[] {
  const weights = { ...defaultWeights, ...options.weights };
  if (!keepTemplate) weights.template = 0;
  const parts = (Object.keys(weights) as Part[]).filter((part) => weights[part] > 0);
  const documents: readonly Words[] = pages.map(({ title, content, template }) => ({
    title: wordsIn(title),
    content: wordsIn(content),
    template: wordsIn(template),
  }));
  const { groups, excluded } = parseQuery(query);
  const has = (document: Words, item: QueryItem, where: readonly Part[]): boolean =>
    where.some((part) => count(document[part], item) > 0);
  const inPage = parts.filter((part) => part !== 'template');
  // Where the template is kept, what is excluded is so by title and content, whatever their weights.
  const excludedIn: readonly Part[] = weights.template > 0 ? ['title', 'content'] : inPage;
  return pages
    .map(({ id, site: own = 'site' }, i) => ({ id, own, document: documents[i]! }))
    .filter(({ own }) => site === undefined || own === site)
    .filter(({ document }) => groups.every((group) => group.some((item) => has(document, item, parts))))
    .filter(({ document }) => !excluded.some((item) => has(document, item, excludedIn)))
    .map(({ id, document }) => {
      const scores = itemsOf({ groups, excluded }).map((item) =>
        rank === 'bm25' ? bm25(document, item) : pivoted(document, item),
      );
      return { id, score: scores.reduce((sum, score) => sum + score, 0) };
    })
    .map((hit, i) => ({ ...hit, i }))
    .sort((a, b) => (Math.abs(a.score - b.score) < 1e-12 ? a.i - b.i : b.score - a.score))
    .map(({ id, score }) => ({ id, score }));

  function bm25(document: Words, item: QueryItem): number {
    const inTemplate = weights.template * bm25Of(document, item, { template: 1 });
    const ofPage = Object.fromEntries(inPage.map((part) => [part, weights[part]]));
    return bm25Of(document, item, ofPage) + (weights.template > 0 ? inTemplate : 0);
  }

  function bm25Of(document: Words, item: QueryItem, used: Partial<Weights>): number {
    const columns = Object.keys(used) as Part[];
    const all: readonly Part[] = columns.includes('template') ? ['template'] : ['title', 'content'];
    const length = (one: Words): number => all.reduce((sum, part) => sum + one[part].length, 0);
    const found = documents.filter((one) => has(one, item, columns)).length;
    const idf = Math.log((documents.length - found + 0.5) / (found + 0.5));
    const tf = columns.reduce((sum, part) => sum + used[part]! * count(document[part], item), 0);
    const mean = documents.reduce((sum, one) => sum + length(one), 0) / documents.length;
    const norm = 1.2 * (0.25 + (0.75 * length(document)) / mean);
    // FTS5: a word on more than half of the pages still counts for something.
    return tf === 0 ? 0 : (idf <= 0 ? 1e-6 : idf) * ((tf * 2.2) / (tf + norm));
  }

  function pivoted(document: Words, item: QueryItem): number {
    const length = (one: Words): number => one.title.length + one.content.length;
    const mean = documents.reduce((sum, one) => sum + length(one), 0) / documents.length;
    const tf = parts.reduce((sum, part) => sum + weights[part] * count(document[part], item), 0);
    const found = documents.filter((one) => has(one, item, parts)).length;
    if (tf === 0) return 0;
    const dampened = tf < 1 ? tf : 1 + Math.log(1 + Math.log(tf));
    return (dampened / (0.8 + (0.2 * length(document)) / mean)) * Math.log((documents.length + 1) / found);
  }
}

function count(words: readonly string[], { words: wanted, prefix }: QueryItem): number {
  const last = wanted.length - 1;
  return words.filter((_, at) =>
    wanted.every((word, i) => {
      const found = words[at + i];
      return found === word || (prefix && i === last && found?.startsWith(word));
    }),
  ).length;
}
