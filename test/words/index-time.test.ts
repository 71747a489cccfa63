/** The fast index-time detector against the naive one, on random sites, and what it shares with an index. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createIndexTimeDetector } from '../../packages/dehusk/src/detect/index-time/index-time.ts';
import { indexTimeDefaults } from '../../packages/dehusk/src/detect/index-time/method.ts';
import {
  NodeFlag,
  type Page,
  readAttribute,
  readNormalText,
  readText,
  tagName,
} from '../../packages/dehusk/src/page/page.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { tokenise, WordScanner } from '../../packages/dehusk/src/page/words/tokenise.ts';
import { splitWords, WordTable } from '../../packages/dehusk/src/page/words/word-table.ts';

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

// The index-time method as its readings C1 to C15 say it, over objects and lists, comparing everything with everything:
// what the fast one is held against. One batch, nothing carried.

interface NaiveOptions {
  readonly boundaries: readonly string[];
  readonly positionTolerance: number;
  readonly variables: number;
  readonly dropFirst: boolean;
  readonly similarity: number;
  readonly templatePages: number;
  readonly templateRatio: number;
}

interface Block {
  readonly page: Page;
  readonly segments: readonly number[];
  readonly style: string;
  readonly position: readonly number[];
  readonly words: readonly string[];
  readonly texts: string;
  cluster: number;
}

interface Feature {
  readonly offsets: readonly ReadonlySet<number>[];
  readonly pages: Set<string>;
}

/** The text nodes that are template, page by page. */
function naiveTemplates(pages: readonly Page[], options: NaiveOptions): readonly number[][] {
  const blocks = pages.flatMap((page) => blocksOf(page, options)).filter(({ words }) => words.length > 0);
  const leaders: Block[] = [];
  for (const block of blocks) {
    block.cluster = leaders.findIndex((leader) => fits(leader, block, options.positionTolerance));
    if (block.cluster === -1) block.cluster = leaders.push(block) - 1;
  }
  const template = leaders.flatMap((_, cluster) =>
    templateBlocks(
      blocks.filter((block) => block.cluster === cluster),
      options,
    ),
  );
  return pages.map((page) =>
    template
      .filter((block) => block.page === page)
      .flatMap(({ segments }) => segments)
      .sort((a, b) => a - b),
  );
}

function blocksOf(page: Page, { boundaries }: NaiveOptions): readonly Block[] {
  const elements = [0];
  for (let node = 1; node < page.nodeCount; node++) {
    const isHidden = (page.flags[node]! & NodeFlag.hidden) !== 0;
    if (!isHidden && boundaries.includes(tagName(page, node))) elements.push(node);
  }
  const around = (node: number): number => {
    let above = page.parent[node]!;
    while (!elements.includes(above)) above = page.parent[above]!;
    return above;
  };
  const positionOf = (element: number): readonly number[] => {
    if (element === 0) return [];
    const siblings = elements.filter((other) => other !== 0 && around(other) === around(element));
    return [...positionOf(around(element)), siblings.indexOf(element) + 1];
  };
  return elements.map((element) => {
    const segments = [...page.segments].filter((node) => around(node) === element);
    const worded = segments.filter((node) => tokenise(readText(page, node)).length > 0);
    return {
      page,
      segments,
      style: styleOf(page, element),
      position: positionOf(element),
      words: worded.flatMap((node) => tokenise(readText(page, node)).map(({ word }) => word)),
      texts: JSON.stringify(worded.map((node) => readNormalText(page, node))),
      cluster: -1,
    };
  });
}

function styleOf(page: Page, element: number): string {
  const names = ['bgcolor', 'width', 'height', 'border', 'cellpadding', 'cellspacing', 'align'];
  const values = names.map((name) => readAttribute(page, element, name)?.trim().toLowerCase());
  return JSON.stringify([tagName(page, element), ...values, page.classLists[page.classList[element]!]]);
}

function fits(leader: Block, block: Block, tolerance: number): boolean {
  if (leader.style !== block.style || leader.position.length !== block.position.length) return false;
  const distance = leader.position.reduce((sum, rank, i) => sum + Math.abs(rank - block.position[i]!), 0);
  return distance <= tolerance;
}

const pagesOf = (blocks: readonly Block[]): number => new Set(blocks.map(({ page }) => page.id)).size;

/** Of the blocks of one style. */
function templateBlocks(blocks: readonly Block[], options: NaiveOptions): readonly Block[] {
  const { templatePages, templateRatio } = options;
  const classes = [...new Set(blocks.map(({ texts }) => texts))].map((texts) =>
    blocks.filter((block) => block.texts === texts),
  );
  const isRare = (word: string): boolean =>
    classes.filter(([first]) => first!.words.includes(word)).reduce((sum, own) => sum + pagesOf(own), 0) <
    templatePages;
  const enough = (part: number, all: number): boolean => part / all >= templateRatio - 1e-9;
  const candidates = blocks.filter(({ words }) => {
    const different = [...new Set(words)];
    return enough(different.filter((word) => !isRare(word)).length, different.length);
  });
  const features = new Map<string, Feature[]>();
  const featureOf = (block: Block, word: string): Feature => {
    const known = features.get(word) ?? [];
    features.set(word, known);
    const offsets = offsetsOf(block.words, word, options);
    const found = known.find((feature) => similar(feature.offsets, offsets) >= options.similarity);
    if (found !== undefined) return found;
    known.push({ offsets, pages: new Set() });
    return known.at(-1)!;
  };
  for (const block of candidates) {
    for (const word of new Set(block.words)) {
      if (!isRare(word)) featureOf(block, word).pages.add(block.page.id);
    }
  }
  return candidates.filter((block) => {
    const different = [...new Set(block.words)];
    const isTemplate = (word: string): boolean =>
      !isRare(word) && featureOf(block, word).pages.size >= templatePages;
    return enough(different.filter(isTemplate).length, different.length);
  });
}

function offsetsOf(words: readonly string[], word: string, options: NaiveOptions): readonly Set<number>[] {
  const places = [...words.keys()].filter((i) => words[i] === word).map((i) => i + 1);
  const differences = places.map((place, i) => place - (places[i - 1] ?? 0)).slice(options.dropFirst ? 1 : 0);
  const variables = Array.from({ length: options.variables }, () => new Set<number>());
  for (const [i, offset] of differences.entries()) {
    variables[Math.floor((i * options.variables) / differences.length)]!.add(offset % 32);
  }
  return variables;
}

function similar(one: readonly ReadonlySet<number>[], other: readonly ReadonlySet<number>[]): number {
  const size = (sets: readonly ReadonlySet<number>[]): number => sets.reduce((sum, set) => sum + set.size, 0);
  const fuller = Math.max(size(one), size(other));
  const common = one.reduce((sum, set, i) => sum + [...set].filter((bit) => other[i]!.has(bit)).length, 0);
  return fuller === 0 ? 1 : common / fuller;
}
