import { describe, expect, it } from 'vitest';
import { createSite } from '../../../../lab/src/synthetic/synthetic-site.ts';
import { learnPages } from '../../engine/saved-site.ts';
import { parseText } from '../../page/parse.ts';
import { findMenus, type MenuItem } from './menus.ts';

const spell = ({ text, url, level, active }: Omit<MenuItem, 'node'>): string =>
  JSON.stringify([text, url, level, active]);

/** Items found, items there are, and those that are both, on some pages of a generated site. */
async function countItems(seed: number) {
  const site = createSite({ seed, pages: 400 });
  const written = Array.from({ length: 16 }, (_, order) => site.page(order));
  const pages = written.map(({ html, url }) => parseText(html, { url }));
  const learned = await learnPages(pages, { method: 'adaptive', options: {} });
  const counts = { found: 0, wanted: 0, right: 0 };
  for (const order of [0, 1, 7, 13]) {
    const page = pages[order]!;
    const found = findMenus(page, learned.judge(page)).flatMap(({ items }) => items.map(spell));
    const left = written[order]!.menuItems.map(spell);
    counts.found += found.length;
    counts.wanted += left.length;
    for (const item of found) {
      const place = left.indexOf(item);
      if (place === -1) continue;
      left.splice(place, 1);
      counts.right++;
    }
  }
  return counts;
}

describe('the menus of a page', () => {
  it('of generated sites: items, targets, levels, the active item', async () => {
    const sum = { found: 0, wanted: 0, right: 0 };
    for (let seed = 1; seed <= 10; seed++) {
      const { found, wanted, right } = await countItems(seed);
      sum.found += found;
      sum.wanted += wanted;
      sum.right += right;
    }
    expect(sum.wanted).toBeGreaterThan(500);
    expect((2 * sum.right) / (sum.found + sum.wanted)).toBeGreaterThanOrEqual(0.97);
  });

  const itemsOf = (html: string): readonly (readonly string[])[] => {
    const page = parseText(html, { url: 'https://a.example/b/' });
    const template = new Uint8Array(page.nodeCount).fill(1);
    const seen = new Uint32Array(page.nodeCount).fill(2);
    return findMenus(page, { template, seen }).map(({ items }) =>
      items.map(({ text, level, active }) => `${text} ${level}${active ? ` ${active}` : ''}`),
    );
  };
  const link = (name: string): string => `<a href="/${name}/">${name.toUpperCase()}</a>`;

  it('the page itself is told by its address, or by having no link', () => {
    expect(itemsOf(`${link('a')} | ${link('b')} | ${link('c')}`)).toEqual([['A 1', 'B 1 page', 'C 1']]);
    expect(itemsOf(`<ul><li>${link('a')}<li><b>B</b><li>${link('c')}</ul>`)).toEqual([
      ['A 1', 'B 1 page', 'C 1'],
    ]);
  });

  it('a section is told by how its item is drawn', () => {
    const item = (name: string, classes = 'x') => `<li class="${classes}">${link(name)}`;
    expect(itemsOf(`<ul>${item('c')}${item('d', 'x on')}${item('e')}</ul>`)).toEqual([
      ['C 1', 'D 1 section', 'E 1'],
    ]);
  });

  it('menus below items are a level deeper', () => {
    const below = `<ul><li>${link('x')}<li>${link('y')}</ul>`;
    expect(itemsOf(`<ul><li>${link('c')}${below}<li>${link('d')}<li>${link('e')}</ul>`)).toEqual([
      ['C 1', 'X 2', 'Y 2', 'D 1', 'E 1'],
    ]);
  });

  it('no menus are trails, words of a text, and links that lead elsewhere', () => {
    expect(itemsOf(`<a href="/">Home</a> » ${link('c')} » <span>Here</span>`)).toEqual([]);
    expect(itemsOf(`<p>${link('c')} ${link('d')} ${link('e')}</p>`)).toEqual([]);
    const away = ['x', 'y', 'z'].map((name) => `<li><a href="https://${name}.example/">${name}</a>`);
    expect(itemsOf(`<ul>${away.join('')}</ul>`)).toEqual([]);
  });
});
