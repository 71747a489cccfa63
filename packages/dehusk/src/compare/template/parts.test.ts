import { describe, expect, it } from 'vitest';
import { parseText } from '../../page/parse.ts';
import { readAttribute, readNormalText, tagName } from '../../page/read.ts';
import { orderLinks } from '../links/order-links.ts';
import { isCopy } from './is-copy.ts';
import { mainContent } from './main-content.ts';
import { menuFirst } from './menu-first.ts';
import { oddPage } from './odd-page.ts';
import { judgeNodes } from './template-nodes.ts';

const url = 'https://a.example/';

describe('the odd page', () => {
  const mapped = (size: number) => ({ mapping: { other: new Int32Array(), size } });

  it('has less than a fifth of what the others have in common with the key page', () => {
    const odd = mapped(19);
    expect(oddPage([mapped(100), odd, mapped(100)])).toBe(odd);
    expect(oddPage([mapped(100), mapped(20), mapped(100)])).toBeUndefined();
  });

  it('cannot be told of two', () => {
    expect(oddPage([mapped(100), mapped(1)])).toBeUndefined();
  });
});

describe('the menu', () => {
  const menu = ['a', 'b', 'c', 'd'].map((name) => `<li><a href="/${name}/">${name}</a>`).join('');
  const links = (html: string): readonly string[] => {
    const page = parseText(html, { url });
    return menuFirst(page, orderLinks(page, url)).map(({ node }) => readAttribute(page, node, 'href')!);
  };
  const text = '<p>Some words before <a href="/x/">a link</a> and some behind it.</p>';

  it('comes first, wherever it stands', () => {
    expect(links(`${text}<ul>${menu}</ul>`).at(-1)).toBe('/x/');
    expect(links(`<ul>${menu}</ul>${text}`).at(-1)).toBe('/x/');
  });

  it('is no list of headlines', () => {
    const headline = 'A headline that says what the article is about';
    const headlines = [1, 2, 3, 4].map((i) => `<li><a href="/h${i}/">${headline} ${i}</a>`).join('');
    expect(links(`<ul>${headlines}</ul><ol>${menu}</ol>`).slice(0, 4).sort()).toEqual([
      '/a/',
      '/b/',
      '/c/',
      '/d/',
    ]);
  });

  it('leaves the order alone where there is none', () => {
    const page = parseText(text, { url });
    expect(menuFirst(page, orderLinks(page, url))).toEqual(orderLinks(page, url));
  });
});

describe('the main content', () => {
  const words = (count: number): string => 'word '.repeat(count);
  const mainOf = (html: string): string | undefined => {
    const page = parseText(html);
    const node = mainContent(page);
    return readAttribute(page, node, 'id') ?? tagName(page, node);
  };

  it('is the element whose text is spread over its children', () => {
    const article = `<div id="main"><p>${words(30)}</p><p>${words(30)}</p></div>`;
    expect(
      mainOf(`<ul><li>${words(5)}</ul><div><div>${article}</div></div><footer>${words(5)}</footer>`),
    ).toBe('main');
  });

  it('is the body where nothing stands out', () => {
    expect(mainOf(`<p>${words(9)}</p><p>${words(9)}</p>`)).toBe('body');
    expect(mainOf('')).toBe('body');
  });

  it('counts links for less', () => {
    const related = `<div><a href="/">${words(60)}</a></div>`;
    expect(mainOf(`${related}<div id="main"><p>${words(30)}</p><p>${words(30)}</p></div>`)).toBe('main');
  });

  it('is sought in what is left', () => {
    const page = parseText(
      `<div><p>${words(60)}</p></div><div id="main"><p>${words(4)}</p><p>${words(4)}</p></div>`,
    );
    const leftOut = new Uint8Array(page.nodeCount);
    leftOut[page.segments[0]!] = 1;
    expect(readAttribute(page, mainContent(page, leftOut), 'id')).toBe('main');
  });
});

describe('nodes by their votes', () => {
  it('A25: an element without a leaf of the template is none of it', () => {
    const page = parseText('<div><p>Menu</p></div><div><p>News</p></div>');
    const votes = new Uint16Array(page.nodeCount).fill(2);
    const news = page.segments[1]!;
    votes[news] = 1;
    const verdict = judgeNodes(page, votes, { votesAsked: 2, of: 3 });
    const kept = [...verdict.template.keys()].filter((node) => verdict.template[node] === 1);
    expect(
      kept.map((node) => (page.segments.includes(node) ? readNormalText(page, node) : tagName(page, node))),
    ).toEqual(['html', 'head', 'body', 'div', 'p', 'Menu']);
    expect([verdict.score[news]!.toFixed(3), verdict.seen[news], verdict.of]).toEqual(['0.333', 2, 4]);
  });
});

describe('copies', () => {
  it('have the same texts in the same order, whatever is around them', () => {
    expect(isCopy(parseText('<p>a<b>b</b>'), parseText('<div>a</div>b'))).toBe(true);
    expect(isCopy(parseText('<p>a<b>b</b>'), parseText('<div>b</div>a'))).toBe(false);
    expect(isCopy(parseText('<p>a'), parseText('<p>a<p>b'))).toBe(false);
  });
});
