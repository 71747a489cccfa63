import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../../test/cpu-ms.ts';
import type { Page } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { domDistance } from './dom-distance.ts';
import { compareRelevance, hyperlinkDistance } from './hyperlink-distance.ts';
import { type LinkNode, linkNodes } from './link-nodes.ts';
import { type OrderedLink, orderLinks } from './order-links.ts';

const keyUrl = 'http://www.bbc.com/news/';

/** Algorithm 1 with A8 and A9, word by word. */
function naiveOrder(page: Page, links: readonly LinkNode[]): OrderedLink[] {
  const left = [...links];
  const sorted: OrderedLink[] = [];
  while (left.length > 0) {
    const reference = sorted.length > 0 ? sorted : links;
    const ranked = left.map((link) => {
      const distances = reference
        .filter(({ node }) => node !== link.node)
        .map(({ node }) => domDistance(page, node, link.node));
      const nearest = distances.length === 0 ? 0 : Math.min(...distances);
      return { ...link, hyperlinkDistance: hyperlinkDistance(keyUrl, link.url), domDistance: nearest };
    });
    ranked.sort(
      (a, b) =>
        compareRelevance(a.hyperlinkDistance, b.hyperlinkDistance) ||
        b.domDistance - a.domDistance ||
        a.node - b.node,
    );
    sorted.push(ranked[0]!);
    left.splice(
      left.findIndex(({ node }) => node === ranked[0]!.node),
      1,
    );
  }
  return sorted;
}

describe('orderLinks', () => {
  it('T-A5: Example 2.2.15, the tree of Figure 2.16', () => {
    const a = (path: string): string => `<a href="http://www.bbc.com/${path}">x</a>`;
    const page = parseText(
      `<div><div>${a('news/world/europe/')}</div>` +
        `<div><div>${a('')}<div>${a('news/uk/')}</div></div></div>` +
        `<div><div>${a('sport/0/football/28497920/')}</div></div>` +
        `<div><div>${a('news/also_in_the_news/')}</div></div></div>`,
    );
    const nodes = linkNodes(page, keyUrl).map(({ node }) => node);
    const between = (i: number, others: readonly number[]): number[] =>
      others.map((j) => domDistance(page, nodes[i - 1]!, nodes[j - 1]!));
    expect(between(3, [1, 2, 4, 5])).toEqual([6, 3, 7, 7]);
    expect(between(5, [1, 2, 3, 4])).toEqual([5, 6, 7, 6]);
    expect(between(2, [1, 3, 4, 5])).toEqual([5, 3, 6, 6]);
    expect(between(4, [1, 2, 3, 5])).toEqual([5, 6, 7, 6]);

    const order = orderLinks(page, keyUrl);
    expect(order.map(({ node }) => nodes.indexOf(node) + 1)).toEqual([5, 3, 1, 4, 2]);
    expect(order.map((link) => link.hyperlinkDistance)).toEqual([1, 1, 2, -1, -1]);
    expect(order.map((link) => link.domDistance)).toEqual([5, 7, 5, 5, 3]);
  });

  it('leaves equal links in document order', () => {
    const page = parseText('<a href=1>x</a><a href=2>x</a><a href=3>x</a>');
    expect(orderLinks(page, keyUrl).map(({ url }) => url.at(-1))).toEqual(['1', '2', '3']);
  });

  it('has a place for a single link, and for none', () => {
    expect(orderLinks(parseText('<a href=1>x</a>'), keyUrl)).toMatchObject([{ domDistance: 0 }]);
    expect(orderLinks(parseText('<p>x'), keyUrl)).toEqual([]);
  });

  it('is Algorithm 1 on random pages', () => {
    const folders = fc.constantFrom('./', './x/', '/', './x/y/', '/z/w/');
    // Brackets that need not match: the parser closes what is left open. Areas may stand inside links.
    const part = fc.oneof(
      { weight: 3, arbitrary: fc.constant('<div>') },
      { weight: 2, arbitrary: fc.constantFrom('</div>', '</a>') },
      { weight: 3, arbitrary: folders.map((folder) => `<area href="${folder}?{}">`) },
      { weight: 1, arbitrary: folders.map((folder) => `<a href="${folder}?{}">`) },
    );
    const html = fc
      .array(part, { maxLength: 60 })
      .map((parts) => parts.map((text, i) => text.replace('{}', `${i}`)).join(''));
    fc.assert(
      fc.property(html, (text) => {
        const page = parseText(text);
        expect(orderLinks(page, keyUrl)).toEqual(naiveOrder(page, linkNodes(page, keyUrl)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['in one list', () => '<li><a href="{}">x</a>'],
    ['nested', (i: number) => `${i % 11 === 0 ? '<div>' : ''}<a href="{}">x</a>`],
    [
      'in blocks of blocks',
      (i: number) => `${'</div>'.repeat(i % 7) + '<div>'.repeat(i % 7)}<a href="{}">x</a>`,
    ],
  ])('orders 20,000 links %s in no time', (_, item) => {
    const html = Array.from({ length: 20_000 }, (_, i) => item(i).replace('{}', `${i % 5}/${i}`)).join('');
    const page = parseText(html);
    expect(cpuMs(() => expect(orderLinks(page, keyUrl)).toHaveLength(20_000))).toBeLessThan(1_500);
  });
});
