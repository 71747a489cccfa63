import { describe, expect, it } from 'vitest';
import { readText } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { outlineOf } from './outline.ts';
import { regionsOf } from './regions.ts';
import { nothingNewAround } from './surroundings.ts';

/** The texts around whose block nothing is new, on a page where those with a small n are new. */
function settled(html: string): string[] {
  const page = parseText(html);
  const outline = outlineOf(page);
  const texts = Array.from(page.segments, (node) => readText(page, node).trim());
  const repeated = Float64Array.from(texts, (text) => (/n/.test(text) ? 0 : 1));
  const marks = nothingNewAround(outline, regionsOf(outline), repeated);
  return texts.filter((_, i) => marks[i] === 1);
}

const article = `<main><h1>n</h1><p>${'n '.repeat(50)}</p></main>`;

describe('nothing new', () => {
  it('is around the heading of a menu, but not around that of an article', () => {
    const menu = '<div><h3>Pages</h3><ul><li><a>A</a><li><a>B</a></ul></div>';
    const other = '<div><h3>Tools</h3><ul><li><a>C</a><li><a>D</a></ul></div>';
    expect(settled(`<aside>${menu}${other}</aside>${article}`)).toEqual([
      'Pages',
      'A',
      'B',
      'Tools',
      'C',
      'D',
    ]);
    expect(
      settled(`<aside>${menu}${other}</aside><section><h2>See also</h2>${article}</section>`),
    ).not.toContain('See also');
  });

  it('is not around the label of a field, even if its own value is old', () => {
    const rows = '<tr><td>Colour</td><td>red</td></tr><tr><td>Price</td><td>n 12</td></tr>';
    expect(settled(`<table>${rows}</table><p>x</p>`)).toEqual([]);
  });

  it('may be around a date', () => {
    const frame = (date: string): string =>
      `<div><div><div>All rights are reserved by the people of this place</div><div>${date}</div></div><div>Legal</div></div>`;
    expect(settled(frame('n') + article)).toEqual([
      'All rights are reserved by the people of this place',
      'n',
    ]);
    expect(settled(frame('on a day in May') + article)).toEqual([]);
  });

  it('is around a page that has nothing new at all', () => {
    expect(settled('<p>A</p>')).toEqual(['A']);
    expect(settled('<p>n</p>')).toEqual([]);
    expect(settled('')).toEqual([]);
  });
});
