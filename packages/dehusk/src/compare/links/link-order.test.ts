import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../../../../test/cpu-ms.ts';
import { type Page, readAttribute } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { type LinkNode, linkNodes } from './link-nodes.ts';
import {
  compareRelevance,
  domDistance,
  hyperlinkDistance,
  type OrderedLink,
  orderLinks,
} from './link-order.ts';

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

describe('hyperlinkDistance', () => {
  it.each([
    ['research/maths/', 'research/maths/', 0],
    ['research/maths/', 'research/maths/geometry/', 1],
    ['research/maths/', 'research/', -1],
    ['research/maths/', 'research/physics/dynamics', -1],
    ['research/maths/', 'www.upv.es/research/', -2],
    ['www.bbc.com/news', 'www.bbc.com/news/technology', 1],
    ['www.bbc.com/news/technology', 'www.bbc.com/news', -1],
    ['www.bbc.com/news', 'www.bbc.com', -1],
    ['www.bbc.com/news', 'www.bbc.com/news/world/europe/', 2],
    ['www.bbc.com/news', 'www.bbc.com/weather', -1],
    ['www.bbc.com/news', 'www.bbc.com/sport/0/formula1/26599556', -1],
  ])('T-A1: %s to %s is %i', (from, to, distance) => {
    expect(hyperlinkDistance(from, to)).toBe(distance);
  });

  it('A4: once resolved, the last example of the thesis is one level away', () => {
    expect(hyperlinkDistance('http://www.upv.es/research/maths/', 'http://www.upv.es/research/')).toBe(-1);
  });

  it('T-A2: Example 2.2.3', () => {
    const links = [
      'http://www.tesco.es/',
      'http://www.upv.es/research/maths/pi.html',
      'http://www.upv.es/sport/',
      'http://www.upv.es/research/maths/news/computers.html',
    ];
    const distances = links.map((url) =>
      hyperlinkDistance('http://www.upv.es/research/maths/index.html', url),
    );
    expect(distances).toEqual([-3, 0, -2, 1]);
    expect(distances.sort(compareRelevance)).toEqual([0, 1, -2, -3]);
  });

  it('T-A3: Example 2.2.13', () => {
    const links = [
      'news/world/europe/',
      '',
      'news/uk/',
      'sport/0/football/28497920/',
      'news/also_in_the_news/',
    ];
    const distances = links.map((path) => hyperlinkDistance('www.bbc.com/news/', `www.bbc.com/${path}`));
    expect(distances).toEqual([2, -1, 1, -1, 1]);
    expect(distances.sort(compareRelevance)).toEqual([1, 1, 2, -1, -1]);
  });

  it('A3: looks at host and folders only', () => {
    const key = 'https://example.org/a/b/page.html?from=/x/y.z#part/two';
    expect(hyperlinkDistance(key, 'http://www.EXAMPLE.org/a/b')).toBe(0);
    expect(hyperlinkDistance(key, 'http://example.org/a/b/c.d/')).toBe(1);
    expect(hyperlinkDistance(key, 'http://example.org:8080/a/b/')).toBe(-3);
    expect(hyperlinkDistance(key, 'http://me@example.org//a/b/?q=1/2')).toBe(0);
    expect(hyperlinkDistance('http://example.org', 'http://example.org/index.html')).toBe(0);
  });

  it('B5: is a whole number for any two strings', () => {
    const text = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-z:/?#@.%\\[\] \n-]{0,20}$/),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const distance = hyperlinkDistance(a, b);
        expect(Number.isInteger(distance)).toBe(true);
        expect(hyperlinkDistance(a, a)).toBe(0);
        // A1: what is inside is seen as outside from there.
        if (distance > 0) expect(hyperlinkDistance(b, a)).toBe(-distance);
      }),
      { numRuns: 2_500 },
    );
  });
});

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
