/** What must hold of the scorer on any page, gold and verdict. */

import { parseText } from 'dehusk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptOf, pageGold, pageWords, scoreCharacters, scorePage } from './page-score.ts';

const SEGMENTS = 6;
const word = fc.constantFrom('honey', 'bees', 'news', 'home', 'nectar');
const texts = fc.array(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  { minLength: SEGMENTS, maxLength: SEGMENTS },
);
const page = texts.map(([a, b, c, d, e, f]) =>
  parseText(
    `<nav><a>${a}</a><a>${b}</a></nav><main><h1>${c}</h1><p>${d}</p></main><footer>${e}<p>${f}</p></footer>`,
  ),
);
const labels = fc.uint8Array({ min: 0, max: 2, minLength: SEGMENTS, maxLength: SEGMENTS });
const sides = fc.uint8Array({ min: 0, max: 1, minLength: SEGMENTS, maxLength: SEGMENTS });

const line = (kept: Uint8Array) => ({
  ...{ method: 'm', site: 's', url: 'u' },
  kept: [...kept.keys()].filter((i) => kept[i] === 1).map((i) => [i, i] as const),
});

describe('the scorer', () => {
  it('gives what keeps everything a recall and a leak of 1, whatever gold says', () => {
    fc.assert(
      fc.property(page, labels, (parsed, gold) => {
        const kept = keptOf(pageWords(parsed), line(new Uint8Array(SEGMENTS).fill(1)));
        const score = scorePage(pageGold(parsed, gold), kept);
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
      fc.property(page, sides, (parsed, gold) => {
        const score = scorePage(pageGold(parsed, gold), keptOf(pageWords(parsed), line(gold)));
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
      fc.property(page, sides, sides, (parsed, first, second) => {
        const there = scoreCharacters(parsed, first, second);
        const back = scoreCharacters(parsed, second, first);
        expect([back.precision, back.recall, back.f1]).toEqual([there.recall, there.precision, there.f1]);
      }),
    );
  });

  it('never leaves the range of 0 to 1', () => {
    fc.assert(
      fc.property(page, labels, sides, (parsed, gold, kept) => {
        const score = scorePage(pageGold(parsed, gold), keptOf(pageWords(parsed), line(kept)));
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
