import { describe, expect, it } from 'vitest';
import { parseWithoutGold, withoutGoldClasses } from './gold-classes.ts';
import { tagName } from './page.ts';
import { parse, parseText } from './parse.ts';

describe('gold that a page carries is taken off', () => {
  it.each([
    ['<p class="notTemplate">x', '<p>x'],
    ["<p id=a class='notTemplate mainContent' lang=en>x", '<p id=a lang=en>x'],
    ['<p class=notTemplate>x', '<p>x'],
    ['<p CLASS = "a notTemplate\n b">x', '<p CLASS = "a b">x'],
    ['<p class="notTemplates">x', '<p class="notTemplates">x'],
    ['<b class="notTemplate"><p>x</b>y', '<b><p>x</b>y'],
  ])('%j', (html, left) => {
    expect(withoutGoldClasses(parseText(html))).toBe(left);
  });

  it('but the class mainContent is a site’s own where no element is notTemplate', () => {
    const html = '<div class="mainContent">x</div>';
    expect(withoutGoldClasses(parseText(html))).toBe(html);
  });

  it('in whatever encoding, and the tree stays as it is', () => {
    const html = '<meta charset=latin1><div class="notTemplate a"><p class="mainContent">caf\u00e9</div>';
    const bytes = Buffer.from(html, 'latin1');
    const [page, marked] = [parseWithoutGold({ bytes }, {}), parse({ bytes })];
    expect([...page.classLists].flat()).toEqual(['a']);
    expect(page.nodeCount).toBe(marked.nodeCount);
    expect(page.textHashLow).toEqual(marked.textHashLow);
    expect(page.encoding).toBe('windows-1252');
    expect(tagName(page, 3)).toBe('body');
  });

  it('a page without gold is parsed once', () => {
    const bytes = Buffer.from('<p class="a">x');
    expect(parseWithoutGold({ bytes, url: 'https://a.example/' }, {}).url).toBe('https://a.example/');
  });
});
