/** The extension in real browsers, on generated sites of this machine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type SiteServer, serveSite } from '../../../test/servers/site-server.ts';
import { createCleaner } from '../../dehusk/src/engine/node-cleaner.ts';
import { createSite } from '../../lab/src/synthetic/synthetic-site.ts';
import type { StoredSite } from '../src/protocol.ts';
import { type DrivenTab, until } from './driven-browser.ts';
import { describeExtension } from './in-browsers.ts';
import { expectedMarks, shownMarks } from './shown-marks.ts';
import { ToldExtension } from './told-extension.ts';

const menu = Array.from({ length: 8 }, (_, i) => `<li><a href="/page-${i}">Entry ${i}</a></li>`).join('');
const sentence = 'A sentence of an article that says something which no other page of the site says. ';
const article = (words: string): string => `<main><h1>${words}</h1><p>${words}. ${sentence.repeat(6)}</p></main>`;
const pageOf = (body: string, attributes = ''): string =>
  `<!DOCTYPE html><html lang="en"${attributes}><title>A page</title><body><nav><ul>${menu}</ul></nav>${body}<footer>All rights reserved</footer>`;

const ownPages: Readonly<Record<string, { readonly html: string; readonly headers?: Readonly<Record<string, string>> }>> = {
  '/strict': {
    html: pageOf(article('Strict')),
    headers: { 'content-security-policy': "default-src 'none'; style-src 'none'; sandbox" },
  },
  '/rtl': { html: pageOf(article('مقال'), ' dir="rtl"') },
  '/framed': { html: pageOf(`${article('Framed')}<iframe src="/rtl"></iframe>`) },
  '/changing': { html: pageOf(article('Changing')) },
  '/large': { html: pageOf(`<main>${'<div><p>One <b>two</b> three</p></div>'.repeat(1600)}</main>`) },
};

const answer: Answer = (path, _request, response) => {
  const own = ownPages[path];
  if (own === undefined && !/^\/(?:assets|img|gif|media|favicon\.ico)/.test(path)) return false;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...own?.headers });
  response.end(own?.html ?? '');
  return true;
};

describeExtension('the extension', (browser) => {
  const site = createSite({ seed: 170, pages: 8, theme: 'blog', language: 'english', pageBytes: { min: 3_000, max: 8_000 } });
  let server: SiteServer;
  let origin: string;
  let urls: readonly string[];
  let told: ToldExtension;
  let tab: DrivenTab;
  beforeAll(async () => {
    server = await serveSite(site, answer);
    origin = new URL(server.url).origin;
    urls = Array.from({ length: site.pages }, (_, i) => site.page(i).url.replace(new URL(site.page(i).url).origin, origin));
    told = await ToldExtension.open(browser());
    tab = await browser().open(`${origin}/changing`);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  const show = async (path: string, view: 'page' | 'content' | 'template'): Promise<void> => {
    const url = path.startsWith('http') ? path : `${origin}${path}`;
    if ((await tab.evaluate('location.href')) !== url) await tab.goto(url);
    await told.order(url, { type: 'set-view', view });
  };

  it('shows the next view with each click on its button', async () => {
    await tab.goto(`${origin}/changing`);
    const opacity = 'getComputedStyle(document.querySelector("nav")).opacity';
    await tab.clickAction();
    await until(tab, `${opacity} === "0.2"`);
    await tab.clickAction();
    await until(tab, `${opacity} === "1" && getComputedStyle(document.querySelector("main p")).visibility === "hidden"`);
    await tab.clickAction();
    await until(tab, 'getComputedStyle(document.querySelector("main p")).visibility === "visible"');
  });

  it('leaves a document as it was, however often its views are switched', async () => {
    await tab.goto(urls[0]!);
    const state = '[document.documentElement.outerHTML, document.styleSheets.length, document.adoptedStyleSheets.length, CSS.highlights.size].join()';
    const before = await tab.evaluate<string>(state);
    const id = await told.tabId(urls[0]!);
    const shown = await told.evaluate<string[]>(`(async () => {
      const shown = [];
      for (let i = 0; i < 99; i++) {
        const order = { type: 'order', tabId: ${id}, order: { type: 'next-view' } };
        shown.push((await (globalThis.browser ?? chrome).runtime.sendMessage(order)).value);
      }
      return shown;
    })()`);
    expect(shown).toEqual(Array.from({ length: 33 }, () => ['content', 'template', 'page']).flat());
    expect(await tab.evaluate(state)).toBe(before);
    const marked = (await shownMarks(tab)).filter(({ isMarked }) => isMarked);
    expect(marked).toEqual([]);
  });

  it.each(['/strict', '/rtl'])('works on %s', async (path) => {
    await show(path, 'content');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("nav")).opacity')).toBe('0.2');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("main")).opacity')).toBe('1');
    await show(path, 'template');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("main p")).visibility')).toBe('hidden');
  });

  it('shows the view in frames that it may read', async () => {
    await show('/framed', 'content');
    await until(tab, 'getComputedStyle(document.querySelector("iframe").contentDocument.querySelector("nav")).opacity === "0.2"');
  });

  it('judges a page again that changes', async () => {
    await show('/changing', 'content');
    await tab.evaluate('document.querySelector("nav").before(document.querySelector("footer").cloneNode(true)), 0');
    await until(tab, 'getComputedStyle(document.querySelectorAll("footer")[0]).opacity === "0.2" && getComputedStyle(document.querySelector("nav")).opacity === "0.2"');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("main")).opacity')).toBe('1');
  });

  it('shows views of a page of 11,000 nodes', async () => {
    await show('/large', 'content');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("nav")).opacity')).toBe('0.2');
  });

  it('opens the template in the tab, where nothing of the page can run', async () => {
    await tab.goto(`${origin}/changing`);
    await told.order(`${origin}/changing`, { type: 'open-template' });
    await until(tab, 'document.querySelector("iframe") !== null');
    const html = await tab.evaluate<string>('document.querySelector("iframe").srcdoc');
    expect(html).toContain('Entry 3');
    expect(html).toContain('All rights reserved');
    expect(html).not.toContain('A sentence of an article');
    expect(await tab.evaluate('document.querySelector("iframe").getAttribute("sandbox")')).toBe('');
  });

  it('marks what the cleaner says of the pages that were visited, and loses nothing when the background is killed', async () => {
    const { host } = new URL(origin);
    await told.ask({ type: 'set-learning', site: host, isOn: true });
    const cleaner = createCleaner();
    let marked = 0;
    for (const [i, url] of urls.entries()) {
      await browser().killBackground();
      await tab.goto(url);
      await browser().killBackground();
      await told.order(url, { type: 'set-view', view: 'content' });
      const html = await (await fetch(url)).text();
      const expected = await cleaner.add({ url, html });
      if (expected.error !== undefined) throw expected.error;
      const shown = await shownMarks(tab);
      expect(shown).toEqual(expectedMarks(expected.page, expected.verdict.template));
      marked += shown.filter(({ isMarked }) => isMarked).length;
      await browser().killBackground();
      const stored = await told.ask<StoredSite[]>({ type: 'stored-sites' });
      expect(stored.find((one) => one.site === host)?.pageCount).toBe(i + 1);
    }
    expect(marked).toBeGreaterThan(50);
    await told.ask({ type: 'forget-site', site: host });
  });
});
