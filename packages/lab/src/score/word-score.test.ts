import { describe, expect, it } from 'vitest';
import { scoreWords } from './word-score.ts';

const near = (value: number): number => expect.closeTo(value, 12) as number;

/** The worked example of docs/EVALUATION.md. */
const page = {
  content: 'Honey bees. Bees make honey.',
  with: ['Bees make honey', 'Wax too'],
  without: ['Imprint', 'home', 'Log in'],
};

describe('words as multisets', () => {
  it('by hand: 4 of 6 kept words are among the 5 of the content', () => {
    // Kept: home, bees (2), make, honey, imprint. Content: honey (2), bees (2), make.
    const score = scoreWords('Home\nBees\nBEES make honey\nImprint', page);
    expect(score).toMatchObject({ precision: 4 / 6, recall: 4 / 5, f1: near((2 * 4) / (6 + 5)) });
  });

  it('snippets: one of two that should be there, two of three that should not', () => {
    expect(scoreWords('Home\nBees\nBEES make honey\nImprint', page)).toMatchObject({
      ...{ with: 1 / 2, without: 2 / 3 },
    });
    expect(scoreWords('', { content: 'a', with: [], without: [] })).toEqual({
      ...{ precision: 0, recall: 0, f1: 0, with: undefined, without: undefined },
    });
  });

  it('words have letters and digits of all scripts and underscores; marks end a word', () => {
    const content = 'naïve_1 Größe 蜂蜜 नमस्ते';
    // न म स-virama त-vowel sign: Python parts the word at both marks.
    const words = scoreWords('x y z', { content, with: [], without: [] });
    expect(words.recall).toBe(0);
    expect(scoreWords('नमस त', { content, with: [], without: [] })).toMatchObject({
      ...{ precision: 1, recall: 2 / 5 },
    });
  });
});
