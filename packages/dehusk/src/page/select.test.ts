import { describe, expect, it } from 'vitest';
import { readAttribute } from './page.ts';
import { parseText } from './parse.ts';
import { createSelector } from './select.ts';

describe('a selector', () => {
  const page = parseText(
    '<div id=a class="x y"><p id=b>one<p id=c class=y>two<ul id=d><li id=e><li id=f></ul></div><p id=g data-k="v w">',
  );
  const ids = (selector: string): (string | undefined)[] =>
    createSelector(selector)(page).map((node) => readAttribute(page, node, 'id'));

  it.each([
    ['p', ['b', 'c', 'g']],
    ['.y', ['a', 'c']],
    ['#a > p', ['b', 'c']],
    ['p + p', ['c']],
    ['p ~ ul li:first-child', ['e']],
    ['li:nth-child(2), #g', ['f', 'g']],
    ['[data-k~=w]', ['g']],
    ['div:has(li)', ['a']],
    ['p:not(.y)', ['b', 'g']],
    ['body > p', ['g']],
    ['UL', ['d']],
    ['nothing', []],
  ])('%s', (selector, expected) => {
    expect(ids(selector)).toEqual(expected);
  });

  it('that is none is an error that names it', () => {
    expect(() => createSelector('p[')).toThrow("'p[' is no CSS selector: Expected name, found its end");
    expect(() => createSelector('p:unheard-of')).toThrow(/'p:unheard-of' is no CSS selector/);
  });

  it.each(['p:has(~ p)', 'ul:has( + p)', 'p:not(:has(b, ~ p))', ':HAS(~p)'])('%s is refused', (selector) => {
    expect(() => createSelector(selector)).toThrow(/may not begin with ~ or \+/);
  });

  it.each([
    ['div:has(p ~ p)', ['a']],
    ['div:has([class~=y], p + p)', ['a']],
    ['p:not([data-k=":has(~ p)"])', ['b', 'c', 'g']],
  ])('%s is not', (selector, expected) => {
    expect(ids(selector)).toEqual(expected);
  });
});
