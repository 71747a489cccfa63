import { describe, expect, it } from 'vitest';
import { itemsOf, parseQuery } from './query.ts';
import { cutSnippet, type MarkedText, markText } from './snippet.ts';

const itemsIn = (query: string) => itemsOf(parseQuery(query));
const shown = ({ text, ranges }: MarkedText): string => {
  let marked = '';
  let at = 0;
  for (const [start, end] of ranges) {
    marked += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return marked + text.slice(at);
};

describe('marked text', () => {
  it.each([
    ['dog', 'The Dog, the dogs', 'The [Dog], the dogs'],
    ['dog*', 'The Dog, the dogs', 'The [Dog], the [dogs]'],
    ['"the dog"', 'The Dog, the dogs', '[The Dog], the dogs'],
    ['"the do*"', 'The Dog, the dogs', '[The Dog], [the dogs]'],
    ['the OR "the dog"', 'The Dog, the dogs', '[The Dog], [the] dogs'],
    ['dog -the', 'The Dog', 'The [Dog]'],
    ['東京都', '日本の東京都です', '日本の[東京都]です'],
    ['京', '日本の東京都です', '日本の東[京都]です'],
    ['cafe', 'Un cafe\u0301.', 'Un [cafe\u0301].'],
    ['x', '', ''],
  ])('%s in %s', (query, text, expected) => {
    expect(shown(markText(text, itemsIn(query)))).toBe(expected);
  });
});

describe('a snippet', () => {
  const words = (count: number, word = 'w'): string =>
    Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ');

  it('of a short text is the text', () => {
    expect(cutSnippet('one\ntwo', itemsIn('two'))).toEqual({ text: 'one two', ranges: [[4, 7]] });
  });

  it('without a match is the beginning, up to a word', () => {
    const { text, ranges } = cutSnippet(words(200), itemsIn('dog'));
    expect(ranges).toEqual([]);
    expect(text).toMatch(/^w0 w1 .* w\d+…$/);
    expect(text.length).toBeLessThanOrEqual(241);
  });

  it('is where the most different words are', () => {
    const text = `dog dog dog ${words(100)} cat and dog ${words(100, 'v')}`;
    const snippet = shown(cutSnippet(text, itemsIn('dog cat')));
    expect(snippet).toMatch(/^…w\d+ .* \[cat\] and \[dog\] .* v\d+…$/);
  });

  it('shows a phrase that is longer than it should be, whole', () => {
    const phrase = words(60, 'longword');
    const { text, ranges } = cutSnippet(`a ${phrase} b`, itemsIn(`"${phrase}"`));
    expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual([phrase]);
  });

  it('of a text without spaces does not part a character', () => {
    const { text } = cutSnippet('𠮷'.repeat(1000), itemsIn('dog'));
    expect(text).toMatch(/^(?:𠮷)+…$/u);
    expect(text.length).toBeLessThanOrEqual(241);
  });

  it('has no more than a long text without words can give', () => {
    expect(cutSnippet('—'.repeat(1000), itemsIn('dog')).text).toBe(`${'—'.repeat(240)}…`);
  });
});
