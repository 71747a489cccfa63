import { describe, expect, it } from 'vitest';
import { pageOf } from '../../../../lab/src/soak/trees.ts';
import { parseText } from '../../page/parse.ts';
import { type LabelChoice, labelPages } from './labelled-trees.ts';

/** Whether the last node of both pages has one label. */
function sameLast(a: string, b: string, choice?: LabelChoice): boolean {
  const key = parseText(a);
  const other = parseText(b);
  const labels = labelPages(key, other, { label: choice });
  return labels.key.at(-1) === labels.other.at(-1);
}

describe('labels', () => {
  it('are paths of tags', () => {
    expect(sameLast('<p><b></b>', '<p>x<p><b></b>')).toBe(true);
    expect(sameLast('<p><b></b>', '<p><i></i>')).toBe(false);
    expect(sameLast('<p><b></b>', '<div><b></b></div>')).toBe(false);
  });

  it('have the text of text nodes, in normal form', () => {
    expect(sameLast('<p>2,730.68', '<p> 2,730.68\n')).toBe(true);
    expect(sameLast('<p>0.00', '<p>0.01')).toBe(false);
    expect(sameLast('<p>x &amp; y', '<p>x & y')).toBe(true);
  });

  it('tell a text from an element, whatever their numbers', () => {
    expect(sameLast('<p>b', '<p><b></b>')).toBe(false);
  });

  it('compare invented tags by name: their numbers are those of one page', () => {
    expect(sameLast('<x-one></x-one><x-two></x-two>', '<x-two></x-two>')).toBe(true);
    expect(sameLast('<x-one></x-one>', '<x-two></x-two>')).toBe(false);
    expect(sameLast('<x-one></x-one>', '<x-two></x-two><x-one></x-one>')).toBe(true);
  });

  it('by choice have classes, in any order, or all attributes', () => {
    expect(sameLast('<p class="a b">', '<p class="b a" id=x>', 'tag+class')).toBe(true);
    expect(sameLast('<p class="a">', '<p class="b">', 'tag+class')).toBe(false);
    expect(sameLast('<p class="a">', '<p class="b">')).toBe(true);
    expect(sameLast('<p id=x title=y>', '<p title=y id=x>', 'tag+attributes')).toBe(true);
    expect(sameLast('<p id=x title=y>', '<p id=x>', 'tag+attributes')).toBe(false);
    expect(sameLast('<p id=x>', '<p id=y>', 'tag+attributes')).toBe(false);
  });

  it('take hidden text for text: another title is another page', () => {
    const title = (text: string) => parseText(`<title>${text}</title>`);
    const labels = labelPages(title('a'), title('b'));
    expect(labels.key[3]).not.toBe(labels.other[3]);
    expect(labels.key[2]).toBe(labels.other[2]);
  });

  it('refuse pages of different hash keys', () => {
    const a = parseText('<p>x', { hashKey: [1, 2] });
    expect(() => labelPages(a, parseText('<p>x'))).toThrowError(/different hash keys/);
  });

  it('are the same wherever a node stands, if that is asked for', () => {
    const { key } = labelPages(pageOf('r(a(b),b)'), pageOf('r'), { byPath: false });
    expect(key[2]).toBe(key[3]);
  });
});
