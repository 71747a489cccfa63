import { describe, expect, it } from 'vitest';
import {
  home,
  insectHtml,
  insectPages,
  siteOf,
  type TestSite,
} from '../../../../../test/template/insect-site.ts';
import { readAttribute } from '../../page/page.ts';
import { parseText } from '../../page/parse.ts';
import { orderLinks } from '../links/link-order.ts';
import { mapTopDownExact } from '../mapping/top-down-exact.ts';
import { findSiblings, isCopy, menuFirst, oddPage, type Siblings } from './siblings.ts';
import { templateDefaults } from './template-options.ts';

const page = parseText(insectHtml('all insects'), { url: home });
const key = { page, url: home, map: (other: typeof page) => mapTopDownExact(page, other) };

const find = (site: TestSite, options: Partial<typeof templateDefaults> = {}): Promise<Siblings> =>
  findSiblings(key, { load: site.load }, { ...templateDefaults, ...options });
const pathsOf = ({ found }: Siblings): readonly string[] => found.map(({ url }) => new URL(url).pathname);
const outcomes = ({ loads }: Siblings): Readonly<Record<string, string>> =>
  Object.fromEntries(loads.map(({ url, outcome }) => [new URL(url).pathname, outcome]));

describe('siblings', () => {
  it('are sought no further than the budget allows', async () => {
    const site = siteOf(insectPages());
    const found = await find(site, { pages: 4, maxPages: 2 });
    expect(site.asked).toHaveLength(2);
    expect(found.found).toHaveLength(2);
  });

  it('cost nothing where there is no such page', async () => {
    const { '/wasps/': wasps } = insectPages();
    const site = siteOf({ '/wasps/': wasps! });
    const found = await find(site, { maxPages: 1 });
    expect(pathsOf(found)).toEqual(['/wasps/']);
    expect(Object.values(outcomes(found)).filter((outcome) => outcome === 'absent')).toHaveLength(
      site.asked.length - 1,
    );
  });

  it('are found though some cannot be had', async () => {
    const found = await find(siteOf({ ...insectPages(), '/ants/': '!no answer' }));
    expect(outcomes(found)['/ants/'] ?? 'failed').toBe('failed');
    expect(pathsOf(found)).toHaveLength(3);
    expect(found.loads.find(({ outcome }) => outcome === 'failed')?.reason ?? 'no answer').toContain(
      'no answer',
    );
  });

  it('are never the key page itself, under whatever address', async () => {
    const found = await find(siteOf({ ...insectPages(), '/bees/': insectHtml('all insects') }), { pages: 4 });
    expect(outcomes(found)['/bees/']).toBe('copy');
    expect(pathsOf(found)).not.toContain('/bees/');
  });

  it('are of the same site, wherever a redirect leads', async () => {
    const site = siteOf(insectPages());
    const load = async (url: string) => {
      const found = await site.load(url);
      return found && url.endsWith('/moths/') ? { ...found, url: 'https://elsewhere.example/moths/' } : found;
    };
    const found = await find({ ...site, load }, { pages: 4 });
    expect(outcomes(found)['/moths/']).toBe('off-site');
  });

  it('count once, though two links lead to one page', async () => {
    const site = siteOf(insectPages());
    const load = async (url: string) => {
      const found = await site.load(url);
      return found && url.endsWith('/moths/') ? { ...found, url: `${home}ants/` } : found;
    };
    const found = await find({ ...site, load }, { pages: 4 });
    expect(Object.values(outcomes(found)).filter((outcome) => outcome === 'copy')).toHaveLength(1);
  });

  it('do not include the odd page out, if there is another', async () => {
    const menu = ['ants', 'bees', 'moths', 'wasps'].map((name) => `<a href="/${name}/">${name}</a>`).join('');
    const found = await find(siteOf({ ...insectPages(), '/moths/': `<div>${menu}</div>` }));
    expect(outcomes(found)['/moths/']).toBe('odd');
    expect(pathsOf(found)).not.toContain('/moths/');
    expect(pathsOf(found)).toHaveLength(3);
    const kept = await find(siteOf({ ...insectPages(), '/moths/': `<div>${menu}</div>` }), {
      replaceOdd: false,
    });
    expect(pathsOf(kept)).toContain('/moths/');
  });
});

describe('copies', () => {
  it('have the same texts in the same order, whatever is around them', () => {
    expect(isCopy(parseText('<p>a<b>b</b>'), parseText('<div>a</div>b'))).toBe(true);
    expect(isCopy(parseText('<p>a<b>b</b>'), parseText('<div>b</div>a'))).toBe(false);
    expect(isCopy(parseText('<p>a'), parseText('<p>a<p>b'))).toBe(false);
  });
});

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
  const url = 'https://a.example/';
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
