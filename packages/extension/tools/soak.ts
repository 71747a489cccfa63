/**
 * The tests in the browsers, for longer: `npm run extension soak [SITES]`. Generated sites are visited page by page while
 * the background is ended at random, between messages and in the middle of them. Marks must equal the verdicts of the
 * cleaner over the visited pages, node for node; nothing may be lost or counted twice; documents stay as they were.
 */
import { strict as assert } from 'node:assert';
import { serveSite } from '../../../test/servers/site-server.ts';
import { createCleaner } from '../../dehusk/src/engine/node-cleaner.ts';
import { createRandom } from '../../lab/src/synthetic/random.ts';
import { createSite } from '../../lab/src/synthetic/synthetic-site.ts';
import type { StoredSite } from '../src/protocol.ts';
import type { DrivenBrowser } from '../test/driven-browser.ts';
import { expectedMarks, shownMarks } from '../test/shown-marks.ts';
import { ToldExtension } from '../test/told-extension.ts';
import { inEachBrowser } from './each-browser.ts';

const SITES = Number(process.argv[2] ?? 10);
const PAGES = 25;
/** Of the visits: the background is ended before, or while it works. */
const KILL_SHARE = 0.3;

async function soak(browser: DrivenBrowser): Promise<void> {
  const told = await ToldExtension.open(browser);
  let visits = 0;
  let marks = 0;
  let kills = 0;
  for (let seed = 0; seed < SITES; seed++) {
    const site = createSite({ seed: 7_000 + seed, pages: PAGES, pageBytes: { min: 2_000, max: 30_000 } });
    const random = createRandom(seed, 'kills');
    await using server = await serveSite(site);
    const { origin, host } = new URL(server.url);
    const tab = await browser.open(`${origin}/nothing`);
    await told.ask({ type: 'set-learning', site: host, isOn: true });
    const cleaner = createCleaner();
    for (let i = 0; i < PAGES; i++) {
      const { url: written } = site.page(i);
      const url = written.replace(new URL(written).origin, origin);
      const isKilled = (): boolean => random.between(0, 99) < 100 * KILL_SHARE;
      const kill = async (): Promise<void> => {
        kills++;
        await browser.killBackground();
      };
      if (isKilled()) await kill();
      await tab.goto(url);
      // In the middle of what the visit has set off, as often as not.
      if (isKilled()) await kill();
      const before = await tab.evaluate<string>('document.documentElement.outerHTML');
      await told.order(url, { type: 'set-view', view: 'content' });
      const expected = await cleaner.add({ url, html: await (await fetch(url)).text() });
      if (expected.error !== undefined) throw expected.error;
      const shown = await shownMarks(tab);
      assert.deepEqual(shown, expectedMarks(expected.page, expected.verdict.template), url);
      marks += shown.length;
      for (const view of ['template', 'page'] as const) await told.order(url, { type: 'set-view', view });
      assert.equal(await tab.evaluate('document.documentElement.outerHTML'), before, url);
      if (isKilled()) await kill();
      const stored = await told.ask<StoredSite[]>({ type: 'stored-sites' });
      assert.equal(stored.find((one) => one.site === host)?.pageCount, i + 1, url);
      visits++;
    }
    await tab.close();
    await told.ask({ type: 'forget-site', site: host });
  }
  process.stdout.write(
    `${browser.name}: ${SITES} sites, ${visits} visits, ${marks} texts marked as the cleaner judges them, ${kills} ends of the background, nothing lost\n`,
  );
}

await inEachBrowser(soak);
