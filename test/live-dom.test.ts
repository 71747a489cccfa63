import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { createCleaner, type DomCleanerOptions, fromDom as livePage } from '../packages/dehusk/src/dom.ts';
import {
  createCleaner as createHtmlCleaner,
  createMemoryStore,
  fromDom as libraryPage,
  type PageInput,
} from '../packages/dehusk/src/index.ts';
import { type DomDocument, fromDom } from '../packages/dehusk/src/page/from-dom.ts';
import { parseText } from '../packages/dehusk/src/page/parse.ts';
import { createSite } from '../packages/lab/src/synthetic/synthetic-site.ts';
import { domOf } from './dom-of-parse5.ts';
import { expectDomNodes } from './expect-dom-nodes.ts';
import { pageContents } from './page-contents.ts';

it('gives the same page from a DOM as from its HTML, on generated sites of every kind', () => {
  for (let seed = 30; seed < 50; seed++) {
    const site = createSite({ seed, pages: 30 });
    for (const order of [0, 7, 19]) {
      const { html, url } = site.page(order);
      const page = parseText(html, { url });
      const fromDocument = fromDom(domOf(html), { url });
      expect(page.segments.length).toBeGreaterThan(3);
      expectDomNodes(fromDocument);
      expect(pageContents(fromDocument), `${site.name} page ${order}`).toEqual(pageContents(page));
    }
  }
});

describe('dehusk/dom', () => {
  const site = createSite({ seed: 31, pages: 8 });
  const sent = Array.from({ length: 8 }, (_, order) => site.page(order));
  const live = (html: string): DomDocument => parseHTML(html).document as unknown as DomDocument;

  /** The texts of live documents, and those of the same pages as HTML. */
  async function texts(options: DomCleanerOptions): Promise<Record<'dom' | 'html', readonly string[]>> {
    const found = { dom: [] as string[], html: [] as string[] };
    const cleaners = { dom: createCleaner(options), html: createHtmlCleaner(options) };
    for (const { url, html } of sent) {
      found.dom.push((await cleaners.dom.add(livePage(live(html), { url }))).text);
      found.html.push((await cleaners.html.add({ url, html })).text);
    }
    return found;
  }

  it('finds in live documents what the library finds in their HTML', async () => {
    const { dom, html } = await texts({});
    expect(dom).toEqual(html);
    expect(dom[7]!.length).toBeGreaterThan(20);
  });

  it('is learned into a state by the library, which has its pages too', async () => {
    const hashKey = [31, 41] as const;
    const kept = async (pageOf: (html: string, url: string) => PageInput): Promise<readonly unknown[]> => {
      const state = createMemoryStore(hashKey);
      const cleaner = createHtmlCleaner({ state });
      for (const { url, html } of sent) await cleaner.add(pageOf(html, url));
      await cleaner[Symbol.asyncDispose]();
      const found: unknown[] = [];
      for await (const { site: name } of state.sites()) found.push(name, await state.loadSite(name));
      return found;
    };
    const fromHtml = await kept((html, url) => ({ html, url }));
    expect(fromHtml).toHaveLength(2);
    expect(await kept((html, url) => libraryPage(live(html), { url, hashKey }))).toEqual(fromHtml);
    const state = createMemoryStore(hashKey);
    expect(() => createCleaner({ state } as DomCleanerOptions)).toThrow('state takes nothing here');
  });

  it('takes rules, and lets the document match their selectors', async () => {
    const plain = await texts({});
    const host = new URL(sent[0]!.url).host.replace(/^www\./, '');
    for (const overrides of [{ keep: ['body a'] }, { sites: { [host]: { drop: ['p'] } } }]) {
      const ruled = await texts({ overrides });
      expect(ruled.dom).toEqual(ruled.html);
      expect(ruled.dom).not.toEqual(plain.dom);
    }
  });

  it('refuses what is no selector, at once where it can ask a document', async () => {
    const bad = { overrides: { drop: ['p['] } };
    const { error } = await createCleaner(bad).add(livePage(live('<p>one')));
    expect(error).toMatchObject({ code: 'SELECTOR_BAD', facts: { selector: 'p[' } });
    const page = globalThis as { document?: unknown };
    page.document = live('');
    try {
      expect(() => createCleaner(bad)).toThrow(/'p\[' is no CSS selector/);
    } finally {
      delete page.document;
    }
  });

  it('says that a page without selectors cannot be ruled', async () => {
    const cleaner = createCleaner({ overrides: { drop: ['p'] } });
    for (const page of [parseText('<p>one'), livePage(domOf('<p>one'))])
      expect((await cleaner.add(page)).error).toMatchObject({ code: 'SELECTOR_BAD' });
  });
});
