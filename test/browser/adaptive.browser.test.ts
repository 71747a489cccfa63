/** The library in a real browser: it judges documents there as it judges their HTML in Node. */
import type { Browser, Page as Tab } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { clean, createCleaner } from '../../packages/dehusk/src/engine/node-cleaner.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { createSite, type SyntheticSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { type Answer, serveSite } from '../servers/site-server.ts';
import { bundleForBrowser } from './bundle-for-browser.ts';
import type { judgeFetched, judgeShown } from './judge-documents.ts';
import { type JudgedPage, type JudgedVisit, judgeVisit, type Visit } from './judge-visit.ts';
import { describeInBrowser } from './open-browser.ts';

/** What the bundles leave in the browser. */
declare const judging: {
  readonly judgeFetched: typeof judgeFetched;
  readonly judgeShown: typeof judgeShown;
};
declare const dehusk: typeof import('../../packages/dehusk/src/index.ts');
declare const dehuskDom: typeof import('../../packages/dehusk/src/dom.ts');
/** The document that the tab shows. */
declare const document: import('../../packages/dehusk/src/page/from-dom.ts').DomDocument;

const ownPages: Readonly<Record<string, string>> = {
  '/empty': '<!DOCTYPE html><title>Empty</title><body>',
  '/scripted': String.raw`<!DOCTYPE html><title>Scripted</title><p id="p">Read &amp; written.</p><pre id="pre"></pre>
<script>
p.firstChild.splitText(6);
p.append(' Price: ', '', '12 €', document.createComment('c'), 'One', document.createElement('i'), ' two', ' three');
pre.append('four\n', '  five\n', '&amp;six');
</script>`,
};

/** Style sheets and images are empty, so that the browser misses nothing. */
const answer: Answer = (path, _request, response) => {
  const html = ownPages[path];
  if (html === undefined && !/^\/(?:assets|img|gif|media|favicon\.ico)/.test(path)) return false;
  response.writeHead(200, html === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' });
  response.end(html);
  return true;
};

interface Opened extends AsyncDisposable {
  readonly origin: string;
  /** Of the site's pages, in order. */
  readonly urls: readonly string[];
  /** An empty document of the same origin, with the script. */
  readonly tab: Tab;
  /** Errors, and what stands on the console. */
  readonly alarms: readonly string[];
}

async function open(browser: Browser, script: string, site: SyntheticSite): Promise<Opened> {
  const pages = Array.from({ length: site.pages }, (_, order) => site.page(order));
  const server = await serveSite({ ...site, page: (order) => pages[order]! }, answer);
  const { origin } = new URL(server.url);
  const tab = await browser.newPage();
  const alarms: string[] = [];
  tab.on('console', (message) => alarms.push(message.text()));
  tab.on('pageerror', (error) => alarms.push(error.message));
  await tab.goto(`${origin}/empty`);
  await tab.addScriptTag({ content: script });
  return {
    origin,
    urls: pages.map(({ url }) => url.replace(new URL(url).origin, origin)),
    tab,
    alarms,
    [Symbol.asyncDispose]: async () => {
      await tab.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** In Node, from the same bytes. */
function judgeParsed(visit: Visit): Promise<JudgedVisit> {
  return judgeVisit(visit, async (url) => {
    const response = await fetch(url);
    expect(response.status).toBe(200);
    return parseText(await response.text(), { url });
  });
}

function expectSame(actual: JudgedVisit, expected: JudgedVisit): void {
  expectSameVerdicts(actual.pages, expected.pages);
  expect(Buffer.compare(actual.state, expected.state)).toBe(0);
}

/** Logarithms may differ in their last bits from engine to engine; nothing else may. */
function expectSameVerdicts(actual: readonly JudgedPage[], expected: readonly JudgedPage[]): void {
  const exact = (pages: readonly JudgedPage[]): unknown => pages.map(({ score: _, ...page }) => page);
  expect(exact(actual)).toEqual(exact(expected));
  const expectedScores = expected.flatMap(({ score }) => score);
  const differences = actual.flatMap(({ score }) => score).map((score, i) => score - expectedScores[i]!);
  expect(Math.max(...differences.map(Math.abs))).toBeLessThan(1e-6);
}

const aPage = createSite({ seed: 80, pages: 1 });
const smallPages = { min: 3_000, max: 8_000 };

describeInBrowser('the library in a browser', (browser) => {
  let script: string;
  beforeAll(async () => {
    script = (await bundleForBrowser('test/browser/judge-documents.ts', 'judging')).script;
  });

  it('asks for nothing that only Node has, and cleans pages', async () => {
    const library = await bundleForBrowser('packages/dehusk/dist/index.js', 'dehusk');
    expect(library.nodeOnly).toEqual([]);
    const site = createSite({ seed: 80, pages: 8 });
    await using opened = await open(browser(), library.script, site);
    const pages = await Promise.all(
      opened.urls.map(async (url) => ({ url, html: await (await fetch(url)).text() })),
    );
    const shown = await opened.tab.evaluate(async (given) => {
      const texts: string[] = [];
      for await (const { text } of dehusk.clean(given)) texts.push(text);
      return texts;
    }, pages);
    const expected: string[] = [];
    for await (const { text } of clean(pages)) expected.push(text);
    expect(shown).toEqual(expected);
    expect(opened.alarms).toEqual([]);
  });

  it('cleans the document that is shown, without an HTML parser', async () => {
    const library = await bundleForBrowser('packages/dehusk/dist/dom.js', 'dehuskDom');
    expect(library.nodeOnly).toEqual([]);
    await using opened = await open(browser(), library.script, aPage);
    const { tab, urls } = opened;
    await tab.goto(urls[0]!);
    await tab.addScriptTag({ content: library.script });
    const shown = await tab.evaluate(async () => {
      const { text } = await dehuskDom.createCleaner().add(dehuskDom.fromDom(document));
      return text;
    });
    const { text } = await createCleaner().add({ url: urls[0], html: await tab.content() });
    expect(shown).toBe(text);
    expect(text.length).toBeGreaterThan(100);
    expect(opened.alarms).toEqual([]);
  });

  it.each([
    { seed: 81, theme: 'blog', language: 'english', redesignAt: 9 },
    { seed: 82, theme: 'layoutTable', language: 'arabic' },
    { seed: 83, theme: 'portal', language: 'chinese' },
  ] as const)('judges as in Node: $theme, $language', async (options) => {
    const site = createSite({ ...options, pages: 15, pageBytes: smallPages });
    await using opened = await open(browser(), script, site);
    const { urls, tab, alarms } = opened;
    const parsed = await judgeParsed({ urls });
    const verdicts = parsed.pages.flatMap(({ template }) => template);
    expect(verdicts.filter((bit) => bit === 1).length / verdicts.length).toBeGreaterThan(0.2);
    expectSame(await tab.evaluate((visit) => judging.judgeShown(visit), { urls }), parsed);
    expectSame(await tab.evaluate((visit) => judging.judgeFetched(visit), { urls }), parsed);
    expect(alarms).toEqual([]);
  });

  it('goes on in the browser where Node stopped, and the other way round', async () => {
    const site = createSite({
      seed: 85,
      theme: 'semantic',
      language: 'arabic',
      pages: 15,
      pageBytes: smallPages,
    });
    await using opened = await open(browser(), script, site);
    const { urls, tab, alarms } = opened;
    const parts = [urls.slice(0, 5), urls.slice(5, 10), urls.slice(10)] as const;
    const first = await judgeParsed({ urls: parts[0] });
    const visit = { urls: parts[1], state: first.state };
    const inBrowser = await tab.evaluate((each) => judging.judgeShown(each), visit);
    expectSame(inBrowser, await judgeParsed(visit));
    const back = await judgeParsed({ urls: parts[2], state: inBrowser.state });
    const atOnce = await judgeParsed({ urls });
    expectSameVerdicts([...first.pages, ...inBrowser.pages, ...back.pages], atOnce.pages);
    expect(alarms).toEqual([]);
  });

  it('takes texts that a script has put side by side for one, as they are in the HTML of the document', async () => {
    await using opened = await open(browser(), script, aPage);
    const { origin, tab, alarms } = opened;
    const visit = { urls: [`${origin}/scripted`] };
    const shown = await tab.evaluate((each) => judging.judgeShown(each), visit);
    await tab.goto(visit.urls[0]!);
    const html = await tab.content();
    expectSame(shown, await judgeVisit(visit, async (url) => parseText(html, { url })));
    expect(shown.pages[0]!.text).toEqual([
      'Read & written. Price: 12 €',
      'One',
      'two three',
      'four five &amp;six',
    ]);
    expect(alarms).toEqual([]);
  });
});
