/** The extension in real browsers, on generated sites of this machine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type SiteServer, serveSite } from '../../../test/servers/site-server.ts';
import { withoutIndex } from '../../dehusk/src/compare/links/link-nodes.ts';
import { thesisOptions } from '../../dehusk/src/compare/template/template-options.ts';
import type { Verdict } from '../../dehusk/src/detect/detector.ts';
import { createCleaner } from '../../dehusk/src/engine/node-cleaner.ts';
import { extractTemplate } from '../../dehusk/src/engine/page-template.ts';
import { DehuskError } from '../../dehusk/src/errors.ts';
import { splitBlocks } from '../../dehusk/src/page/blocks.ts';
import { Tag } from '../../dehusk/src/page/names.ts';
import { type Page, readNormalText } from '../../dehusk/src/page/page.ts';
import { parseText } from '../../dehusk/src/page/parse.ts';
import { createSite } from '../../lab/src/synthetic/synthetic-site.ts';
import { withLabels } from '../../lab/src/teco/label.ts';
import {
  type ComparedPair,
  defaultSettings,
  type ExtractReport,
  type Settings,
  type SiteView,
  type StoredSite,
  type TakenPart,
  type TakenText,
} from '../src/protocol.ts';
import {
  type DrivenTab,
  type OwnElement,
  steadyPoint,
  until,
  untilOwn,
  waitUntil,
} from './driven-browser.ts';
import { describeExtension } from './in-browsers.ts';
import { expectedMarks, shownMarks } from './shown-marks.ts';
import { ToldExtension } from './told-extension.ts';
import { xssPayloads } from './xss-payloads.ts';

const menu = Array.from({ length: 8 }, (_, i) => `<li><a href="/page-${i}">Entry ${i}</a></li>`).join('');
const sentence = 'A sentence of an article that says something which no other page of the site says. ';
const article = (words: string): string =>
  `<main><h1>${words}</h1><p>${words}. ${sentence.repeat(6)}</p></main>`;
const pageOf = (body: string, attributes = ''): string =>
  `<!DOCTYPE html><html lang="en"${attributes}><title>A page</title><body><nav><ul>${menu}</ul></nav>${body}<footer>All rights reserved</footer>`;

const ownPages: Readonly<
  Record<string, { readonly html: string; readonly headers?: Readonly<Record<string, string>> }>
> = {
  '/strict': {
    html: pageOf(article('Strict')),
    headers: { 'content-security-policy': "default-src 'none'; style-src 'none'; sandbox" },
  },
  '/rtl': { html: pageOf(article('مقال'), ' dir="rtl"') },
  '/framed': { html: pageOf(`${article('Framed')}<iframe src="/rtl"></iframe>`) },
  '/changing': { html: pageOf(article('Changing')) },
  // Replaces what our files use, and counts who calls it.
  '/hostile': {
    html: pageOf(
      `${article('Hostile')}<script>var stolen = 0;
      for (const name of ['attachShadow', 'getBoundingClientRect', 'matches'])
        Element.prototype[name] = () => { stolen++; throw new Error('stolen'); };
      for (const name of ['createTreeWalker', 'createRange', 'querySelectorAll'])
        Document.prototype[name] = () => { stolen++; throw new Error('stolen'); };
      JSON.stringify = () => { stolen++; return ''; };</script>`,
    ),
  },
  '/alone': { html: `<!DOCTYPE html><title>Alone</title><body>${article('Alone')}` },
  '/large': {
    html: pageOf(
      `<main>${Array.from({ length: 1850 }, (_, i) => `<div><p>Sentence ${i} <b>of ${i * 7}</b> says ${i * 31}.</p></div>`).join('')}</main>`,
    ),
  },
};

/** A page that is another at each visit: news come and go, a counter counts, the menu grows. */
const newsAt = (visit: number): string =>
  pageOf(
    `<main><h1>News</h1><div style="height:1500px"></div><p>The first report is still here and says the same as it did. ${sentence}</p>` +
      (visit === 0 ? '<p id="old">This report will be gone by tomorrow, as reports are.</p>' : '') +
      '<p>The second report is still here, too, and nobody has changed it at all.</p>' +
      (visit > 0 ? '<p id="fresh">A report that was not there before tells of other things.</p>' : '') +
      `</main><p id="count">${1000 + visit * 7} visits</p><form><input value="typed ${visit}"><textarea>draft ${visit}</textarea></form>`,
  ).replace('</ul>', visit > 0 ? '<li><a href="/page-9">Entry 9</a></li></ul>' : '</ul>');
let visit = 0;

/** What was sent with requests for pages. */
const cookies = new Set<string>();

const answer: Answer = (path, { headers }, response) => {
  const own = path === '/news' ? { html: newsAt(visit), headers: {} } : ownPages[path];
  if (own === undefined && !/^\/(?:assets|img|gif|media|favicon\.ico)/.test(path)) {
    cookies.add(headers.cookie ?? 'none');
    return false;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...own?.headers });
  response.end(own?.html ?? '');
  return true;
};

describeExtension('the extension', (browser) => {
  const site = createSite({
    seed: 170,
    pages: 8,
    theme: 'blog',
    language: 'english',
    pageBytes: { min: 3_000, max: 8_000 },
  });
  let server: SiteServer;
  let origin: string;
  let urls: readonly string[];
  let told: ToldExtension;
  let tab: DrivenTab;
  beforeAll(async () => {
    server = await serveSite(site, answer);
    origin = new URL(server.url).origin;
    urls = Array.from({ length: site.pages }, (_, i) =>
      site.page(i).url.replace(new URL(site.page(i).url).origin, origin),
    );
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

  /** Waits until our element in the page says so. */
  const shown = (words: string | RegExp): Promise<OwnElement> =>
    untilOwn(tab, ({ text }) => (typeof words === 'string' ? text.includes(words) : words.test(text)));

  it('shows the next view with each click on its button', async () => {
    await tab.goto(`${origin}/changing`);
    const opacity = 'getComputedStyle(document.querySelector("nav")).opacity';
    await tab.clickAction();
    await until(tab, `${opacity} === "0.2"`);
    await tab.clickAction();
    await until(
      tab,
      `${opacity} === "1" && getComputedStyle(document.querySelector("main p")).visibility === "hidden"`,
    );
    await tab.clickAction();
    await until(tab, 'getComputedStyle(document.querySelector("main p")).visibility === "visible"');
  });

  it('loses no click where the background was ended before it', async () => {
    await tab.goto(`${origin}/changing`);
    const shown = [
      'getComputedStyle(document.querySelector("nav")).opacity === "0.2"',
      'getComputedStyle(document.querySelector("main p")).visibility === "hidden"',
      'getComputedStyle(document.querySelector("main p")).visibility === "visible"',
    ];
    for (const expected of [...shown, ...shown]) {
      await browser().killBackground();
      await tab.clickAction();
      await until(tab, expected);
    }
  });

  it('leaves a document as it was, however often its views are switched', async () => {
    await tab.goto(urls[0]!);
    const state =
      '[document.documentElement.outerHTML, document.styleSheets.length, document.adoptedStyleSheets.length, CSS.highlights.size].join()';
    const before = await tab.evaluate<string>(state);
    const id = await told.tabId(urls[0]!);
    const shown = await told.evaluate<string[]>(`(async () => {
      const shown = [];
      for (let i = 0; i < 102; i++) {
        const order = { type: 'order', tabId: ${id}, order: { type: 'next-view' } };
        shown.push((await (globalThis.browser ?? chrome).runtime.sendMessage(order)).value);
      }
      return shown;
    })()`);
    expect(shown).toEqual(Array.from({ length: 34 }, () => ['content', 'template', 'page']).flat());
    expect(await tab.evaluate(state)).toBe(before);
    const marked = (await shownMarks(tab)).filter(({ isMarked }) => isMarked);
    expect(marked).toEqual([]);
  });

  it.each(['/strict', '/rtl'])('works on %s', async (path) => {
    await show(path, 'content');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("nav")).opacity')).toBe('0.2');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("main")).opacity')).toBe('1');
    await show(path, 'template');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("main p")).visibility')).toBe(
      'hidden',
    );
  });

  it('shows the view in frames that it may read', async () => {
    await show('/framed', 'content');
    await until(
      tab,
      'getComputedStyle(document.querySelector("iframe").contentDocument.querySelector("nav")).opacity === "0.2"',
    );
  });

  it('judges a page again that changes', async () => {
    await show('/changing', 'content');
    await tab.evaluate(
      'document.querySelector("nav").before(document.querySelector("footer").cloneNode(true)), 0',
    );
    await until(
      tab,
      'getComputedStyle(document.querySelectorAll("footer")[0]).opacity === "0.2" && getComputedStyle(document.querySelector("nav")).opacity === "0.2"',
    );
    expect(await tab.evaluate('getComputedStyle(document.querySelector("main")).opacity')).toBe('1');
  });

  it('shows views of a page of 11,000 nodes', async () => {
    await show('/large', 'content');
    const url = `${origin}/large`;
    const expected = await createCleaner().add({ url, html: ownPages['/large']!.html });
    if (expected.error !== undefined) throw expected.error;
    expect(expected.page.nodeCount).toBeGreaterThan(11_000);
    expect(await shownMarks(tab)).toEqual(expectedMarks(expected.page, expected.verdict.template));
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
    let last: JudgedPage | undefined;
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
      last = expected;
      marked += shown.filter(({ isMarked }) => isMarked).length;
      await browser().killBackground();
      const stored = await told.ask<StoredSite[]>({ type: 'stored-sites' });
      expect(stored.find((one) => one.site === host)?.pageCount).toBe(i + 1);
    }
    expect(marked).toBeGreaterThan(50);
    // Why? says of a block what the cleaner knows of it.
    const { words, seen } = menuEvidence(last!);
    await told.order(urls.at(-1)!, { type: 'why', isOn: true });
    const [x, y] = await tab.evaluate<[number, number]>(`(() => {
      const link = [...document.querySelectorAll('a')].find((one) => one.textContent.trim() === ${JSON.stringify(words)});
      link.scrollIntoView({ block: 'center' });
      const { left, top, height } = link.getBoundingClientRect();
      return [left + 5, top + height / 2];
    })()`);
    await tab.moveTo(x, y);
    await shown(`Seen on ${seen} of ${last!.verdict.of} pages.`);
    await told.order(urls.at(-1)!, { type: 'why', isOn: false });
    await told.ask({ type: 'forget-site', site: host });
  });

  it('extracts the template on the first visit, and judges by it as --bootstrap does', async () => {
    const { host } = new URL(origin);
    await told.ask({ type: 'set-learning', site: host, isOn: true });
    const cleaner = createCleaner({ hashKey: [0, 0] });
    const first = await load(urls[0]!);
    const { verdict, siblings } = await extractTemplate(first, load, {
      evidence: 'votes',
      links: { identity: withoutIndex },
    });
    await tab.goto(urls[0]!);
    const report = await told.order<ExtractReport>(urls[0]!, { type: 'extract' });
    expect(report).toMatchObject({ state: 'done' });
    const compared = report.pages.filter(({ outcome }) => outcome === 'compared').map(({ url }) => url);
    expect(compared).toEqual(siblings.found.map(({ url }) => url));
    expect(compared.length).toBeGreaterThan(1);
    for (const [i, url] of urls.slice(0, 3).entries()) {
      if (i > 0) await tab.goto(url);
      await told.order(url, { type: 'set-view', view: 'content' });
      const expected = await cleaner.add(await load(url), i === 0 ? verdict.template : undefined);
      if (expected.error !== undefined) throw expected.error;
      expect(await shownMarks(tab)).toEqual(expectedMarks(expected.page, expected.verdict.template));
    }
    const later = await told.order<ExtractReport>(urls[2]!, { type: 'extract' });
    expect(later).toMatchObject({ state: 'failed', problem: 'problemKnownBetter' });
    await told.ask({ type: 'forget-site', site: host });
  });

  it('extracts as the settings say: with the cookies of the tab or without, and by the letter of the thesis', async () => {
    const url = urls[0]!;
    const links = { identity: withoutIndex };
    const { verdict, siblings } = await extractTemplate(await load(url), load, { ...thesisOptions, links });
    const extracted = async (settings: Partial<Settings>): Promise<ExtractReport> => {
      await told.ask({ type: 'set-settings', settings: { ...defaultSettings, ...settings } });
      await tab.goto(url);
      await tab.evaluate('document.cookie = "visitor=me", 0');
      cookies.clear();
      return told.order<ExtractReport>(url, { type: 'extract' });
    };
    expect(await extracted({})).toMatchObject({ state: 'done' });
    expect([...cookies]).toEqual(['none']);
    const report = await extracted({ withCookies: true, literalThesis: true });
    expect([...cookies]).toEqual(['visitor=me']);
    const compared = report.pages.filter(({ outcome }) => outcome === 'compared').map((page) => page.url);
    expect(compared).toEqual(siblings.found.map((page) => page.url));
    await told.order(url, { type: 'set-view', view: 'content' });
    const expected = await createCleaner({ hashKey: [0, 0] }).add(await load(url), verdict.template);
    if (expected.error !== undefined) throw expected.error;
    expect(await shownMarks(tab)).toEqual(expectedMarks(expected.page, expected.verdict.template));
    await tab.evaluate('document.cookie = "visitor=; max-age=0", 0');
    await told.ask({ type: 'set-settings', settings: defaultSettings });
  });

  it('says why it could not extract', async () => {
    await tab.goto(`${origin}/alone`);
    const report = await told.order<ExtractReport>(`${origin}/alone`, { type: 'extract' });
    expect(report).toMatchObject({ state: 'failed', problem: 'problemNoLinks' });
    await tab.goto(`${origin}/strict`);
    // The entries of its menu lead nowhere.
    const gone = await told.order<ExtractReport>(`${origin}/strict`, { type: 'extract' });
    expect(gone).toMatchObject({ state: 'failed', problem: 'problemNoPages' });
  });

  it('takes the page elsewhere as the command writes it', async () => {
    const url = `${origin}/changing`;
    await tab.goto(url);
    const take = async (part: TakenPart): Promise<string> =>
      (await told.order<TakenText>(url, { type: 'take', part })).text;
    const expected = await createCleaner().add({ url, html: ownPages['/changing']!.html });
    if (expected.error !== undefined) throw expected.error;
    expect(await take('text')).toBe(expected.text);
    expect(await take('markdown')).toBe(expected.record({ format: 'markdown' }).text);
    // With all its metadata: also the language, which is told by the text.
    expect(expected.record().metadata).toMatchObject({ title: 'Changing', language: 'en' });
    expect(JSON.parse(await take('record'))).toEqual(expected.record());
    const html = await take('html');
    expect(html).toContain('Changing');
    expect(html).not.toContain('Entry 3');
    expect(await take('template')).toContain('Entry 3');
    const selectors = (await take('selectors')).trim().split('\n');
    expect(selectors).toContain('nav');
    const found = await tab.evaluate<string>(
      `${JSON.stringify(selectors)}.map((one) => document.querySelector(one).textContent).join()`,
    );
    expect(found).toContain('Entry 3');
    expect(found).not.toContain('A sentence of an article');
    expect((await take('ublock')).trim().split('\n')).toEqual(selectors.map((one) => `127.0.0.1##${one}`));
  });

  it('labels parts of a page by clicks, in the form that the lab reads, and checks them', async () => {
    const url = `${origin}/changing`;
    await tab.goto(url);
    const before = await tab.evaluate('document.documentElement.outerHTML');
    expect(
      await told.asked({
        type: 'order',
        tabId: await told.tabId(url),
        order: { type: 'label', act: 'page' },
      }),
    ).toMatchObject({ ok: false, problem: 'problemNoLabels' });
    await told.order(url, { type: 'label', act: 'start' });
    const [x, y] = await tab.evaluate<[number, number]>(
      '(({ left, top }) => [left + 5, top + 5])(document.querySelector("h1").getBoundingClientRect())',
    );
    await tab.click(x, y);
    const { buttons } = await shown('/html/body/main/h1');
    await tab.click(...buttons['No template']!);
    await until(tab, 'getComputedStyle(document.querySelector("h1")).outlineStyle === "solid"');
    expect((await told.status(url)).labels).toEqual({ isOn: true, count: 1 });
    const labels = (await told.order<TakenText>(url, { type: 'label', act: 'labels' })).text;
    expect(JSON.parse(labels)).toEqual({
      labels: [{ page: url, nodes: [{ path: '/html/body/main/h1', classes: ['notTemplate'] }] }],
    });
    const { text: labelled } = await told.order<TakenText>(url, { type: 'label', act: 'page' });
    await told.order(url, { type: 'label', act: 'stop' });
    expect(await tab.evaluate('document.documentElement.outerHTML')).toBe(before);
    expect(labelsOf(labelled, ownPages['/changing']!.html, labels)).toEqual(['Changing']);

    const suite = Array.from({ length: site.pages }, (_, i) => site.markedPage(i)).map((page) => ({
      path: `${new URL(page.url).pathname.slice(1).replace(/\/?(?:\.html)?$/, '') || 'index'}.html`,
      html: page.html,
    }));
    const checked = await browser().openOwn('benchmarks.html');
    const rows = await checked.evaluate<string[][]>(`(async () => {
      const chosen = new DataTransfer();
      for (const { path, html } of ${JSON.stringify(linked(suite))}) chosen.items.add(new File([html], path));
      const input = document.querySelectorAll('input')[1];
      input.files = chosen.files;
      input.dispatchEvent(new Event('change'));
      while (document.querySelector('[role=status]').textContent === '') await new Promise((next) => setTimeout(next, 50));
      return [...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent));
    })()`);
    await checked.close();
    expect(rows).toHaveLength(site.pages + 1);
    expect(Number(rows.at(-1)![4])).toBeGreaterThan(0.7);
  });

  it('tells what changed since the last visit, and forgets it only when told', async () => {
    const url = `${origin}/news`;
    visit = 0;
    await tab.goto(url);
    const tabId = await told.tabId(url);
    expect(await told.asked({ type: 'order', tabId, order: { type: 'changes', act: 'show' } })).toMatchObject(
      {
        ok: false,
        problem: 'problemNotWatched',
      },
    );
    await told.ask({ type: 'set-watching', tabId, what: 'page', isOn: true });
    expect((await told.status(url)).changes).toMatchObject({ counted: 0, changes: [], seen: 1 });
    await browser().killBackground();
    visit = 1;
    for (let again = 0; again < 2; again++) {
      await tab.goto(url);
      await until(tab, 'CSS.highlights.size > 0');
      await browser().killBackground();
    }
    const painted = await tab.evaluate<string[]>(
      '[...CSS.highlights.values()].flatMap((one) => [...one].map(({ startContainer }) => startContainer.nodeValue))',
    );
    expect(painted).toEqual(
      expect.arrayContaining([
        'A report that was not there before tells of other things.',
        'Entry 9',
        '1007 visits',
      ]),
    );
    expect(painted).toHaveLength(3);
    // Also by what the browser draws: a style sheet of the wrong kind is passed over without a word.
    const drawn = await tab.evaluate<string[]>(
      '[...CSS.highlights.keys()].map((name) => getComputedStyle(document.querySelector("#fresh"), "::highlight(" + name + ")").backgroundColor)',
    );
    expect(drawn).toContain('rgb(255, 228, 92)');
    expect(await tab.evaluate('getComputedStyle(document.querySelector("main p"), "::after").content')).toBe(
      '"This report will be gone by tomorrow, as reports are."',
    );
    const { changes } = await told.status(url);
    expect(changes).toMatchObject({ counted: 2, isShown: true, seen: 1 });
    const kinds = changes!.changes.map(({ kind, zone, unsteady }) => `${kind} ${unsteady ?? zone}`);
    kinds.sort();
    expect(kinds).toEqual(['gone content', 'gone numbers', 'new content', 'new numbers', 'new template']);
    const count = async (): Promise<string> =>
      told.evaluate(`(globalThis.browser ?? chrome).action.getBadgeText({ tabId: ${tabId} })`);
    expect(await count()).toBe('2');
    expect(await tab.evaluate('document.documentElement.lastChild.shadowRoot')).toBeNull();
    expect(await told.order(url, { type: 'changes', act: 'next' })).toMatchObject({ at: 1 });
    // The page was scrolled there, and the line stays around it.
    await tab.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))',
    );
    expect(await tab.evaluate('scrollY')).toBeGreaterThan(0);
    const [top, bottom] = await tab.evaluate<[number, number]>(
      '(({ top, bottom }) => [top, bottom])(document.querySelector("main p").getBoundingClientRect())',
    );
    const { text: said, outline } = (await tab.ownElement())!;
    expect(said).toContain('Gone: This report will be gone by tomorrow');
    expect(outline!.top).toBeLessThan(top);
    expect(outline!.bottom).toBeGreaterThan(bottom);
    await told.order(url, { type: 'changes', act: 'seen' });
    expect(await count()).toBe('');
    expect(await tab.evaluate('[document.documentElement.lastChild.localName, CSS.highlights.size]')).toEqual(
      ['body', 0],
    );
    const seen = (await told.status(url)).changes!;
    expect(seen).toMatchObject({ counted: 0, seen: seen.versions.at(-1)!.id });
    expect(await told.order(url, { type: 'changes', act: 'show', from: 1 })).toMatchObject({
      counted: 2,
      from: 1,
    });
    await told.order(url, { type: 'changes', act: 'hide' });
    // Whatever is shown takes the place of what was: the page has one element of ours at most.
    const others = 'document.documentElement.children.length - 2';
    await told.order(url, { type: 'why', isOn: true });
    await told.order(url, { type: 'changes', act: 'next' });
    expect(await tab.evaluate(others)).toBe(1);
    expect((await told.status(url)).isWhyOn).toBe(false);
    await told.order(url, { type: 'changes', act: 'hide' });
    expect(await tab.evaluate(others)).toBe(0);
    const compared = (to: number): Promise<ComparedPair | undefined> =>
      told.ask<ComparedPair | undefined>({ type: 'compare-versions', url, from: 1, to });
    const kept = await compared(1);
    expect(kept).toMatchObject({ counted: 0, changes: [] });
    expect(kept!.html).toContain('gone by tomorrow');
    expect(kept!.html).not.toMatch(/typed|draft/);
    const both = await compared(seen.seen!);
    // As on the page itself: what is of the template, and what changes by itself, stands apart.
    expect(both!.counted).toBe(2);
    expect(both!.changes.map(({ kind, zone, unsteady }) => `${kind} ${unsteady ?? zone}`).sort()).toEqual(
      kinds,
    );
    const named = new URLSearchParams({ url, from: '1', to: String(seen.seen) });
    const shown = await browser().openOwn(`versions.html#${named}`);
    await until(shown, 'document.querySelector("iframe") !== null');
    expect(await shown.evaluate('document.querySelector("iframe").srcdoc')).toContain('gone by tomorrow');
    expect(await shown.evaluate('document.querySelector("iframe").clientHeight')).toBeGreaterThan(250);
    expect(
      await shown.evaluate('[...document.querySelectorAll("summary")].map((one) => one.textContent)'),
    ).toEqual(['In the content (2)', 'In the template (1)', 'Counters, clocks, advertising (1)']);
    await shown.close();
    // What was kept can be taken to another browser.
    const written = await told.ask<string>({ type: 'export' });
    await told.ask({ type: 'forget-everything' });
    expect(await compared(1)).toBeFalsy();
    await told.ask({ type: 'import', text: written });
    expect(await compared(1)).toEqual(kept);
    expect(await told.order(url, { type: 'changes', act: 'show', from: 1 })).toMatchObject({
      counted: 2,
      seen: seen.seen,
    });
    await told.ask({ type: 'set-watching', tabId, what: 'page', isOn: false });
    expect(await compared(1)).toBeFalsy();
  });

  it('keeps versions of all pages of a site that the user wants them of, and forgets them with the wish', async () => {
    const watched = async (): Promise<number> => {
      const stored = await told.ask<StoredSite[]>({ type: 'stored-sites' });
      return stored.find((one) => one.site === new URL(origin).host)?.watchedPages ?? 0;
    };
    await tab.goto(`${origin}/news`);
    const tabId = await told.tabId(`${origin}/news`);
    await told.ask({ type: 'set-watching', tabId, what: 'page', isOn: true });
    await told.ask({ type: 'set-watching', tabId, what: 'site', isOn: true });
    for (const [i, path] of ['/rtl', '/changing'].entries()) {
      await tab.goto(`${origin}${path}`);
      await waitUntil(async () => (await watched()) === i + 2);
    }
    // The one page is still wanted by itself.
    await told.ask({ type: 'set-watching', tabId, what: 'site', isOn: false });
    expect(await watched()).toBe(1);
    await tab.goto(`${origin}/news`);
    await told.ask({ type: 'set-watching', tabId, what: 'page', isOn: false });
    expect(await watched()).toBe(0);
  });

  it('says why, makes a rule of a click, and takes it back', async () => {
    const url = `${origin}/changing`;
    await tab.goto(url);
    const before = await tab.evaluate('document.documentElement.outerHTML');
    const rules = async (): Promise<SiteView['rules']> =>
      (await told.ask<SiteView>({ type: 'site-of-tab', tabId: await told.tabId(url) })).rules;
    const isFaded = (opacity: string): Promise<void> =>
      until(tab, `getComputedStyle(document.querySelector("nav")).opacity === "${opacity}"`);
    await told.order(url, { type: 'set-view', view: 'content' });
    await told.order(url, { type: 'why', isOn: true });
    expect(await tab.evaluate('document.documentElement.lastChild.shadowRoot')).toBeNull();
    const [x, y] = await tab.evaluate<[number, number]>(
      '(({ left, top }) => [left + 5, top + 5])(document.querySelector("nav a").getBoundingClientRect())',
    );
    await tab.moveTo(x, y);
    const { text: why } = await shown(/Probability of template: (?:[6-9]\d|100) %/);
    expect(why).toMatch(/^Template\n/);
    expect(why).toContain('For template: ');
    // A click keeps the card, so that its buttons can be reached.
    await tab.click(x, y);
    await tab.click(...(await shown('This is content')).buttons['This is content']!);
    await isFaded('1');
    expect(await rules()).toMatchObject([{ kind: 'keep', selector: 'nav>ul' }]);
    const { buttons } = await shown('A rule of yours says so: nav>ul');
    await tab.click(...buttons.Undo!);
    await isFaded('0.2');
    expect(await rules()).toEqual([]);
    // A page can make clicks of its own: they count for nothing.
    await tab.evaluate('document.documentElement.lastChild.click(), 0');
    await told.order(url, { type: 'why', isOn: false });
    await told.order(url, { type: 'set-view', view: 'page' });
    expect(await tab.evaluate('document.documentElement.outerHTML')).toBe(before);
  });

  it('says why to those who use the keyboard, too', async () => {
    const url = `${origin}/changing`;
    await tab.goto(url);
    const before = await tab.evaluate('document.documentElement.outerHTML');
    await told.order(url, { type: 'why' });
    await shown('Point at a text');
    await tab.press('Tab');
    await shown('Probability of template');
    const isFocused = (label: string): Promise<OwnElement> =>
      untilOwn(tab, ({ focused }) => focused === label);
    await tab.press('Enter');
    await isFocused('This is content');
    await tab.press('Enter');
    await shown('A rule of yours says so: nav>ul');
    // The focus stays in the card, which is another one now.
    await isFocused('This is template');
    await tab.press('Tab');
    await isFocused('Undo');
    await tab.press('Enter');
    await shown('This is content');
    expect(await tab.evaluate('location.pathname')).toBe('/changing');
    await tab.press('Escape');
    await until(tab, 'document.activeElement.matches("nav a")');
    await tab.press('Escape');
    await until(tab, 'document.documentElement.lastChild === document.body');
    expect(await tab.evaluate('document.documentElement.outerHTML')).toBe(before);
    expect((await told.status(url)).isWhyOn).toBe(false);
  });

  it('cannot be read or steered by the page', async () => {
    const url = `${origin}/hostile`;
    await tab.goto(url);
    const { host } = new URL(origin);
    await told.order(url, { type: 'set-view', view: 'content' });
    await told.order(url, { type: 'why', isOn: true });
    const ownAddress = await told.evaluate<string>('location.href.replace(/[^/]*$/, "")');
    const seen = await tab.evaluate<unknown[]>(`(async () => {
      const ours = document.documentElement.lastChild;
      for (const type of ['mousemove', 'click', 'keydown'])
        for (const target of [document.querySelector('nav'), ours])
          target.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, clientX: 60, clientY: 60 }));
      for (const message of ['forget-everything', 'export', 'open-site', 'next-view']) postMessage({ type: message }, '*');
      await new Promise((done) => setTimeout(done, 200));
      const fetched = await fetch(${JSON.stringify(ownAddress)} + 'panel.html').then(() => 'read', () => 'refused');
      return [typeof dehuskTab, ours.shadowRoot, globalThis.chrome?.runtime?.sendMessage ?? null, globalThis.browser ?? null, fetched, stolen];
    })()`);
    // What the page has put in the place of the language's own functions was called by nobody.
    expect(seen).toEqual(['undefined', null, null, null, 'refused', 0]);
    expect((await told.status(url)).view).toBe('content');
    const { rules } = await told.ask<SiteView>({ type: 'site-of-tab', tabId: await told.tabId(url) });
    expect(rules).toEqual([]);
    expect(await told.ask<StoredSite[]>({ type: 'stored-sites' })).not.toContainEqual(
      expect.objectContaining({ site: host, rules: 1 }),
    );
    await told.order(url, { type: 'why', isOn: false });
  });

  it('has a panel that shows and does all of it, and in which nothing of a page runs', async () => {
    const url = `${origin}/changing`;
    const site = new URL(origin).host;
    await tab.goto(url);
    await told.order(url, { type: 'set-view', view: 'content' });
    const payloads = xssPayloads();
    expect(payloads.length).toBeGreaterThanOrEqual(100);
    const rules = payloads.map((selector, i) => ({ id: `r${i}`, kind: 'drop', selector }));
    const stored = { site, setting: { isLearning: false, rules } };
    const hostile = JSON.stringify({ format: 1, hashKey: [1, 2], sites: [stored] });
    await told.ask({ type: 'import', text: hostile });
    const panel = await browser().openOwn(`panel.html?tab=${await told.tabId(url)}`);
    await until(panel, 'document.querySelectorAll("code").length >= 100');
    const shown = await panel.evaluate<string[]>(
      '[...document.querySelectorAll("code")].map((code) => code.textContent)',
    );
    expect(shown).toEqual(payloads);
    expect(
      await panel.evaluate(
        '[window.xss ?? "nothing", document.querySelectorAll("img, svg, iframe, script:not([src])").length]',
      ),
    ).toEqual(['nothing', 0]);
    await told.ask({ type: 'forget-everything' });
    expect((await told.status(url)).site).toBe(site);
    await panel.goto(await panel.evaluate('location.href'));
    await until(panel, 'document.querySelector("[value=content]")?.checked === true');
    await panel.evaluate('document.querySelector("[value=template]").click(), 0');
    await until(tab, 'getComputedStyle(document.querySelector("main p")).visibility === "hidden"');
    // The panel has said all that it has to say of the new view, and moves nothing any more.
    await until(panel, 'document.querySelector("[value=template]")?.checked === true');
    await panel.click(...(await steadyPoint(panel, 'document.querySelector("[data-key=take-copy]")')));
    await until(panel, 'document.querySelector("#said").textContent.startsWith("Copied: ")');
    // A browser asks for a permission only where the user has clicked.
    const [x, y] = await steadyPoint(
      panel,
      '[...document.querySelectorAll("label")].find((label) => label.textContent.startsWith("Learn as")).firstChild',
    );
    await panel.click(x, y);
    await until(panel, 'document.querySelectorAll("li").length === 1');
    expect(await told.ask<StoredSite[]>({ type: 'stored-sites' })).toMatchObject([
      { site, isLearning: true },
    ]);
    const written = await told.ask<string>({ type: 'export' });
    await told.ask({ type: 'forget-everything' });
    expect(await told.ask<StoredSite[]>({ type: 'stored-sites' })).toEqual([]);
    expect(await told.asked({ type: 'import', text: '{"format":0}' })).toMatchObject({
      ok: false,
      problem: 'problemNoExport',
    });
    await told.ask({ type: 'import', text: written });
    await panel.close();
  });
});

describeExtension(
  'the extension as it is shipped',
  (browser) => {
    it('can look at no page before the user clicks', async () => {
      await using server = await serveSite(createSite({ seed: 171, pages: 2 }), answer);
      const url = `${new URL(server.url).origin}/changing`;
      const tab = await browser().open(url);
      const told = await ToldExtension.open(browser());
      const query = '(globalThis.browser ?? chrome).tabs.query({})';
      const ids = await told.evaluate<number[]>(`${query}.then((tabs) => tabs.map(({ id }) => id))`);
      for (const tabId of ids) {
        const answered = await told.asked({
          type: 'order',
          tabId,
          order: { type: 'set-view', view: 'content' },
        });
        expect(answered).toMatchObject({ ok: false, problem: 'problemNoAccess' });
      }
      expect(await told.asked({ type: 'set-learning', site: new URL(url).host, isOn: true })).toMatchObject({
        ok: false,
        problem: 'problemRefused',
      });
      expect(await tab.evaluate('getComputedStyle(document.querySelector("nav")).opacity')).toBe('1');
      await browser().killBackground();
      await tab.clickAction();
      await until(tab, 'getComputedStyle(document.querySelector("nav")).opacity === "0.2"');
      const { site } = await told.status(url);
      expect(site).toBe(new URL(url).host);
    });

    it('extracts with what a click allows, and asks for the site where that is not enough', async () => {
      const generated = createSite({ seed: 170, pages: 8, theme: 'blog', language: 'english' });
      const home = generated.page(0);
      const { origin: written } = new URL(home.url);
      await using server = await serveSite(generated, (path, { headers }, response) => {
        if (path !== '/forbidding') return false;
        response.writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'",
        });
        response.end(home.html.replaceAll(written, `http://${headers.host}`));
        return true;
      });
      const { origin } = new URL(server.url);
      const told = await ToldExtension.open(browser());
      const tab = await browser().open(home.url.replace(written, origin));
      const extracted = async (url: string): Promise<ExtractReport> => {
        await tab.goto(url);
        await tab.clickAction();
        await until(
          tab,
          '[...document.querySelectorAll("*")].some((one) => getComputedStyle(one).opacity === "0.2")',
        );
        return told.order<ExtractReport>(url, { type: 'extract' });
      };
      expect(await extracted(home.url.replace(written, origin))).toMatchObject({ state: 'done' });
      // Firefox lets nobody fetch in a page that forbids it, and a click allows the page only.
      const forbidding = `${origin}/forbidding`;
      const report = await extracted(forbidding);
      if (browser().name === 'chromium') expect(report).toMatchObject({ state: 'done' });
      else {
        expect(report).toMatchObject({ state: 'failed', problem: 'problemNeedsSite' });
        const panel = await browser().openOwn(`panel.html?tab=${await told.tabId(forbidding)}`);
        await until(panel, 'document.querySelector("[data-key=allow-site]") !== null');
        await panel.close();
      }
    });
  },
  { isAllowed: false },
);

async function load(url: string): Promise<Page> {
  const response = await fetch(url);
  if (!response.ok) throw new DehuskError('HTTP_STATUS', { url, status: response.status });
  return parseText(await response.text(), { url });
}

interface JudgedPage {
  readonly page: Page;
  readonly verdict: Verdict;
}

/** Of the first block of links that is template: its first words, and on how many pages all of it was seen. */
function menuEvidence({ page, verdict }: JudgedPage): { readonly words: string; readonly seen: number } {
  const { start, count } = splitBlocks(page);
  for (let block = 0; block < count; block++) {
    const nodes = [...page.segments.subarray(start[block]!, start[block + 1]!)];
    const isMenu = nodes.every(
      (node) => verdict.template[node] === 1 && page.tag[page.parent[node]!] === Tag.a,
    );
    if (isMenu && nodes.length > 0)
      return {
        words: readNormalText(page, nodes[0]!),
        seen: Math.min(...nodes.map((node) => verdict.seen[node]!)),
      };
  }
  throw new Error('no menu');
}

/** What the lab finds labelled: in the page that was saved, and in one that it labels by the saved labels. */
function labelsOf(labelled: string, sent: string, labels: string): readonly string[] {
  const titlesIn = (html: string): string => /<h1 class="notTemplate">([^<]*)/.exec(html)![1]!;
  const titles = [labelled, withLabels(sent, JSON.parse(labels).labels[0].nodes)].map(titlesIn);
  return [...new Set(titles)];
}

/** All pages in one folder, with links that lead from one to the other. */
function linked(
  files: readonly { readonly path: string; readonly html: string }[],
): readonly { readonly path: string; readonly html: string }[] {
  const flat = (path: string): string => path.replaceAll('/', '-');
  const names = new Map(files.map(({ path }) => [path.replace(/(?:index)?\.html$/, ''), flat(path)]));
  return files.map(({ path, html }) => ({
    path: flat(path),
    html: html.replace(/href="(?:https?:\/\/[^"/]+)?\/([^"?#]*)"/g, (all, target: string) => {
      const name = names.get(target.replace(/\/?(?:\.html)?$/, ''));
      return name === undefined ? all : `href="${name}"`;
    }),
  }));
}
