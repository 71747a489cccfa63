/** The fast index-time detector against the naive one, on random sites, and what it shares with an index. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createIndexTimeDetector } from '../../packages/dehusk/src/detect/index-time/index-time.ts';
import { indexTimeDefaults } from '../../packages/dehusk/src/detect/index-time/method.ts';
import type { Page } from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { splitWords } from '../../packages/dehusk/src/page/words/word-table.ts';
import { WordScanner } from '../../packages/dehusk/src/page/words/tokenise.ts';
import { WordTable } from '../../packages/dehusk/src/page/words/word-table.ts';
import { naiveTemplates } from './naive-index-time.ts';

const text = fc
  .array(fc.constantFrom('home', 'news', 'shop', 'ants', 'bees', '–'), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '));
const tag = fc.constantFrom('div', 'div class="x"', 'ul', 'p', 'table width=3', 'b');
const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc
    .array(
      fc.oneof(
        { maxDepth: 3 },
        text,
        fc.tuple(tag, tie('html')).map(([name, inner]) => `<${name}>${inner}</${name.split(' ')[0]}>`),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}));
const site = fc
  .tuple(html, html, fc.array(fc.tuple(fc.boolean(), html, fc.nat(6)), { minLength: 1, maxLength: 9 }))
  .map(([header, footer, pages]) =>
    pages.map(([isBare, body, number]) =>
      parseText(isBare ? body : `<div>${header}</div>${body}<div class=f>${footer}</div>`, {
        url: `https://site.example/${number}`,
      }),
    ),
  );

const textsOf = (page: Page, template: Uint8Array): readonly number[] =>
  [...page.segments].filter((node) => template[node] === 1);

describe('the verdicts', () => {
  it('are those of the naive method', () => {
    const options = fc.record({
      positionTolerance: fc.nat(2),
      variables: fc.constantFrom(1, 2, 4),
      dropFirst: fc.boolean(),
      similarity: fc.constantFrom(0.5, 0.7, 1),
      templatePages: fc.constantFrom(2, 3),
      templateRatio: fc.constantFrom(0.6, 0.8),
    });
    let template = 0;
    fc.assert(
      fc.property(site, options, (pages, given) => {
        const verdicts = createIndexTimeDetector(given).judgeBatch(pages);
        const found = pages.map((page, i) => textsOf(page, verdicts[i]!.template));
        template += found.flat().length;
        expect(found).toEqual(naiveTemplates(pages, { ...indexTimeDefaults, ...given }));
      }),
      { numRuns: 400 },
    );
    expect(template).toBeGreaterThan(1_000);
  });
});

describe('a later batch', () => {
  it('takes for template at least what an earlier one did, on each page by itself', () => {
    fc.assert(
      fc.property(site, fc.constantFrom(2, 3), (pages, templatePages) => {
        const detector = createIndexTimeDetector({ templatePages });
        const first = detector.judgeBatch(pages);
        for (const [i, page] of pages.entries()) {
          const [alone] = detector.judgeBatch([page]);
          expect(textsOf(page, alone!.template)).toEqual(
            expect.arrayContaining([...textsOf(page, first[i]!.template)]),
          );
        }
      }),
    );
  });
});

describe('one table for detection and index', () => {
  const pages = Array.from({ length: 8 }, (_, i) =>
    parseText(`<nav>Home Caf&eacute; news</nav><main><p>Page ${i} of <b>ants</b></main>`, {
      url: `https://ants.example/${i}`,
    }),
  );

  it('is scanned once', () => {
    const begin = vi.spyOn(WordScanner.prototype, 'begin');
    const table = new WordTable();
    for (const page of pages) table.addPage(page);
    const scanned = begin.mock.calls.length;
    const verdicts = createIndexTimeDetector().judgeTable(table);
    const indexed = pages.map((_, i) => splitWords(table, i, verdicts[i]!.template));
    const calls = begin.mock.calls.length;
    begin.mockRestore();
    // Each of three texts a page, and the one with a reference again, decoded.
    expect([scanned, calls]).toEqual([32, 32]);
    expect(indexed.map(({ content }) => table.lexicon.spell(content))[3]).toBe('page 3 of ants');
    expect(table.lexicon.spell(indexed[3]!.template)).toBe('home cafe news');
  });

  it('is judged as the pages are', () => {
    const table = new WordTable([1, 2]);
    for (const page of pages) table.addPage(page);
    expect(createIndexTimeDetector().judgeTable(table)).toEqual(createIndexTimeDetector().judgeBatch(pages));
  });
});
