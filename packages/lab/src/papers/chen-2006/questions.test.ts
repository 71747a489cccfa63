import { describe, expect, it } from 'vitest';
import type { CorpusSite } from '../../corpus/corpus.ts';
import { askIndex } from './indexes.ts';
import { askSites, ofKind, type Question } from './questions.ts';

/** Every page has Help in its menu; the third is about it. */
const site: CorpusSite = {
  name: 'bees',
  kind: 'test',
  language: 'en',
  zones: { contentSelectors: ['main'], templateSelectors: [], ignoreSelectors: [] },
  readLabels: new Map(),
  pages: () =>
    Array.from({ length: 10 }, (_, i) => ({
      url: `https://bees.example/${i}`,
      html:
        `<title>Bees of the ${i}th hive</title><nav><a href=/>Home</a> <a href=/help>Help</a></nav>` +
        `<main><h1>Hive number ${i}</h1><p>drone${i} queen${i} comb${i} wax${i} larva${i} ${i === 3 ? 'help' : ''}</p></main>`,
    })),
};

const questions = askSites([site], { pagesPerSite: 5, menuWordsPerSite: 5 });

describe('questions', () => {
  it('ask for titles and headings of every second page, and for menu words that are rare as content', () => {
    const texts = (kind: Question['kind']): readonly string[] =>
      ofKind(questions, kind, questions).map(({ text }) => text);
    expect(texts('title')).toEqual([0, 2, 4, 6, 8].map((i) => `bees of the ${i}th hive`));
    expect(texts('heading')).toEqual([0, 2, 4, 6, 8].map((i) => `hive number ${i}`));
    expect(ofKind(questions, 'menu word', questions)).toEqual([
      { kind: 'menu word', text: 'help', site: 'bees', right: new Set(['https://bees.example/3']) },
    ]);
  });

  it('do not ask for a title that two pages have', () => {
    const twice = { ...site, name: 'copy' };
    const kinds = askSites([site, twice], { pagesPerSite: 5, menuWordsPerSite: 5 }).map(({ kind }) => kind);
    expect(kinds).toEqual(['menu word', 'menu word']);
  });
});

describe('an index', () => {
  const menuWord = questions.findIndex(({ kind }) => kind === 'menu word');

  it('finds the page that a menu word is the matter of, once the template is gone', () => {
    const found = (['none', 'index-time'] as const).map((method) => {
      const { answers, built } = askIndex({ name: method, method }, [site], questions);
      return { answer: answers.bm25[menuWord]!, words: built.totals.contentWords, pages: built.totals.pages };
    });
    expect(found[1]!.answer).toEqual({ reciprocal: 1, right: 1 });
    expect(found[0]!.answer.right).toBe(1);
    // Home and Help, of each page.
    expect(found[0]!.words - found[1]!.words).toBe(20);
    expect(found[1]!.pages).toBe(10);
  });
});
