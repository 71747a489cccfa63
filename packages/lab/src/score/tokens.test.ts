import { describe, expect, it } from 'vitest';
import { countTokens, type GoldTokens, scoreTokens } from './tokens.ts';

const gold = (content: string, template = '', ignored = ''): GoldTokens => ({
  content: countTokens(content),
  template: countTokens(template),
  ignored: countTokens(ignored),
});

describe('tokens', () => {
  it('are words in lower case, and single characters of Chinese and Japanese', () => {
    expect([...countTokens("Don't PANIC, 42 naïve Äpfel 北京ひカ e\u0301").keys()]).toEqual([
      ...['don', 't', 'panic', '42', 'naïve', 'äpfel', '北', '京', 'ひ', 'カ', 'e\u0301'],
    ]);
    expect(countTokens('a b a', 'A').get('a')).toBe(3);
  });
});

describe('the token score', () => {
  it('by hand: six of eight content tokens kept, with two of template', () => {
    // Content 8 tokens; kept: 6 of them and "home news". Precision 6/8, recall 6/8.
    const score = scoreTokens(
      countTokens('one two three four five six home news'),
      gold('one two three four five six seven eight', 'home news sport about'),
    );
    expect(score).toEqual({ precision: 0.75, recall: 0.75, f1: 0.75, leak: 0.5 });
  });

  it('by hand: ignored text is free, but only as often as it stands there', () => {
    // Kept 5 content, "tag tag"; ignored has one "tag": counted 6, matched 5.
    const score = scoreTokens(
      countTokens('one two three four five tag tag'),
      gold('one two three four five', 'home', 'tag'),
    );
    expect(score).toEqual({ precision: 5 / 6, recall: 1, f1: expect.closeTo(10 / 11, 12), leak: 0 });
  });

  it('counts a repeated token as often as gold has it', () => {
    const score = scoreTokens(countTokens('a a a a b c d'), gold('a a b c d', 'a'));
    expect(score).toMatchObject({ precision: 5 / 7, recall: 1, leak: 1 });
  });

  it('gives everything kept the recall of 1 and the leak of 1, and nothing kept 0', () => {
    const parts = gold('one two three four five', 'home news', 'tag');
    expect(scoreTokens(countTokens('one two three four five home news tag'), parts)).toMatchObject({
      recall: 1,
      leak: 1,
      precision: 5 / 7,
    });
    expect(scoreTokens(countTokens(''), parts)).toEqual({ precision: 0, recall: 0, f1: 0, leak: 0 });
  });

  it('is symmetric in precision and recall where nothing is ignored', () => {
    const [left, right] = ['a b c d e f', 'd e f g h i j'];
    const there = scoreTokens(countTokens(left), gold(right))!;
    const back = scoreTokens(countTokens(right), gold(left))!;
    expect([there.precision, there.recall]).toEqual([back.recall, back.precision]);
    expect(there.f1).toBe(back.f1);
  });

  it('does not score a page of fewer than five content tokens', () => {
    expect(scoreTokens(countTokens('a b c d'), gold('a b c d'))).toBeUndefined();
    expect(scoreTokens(countTokens('a b c d e'), gold('a b c d e'))?.leak).toBeUndefined();
  });
});
