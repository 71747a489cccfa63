/** The HTML view in a real browser: what it marks, and what it does not do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Frame, Page as Tab } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { diffPages } from '../../packages/dehusk/src/compare/diff/diff-pages.ts';
import { type DiffView, toDiffHtml } from '../../packages/dehusk/src/compare/diff/html-view.ts';
import { parseText } from '../../packages/dehusk/src/page/parse.ts';
import { createRandom } from '../../packages/lab/src/synthetic/random.ts';
import { createSite } from '../../packages/lab/src/synthetic/synthetic-site.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { serve } from '../http/loopback.ts';
import { editablePage, toHtml } from './editable-page.ts';
import { type EditName, editPage, type KnownEdit } from './known-edits.ts';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-view-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whatever a view asks the network for comes here. */
const server = await serve((_, response) => response.end());
afterAll(() => server[Symbol.asyncDispose]());
const { origin: net, paths: heard } = server;

const phone = { width: 390, height: 844 };
let files = 0;

/** Opens a file in a tab of its own; `loaded` is what it got beside, `alarms` are dialogs and errors. */
async function open(
  browser: Browser,
  html: string,
  viewport = { width: 1200, height: 800 },
): Promise<{ readonly tab: Tab; readonly loaded: readonly string[]; readonly alarms: readonly string[] }> {
  const file = join(folder, `${files++}.html`);
  writeFileSync(file, html);
  const tab = await browser.newPage({ viewport });
  const loaded: string[] = [];
  const alarms: string[] = [];
  // What the policy forbids is announced as a request, but never sent.
  tab.on('response', (response) => loaded.push(response.url()));
  tab.on('dialog', (dialog) => {
    alarms.push(dialog.message());
    // A frame that is replaced takes its dialog along; then there is none left to dismiss.
    dialog.dismiss().catch(() => undefined);
  });
  tab.on('pageerror', (error) => alarms.push(error.message));
  // A page that sends its reader elsewhere at once would interrupt a `goto` that waits for it to load.
  await tab.goto(pathToFileURL(file).href, { waitUntil: 'commit' });
  await tab.waitForLoadState();
  loaded.shift();
  return { tab, loaded, alarms };
}

function frames(tab: Tab): readonly Frame[] {
  return tab.frames().filter((frame) => frame !== tab.mainFrame());
}

/** What a frame marks: `added: words`. */
function marks(frame: Frame): Promise<string[]> {
  return frame.evaluate(
    `[...document.querySelectorAll('[data-dehusk-diff]')]
      .map((one) => one.getAttribute('data-dehusk-diff') + ': ' + one.textContent)`,
  );
}

/** What the frames must mark of an edit; of two ways to tell it, the one that they have chosen. */
function expectedMarks({ expected }: KnownEdit, found: readonly string[]): readonly string[] {
  const ways = expected.map((changes) => changes.flatMap(marksOf).map(squash));
  return ways.find((way) => way.every((mark) => found.includes(mark))) ?? ways[0]!;
}

function marksOf(change: string): readonly string[] {
  const [, before, after] = /^changed: (.*) → (.*)$/s.exec(change) ?? [];
  return before === undefined ? [change] : [`removed: ${before}`, `added: ${after}`];
}

const squash = (words: string): string => words.replace(/\s+/g, '');

const names: readonly EditName[] = [
  'insert a paragraph',
  'insert a menu entry',
  'remove an item',
  'change a text',
  'move a block',
  'swap two siblings',
];

function editedPair(seed: number): { before: string; after: string; edits: readonly KnownEdit[] } {
  const site = createSite({ seed, pages: 20, pageBytes: { min: 8_000, max: 12_000 } });
  const root = editablePage(parseText(site.page(1 + (seed % 19)).html));
  const before = toHtml(root);
  return { before, edits: editPage(root, createRandom(seed, 'view'), names), after: toHtml(root) };
}

function view(before: string, after: string, how: DiffView): string {
  return toDiffHtml(diffPages(parseText(before), parseText(after)), { view: how, summary: 'some changes' });
}

const run = (name: string): string => `top.ran=parent.ran=window.ran='${name}';alert('${name}')`;
/** A page that tries all it can; what it asks the network for is below a folder of its own. */
function hostile(name: string): string {
  const at = `${net}/${name}`;
  return (
    `<script>${run('script')}</script><img src=${at}/a.png onerror="${run('onerror')}">` +
    `<a id=link href="javascript:${run('link')}">a link</a><svg onload="${run('svg')}"><script>${run('svg script')}</script></svg>` +
    `<meta http-equiv=refresh content="0;url=${at}/refresh"><iframe src=${at}/frame></iframe>` +
    `<iframe srcdoc="<script>${run('srcdoc').replaceAll("'", '&#39;')}</script>"></iframe><base href=${at}/>` +
    `<link rel=stylesheet href=${at}/a.css><link rel=preload as=image href=${at}/b.png>` +
    `<style>@import "${at}/c.css";p{background:url(${at}/d.png)}</style>` +
    `<p onclick="${run('onclick')}" style="background:url(${at}/e.png)">a paragraph</p>` +
    `<video autoplay src=${at}/v.mp4></video><object data=${at}/o></object>` +
    `<form id=form action=${at}/form><button>send</button></form><a id=out href=${at}/out target=_top>out</a>`
  );
}

describeInBrowser('the view of a comparison', (browser) => {
  it.each([1, 2, 3, 4, 5, 6])('marks exactly what was edited (%d)', async (seed) => {
    const { before, after, edits } = editedPair(seed);
    const { tab } = await open(browser(), view(before, after, 'merged'));
    const found = (await marks(frames(tab)[0]!)).map(squash);
    expect(edits.length).toBeGreaterThan(2);
    expect(found.toSorted()).toEqual(edits.flatMap((edit) => expectedMarks(edit, found)).toSorted());
    await tab.close();
  });

  it('marks in each version what is its own, side by side', async () => {
    const { before, after, edits } = editedPair(7);
    const { tab } = await open(browser(), view(before, after, 'side-by-side'));
    const [old, fresh] = await Promise.all(
      frames(tab).map(async (frame) => (await marks(frame)).map(squash)),
    );
    const all = edits.flatMap((edit) => expectedMarks(edit, fresh!.concat(old!)));
    const moved = all.filter((mark) => mark.startsWith('moved:'));
    expect(old!.toSorted()).toEqual(
      [...all.filter((mark) => mark.startsWith('removed:')), ...moved].toSorted(),
    );
    expect(fresh!.toSorted()).toEqual(
      [...all.filter((mark) => mark.startsWith('added:')), ...moved].toSorted(),
    );
    await tab.close();
  });

  it('would notice if something of a page ran or loaded', async () => {
    const { tab, loaded, alarms } = await open(browser(), hostile('heard'));
    await expect.poll(() => alarms).toContain('script');
    await expect.poll(() => [loaded.length, heard.length]).not.toContain(0);
    await tab.close();
  });

  it.each([
    ['merged', 1],
    ['side-by-side', 2],
  ] as const)('runs nothing of the page, and loads nothing: %s', async (how, count) => {
    const page = hostile(how);
    const before = `<p>old words</p>${page}`;
    const after = `<p>new words</p>${page}<p>${page}</p>`;
    const { tab, loaded, alarms } = await open(browser(), view(before, after, how));
    expect(frames(tab)).toHaveLength(count);
    for (const frame of frames(tab)) {
      for (const selector of ['#link', 'p', '#out', '#form button'])
        await frame.locator(selector).first().click({ noWaitAfter: true });
    }
    await tab.waitForTimeout(300);
    const ran = await Promise.all(tab.frames().map((frame) => frame.evaluate<unknown>('window.ran')));
    // Of the page before, something may still be on its way.
    const own = heard.filter((path) => path.startsWith(`/${how}/`));
    expect({ ran: ran.filter(Boolean), loaded, alarms, own }).toEqual({
      ran: [],
      loaded: [],
      alarms: [],
      own: [],
    });
    expect(new Set(frames(tab).map((frame) => frame.url()))).toEqual(new Set(['about:srcdoc']));
    expect(tab.context().pages()).toHaveLength(1);
    await tab.close();
  });

  it('leaves the layout of the page as it is', async () => {
    const { before, after } = editedPair(8);
    const sizes = async (html: string): Promise<unknown> => {
      const { tab } = await open(browser(), html);
      const size = await frames(tab)[1]!.evaluate('[document.body.scrollHeight, document.body.scrollWidth]');
      await tab.close();
      return size;
    };
    expect(await sizes(view(before, after, 'side-by-side'))).toEqual(
      await sizes(view(after, after, 'side-by-side')),
    );
  });

  it('shows removals struck out at their place, and everything in readable colours', async () => {
    const page = (item: string): string =>
      `<body style="background:#000;color:#fff"><ul><li>a</li>${item}<li>z</li></ul>`;
    const { tab } = await open(
      browser(),
      view(page('<li>gone</li>'), page('<li>came<li>and more'), 'merged'),
    );
    const told = await frames(tab)[0]!.evaluate(
      `[...document.querySelectorAll('[data-dehusk-diff]')].map((one) => {
        const { color, backgroundColor, textDecorationLine } = getComputedStyle(one);
        return [one.textContent, color, backgroundColor, textDecorationLine];
      })`,
    );
    expect(told).toEqual([
      ['gone', 'rgb(31, 35, 40)', 'rgb(255, 215, 213)', 'line-through'],
      ['came', 'rgb(31, 35, 40)', 'rgb(218, 251, 225)', 'none'],
      ['and more', 'rgb(31, 35, 40)', 'rgb(218, 251, 225)', 'none'],
    ]);
    await tab.close();
  });

  it.each(['merged', 'side-by-side'] as const)('fits a phone: %s', async (how) => {
    const { before, after } = editedPair(9);
    const { tab } = await open(browser(), view(before, after, how), phone);
    const facts = await tab.evaluate(
      `({
        isWide: document.documentElement.scrollWidth > innerWidth,
        isListOpen: document.querySelector('details').open,
        widths: [...document.querySelectorAll('iframe')].map((frame) => frame.clientWidth),
      })`,
    );
    expect(facts).toEqual({
      isWide: false,
      isListOpen: false,
      widths: how === 'merged' ? [phone.width] : [phone.width, phone.width],
    });
    await tab.close();
  });

  it('leads from the list to the changes, by keyboard too', async () => {
    const filler = '<p>words</p>'.repeat(200);
    const { tab } = await open(
      browser(),
      view(`${filler}<p>old</p>`, `<p>first</p>${filler}<p>new</p>`, 'merged'),
    );
    const current = (): Promise<string[]> =>
      frames(tab)[0]!.evaluate(
        `[...document.querySelectorAll('[data-dehusk-current]')]
          .filter((one) => one.getBoundingClientRect().bottom > 0 && one.getBoundingClientRect().top < innerHeight)
          .map((one) => one.textContent)`,
      );
    await tab.locator('nav a').last().focus();
    await tab.keyboard.press('Enter');
    await expect.poll(current).toEqual(['new']);
    await tab.keyboard.press('n');
    await expect.poll(current).toEqual(['first']);
    await tab.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(current).toEqual(['new']);
    expect(await tab.locator('nav a[aria-current]').count()).toBe(1);
    await tab.close();
  });
});
