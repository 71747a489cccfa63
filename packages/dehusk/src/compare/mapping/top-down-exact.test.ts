import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { mapTopDownExact } from './top-down-exact.ts';

const map = (key: string, other: string) => mapTopDownExact(parseText(key), parseText(other));

describe('mapTopDownExact', () => {
  it('maps a page to itself, node by node', () => {
    const page = parseText('<title>t</title><ul><li>one<li>two</ul><p>three <b>four</b>');
    const { other, size } = mapTopDownExact(page, page);
    expect([...other]).toEqual([...other.keys()]);
    expect(size).toBe(page.nodeCount);
  });

  it('leaves out what was added, wherever it stands', () => {
    // html head body ul li 1 li 2 li 3
    expect([...map('<ul><li>1<li>2<li>3</ul>', '<ul><li>0<li>1<li>2<li>x<li>3</ul>').other]).toEqual([
      0, 1, 2, 3, 6, 7, 8, 9, 12, 13,
    ]);
  });

  it('keeps an element whose text has changed', () => {
    expect([...map('<p>old</p>', '<p>new</p>').other]).toEqual([0, 1, 2, 3, -1]);
  });

  it('gives up large gains of single children for a larger whole', () => {
    // By identical children first, only the last p of the key page would be kept.
    const key = '<p>a<b>1</b></p><p>b<b>2</b></p><p>c</p>';
    const other = '<p>c</p><p>a<b>1</b></p><p>b<b>2</b></p>';
    expect(map(key, other).size).toBe(3 + 8);
  });

  it('stops at its budget', () => {
    const page = (seed: number) =>
      parseText(Array.from({ length: 300 }, (_, i) => `<p>${(i * seed) % 7}`).join(''));
    expect(() => mapTopDownExact(page(3), page(5), { maxSteps: 10_000 })).toThrowError(
      expect.objectContaining({ code: 'MAPPING_BUDGET' }),
    );
  });

  it('is not stopped by depth', () => {
    const deep = (last: string) => parseText(`${'<div>'.repeat(2000)}a<i>${last}</i><b>x</b>`);
    expect(mapTopDownExact(deep('1'), deep('2')).size).toBe(3 + 2000 + 4);
  });
});
