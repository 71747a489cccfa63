import { describe, expect, it } from 'vitest';
import { home, insectHtml, insectPages, siteOf, textsOf } from '../../../../test/template/insect-site.ts';
import { mainContent, onlyMainContent } from '../compare/template/main-content.ts';
import type { LoadPage } from '../compare/template/siblings.ts';
import { judgeNodes } from '../compare/template/template.ts';
import type { TemplateOptions } from '../compare/template/template-options.ts';
import { createNoneDetector } from '../detect/none/none.ts';
import { type Page, readAttribute, readNormalText, tagName } from '../page/page.ts';
import { parseText } from '../page/parse.ts';
import { extractTemplate as extract, type PageTemplate } from './page-template.ts';

/** By votes, as the thesis has it. */
const extractTemplate = (
  page: Page,
  load: LoadPage,
  options: Partial<TemplateOptions> = {},
): Promise<PageTemplate> => extract(page, load, { evidence: 'votes', ...options });

const key = (html = insectHtml('all insects')): Page => parseText(html, { url: home });
const furniture = ['Insects', 'All ants', 'All bees', 'All moths', 'All wasps', '© Insects'];

describe('the template of a page', () => {
  it('is what the pages behind its menu have too', async () => {
    const page = key();
    const { verdict } = await extractTemplate(page, siteOf(insectPages()).load);
    expect(textsOf(page, (node) => verdict.template[node] === 1)).toEqual(furniture);
  });

  it('needs as many loads as there are pages in the vote, where all link to one another', async () => {
    const site = siteOf(insectPages());
    const { siblings } = await extractTemplate(key(), site.load);
    expect(site.asked).toHaveLength(3);
    expect(siblings.found.map(({ url }) => new URL(url).pathname)).toEqual(site.asked);
  });

  it('leaves out elements that hold nothing of it', async () => {
    const page = key();
    const { verdict } = await extractTemplate(page, siteOf(insectPages()).load, {
      mapping: 'top-down-exact',
    });
    const named = (bits: Uint8Array): readonly string[] =>
      [...bits.keys()].filter((node) => bits[node] === 1).map((node) => tagName(page, node));
    expect(named(verdict.template)).not.toContain('article');
    expect(named(verdict.template)).toContain('nav');
  });

  it('asks for fewer votes where fewer pages link to one another', async () => {
    const { '/ants/': ants, '/bees/': bees } = insectPages();
    const two = await extractTemplate(key(), siteOf({ '/ants/': ants!, '/bees/': bees! }).load);
    expect([two.siblings.found.length, two.votesAsked, two.verdict.of]).toEqual([2, 2, 3]);
    const one = await extractTemplate(key(), siteOf({ '/ants/': ants! }).load);
    expect([one.siblings.found.length, one.votesAsked]).toEqual([1, 1]);
  });

  it('says that there is no page to compare with', async () => {
    await expect(extractTemplate(key(), siteOf({}).load)).rejects.toMatchObject({
      code: 'TEMPLATE_NO_PAGES',
      facts: { page: home, links: 4 },
    });
  });

  it('says that a page without an address has no links', async () => {
    await expect(extractTemplate(parseText('<a href="/x">x</a>'), siteOf({}).load)).rejects.toMatchObject({
      code: 'TEMPLATE_NO_URL',
    });
  });

  it('is not fooled by text that moved, unless told to follow it', async () => {
    const page = key(`<b>Insects of the world</b>${insectHtml('all')}`);
    const other = (name: string) => `<div><b>Insects of the world</b></div>${insectHtml(name)}`;
    const { load } = siteOf({ '/ants/': other('ants'), '/bees/': other('bees'), '/moths/': other('moths') });
    const texts = async (followMoved: boolean) => {
      const { verdict } = await extractTemplate(page, load, { followMoved, followWrapped: false });
      return textsOf(page, (node) => verdict.template[node] === 1);
    };
    expect(await texts(false)).not.toContain('Insects of the world');
    expect(await texts(true)).toContain('Insects of the world');
  });

  it('holds nothing of the main content, if that is cut first', async () => {
    const same = `<p>${'A long text that stands on all pages, as articles do not. '.repeat(5)}</p>`;
    const page = key(insectHtml('all', same));
    const pages = Object.fromEntries(
      ['ants', 'bees', 'moths'].map((name) => [`/${name}/`, insectHtml(name, same)]),
    );
    const texts = async (cutMain: boolean) => {
      const { verdict } = await extractTemplate(page, siteOf(pages).load, {
        cutMain,
        mapping: 'top-down-exact',
      });
      return textsOf(page, (node) => verdict.template[node] === 1);
    };
    expect((await texts(false)).some((text) => text.startsWith('A long text'))).toBe(true);
    expect(await texts(true)).toEqual(furniture);
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

  it('is all of a page of frames, which has no body', () => {
    const page = parseText('<title>Frames</title><frameset><frame src="a"><frame src="b"></frameset>');
    expect(tagName(page, mainContent(page))).toBe('html');
    const verdict = createNoneDetector().judge(page);
    expect(onlyMainContent(page, verdict).template).toEqual(verdict.template);
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
