import { type Page, parseText } from 'dehusk';
import { readNormalText } from 'dehusk/parts';
import { describe, expect, it } from 'vitest';
import { createConsistencyScorer } from './consistency.ts';

const parsed = (htmls: readonly string[]): readonly Page[] => htmls.map((html) => parseText(html));

/** What keeps the texts that it is asked about; pages are numbered from 1 on. */
type Keeps = (text: string, page: number, segment: number) => boolean;

function scoreOf(
  pages: readonly Page[],
  keeps: Keeps,
): ReturnType<ReturnType<typeof createConsistencyScorer>> {
  const score = createConsistencyScorer(pages);
  return score(
    pages.map((page, i) =>
      Uint8Array.from(page.segments, (node, segment) =>
        keeps(readNormalText(page, node).toLowerCase(), i + 1, segment) ? 1 : 0,
      ),
    ),
  );
}

/**
 * The worked example of docs/EVALUATION.md, twenty pages: a menu, a slogan, a label, and a text of each page; a box on
 * 18 of them and a notice on 17.
 */
const site = parsed(
  Array.from({ length: 20 }, (_, i) => {
    const box = i < 18 ? '<aside>Newest books</aside>' : '';
    const notice = i < 17 ? '<p>We are on holiday</p>' : '';
    return `<nav><a>Home</a> | <a>News</a></nav><h2>Honey for all</h2>${box}<p>Price: <b>${i}</b></p><p>Own text ${i}</p>${notice}`;
  }),
);

describe('the worked example', () => {
  const keepsAll: Keeps = () => true;

  it('has three pieces on nine tenths of its pages: the menu, the slogan, the box', () => {
    expect(scoreOf(site, keepsAll)).toEqual({ pieces: 3, mixed: 0, mixedFrom11: 0 });
  });

  it('the slogan is kept on eight pages of twenty: mixed', () => {
    const keeps: Keeps = (text, page) => text !== 'honey for all' || page % 5 < 2;
    expect(scoreOf(site, keeps)).toEqual({ pieces: 3, mixed: 1, mixedFrom11: 1 });
  });

  it('what is learned on the first ten pages counts only over all pages', () => {
    const keeps: Keeps = (text, page) => text !== 'newest books' || page <= 10;
    expect(scoreOf(site, keeps)).toEqual({ pieces: 3, mixed: 1, mixedFrom11: 0 });
  });

  it('a line that is cut on one page is mixed', () => {
    const keeps: Keeps = (text, page) => text !== 'news' || page === 12;
    expect(scoreOf(site, keeps)).toEqual({ pieces: 3, mixed: 1, mixedFrom11: 1 });
  });

  it('texts that are not everywhere may have any verdicts', () => {
    const keeps: Keeps = (text, page) => !/own|holiday|price|^\d/.test(text) || page % 2 === 0;
    expect(scoreOf(site, keeps)).toEqual({ pieces: 3, mixed: 0, mixedFrom11: 0 });
  });
});

describe('a piece', () => {
  it('is a text in a place: the same words in other elements are another', () => {
    const pages = parsed(Array.from({ length: 12 }, () => '<h2>Bees</h2><footer>Bees</footer>'));
    expect(scoreOf(pages, (_, __, segment) => segment === 0)).toEqual({
      pieces: 2,
      mixed: 0,
      mixedFrom11: 0,
    });
  });

  it('that stands twice on a page may be kept once and removed once, on every page alike', () => {
    const pages = parsed(Array.from({ length: 12 }, () => '<p>Go</p><p>x</p><p>Go</p>'));
    expect(scoreOf(pages, (_, __, segment) => segment === 0)?.mixed).toBe(0);
    const swapping: Keeps = (_, page, segment) => segment === (page === 3 ? 2 : 0);
    expect(scoreOf(pages, swapping)).toEqual({ pieces: 2, mixed: 1, mixedFrom11: 0 });
  });

  it('has a word', () => {
    const pages = parsed(['<p>»</p><p>a</p>', '<p>»</p><p>a</p>']);
    expect(scoreOf(pages, (text, page) => text === 'a' || page === 1)).toEqual({
      ...{ pieces: 1, mixed: 0, mixedFrom11: 0 },
    });
  });

  it('is none on a site of one page, or of pages that have nothing in common', () => {
    expect(scoreOf(parsed(['<p>a</p>']), () => true)).toBeUndefined();
    expect(scoreOf(parsed(['<p>a</p>', '<p>b</p>']), () => true)).toBeUndefined();
  });
});
