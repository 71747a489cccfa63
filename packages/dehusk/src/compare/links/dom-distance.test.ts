import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { readAttribute } from '../../page/read.ts';
import { domDistance } from './dom-distance.ts';

describe('domDistance', () => {
  const page = parseText(
    '<main id=content><div id=left><p id=p><span id=span></span></p></div>' +
      '<div id=right><div><img id=img></div></div></main>',
  );
  const node = (id: string): number =>
    page.tag.findIndex((_, candidate) => readAttribute(page, candidate, 'id') === id);

  it('T-A4: a path of five nodes, and two that part after the second', () => {
    const body = page.parent[node('content')]!;
    // BODY CONTENT DIV P SPAN: the path of the root has length 1.
    expect(domDistance(page, body, node('span')) + 1).toBe(5);
    expect(domDistance(page, node('span'), node('img'))).toBe(6);
    expect(domDistance(page, node('img'), node('span'))).toBe(6);
  });

  it('A6: one node may stand above the other, or be it', () => {
    expect(domDistance(page, node('left'), node('span'))).toBe(2);
    expect(domDistance(page, node('span'), node('left'))).toBe(2);
    expect(domDistance(page, node('img'), node('img'))).toBe(0);
  });
});
