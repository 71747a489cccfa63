/** The report in a real browser: what it shows, what it does, and what it does not do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Locator, Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../../../test/browser/open-browser.ts';
import { serve } from '../../../test/http/loopback.ts';
import type { WorstPage } from '../src/results/details.ts';
import {
  generatedSites,
  hostileReport,
  type MadeReport,
  makeReport,
  ordinaryMethods,
  someGrowth,
} from './html-report-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whatever a report asks the network for comes here. */
const server = await serve((_, response) => response.end());
afterAll(() => server[Symbol.asyncDispose]());
const { origin: net, paths: heard } = server;

let report: MadeReport;
let files = 0;
beforeAll(async () => {
  report = await makeReport({
    sites: generatedSites(),
    methods: ordinaryMethods,
    peers: ['line-filter'],
    growth: someGrowth,
  });
});

interface Opened {
  readonly tab: Tab;
  /** What it asked for beside itself; dialogs, errors and complaints. */
  readonly asked: readonly string[];
  readonly alarms: readonly string[];
}

async function open(browser: Browser, html: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const file = join(folder, `${files++}.html`);
  writeFileSync(file, html);
  const tab = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
  const asked: string[] = [];
  const alarms: string[] = [];
  tab.on('request', (request) => asked.push(request.url()));
  tab.on('console', (message) => alarms.push(message.text()));
  tab.on('pageerror', (error) => alarms.push(error.message));
  tab.on('dialog', (dialog) => {
    alarms.push(dialog.message());
    dialog.dismiss().catch(() => undefined);
  });
  await tab.goto(pathToFileURL(file).href);
  asked.shift();
  return { tab, asked, alarms };
}

const phone = { viewport: { width: 390, height: 844 } };
const pagesOf = (method: string, site: string): readonly WorstPage[] =>
  report.details.worst.get(method)!.get(site)!;
const siteNames = (): readonly string[] => report.results.corpus.map(({ name }) => name);
const visibleArticles = 'article:visible';
const siteChoice = (tab: Tab): Locator => tab.getByRole('combobox', { name: 'Site' });
const methodChoice = (tab: Tab): Locator => tab.locator('#pages').getByRole('combobox', { name: 'Method' });

describeInBrowser('the report of an evaluation', (browser) => {
  it.each(['wide', 'narrow'])('has a mark for each figure: %s', async (look) => {
    const { tab, asked, alarms } = await open(browser(), report.html, look === 'narrow' ? phone : {});
    const count = (selector: string): Promise<number> => tab.locator(selector).count();
    const { methods } = report.results;
    const plot = (id: string): string => `#${id} .${look}`;
    const stateful = methods.filter(
      ({ method, cost, all }) => method !== 'none' && cost.stateBytes && all.read.figures.blockRecall,
    );
    expect(await tab.locator(`${plot('cost')} svg`).isVisible()).toBe(true);
    expect(await count(`${plot('cost')} .dot > *`)).toBe(methods.length);
    expect(await count(`${plot('cost')} .whisker line`)).toBe(methods.length);
    expect(await count(`${plot('cost')} .label text`)).toBe(methods.length);
    expect(await count(`${plot('storage')} .dot > *`)).toBe(stateful.length);
    expect(await count(`${plot('learning')} .line path`)).toBe(methods.length);
    const points = [...report.details.curves.values()].flat();
    expect(await count(`${plot('learning')} .dot > *`)).toBe(points.length);
    const graded = methods.filter(({ all }) => all.read.calibration !== undefined);
    expect(graded.length).toBeGreaterThan(0);
    expect(await count(`${plot('calibration')} .line path`)).toBe(graded.length + 1);
    expect(await count(`${plot('growth-time')} .dot > *`)).toBe(3);
    expect(await count(`${plot('growth-state')} .line path`)).toBe(2);
    expect(await count('.rows a:visible')).toBe(siteNames().length);
    expect({ asked, alarms }).toEqual({ asked: [], alarms: [] });
    await tab.close();
  });

  it('draws bars as long as the figures, the worst first', async () => {
    const { tab } = await open(browser(), report.html);
    await tab.locator('#sites select').selectOption('none');
    const found = await tab.evaluate(
      `(() => {
        const chart = [...document.querySelectorAll('#sites .chart')].find((one) => one.checkVisibility());
        const [sites, values, bars] = ['.sites text', '.values text', '.bars rect'].map((one) => [...chart.querySelectorAll(one)]);
        return bars.map((bar, i) => [sites[i].textContent, values[i].textContent, bar.getBBox().width]);
      })()`,
    );
    const none = report.results.methods.find(({ method }) => method === 'none')!;
    const expected = none.sites
      .map(({ site, golds }) => ({ site, f1: golds.read.figures.f1! }))
      .sort((a, b) => a.f1 - b.f1);
    const rows = found as [string, string, number][];
    expect(rows.map(([, value]) => value)).toEqual(expected.map(({ f1 }) => f1.toFixed(3)));
    for (const [i, { site, f1 }] of expected.entries()) {
      expect(site.startsWith(rows[i]![0].replace('…', ''))).toBe(true);
      expect(rows[i]![2] / rows[0]![2]).toBeCloseTo(f1 / expected[0]!.f1, 1);
    }
    await tab.close();
  });

  it('sorts the table by any column, by keyboard too', async () => {
    const { tab } = await open(browser(), report.html);
    const column = (n: number): Promise<string[]> =>
      tab.evaluate(
        `[...document.querySelectorAll('table.sortable tbody tr > :nth-child(${n})')].map((cell) => cell.dataset.value)`,
      );
    const title = (name: string): Locator => tab.locator('table.sortable th', { hasText: name });
    await title('read F1').getByRole('button').click();
    const down = (await column(2)).map(Number);
    expect(down).toHaveLength(report.results.methods.length);
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    expect(await title('read F1').getAttribute('aria-sort')).toBe('descending');
    await title('read F1').getByRole('button').press('Enter');
    expect((await column(2)).map(Number)).toEqual(down.toReversed());
    await title('method').getByRole('button').click();
    expect(await column(1)).toEqual([...ordinaryMethods, 'line-filter'].sort((a, b) => a.localeCompare(b)));
    expect(await tab.locator('[aria-sort]').count()).toBe(1);
    // Whoever has no figure comes last, whichever way.
    const titles = await tab.locator('table.sortable th').allTextContents();
    const state = 1 + titles.findIndex((text) => text.startsWith('state'));
    for (const _ of ['down', 'up']) {
      await title('state').getByRole('button').click();
      expect((await column(state)).at(-1)).toBe('');
      expect((await column(state))[0]).not.toBe('');
    }
    await tab.close();
  });

  it('shows the worst pages of the chosen site and method, and counts what is wrong', async () => {
    const { tab, alarms } = await open(browser(), report.html);
    for (const site of siteNames()) {
      await siteChoice(tab).selectOption(site);
      for (const method of ['incremental', 'line-filter']) {
        await methodChoice(tab).selectOption(method);
        const pages = pagesOf(method, site);
        expect(await tab.locator(visibleArticles).count()).toBe(pages.length);
        const headings = await tab.locator(`${visibleArticles} h4`).allTextContents();
        expect(headings).toEqual(
          pages.map(({ position, f1, gold }) => `Page ${position} · F1 ${f1.toFixed(3)} on the ${gold} gold`),
        );
        const counts = await tab.locator(`${visibleArticles} .counts b`).allTextContents();
        expect(counts.map((count) => Number(count.replace(/about |,/g, '')))).toEqual(
          pages.flatMap(({ chars }) => [chars.kept, chars.removed]),
        );
      }
    }
    expect(alarms).toEqual([]);
    await tab.close();
  });

  it('shows gold and verdict side by side, and keeps the method when the site changes', async () => {
    const { tab } = await open(browser(), report.html);
    const [first, second] = siteNames();
    await siteChoice(tab).selectOption(first!);
    await methodChoice(tab).selectOption('incremental');
    await siteChoice(tab).selectOption(second!);
    expect(await methodChoice(tab).inputValue()).toBe('incremental');
    const page = tab.locator(visibleArticles).first();
    expect(await page.locator('.side').allTextContents()).toEqual(['Gold', 'incremental']);
    const sides = await tab.evaluate(
      `(() => {
        const article = [...document.querySelectorAll('article')].find((one) => one.checkVisibility());
        return ['p.gold', 'p[dir]:not(.gold)'].map((side) =>
          [...article.querySelectorAll(side)].map((row) => [row.textContent, Math.round(row.getBoundingClientRect().top)]));
      })()`,
    );
    const [gold, verdict] = sides as [unknown[], unknown[]];
    expect(gold.length).toBeGreaterThan(0);
    expect(gold).toEqual(verdict);
    const runs = pagesOf('incremental', second!)[0]!.parts.flatMap((part) =>
      'runs' in part ? part.runs : [],
    );
    const wrong = (kind: string): number => runs.filter((run) => run.kind === kind).length;
    expect(await page.locator('p:not(.gold) > ins').count()).toBe(wrong('kept'));
    expect(await page.locator('p:not(.gold) > del').count()).toBe(wrong('removed'));
    await tab.close();
  });

  it('leads from a row to the pages of its site and method', async () => {
    const { tab } = await open(browser(), report.html);
    await tab.locator('#sites select').selectOption('incremental');
    const row = tab.locator('.rows a:visible').last();
    const site = (await row.locator('title').textContent())!.split(':')[0]!;
    await row.focus();
    await tab.keyboard.press('Enter');
    expect(await siteChoice(tab).inputValue()).toBe(site);
    expect(await methodChoice(tab).inputValue()).toBe('incremental');
    expect(
      await tab.evaluate('document.querySelector("#pages .pick").getBoundingClientRect().top < innerHeight'),
    ).toBe(true);
    await tab.close();
  });

  it('would notice if something of a page ran or loaded', async () => {
    const markup = `<script>window.ran='script';alert('script')</script><img src=${net}/i.png>`;
    const { tab, asked, alarms } = await open(browser(), markup);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    expect([await tab.evaluate('window.ran'), alarms.includes('script'), asked.length]).toEqual([
      'script',
      true,
      1,
    ]);
    heard.length = 0;
    await tab.close();
  });

  it('runs nothing and loads nothing of hostile pages and names, and shows them as they are', async () => {
    const { html } = await hostileReport(net);
    const { tab, asked, alarms } = await open(browser(), html);
    await methodChoice(tab).selectOption({ index: 1 });
    await tab.waitForTimeout(200);
    expect(await tab.evaluate('window.ran')).toBeUndefined();
    expect({ asked, alarms, heard }).toEqual({ asked: [], alarms: [], heard: [] });
    expect(await tab.locator('header .made code').textContent()).toContain(`<script>top.ran='command'`);
    expect(await tab.locator(`${visibleArticles} .url`).first().textContent()).toContain(
      `<script>top.ran='url'`,
    );
    expect(await tab.locator(`${visibleArticles} .flow`).first().textContent()).toContain(
      `<script>top.ran='menu'`,
    );
    await tab.close();
  });

  it('fits a phone: nothing but tables scrolls sideways', async () => {
    const { html } = await hostileReport(net);
    for (const shown of [report.html, html]) {
      const { tab } = await open(browser(), shown, phone);
      for (const fold of await tab.locator('.fold > summary').all()) await fold.click();
      const wide = await tab.evaluate(
        `[...document.body.querySelectorAll('*')]
          .filter((one) => !one.closest('.box') && one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => one.outerHTML.slice(0, 80))`,
      );
      expect(wide).toEqual([]);
      expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await tab.close();
    }
  });

  it('is readable in the light and in the dark, and looks different', async () => {
    const grounds: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const { tab } = await open(browser(), report.html, { colorScheme });
      for (const fold of await tab.locator('.fold > summary').all()) await fold.click();
      grounds.push(await tab.evaluate('getComputedStyle(document.body).backgroundColor'));
      const { checked, low } = await lowContrastTexts(tab);
      expect(low).toEqual([]);
      expect(checked).toBeGreaterThan(200);
      await tab.close();
    }
    expect(new Set(grounds).size).toBe(2);
  });

  it('is whole without its script: all tables to be seen, all pages to be opened', async () => {
    const { tab } = await open(browser(), report.html, { javaScriptEnabled: false });
    const tables = await tab.locator('table').all();
    expect(tables.length).toBeGreaterThan(5);
    for (const table of tables) expect(await table.isVisible()).toBe(true);
    expect(await tab.locator('select, button').count()).toBe(0);
    const site = tab.locator('#site-1');
    await site.locator('summary').first().click();
    await site.locator('details > summary').first().click();
    expect(await site.locator('article').first().isVisible()).toBe(true);
    await tab.close();
  });

  it('prints without its controls', async () => {
    const { tab } = await open(browser(), report.html);
    await tab.emulateMedia({ media: 'print' });
    expect(await tab.locator('select:visible').count()).toBe(0);
    expect(await tab.locator('#cost .wide svg').isVisible()).toBe(true);
    await tab.close();
  });
});

/** Which texts of a page are hard to read: a contrast below 4.5, as WCAG 2 counts it. */
interface Contrast {
  readonly checked: number;
  readonly low: readonly string[];
}

function lowContrastTexts(tab: Tab): Promise<Contrast> {
  return tab.evaluate(`(() => {
    const parse = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
    const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
    const ground = (element) => {
      for (let one = element; one; one = one.parentElement) {
        const [red, green, blue, alpha = 1] = parse(getComputedStyle(one).backgroundColor);
        if (alpha > 0) return [red, green, blue];
      }
      return [255, 255, 255];
    };
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const texts = [...document.body.querySelectorAll('*')]
      .filter((element) => hasText(element) && element.checkVisibility() && !element.matches('script,style,option,title,desc'));
    const low = [];
    for (const element of texts) {
      const style = getComputedStyle(element);
      const ink = luminance(parse(element instanceof SVGElement ? style.fill : style.color));
      const paper = luminance(ground(element));
      const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      if (contrast < 4.5) low.push(element.outerHTML.slice(0, 90) + ': ' + contrast.toFixed(2));
    }
    return { checked: texts.length, low };
  })()`);
}
