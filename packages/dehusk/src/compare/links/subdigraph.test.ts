import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../../test/cpu-ms.ts';
import { createSubdigraphSearch } from './subdigraph.ts';

type Page = readonly [url: string, linksTo: readonly string[]];

/** Algorithm 2 word by word: all sets of pages up to the newest, by their number as bits. */
function naiveSearch(pages: readonly Page[], n: number): { loads: number; found: number; best: number } {
  const linked = (i: number, j: number): boolean => pages[i]![1].includes(pages[j]![0]);
  let best = 0;
  for (let newest = 0; newest < pages.length; newest++) {
    for (let set = 2 ** newest; set < 2 ** (newest + 1); set++) {
      const members = [...pages.keys()].filter((i) => (set >> i) & 1);
      const isComplete = members.every((i) => members.every((j) => i === j || linked(i, j)));
      if (isComplete) best = Math.max(best, members.length);
    }
    if (best === n) return { loads: newest + 1, found: n, best };
  }
  return { loads: pages.length, found: 0, best };
}

function search(
  pages: readonly Page[],
  n: number,
): { loads: number; found: readonly string[]; best: readonly string[] } {
  const subdigraph = createSubdigraphSearch(n);
  for (const [i, [url, linksTo]] of pages.entries()) {
    const found = subdigraph.add(url, linksTo);
    if (found !== undefined) return { loads: i + 1, found, best: subdigraph.best() };
  }
  return { loads: pages.length, found: [], best: subdigraph.best() };
}

describe('createSubdigraphSearch', () => {
  const menu: readonly Page[] = [
    ['a', ['b', 'c', 'd']],
    ['b', ['a', 'b', 'c', 'd']],
    ['c', ['a', 'b', 'elsewhere']],
    ['d', []],
  ];

  it('T-A8: stops at the third page', () => {
    expect(search(menu, 3)).toEqual({ loads: 3, found: ['a', 'b', 'c'], best: ['a', 'b', 'c'] });
  });

  it('T-A8: gives the biggest if there is none of the size', () => {
    expect(search(menu, 4)).toEqual({ loads: 4, found: [], best: ['a', 'b', 'c'] });
  });

  it('A13: one page is a subdigraph of one', () => {
    expect(search([['a', []]], 1)).toEqual({ loads: 1, found: ['a'], best: ['a'] });
    expect(search([], 3).best).toEqual([]);
  });

  it('takes the earliest of equals', () => {
    const twins: Page[] = [
      ['x', []],
      ['a', ['b', 'c']],
      ['b', ['a']],
      ['c', ['a']],
    ];
    expect(search(twins, 3).best).toEqual(['a', 'b']);
    const shared: Page[] = [...twins.slice(0, 3), ['c', ['a', 'b']], ['d', ['a', 'b']]];
    expect(search(shared, 3).best).toEqual(['a', 'b']);
  });

  it('goes on after a find, for another subdigraph with each page', () => {
    const pages = ['a', 'b', 'c', 'd'];
    const subdigraph = createSubdigraphSearch(3);
    const found = pages.map((url) => subdigraph.add(url, pages));
    expect(found).toEqual([undefined, undefined, ['a', 'b', 'c'], ['a', 'b', 'd']]);
    expect(subdigraph.best()).toEqual(['a', 'b', 'c']);
  });

  it('counts a page once', () => {
    const subdigraph = createSubdigraphSearch(2);
    subdigraph.add('a', ['a']);
    expect(subdigraph.add('a', ['a'])).toBeUndefined();
    expect(subdigraph.best()).toEqual(['a']);
  });

  it('finds what the power set has, after as many pages', () => {
    const graph = fc
      .record({ size: fc.integer({ min: 1, max: 9 }), dense: fc.integer({ min: 1, max: 9 }) })
      .chain(({ size, dense }) =>
        fc
          .array(fc.integer({ min: 0, max: 9 }), { minLength: size * size, maxLength: size * size })
          .map((draws) =>
            Array.from({ length: size }, (_, i): Page => {
              const targets = [...Array(size).keys()].filter((j) => draws[i * size + j]! < dense);
              return [`${i}`, targets.map(String)];
            }),
          ),
      );
    fc.assert(
      fc.property(graph, fc.integer({ min: 1, max: 8 }), (pages, n) => {
        const { loads, found, best } = search(pages, n);
        const naive = naiveSearch(pages, n);
        expect({ loads, found: found.length, best: best.length }).toEqual(naive);
        for (const [url, linksTo] of pages.filter(([url]) => best.includes(url)))
          expect(new Set([...linksTo, url])).toEqual(new Set([...linksTo, url, ...best]));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is bounded on pages linked to hurt', () => {
    const camps = (page: number): string[] =>
      [...Array(90).keys()].filter((other) => other % 7 !== page % 7).map(String);
    const subdigraph = createSubdigraphSearch(8);
    const ms = cpuMs(() => {
      for (let page = 0; page < 90; page++) subdigraph.add(`${page}`, camps(page));
    });
    expect(subdigraph.best()).toHaveLength(7);
    expect(ms).toBeLessThan(4_000);
  });
});
