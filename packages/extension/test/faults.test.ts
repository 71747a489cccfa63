/** What goes wrong in a browser, made to go wrong: the extension says so in words, and loses nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type SiteServer, serveSite } from '../../../test/servers/site-server.ts';
import { createSite } from '../../lab/src/synthetic/synthetic-site.ts';
import messages from '../src/messages.json' with { type: 'json' };
import type { ExtractReport, StoredSite, TabStatus } from '../src/protocol.ts';
import { type DrivenBrowser, type DrivenTab, until, waitUntil } from './driven-browser.ts';
import { describeExtension } from './in-browsers.ts';
import { ToldExtension } from './told-extension.ts';
import { xssPayloads } from './xss-payloads.ts';

const site = createSite({
  seed: 170,
  pages: 8,
  theme: 'blog',
  language: 'english',
  pageBytes: { min: 3_000, max: 8_000 },
});
const { origin: siteOrigin } = new URL(site.page(0).url);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');

/** All connections are cut, as where there is no network. */
let isDown = false;
let visit = 0;

const answer: Answer = (path, { headers }, response) => {
  if (isDown) {
    response.destroy();
    return true;
  }
  const html = (body: string): boolean => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(path.startsWith('/strict') && { 'content-security-policy': "default-src 'none'" }),
    });
    response.end(body.replaceAll(siteOrigin, `http://${headers.host}`));
    return true;
  };
  if (path === '/strict-home') return html(site.page(0).html);
  if (path === '/hostile-words') {
    const words = visit === 0 ? [] : xssPayloads();
    return html(
      `<!DOCTYPE html><html lang="en"><title>${escaped(words.join(' ') || 'Words')}</title><body><main><p>Words that stay as they are.</p>` +
        `${words.map((word, i) => `<p>Number ${i} says ${escaped(word)}</p>`).join('')}</main>` +
        Array.from(
          { length: 20 },
          (_, i) => `<p><a href="${attribute(words[i] ?? '/old')}">Link ${i}</a></p>`,
        ).join(''),
    );
  }
  return false;
};

describeExtension('the extension in trouble', (browser) => {
  let server: SiteServer;
  let origin: string;
  let home: string;
  let told: ToldExtension;
  let tab: DrivenTab;
  beforeAll(async () => {
    server = await serveSite(site, answer);
    origin = new URL(server.url).origin;
    home = site.page(0).url.replace(siteOrigin, origin);
    told = await ToldExtension.open(browser());
    tab = await browser().open(home);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });
  const siteName = (): string => new URL(origin).host;

  // The first: what was fetched once a browser has without a network too.
  it('says that there is no network', async () => {
    await tab.goto(home);
    await told.order(home, { type: 'set-view', view: 'page' });
    isDown = true;
    await tab.setOffline(true);
    try {
      const report = await told.order<ExtractReport>(home, { type: 'extract' });
      expect(report).toMatchObject({ state: 'failed', problem: 'problemOffline' });
      const panel = await panelOf(browser(), await told.tabId(home));
      await until(
        panel,
        `document.body.textContent.includes(${JSON.stringify(messages.problemOffline.message)})`,
      );
      await panel.close();
      // What needs no network works.
      await told.order(home, { type: 'set-view', view: 'content' });
    } finally {
      isDown = false;
      await tab.setOffline(false);
    }
  });

  it('extracts where the page forbids scripts to fetch anything', async () => {
    const url = `${origin}/strict-home`;
    await tab.goto(url);
    expect(await told.order<ExtractReport>(url, { type: 'extract' })).toMatchObject({ state: 'done' });
    // To label it, too, the page is fetched as it was sent.
    expect(await told.order(url, { type: 'label', act: 'start' })).toMatchObject({ isOn: true });
    await told.order(url, { type: 'label', act: 'stop' });
  });

  it.each([
    ['another version', 'noticeOlder', 'facts', 'stored.format = 0'],
    [
      'damaged bytes',
      'noticeDamaged',
      'memory',
      'stored.journals = stored.journals.map((bytes) => bytes.fill(1))',
    ],
  ] as const)(
    'forgets what it cannot read of a site, %s, says so, and learns anew',
    async (_, notice, table, spoil) => {
      await told.ask({ type: 'set-learning', site: siteName(), isOn: true });
      const learned = async (url: string): Promise<number | undefined> => {
        await tab.goto(url);
        await told.order(url, { type: 'set-view', view: 'content' });
        const stored = await told.ask<StoredSite[]>({ type: 'stored-sites' });
        return stored.find((one) => one.site === siteName())?.pageCount;
      };
      const pages = [1, 2, 3].map((i) => site.page(i).url.replace(siteOrigin, origin));
      expect(await learned(pages[0]!)).toBe(1);
      expect(await learned(pages[1]!)).toBe(2);
      await told.evaluate(`new Promise((done, fail) => {
      const opened = indexedDB.open('dehusk');
      opened.onsuccess = () => {
        const change = opened.result.transaction('${table}', 'readwrite');
        const rows = change.objectStore('${table}');
        rows.get('${siteName()}').onsuccess = ({ target: { result: stored } }) => {
          ${spoil};
          rows.put(stored, '${siteName()}');
        };
        change.oncomplete = () => { opened.result.close(); done(0); };
        change.onabort = () => fail(change.error);
      };
    })`);
      expect(await learned(pages[2]!)).toBe(1);
      const panel = await panelOf(browser(), await told.tabId(pages[2]!));
      await until(panel, `document.body.textContent.includes(${JSON.stringify(messages[notice].message)})`);
      await panel.close();
      await told.ask({ type: 'forget-everything' });
    },
  );

  it('goes on with Extract where the background is ended in the middle, and fetches no page twice', async () => {
    await tab.goto(home);
    const tabId = await told.tabId(home);
    const before = server.requests.length;
    await told.evaluate(`(() => {
      const order = { type: 'order', tabId: ${tabId}, order: { type: 'extract' } };
      (globalThis.browser ?? chrome).runtime.sendMessage(order).catch(() => undefined);
    })()`);
    await waitUntil(async () => server.requests.length >= before + 2);
    await browser().killBackground();
    await waitUntil(async () => (await told.status(home)).extract?.state !== 'running');
    const { extract } = await told.status(home);
    expect(extract).toMatchObject({ state: 'done' });
    const fetched = server.requests.slice(before);
    expect(new Set(fetched).size).toBe(fetched.length);
  });

  it('stores nothing in private windows, and says so', async () => {
    const url = home;
    await told.ask({ type: 'set-learning', site: siteName(), isOn: true });
    await tab.goto(home);
    await told.order(home, { type: 'set-view', view: 'page' });
    await tab.goto('about:blank');
    await told.evaluate(
      `(globalThis.browser ?? chrome).windows.create({ incognito: true, url: ${JSON.stringify(url)} }).then(() => undefined)`,
    );
    const isThere = `(globalThis.browser ?? chrome).tabs.query({}).then((tabs) => tabs.some((tab) => tab.incognito && tab.status === 'complete' && tab.url === ${JSON.stringify(url)}))`;
    await waitUntil(() => told.evaluate<boolean>(isThere));
    const tabId = await told.tabId(url);
    expect(await told.order(url, { type: 'set-view', view: 'content' })).toBe('content');
    expect(await told.status(url)).toMatchObject({ isLearning: false } satisfies Partial<TabStatus>);
    for (const what of ['page', 'site'] as const)
      expect(await told.asked({ type: 'set-watching', tabId, what, isOn: true })).toMatchObject({
        ok: false,
        problem: 'problemPrivate',
      });
    expect(await told.asked({ type: 'order', tabId, order: { type: 'changes', act: 'show' } })).toMatchObject(
      { ok: false, problem: 'problemPrivate' },
    );
    // What was learned before stays as it is, also where Extract begins with the very page that was learned.
    expect(await told.order<ExtractReport>(url, { type: 'extract' })).toMatchObject({ state: 'done' });
    const stored = await told.ask<StoredSite[]>({ type: 'stored-sites' });
    expect(stored.find((one) => one.site === siteName())).toMatchObject({ pageCount: 1, watchedPages: 0 });
    const panel = await panelOf(browser(), tabId);
    await until(
      panel,
      `document.body.textContent.includes(${JSON.stringify(messages.learnPrivate.message)})`,
    );
    await panel.close();
    await told.evaluate(`(globalThis.browser ?? chrome).tabs.remove(${tabId}).then(() => undefined)`);
    await told.ask({ type: 'forget-everything' });
  });

  it('shows the words and addresses of a hostile page as words', async () => {
    const url = `${origin}/hostile-words`;
    visit = 0;
    await tab.goto(url);
    const tabId = await told.tabId(url);
    await told.ask({ type: 'set-watching', tabId, what: 'page', isOn: true });
    visit = 1;
    await tab.goto(url);
    await until(tab, 'CSS.highlights.size > 0');
    await waitUntil(async () => (await told.status(url)).changes?.isShown === true);
    const ran = '[window.xss ?? "nothing", document.querySelectorAll("#panel :is(img, svg, script)").length]';
    const panel = await panelOf(browser(), tabId);
    await until(panel, 'document.querySelectorAll("li.change").length >= 100');
    const shown = await panel.evaluate<string>('document.querySelector("main").textContent');
    for (const payload of xssPayloads()) expect(shown).toContain(payload);
    // As the addresses of links, too.
    for (const payload of xssPayloads().slice(0, 20)) expect(shown).toContain(`→ ${payload}`);
    expect(await panel.evaluate(ran)).toEqual(['nothing', 0]);
    const { versions } = (await told.status(url)).changes!;
    const named = new URLSearchParams({ url, from: '1', to: String(versions.at(-1)!.id) });
    const compared = await browser().openOwn(`versions.html#${named}`);
    await until(compared, 'document.querySelector("iframe") !== null');
    expect(await compared.evaluate(ran)).toEqual(['nothing', 0]);
    await compared.close();
    for (const [i, address] of xssPayloads().slice(0, 20).entries()) {
      const missing = new URLSearchParams({ url: address, from: '1', to: '2' });
      await panel.goto(
        (await panel.evaluate<string>('location.href')).replace(/[^/]*$/, `versions.html?${i}#${missing}`),
      );
      await until(panel, 'document.querySelector(".problem") !== null');
      expect(await panel.evaluate('document.querySelector("h1").textContent')).toBe(address);
      expect(await panel.evaluate(ran)).toEqual(['nothing', 0]);
    }
    expect(await tab.evaluate('window.xss ?? "nothing"')).toBe('nothing');
    await panel.close();
    await told.ask({ type: 'forget-everything' });
  });

  it('says that a permission was refused', async () => {
    await tab.goto(home);
    await told.order(home, { type: 'set-view', view: 'page' });
    const panel = await panelOf(browser(), await told.tabId(home));
    // Nobody can press the browser's own button here: what it returns then is put in its place.
    await panel.evaluate('void ((globalThis.browser ?? chrome).permissions.request = async () => false)');
    await panel.evaluate(
      'void [...document.querySelectorAll("label")].find((label) => label.textContent.startsWith("Learn as")).firstChild.click()',
    );
    await until(
      panel,
      `document.querySelector("[role=status]").textContent === ${JSON.stringify(messages.problemRefused.message)}`,
    );
    expect(await told.ask<StoredSite[]>({ type: 'stored-sites' })).toEqual([]);
    await panel.close();
  });

  it('says that the browser has no room left, and shows the verdict all the same', async () => {
    await told.ask({ type: 'set-learning', site: siteName(), isOn: true });
    const makeRoom = await browser().fillStorage();
    try {
      await tab.goto(home);
      expect(await told.order(home, { type: 'set-view', view: 'content' })).toBe('content');
      expect(await told.status(home)).toMatchObject({ notice: 'problemFull' });
      const other = site.page(1).url.replace(siteOrigin, origin);
      await tab.goto(other);
      expect(await told.order(other, { type: 'set-view', view: 'content' })).toBe('content');
      await tab.goto(home);
      const panel = await panelOf(browser(), await told.tabId(home));
      await until(
        panel,
        `document.body.textContent.includes(${JSON.stringify(messages.problemFull.message)})`,
      );
      await panel.close();
      // Firefox has room left for something as small as a rule.
      if (browser().name === 'firefox') return;
      await told.order(home, { type: 'why', isOn: true });
      const [x, y] = await tab.evaluate<[number, number]>(
        '(({ left, top }) => [left + 5, top + 5])(document.querySelector("h1").getBoundingClientRect())',
      );
      await tab.moveTo(x, y);
      await waitUntil(async () => /^(?:Template|Content)\n/.test((await tab.ownElement())?.text ?? ''));
      await tab.click(x, y);
      const { buttons } = (await tab.ownElement())!;
      await tab.click(...(buttons['This is content'] ?? buttons['This is template'])!);
      await waitUntil(async () => (await tab.ownElement())!.text.includes(messages.problemFull.message));
      await told.order(home, { type: 'why', isOn: false });
    } finally {
      await makeRoom();
    }
    await tab.goto(home);
    await told.order(home, { type: 'set-view', view: 'content' });
    expect((await told.status(home)).notice ?? undefined).toBeUndefined();
    const stored = await told.ask<StoredSite[]>({ type: 'stored-sites' });
    expect(stored).toMatchObject([{ site: siteName(), pageCount: 1 }]);
  });
});

async function panelOf(browser: DrivenBrowser, tabId: number): Promise<DrivenTab> {
  const panel = await browser.openOwn(`panel.html?tab=${tabId}`);
  await until(panel, 'document.querySelectorAll("h2").length > 3');
  return panel;
}
