import { describe, expect, it } from 'vitest';
import { judgeWords, wordThresholds } from './style-words.ts';

/** Judges words that are template (1) or not (0), and tells how many were looked at. */
function judge(words: readonly number[], contentRatio?: number): readonly [boolean, number, number] {
  let looks = 0;
  const spy = (place: number): boolean => {
    looks++;
    return words[place] === 1;
  };
  const thresholds = wordThresholds(words.length, { templateRatio: 0.8, contentRatio });
  const { template, ratio } = judgeWords(words.length, spy, thresholds);
  return [template, ratio, looks];
}

describe('a block', () => {
  it('T-C5: of ten words is given up at the third that is no template word', () => {
    expect(judge([1, 0, 1, 0, 0, 1, 1, 1, 1, 1])).toEqual([false, 0.2, 5]);
    expect(judge([0, 0, 0, 1, 1, 1, 1, 1, 1, 1])).toEqual([false, 0, 3]);
  });

  it('is template when the ratio reaches the threshold', () => {
    expect(judge([1, 0, 1, 0, 1, 1, 1, 1, 1, 1])).toEqual([true, 0.8, 10]);
  });

  it('is given up sooner, and perhaps wrongly, with a lower threshold', () => {
    expect(judge([1, 0, 1, 0, 1, 1, 1, 1, 1, 1], 0.1)).toEqual([false, 0.2, 4]);
  });

  it('is looked at to its end with a higher one, and judged no otherwise', () => {
    expect(judge([0, 0, 0, 1, 1, 1, 1, 1, 1, 1], 1)).toEqual([false, 0.7, 10]);
  });

  it('without words is none', () => {
    expect(judge([])).toEqual([false, 0, 0]);
  });

  it('of any size is given up when it can no longer reach the threshold, and not before', () => {
    for (const templateRatio of [0.55, 0.6, 0.7, 0.8, 0.9]) {
      for (let words = 1; words <= 400; words++) {
        const { templateWords, otherWords } = wordThresholds(words, {
          templateRatio,
          contentRatio: undefined,
        });
        expect(templateWords + otherWords).toBe(words);
        expect(templateWords).toBe(Math.ceil((Math.round(templateRatio * 100) * words) / 100));
      }
    }
  });
});
