import { parseText } from 'dehusk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GoldLabel } from '../corpus/gold.ts';
import type { RunLine } from '../run/run-file.ts';
import { keptOf, pageGold, pageWords, scoreCharacters, scorePage } from './page-score.ts';

const { template, content, ignored } = GoldLabel;
const near = (value: number): number => expect.closeTo(value, 12) as number;
const line = (kept: Pick<RunLine, 'kept' | 'text'>): RunLine => ({
  method: 'm',
  site: 's',
  url: 'u',
  ...kept,
});

/** The worked example of docs/EVALUATION.md. Segments: Home, News today, Honey bees, Bees make …, Imprint contact. */
const page = parseText(
  '<nav><a>Home</a><a>News today</a></nav>' +
    '<main><h1>Honey bees</h1><p>Bees make honey from nectar</p></main><footer>Imprint contact</footer>',
);
const words = pageWords(page);
const gold = pageGold(words, Uint8Array.of(template, template, content, content, template));

describe('the worked example: a menu item kept, the heading dropped', () => {
  const score = scorePage(
    gold,
    keptOf(
      words,
      line({
        kept: [
          [1, 1],
          [3, 3],
        ],
      }),
    ),
  )!;

  it('content tokens: 5 of the 7 kept are among the 7 of gold', () => {
    expect(score).toMatchObject({ precision: 5 / 7, recall: 5 / 7, f1: near(5 / 7) });
  });

  it('leak: 2 of 5 template tokens are kept', () => {
    expect(score.leak).toBe(2 / 5);
  });

  it('template tokens: 3 of the 5 removed are among the 5 of gold', () => {
    expect(score.template).toMatchObject({ precision: 3 / 5, recall: 3 / 5, f1: near(3 / 5) });
  });

  it('characters: 27 of the 37 kept are among the 37 of gold', () => {
    expect(score.characters).toEqual({ precision: 27 / 37, recall: 27 / 37, f1: near(27 / 37) });
  });

  it('blocks: the footer is said to be template, the menu goes by the longer item', () => {
    expect(score.blocks).toEqual({ right: 1, said: 1, gold: 2 });
  });

  it('blocks of Chen et al.: the same three, since none of them is in another', () => {
    expect(score.chenBlocks).toEqual({ right: 1, said: 1, gold: 2 });
  });

  it('elements: the link Home, h1 and footer are wholly removed; nav, two links and footer are template', () => {
    expect(score.elements).toEqual({ precision: 2 / 3, recall: 2 / 4, f1: near(4 / 7) });
  });

  it('is not empty', () => {
    expect(score.empty).toBe(false);
  });
});

describe('the score of a page', () => {
  it('is the same for the same text, but for what needs segments', () => {
    const { characters, blocks, chenBlocks, elements, ...tokens } = scorePage(
      gold,
      keptOf(
        words,
        line({
          kept: [
            [1, 1],
            [3, 3],
          ],
        }),
      ),
    )!;
    expect([characters, blocks, chenBlocks, elements]).not.toContain(undefined);
    const text = 'News today\nBees make honey from nectar';
    expect(scorePage(gold, keptOf(words, line({ text })))).toEqual(tokens);
  });

  it('gives all that is kept a recall and a leak of 1, and no template', () => {
    const score = scorePage(gold, keptOf(words, line({ kept: [[0, 4]] })))!;
    expect(score).toMatchObject({ recall: 1, leak: 1, precision: 7 / 12, template: { f1: 0, recall: 0 } });
    expect(score.blocks).toEqual({ right: 0, said: 0, gold: 2 });
  });

  it('gives what gold says 1 everywhere', () => {
    const all = { precision: 1, recall: 1, f1: 1 };
    const score = scorePage(gold, keptOf(words, line({ kept: [[2, 3]] })));
    expect(score).toMatchObject({ ...all, leak: 0, template: all, characters: all, elements: all });
    expect(score?.blocks).toEqual({ right: 2, said: 2, gold: 2 });
    expect(score?.chenBlocks).toEqual({ right: 2, said: 2, gold: 2 });
  });

  it.each([[line({ text: '' })], [line({ text: '| ©' })], [undefined]])('is empty for %j', (ran) => {
    expect(scorePage(gold, keptOf(words, ran))).toMatchObject({ empty: true, f1: 0, recall: 0, leak: 0 });
  });

  it('swaps content and template with their labels', () => {
    const swapped = pageGold(
      words,
      gold.labels.map((label) => 1 - label),
    );
    const there = scorePage(
      gold,
      keptOf(
        words,
        line({
          kept: [
            [1, 1],
            [3, 3],
          ],
        }),
      ),
    )!;
    const back = scorePage(
      swapped,
      keptOf(
        words,
        line({
          kept: [
            [0, 0],
            [2, 2],
            [4, 4],
          ],
        }),
      ),
    )!;
    expect(back.template?.f1).toBe(there.f1);
    expect(back.f1).toBe(there.template?.f1);
  });

  it('takes what a method says of elements before what follows from its texts', () => {
    // html is 0, head 1, body 2, nav 3: of the four template elements only nav is named, though its text is kept.
    const said = scorePage(gold, keptOf(words, { ...line({ kept: [[0, 4]] }), elements: [[3, 3]] }))!;
    expect(said.elements).toMatchObject({ precision: 1, recall: 1 / 4 });
  });

  it('scores all nodes where gold is of them', () => {
    // Gold: all but the last five nodes is template. Elements 0 to 3 are said to be, and the texts that are not kept.
    const nodes = Uint8Array.from(page.tag, (_, node) => (node < page.nodeCount - 5 ? template : content));
    const marked = pageGold(words, gold.labels, { nodes });
    const kept = keptOf(words, { ...line({ kept: [[1, 4]] }), elements: [[0, 3]] });
    const { precision, recall } = scorePage(marked, kept)!.nodes!;
    // Four elements and the first text, and no content among them.
    expect([precision, recall]).toEqual([1, 5 / (page.nodeCount - 5)]);
    expect(scorePage(gold, kept)!.nodes).toBeUndefined();
  });

  it('scores the main content where gold tells it apart', () => {
    const main = pageGold(words, gold.labels, {
      main: Uint8Array.of(template, template, template, content, template),
    });
    const score = scorePage(main, keptOf(words, line({ kept: [[2, 3]] })))!;
    expect(score.f1).toBe(1);
    expect(score.main).toMatchObject({ precision: 5 / 7, recall: 1 });
    expect(scorePage(gold, keptOf(words, line({ kept: [[2, 3]] })))).not.toHaveProperty('main');
  });

  it('leaves ignored text out of characters and blocks', () => {
    const partly = pageGold(words, Uint8Array.of(template, ignored, content, content, ignored));
    const score = scorePage(partly, keptOf(words, line({ kept: [[1, 3]] })))!;
    expect(score.characters).toEqual({ precision: 1, recall: 1, f1: 1 });
    // The footer is not counted, and of the menu only Home is.
    expect(score.blocks).toEqual({ right: 1, said: 1, gold: 1 });
  });

  it('passes over a block of which half the characters are template', () => {
    const halves = parseText('<div><b>abcd</b><i>efgh</i></div><p>one two three four five</p>');
    const half = pageGold(pageWords(halves), Uint8Array.of(template, content, content));
    expect(scorePage(half, keptOf(pageWords(halves), line({ kept: [[1, 2]] })))!.blocks?.gold).toBe(0);
  });
});

// What must hold of the scorer on any page, gold and verdict.

const SEGMENTS = 6;
const word = fc.constantFrom('honey', 'bees', 'news', 'home', 'nectar');
const texts = fc.array(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  { minLength: SEGMENTS, maxLength: SEGMENTS },
);
const anyPage = texts.map(([a, b, c, d, e, f]) =>
  parseText(
    `<nav><a>${a}</a><a>${b}</a></nav><main><h1>${c}</h1><p>${d}</p></main><footer>${e}<p>${f}</p></footer>`,
  ),
);
const labels = fc.uint8Array({ min: 0, max: 2, minLength: SEGMENTS, maxLength: SEGMENTS });
const sides = fc.uint8Array({ min: 0, max: 1, minLength: SEGMENTS, maxLength: SEGMENTS });

const lineOf = (kept: Uint8Array) => ({
  ...{ method: 'm', site: 's', url: 'u' },
  kept: [...kept.keys()].filter((i) => kept[i] === 1).map((i) => [i, i] as const),
});

describe('the scorer', () => {
  it('gives what keeps everything a recall and a leak of 1, whatever gold says', () => {
    fc.assert(
      fc.property(anyPage, labels, (parsed, gold) => {
        const kept = keptOf(pageWords(parsed), lineOf(new Uint8Array(SEGMENTS).fill(1)));
        const score = scorePage(pageGold(pageWords(parsed), gold), kept);
        fc.pre(score !== undefined);
        expect(score!.recall).toBe(1);
        expect([1, undefined]).toContain(score!.leak);
        expect(score!.blocks).toMatchObject({ said: 0, right: 0 });
        expect(score!.elements?.recall ?? 0).toBe(0);
      }),
    );
  });

  it('gives what gold says 1, in tokens, characters, blocks and elements', () => {
    fc.assert(
      fc.property(anyPage, sides, (parsed, gold) => {
        const score = scorePage(pageGold(pageWords(parsed), gold), keptOf(pageWords(parsed), lineOf(gold)));
        fc.pre(score !== undefined);
        const { blocks, chenBlocks } = score!;
        expect(score).toMatchObject({ f1: 1, characters: { f1: 1 } });
        for (const { right, said, gold: all } of [blocks!, chenBlocks!])
          expect([right, said]).toEqual([all, all]);
        expect(score!.elements?.f1 ?? 1).toBe(1);
      }),
    );
  });

  it('is symmetric by character: gold and verdict can change places', () => {
    fc.assert(
      fc.property(anyPage, sides, sides, (parsed, first, second) => {
        const there = scoreCharacters(parsed, first, second);
        const back = scoreCharacters(parsed, second, first);
        expect([back.precision, back.recall, back.f1]).toEqual([there.recall, there.precision, there.f1]);
      }),
    );
  });

  it('never leaves the range of 0 to 1', () => {
    fc.assert(
      fc.property(anyPage, labels, sides, (parsed, gold, kept) => {
        const score = scorePage(pageGold(pageWords(parsed), gold), keptOf(pageWords(parsed), lineOf(kept)));
        fc.pre(score !== undefined);
        const { precision, recall, f1, leak = 0, template, characters, elements } = score!;
        const rates = [template, characters, elements].flatMap((found) =>
          found ? Object.values(found) : [],
        );
        for (const value of [precision, recall, f1, leak, ...rates].filter((found) => found !== undefined))
          expect(value >= 0 && value <= 1).toBe(true);
      }),
    );
  });
});
