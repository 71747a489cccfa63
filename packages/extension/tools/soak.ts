/**
 * The tests in the browsers, for longer: `npm run extension soak [SITES]`. Generated sites are visited page by page while
 * the background is ended at random, between messages and in the middle of them. Marks must equal the verdicts of the
 * cleaner over the visited pages, node for node; nothing may be lost or counted twice; documents stay as they were. Then
 * pages are visited again after an edit, which must be told, and nothing else; and the button is clicked while the
 * background is ended before each click.
 */
import { strict as assert } from 'node:assert';
import { type Answer, serveSite } from '../../../test/servers/site-server.ts';
import { createCleaner } from '../../dehusk/src/engine/node-cleaner.ts';
import { createRandom, type Random } from '../../lab/src/synthetic/random.ts';
import { createSite, type SyntheticSite } from '../../lab/src/synthetic/synthetic-site.ts';
import type { ListedChange, StoredSite } from '../src/protocol.ts';
import { type DrivenBrowser, type DrivenTab, until, waitUntil } from '../test/driven-browser.ts';
import { expectedMarks, shownMarks } from '../test/shown-marks.ts';
import { ToldExtension } from '../test/told-extension.ts';
import { inEachBrowser } from './each-browser.ts';

const SITES = Number(process.argv[2] ?? 10);
const PAGES = 25;
/** Of the visits: the background is ended before, or while it works. */
const KILL_SHARE = 0.3;
const CLICKS = 30;
/** Pages of a site that are edited. */
const EDITED_PAGES = 5;

/** What a browser is put through, and how often its background was ended meanwhile. */
class Soak {
  readonly #browser: DrivenBrowser;
  readonly #told: ToldExtension;
  visits = 0;
  marks = 0;
  edits = 0;
  clicks = 0;
  kills = 0;

  constructor(browser: DrivenBrowser, told: ToldExtension) {
    this.#browser = browser;
    this.#told = told;
  }

  async site(seed: number): Promise<void> {
    const site = createSite({ seed: 7_000 + seed, pages: PAGES, pageBytes: { min: 2_000, max: 30_000 } });
    const random = createRandom(seed, 'kills');
    const edited = new Map<string, string>();
    const answer: Answer = (path, { headers }, response) => {
      const html = edited.get(path);
      if (html === undefined) return false;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html.replaceAll(new URL(site.page(0).url).origin, `http://${headers.host}`));
      return true;
    };
    await using server = await serveSite(site, answer);
    const { origin, host } = new URL(server.url);
    const tab = await this.#browser.open(`${origin}/nothing`);
    await this.#visitAll(tab, { site, origin, random });
    await this.#editSome(tab, { site, origin, random, edited });
    await this.#clickOften(tab, random);
    await tab.close();
    await this.#told.ask({ type: 'forget-site', site: host });
  }

  async #mayKill(random: Random): Promise<void> {
    if (random.between(0, 99) >= 100 * KILL_SHARE) return;
    this.kills++;
    await this.#browser.killBackground();
  }

  async #visitAll(tab: DrivenTab, { site, origin, random }: Served): Promise<void> {
    const told = this.#told;
    const { host } = new URL(origin);
    await told.ask({ type: 'set-learning', site: host, isOn: true });
    const cleaner = createCleaner();
    for (let i = 0; i < PAGES; i++) {
      const url = addressOf(site, i, origin);
      await this.#mayKill(random);
      await tab.goto(url);
      // In the middle of what the visit has set off, as often as not.
      await this.#mayKill(random);
      const before = await tab.evaluate<string>('document.documentElement.outerHTML');
      await told.order(url, { type: 'set-view', view: 'content' });
      const expected = await cleaner.add({ url, html: await (await fetch(url)).text() });
      if (expected.error !== undefined) throw expected.error;
      const shown = await shownMarks(tab);
      assert.deepEqual(shown, expectedMarks(expected.page, expected.verdict.template), url);
      this.marks += shown.length;
      for (const view of ['template', 'page'] as const) await told.order(url, { type: 'set-view', view });
      assert.equal(await tab.evaluate('document.documentElement.outerHTML'), before, url);
      await this.#mayKill(random);
      const stored = await told.ask<StoredSite[]>({ type: 'stored-sites' });
      assert.equal(stored.find((one) => one.site === host)?.pageCount, i + 1, url);
      this.visits++;
    }
    await told.ask({ type: 'set-learning', site: host, isOn: false });
  }

  /** A paragraph more on each: told as new, as the only change, and shown in the page. */
  async #editSome(tab: DrivenTab, { site, origin, random, edited }: Edited): Promise<void> {
    for (let i = 1; i <= EDITED_PAGES; i++) {
      const { html, texts } = site.page(i);
      const content = texts.find(({ label, text }) => label === 'content' && html.includes(`<p>${text}</p>`));
      if (content === undefined) continue;
      const url = addressOf(site, i, origin);
      const words = `Edited ${random.between(1e6, 1e7).toString(36)}, which no page has said before.`;
      await tab.goto(url);
      await this.#told.order(url, { type: 'set-view', view: 'page' });
      const tabId = await this.#told.tabId(url);
      await this.#told.ask({ type: 'set-watching', tabId, what: 'page', isOn: true });
      const paragraph = `<p>${content.text}</p>`;
      edited.set(url.slice(origin.length), html.replace(paragraph, `${paragraph}<p>${words}</p>`));
      await this.#mayKill(random);
      await tab.goto(url);
      await this.#mayKill(random);
      await until(tab, `(${highlighted}).includes(${JSON.stringify(words)})`);
      const { changes } = await this.#told.status(url);
      assert.deepEqual(counted(changes?.changes ?? []), [`new ${words}`], url);
      await this.#told.order(url, { type: 'changes', act: 'seen' });
      assert.equal((await this.#told.status(url)).changes?.counted, 0, url);
      this.edits++;
    }
  }

  /** On the page that is open: each click shows the next view. */
  async #clickOften(tab: DrivenTab, random: Random): Promise<void> {
    const url = await tab.evaluate<string>('location.href');
    await tab.goto(url);
    const views = ['content', 'template', 'page'] as const;
    const drawn: string[] = [];
    for (let click = 0; click < CLICKS; click++) {
      await this.#mayKill(random);
      await tab.clickAction();
      const view = views[click % views.length];
      // The first click brings what listens to the page: before that nobody answers.
      await waitUntil(async () => {
        const status = await this.#told.status(url).catch(() => undefined);
        return status?.view === view;
      });
      await this.#told.order(url, { type: 'set-view', view: view! });
      const styles = await tab.evaluate<string>(drawnStyles);
      if (click < views.length) drawn.push(styles);
      else assert.equal(styles, drawn[click % views.length], `click ${click}`);
      this.clicks++;
    }
  }
}

interface Served {
  readonly site: SyntheticSite;
  readonly origin: string;
  readonly random: Random;
}

interface Edited extends Served {
  /** By path and query: what is served instead. */
  readonly edited: Map<string, string>;
}

const highlighted =
  '[...CSS.highlights.values()].flatMap((one) => [...one].map(({ startContainer }) => startContainer.nodeValue))';

/** What all elements look like, as far as views change it. */
const drawnStyles = `[...document.body.querySelectorAll('*')].map((one) => {
  const { opacity, visibility, outlineStyle } = getComputedStyle(one);
  return [opacity, visibility, outlineStyle].join();
}).join(';')`;

function addressOf(site: SyntheticSite, order: number, origin: string): string {
  const { url } = site.page(order);
  return url.replace(new URL(url).origin, origin);
}

function counted(changes: readonly ListedChange[]): readonly string[] {
  return changes
    .filter(({ zone, unsteady, isReplacement }) => zone === 'content' && !unsteady && !isReplacement)
    .map(({ kind, text }) => `${kind} ${text}`);
}

await inEachBrowser(async (browser) => {
  const soak = new Soak(browser, await ToldExtension.open(browser));
  for (let seed = 0; seed < SITES; seed++) await soak.site(seed);
  const { visits, marks, edits, clicks, kills } = soak;
  process.stdout.write(
    `${browser.name}: ${SITES} sites, ${visits} visits, ${marks} texts marked as the cleaner judges them, ${edits} edits told, ${clicks} clicks, ${kills} ends of the background, nothing lost\n`,
  );
});
